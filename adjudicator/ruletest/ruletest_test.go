package ruletest_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/cases"
	"keryx/adjudicator/internal/ford"
	"keryx/adjudicator/ruletest"
)

var update = flag.Bool("update", false, "write the list of the tiny game's cases anew")

// recorder stands in for a *testing.T, and keeps what it is told.
type recorder struct {
	name   string
	failed map[string]string // subtest, what it said
	ran    *[]string
}

func (r *recorder) Helper()             {}
func (r *recorder) Logf(string, ...any) {}
func (r *recorder) Errorf(format string, args ...any) {
	r.failed[r.name] += fmt.Sprintf(format, args...)
}

func (r *recorder) Run(name string, f func(*recorder)) bool {
	*r.ran = append(*r.ran, name)
	f(&recorder{name, r.failed, r.ran})
	return r.failed[name] == ""
}

// fordOptions are what the tiny game is tried with.
func fordOptions(t *testing.T) ruletest.Options {
	t.Helper()
	return ruletest.Options{Source: []string{"../internal/ford"}, Games: 4, Answers: 60, Drawn: true, Probes: []string{"ambush", "hold", "march 3"},
		Standing: []string{"reaction: hold", "reaction: ambush, else hold"},
		Advised:  []string{"ambush"},
		Mails:    []ruletest.Mails{{Name: "no traps", Standing: "reaction: hold", Asked: []string{"bid", "act", "loot"}, Most: 12, Joined: 8}}}
}

// TestFord: the tiny game of the kit's tests keeps every promise.
func TestFord(t *testing.T) {
	ruletest.Run(t, ford.New("ford", ford.None), fordOptions(t))
}

// TestSecretsAreFewToBegin: a game in which little is hidden, and not at every question,
// keeps its promise as well.
func TestSecretsAreFewToBegin(t *testing.T) {
	r := &recorder{failed: map[string]string{}, ran: new([]string)}
	o := fordOptions(t)
	ruletest.Run(r, changed(ruled{redeal: func(g *ford.Game, side adjudicator.Side, rnd *rand.Rand) {
		if g.Turns == 1 {
			g.Redeal(side, rnd)
		}
	}})(&o), o)
	if !slices.Contains(*r.ran, "secrets") || r.failed["secrets"] != "" {
		t.Errorf("%q were looked for; secrets: %s", *r.ran, r.failed["secrets"])
	}
}

// TestFordEntered: and so does the same game if its turns can be entered in their middle.
func TestFordEntered(t *testing.T) {
	ruletest.Run(t, ford.NewEntered("ford"), fordOptions(t))
}

// TestFordWithAPlayerAndCases: so does the same game with what only some rulesets have.
func TestFordWithAPlayerAndCases(t *testing.T) {
	o := fordOptions(t)
	ruletest.Run(t, thoughtful{Rules: ford.New("ford", ford.None)}, o)
	o.Cases = ruletest.Cases{Dir: "../internal/ford/cases", Update: *update, How: "go test ./adjudicator/ruletest -run Cases -update"}
	ruletest.Run(t, ford.Cased{Rules: ford.New("ford", ford.None)}, o)
}

// TestEachPromiseIsMissed breaks one promise after the other in the tiny game, and wants
// that one to be reported, and no other.
func TestEachPromiseIsMissed(t *testing.T) {
	broken := map[string]bool{}
	for _, b := range breaks {
		t.Run(strings.ReplaceAll(b.name, " ", "-"), func(t *testing.T) {
			o := fordOptions(t)
			o.Cases.Dir = t.TempDir() // for those that have cases
			rules := b.rules(&o)
			if _, ok := rules.(cases.Rules); !ok || b.name == "cases that are nowhere" {
				o.Cases = ruletest.Cases{}
			}
			r := &recorder{failed: map[string]string{}, ran: new([]string)}
			ruletest.Run(r, rules, o)
			for name, text := range r.failed {
				if name != b.promise {
					t.Errorf("%s is reported:\n%s", name, text)
				} else if !strings.Contains(text, b.says) {
					t.Errorf("the report does not say %q:\n%s", b.says, text)
				}
			}
			if r.failed[b.promise] == "" {
				t.Errorf("%s is not reported", b.promise)
			}
			if !slices.Contains(*r.ran, b.promise) {
				t.Errorf("there is no promise %q: %v", b.promise, *r.ran)
			}
		})
		broken[b.promise] = true
	}
	r := &recorder{failed: map[string]string{}, ran: new([]string)}
	ruletest.Run(r, ford.New("ford", ford.None), fordOptions(t))
	for _, name := range *r.ran {
		if !broken[name] {
			t.Errorf("nothing breaks the promise %q", name)
		}
	}
}
