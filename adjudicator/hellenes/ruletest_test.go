package hellenes

import (
	"testing"

	"keryx/adjudicator/ruletest"
)

// options are what the ruleset is tried with.
func options() ruletest.Options {
	return ruletest.Options{Source: []string{"."}, Games: 4,
		Probes: []string{"move 1 to Corinth", "move 14 to Saronic", "build 17", "recruit", "assault Potidaea", "fortify 1", "hits 22", "sortie 1 from Potidaea"}}
}

// TestRules proves what the kit promises of every ruleset.
func TestRules(t *testing.T) { ruletest.Run(t, New(), options()) }
