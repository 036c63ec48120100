package hellespont

import (
	"testing"

	"keryx/adjudicator/ruletest"
)

// TestKeptGames wants games of every version to go on as they were begun.
func TestKeptGames(t *testing.T) {
	ruletest.Kept{Versions: Editions(), Name: "edition", Numbered: true, Update: *update}.Compare(t)
}
