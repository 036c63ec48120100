package amphipolis

import (
	"fmt"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/templates"
)

// A side that lacks nothing is told so, and until when it has to hold it; no sentence counts
// nothing, in either language.
func TestGoalsCountNoNothing(t *testing.T) {
	catalog, err := templates.With(Default())
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"10.1", "10.2", "10.3", "10.4"} {
		g, err := Default().(*ruleset).empty(adjudicator.Setup{Scenario: id})
		if err != nil {
			t.Fatal(err)
		}
		for n := range g.faces {
			g.faces[n] = sparta
		}
		for lang, want := range map[string]string{"en": "Sparta holds the citadel and all eight garrisons", "fr": "Sparte a la citadelle et les huit garnisons"} {
			said := ""
			for _, goal := range g.goals() {
				said += catalog.For(lang, "amphipolis").Phrase(goal) + "\n"
			}
			if !strings.Contains(said, want) || strings.Contains(said, "()") || strings.Contains(said, ": 0 ") || strings.Contains(said, "manque 0") {
				t.Errorf("%s, %s:\n%s", id, lang, said)
			}
		}
	}
}

// What letters say a victory takes is what the rule counts.
func TestResultsNameTheMargin(t *testing.T) {
	catalog, err := templates.With(Default())
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range []string{"en", "fr"} {
		for _, key := range []string{"draw", "winner-tactical", "winner-strategic"} {
			said := catalog.For(lang, "amphipolis").Say("amphipolis.report."+key, "Lead", 97, "Mine", 98, "Theirs", 99, "Side", "S", "Level", "L")
			if !strings.Contains(said, fmt.Sprint(victoryMargin)) || !strings.Contains(said, "97") {
				t.Errorf("%s: %s", lang, said)
			}
		}
	}
}
