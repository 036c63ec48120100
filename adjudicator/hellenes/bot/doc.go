// Package bot is the sensible player of Hellenes. It looks at the position as its side may know it, and answers with
// orders that the forms of questions accept.
package bot
