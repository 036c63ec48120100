package moor

import (
	"testing"

	"keryx/adjudicator/ruletest"
)

// options are what the moor is tried with.
func options() ruletest.Options {
	return ruletest.Options{Source: []string{"."}, Games: 6,
		Probes:   []string{"scout n2", "scout s2", "march R1 to Stone", "intercept R1", "give 1 to F2", "hold 5"},
		Standing: []string{"reaction: intercept, else let", "reaction: let"}, Advised: []string{"intercept"}}
}

// TestRules proves what the kit promises of every ruleset.
func TestRules(t *testing.T) { ruletest.Run(t, New(), options()) }
