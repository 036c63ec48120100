package amphipolis

import (
	"testing"

	"keryx/adjudicator/ruletest"
)

// TestGamesAreWhatTheyWere: in every version, the games of some seeds of each scenario are
// what they were.
func TestGamesAreWhatTheyWere(t *testing.T) {
	ruletest.Digests{Dir: "testdata/digests", Versions: Editions(), Games: 8, Sample: 1, Update: *update}.Compare(t)
}
