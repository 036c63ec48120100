// Package pattern has regular expressions that are compiled when they are first used: a command that
// matches nothing does not wait for a hundred of them.
package pattern

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression. Its methods are those of [regexp.Regexp], and it may be used by
// several goroutines at once.
type Pattern func() *regexp.Regexp

// made are the patterns of the program, for a test that compiles them.
var made struct {
	sync.Mutex
	all []Pattern
}

// New returns the pattern of an expression. It panics at its first use if the expression is none: a
// test of the program uses [Compile].
func New(expr string) Pattern {
	p := Pattern(sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) }))
	made.Lock()
	defer made.Unlock()
	made.all = append(made.all, p)
	return p
}

// Compile compiles all patterns of the program and returns how many there are. It panics if one of
// them is none.
func Compile() int {
	made.Lock()
	defer made.Unlock()
	for _, p := range made.all {
		p()
	}
	return len(made.all)
}

// MatchString is [regexp.Regexp.MatchString].
func (p Pattern) MatchString(s string) bool { return p().MatchString(s) }

// Match is [regexp.Regexp.Match].
func (p Pattern) Match(b []byte) bool { return p().Match(b) }

// FindString is [regexp.Regexp.FindString].
func (p Pattern) FindString(s string) string { return p().FindString(s) }

// FindStringIndex is [regexp.Regexp.FindStringIndex].
func (p Pattern) FindStringIndex(s string) []int { return p().FindStringIndex(s) }

// FindStringSubmatch is [regexp.Regexp.FindStringSubmatch].
func (p Pattern) FindStringSubmatch(s string) []string { return p().FindStringSubmatch(s) }

// FindStringSubmatchIndex is [regexp.Regexp.FindStringSubmatchIndex].
func (p Pattern) FindStringSubmatchIndex(s string) []int { return p().FindStringSubmatchIndex(s) }

// FindAllString is [regexp.Regexp.FindAllString].
func (p Pattern) FindAllString(s string, n int) []string { return p().FindAllString(s, n) }

// FindAllStringSubmatch is [regexp.Regexp.FindAllStringSubmatch].
func (p Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	return p().FindAllStringSubmatch(s, n)
}

// FindAllStringIndex is [regexp.Regexp.FindAllStringIndex].
func (p Pattern) FindAllStringIndex(s string, n int) [][]int { return p().FindAllStringIndex(s, n) }

// FindAllSubmatchIndex is [regexp.Regexp.FindAllSubmatchIndex].
func (p Pattern) FindAllSubmatchIndex(b []byte, n int) [][]int { return p().FindAllSubmatchIndex(b, n) }

// FindIndex is [regexp.Regexp.FindIndex].
func (p Pattern) FindIndex(b []byte) []int { return p().FindIndex(b) }

// FindSubmatch is [regexp.Regexp.FindSubmatch].
func (p Pattern) FindSubmatch(b []byte) [][]byte { return p().FindSubmatch(b) }

// FindSubmatchIndex is [regexp.Regexp.FindSubmatchIndex].
func (p Pattern) FindSubmatchIndex(b []byte) []int { return p().FindSubmatchIndex(b) }

// ReplaceAllString is [regexp.Regexp.ReplaceAllString].
func (p Pattern) ReplaceAllString(s, repl string) string { return p().ReplaceAllString(s, repl) }

// ReplaceAllStringFunc is [regexp.Regexp.ReplaceAllStringFunc].
func (p Pattern) ReplaceAllStringFunc(s string, repl func(string) string) string {
	return p().ReplaceAllStringFunc(s, repl)
}

// ReplaceAll is [regexp.Regexp.ReplaceAll].
func (p Pattern) ReplaceAll(b, repl []byte) []byte { return p().ReplaceAll(b, repl) }

// String is the expression.
func (p Pattern) String() string { return p().String() }
