package ruletest

import (
	"fmt"
	"slices"

	"keryx/adjudicator"
)

// Found looks for some promises alone, without a test, and returns what is said of each that does not
// hold. A test that plants a fault, such as a view that shows what is hidden, wants it to be found: what
// is never found proves nothing of what has none. Promises have the names that [Run] gives to its
// subtests; one that there is not is a fault of the test, and panics.
func Found(rules adjudicator.Ruleset, o Options, names ...string) map[string]string {
	for _, name := range names {
		if !slices.ContainsFunc(promises, func(p promise) bool { return p.name == name }) {
			panic(fmt.Sprintf("there is no promise %q", name))
		}
	}
	r := &finder{wanted: names, found: map[string]string{}}
	Run(r, rules, o)
	return r.found
}

// finder stands in for a test, and keeps what is said of the promises that are looked for.
type finder struct {
	name   string
	wanted []string
	found  map[string]string
}

func (*finder) Helper()             {}
func (*finder) Logf(string, ...any) {}

func (f *finder) Errorf(format string, args ...any) { f.found[f.name] += fmt.Sprintf(format, args...) }

func (f *finder) Run(name string, prove func(*finder)) bool {
	if slices.Contains(f.wanted, name) {
		prove(&finder{name, f.wanted, f.found})
	}
	return f.found[name] == ""
}
