package hellespont

import (
	"testing"

	"keryx/adjudicator/ruletest"
)

// TestGamesAreWhatTheyWere: in every version, the games of 500 seeds of each scenario are
// what they were.
func TestGamesAreWhatTheyWere(t *testing.T) {
	ruletest.Digests{Dir: "testdata/digests", Versions: Editions(), Games: 500, Sample: 3, Update: *update}.Compare(t)
}
