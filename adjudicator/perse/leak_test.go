package perse

import (
	"fmt"
	"strings"
	"testing"

	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/ruletest"
)

// recorder stands in for a test. It looks for the promises of secrecy alone.
type recorder struct {
	name   string
	failed map[string]string // promise, what was said
}

func (r *recorder) Helper()             {}
func (r *recorder) Logf(string, ...any) {}
func (r *recorder) Errorf(format string, args ...any) {
	r.failed[r.name] += fmt.Sprintf(format, args...)
}

func (r *recorder) Run(name string, f func(*recorder)) bool {
	if name == "secrets" || name == "forks" {
		f(&recorder{name, r.failed})
	}
	return r.failed[name] == ""
}

// TestLeaksAreFound plants one leak after the other, and wants the promise to be broken that each
// breaks. Without any leak TestRules keeps them.
func TestLeaksAreFound(t *testing.T) {
	for _, c := range []struct {
		name    string
		leak    leak
		promise string
	}{
		{"a view shows what is with a marker", loadsInView, "secrets"},
		{"a view shows the points left", pointsInView, "secrets"},
		{"a refusal hangs on who is a decoy", refusedForDecoy, "secrets"},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			rules := New(data.Default())
			rules.leak = c.leak
			o := options()
			o.Games = 6
			r := &recorder{failed: map[string]string{}}
			ruletest.Run(r, rules, o)
			if r.failed[c.promise] == "" {
				t.Errorf("%s is not found by %q", c.name, c.promise)
			}
		})
	}
}
