package requests

import (
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/hellespont"
	"keryx/adjudicator/host/written"
	"keryx/adjudicator/internal/ford"
)

// Who plays nothing is answered by the game that his question is about, whichever name comes
// first; what makes sense to none is told by the first.
func TestOddsFindTheirGame(t *testing.T) {
	all := []adjudicator.Ruleset{ford.New("ford", ford.None), amphipolis.Default(), hellespont.Default()}
	for line, want := range map[string]string{
		"odds naval in M4 2xT10 against T20":   "hellespont",
		"odds blockade Sane 2xH6+, play S20":   "amphipolis",
		"odds assault Torone 4xH5+ Brasidas":   "amphipolis",
		"odds attrition in M12 T20, month may": "hellespont",
		"odds of the weather":                  "amphipolis",
		"odds \"":                              "amphipolis",
	} {
		if got := firstReckoner(all, written.Request{Verb: "odds", Text: line, Line: 1}); got != want {
			t.Errorf("%q is answered by %q, want %q", line, got, want)
		}
	}
}
