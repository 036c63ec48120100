package cases_test

import (
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/cases"
	"keryx/adjudicator/internal/ford"
)

// heard is the tiny game that notes for which scenario a case makes it.
type heard struct {
	ford.Cased
	scenario *string
}

func (h heard) Bare(s adjudicator.Setup) (adjudicator.Game, error) {
	*h.scenario = s.Scenario
	return h.Cased.Bare(s)
}

// TestCaseWithoutScenario: a case that names no scenario is of the ruleset's first.
func TestCaseWithoutScenario(t *testing.T) {
	for text, want := range map[string]string{
		"case A1: one\nrule 1\nplay turn\n":                     "river",
		"case A1: one\nrule 1\nscenario elsewhere\nplay turn\n": "elsewhere",
	} {
		got := "nothing"
		if _, err := cases.Play(heard{ford.Cased{Rules: ford.New("ford", ford.None)}, &got}, strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("%q is of the scenario %q, not %q", text, got, want)
		}
	}
}
