package hellenes_test

import (
	"flag"
	"testing"

	"keryx/adjudicator/hellenes"
	"keryx/adjudicator/ruletest"
)

var update = flag.Bool("update", false, "write the games of the newest version that are not kept")

// TestKeptGames wants games of every version to go on as they were begun.
func TestKeptGames(t *testing.T) {
	ruletest.Kept{Versions: hellenes.Opener.Embedded(), Name: "version", Missed: true, Digits: 16,
		Standing: "when fighting: retreat\nwhen assaulted: capitulate\nprayers: Ares, Hera\n", Update: *update}.Compare(t)
}
