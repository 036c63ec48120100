package hellespont

import (
	"fmt"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/templates"
)

// A side that lacks nothing is told so, and until when it has to hold it; no sentence counts
// nothing, in either language.
func TestGoalsCountNoNothing(t *testing.T) {
	for _, id := range []string{"10.1", "10.2"} {
		g, err := Default().(*ruleset).empty(adjudicator.Setup{Scenario: id})
		if err != nil {
			t.Fatal(err)
		}
		g.Held[sparta], g.Held[athens] = g.Ports, board.Set{}
		for lang, want := range map[string]string{"en": "Sparta holds the 7 ports", "fr": "Sparte tient les 7 ports"} {
			said := ""
			for _, goal := range g.goals() {
				said += templates.For(lang, "hellespont").Phrase(goal) + "\n"
			}
			if !strings.Contains(said, want) || strings.Contains(said, "()") || strings.Contains(said, ": 0 ") || strings.Contains(said, "manque 0") {
				t.Errorf("%s, %s:\n%s", id, lang, said)
			}
		}
	}
}

// What letters say a victory takes is what the rule counts.
func TestResultsNameTheMargin(t *testing.T) {
	for _, lang := range []string{"en", "fr"} {
		for _, key := range []string{"draw", "winner-tactical", "winner-strategic"} {
			said := templates.For(lang, "hellespont").Say("hellespont.report."+key, "Lead", 97, "Mine", 98, "Theirs", 99, "Side", "S", "Level", "L")
			if !strings.Contains(said, fmt.Sprint(drawMargin+1)) || !strings.Contains(said, "97") {
				t.Errorf("%s: %s", lang, said)
			}
		}
	}
}
