// Package order holds the orders of Hellenes: what they say, how they are read and written, the forms of questions, and
// standing orders as they are read. It knows no position.
package order
