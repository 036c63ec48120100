package perse

import (
	"flag"
	"testing"

	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/ruletest"
)

var update = flag.Bool("update", false, "write what is kept on disk anew")

// options are what the game is tried with.
func options() ruletest.Options {
	return ruletest.Options{Cases: ruletest.Cases{Dir: "cases", Update: *update, How: "go test ./adjudicator/perse -run TestRules/cases -update"},
		Source: []string{".", "data"}, Games: 4,
		Probes: []string{"activate Mardonios", "move Ephese", "intercept p1 with Strategos2", "intercept g1 with Mardonios", "play reconnaissance on p1", "sail Fleet1 to Chios"}}
}

// TestRules proves what the kit promises of every ruleset.
func TestRules(t *testing.T) { ruletest.Run(t, New(data.Default()), options()) }
