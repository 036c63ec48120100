// Package amend holds the corrections that a referee may make to a position: how their lines are read, what they change,
// and what is told of them.
package amend
