package perse

import (
	"testing"

	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/ruletest"
)

// options are what the game is tried with.
func options() ruletest.Options {
	return ruletest.Options{Source: []string{".", "data"}, Games: 12,
		Probes: []string{"activate Mardonios", "move Ephese", "intercept p1 with Strategos2", "intercept g1 with Mardonios", "play reconnaissance on p1", "sail Fleet1 to Chios"}}
}

// TestRules proves what the kit promises of every ruleset.
func TestRules(t *testing.T) { ruletest.Run(t, New(data.Default()), options()) }
