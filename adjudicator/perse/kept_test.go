package perse

import (
	"testing"

	"keryx/adjudicator/ruletest"
)

// TestKeptGames wants games of every version to go on as they were begun.
func TestKeptGames(t *testing.T) {
	ruletest.Kept{Versions: Opener.Embedded(), Name: "version", Missed: true, Digits: 16,
		Standing: "losses: weakest\noffers: decline\nstratagems: treason, else genius, else none\n", Update: *update}.Compare(t)
}
