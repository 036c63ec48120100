package hellenes

import (
	"os"
	"strconv"
	"testing"

	"keryx/adjudicator/dice/seed"
	"keryx/adjudicator/ruletest"
)

// options are what the ruleset is tried with. KERYX_GAMES sets in how many games.
func options(t *testing.T) ruletest.Options {
	t.Helper()
	games, err := strconv.Atoi(os.Getenv("KERYX_GAMES"))
	if err != nil {
		games = 4
	}
	return ruletest.Options{Source: []string{".", "ground", "order", "view", "amend", "odds"}, Games: games, First: seed.First(t, 0),
		Probes:   []string{"move 1 to Corinth", "move 14 to Saronic", "build 17", "recruit", "assault Potidaea", "fortify 1", "hits 22", "sortie 1 from Potidaea"},
		Standing: []string{"when attacked at Naupactis, Corcyra: fortify, else hold", "when fighting: retreat", "when assaulted: capitulate", "when besieging: assault garrisons, else starve", "prayers: Ares, Hera"},
		Advised:  []string{"fortify", "stand", "hits", "retreat", "capitulate", "appeal", "take", "sortie", "siege"}}
}

// TestRules proves what the kit promises of every ruleset.
func TestRules(t *testing.T) { ruletest.Run(t, New(), options(t)) }
