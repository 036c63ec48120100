package hellespont

import (
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/ruletest"
)

// TestRules proves what the kit promises of every ruleset.
func TestRules(t *testing.T) {
	ruletest.Run(t, Default(), ruletest.Options{
		Setups: setups, Turns: 11,
		Settled: func(g adjudicator.Game) error { return g.(*game).settled() },
		Probes: []string{"spend 2", "activate Sestos", "activate B3", "move all to M5", "move T10 by M5 M6", "end",
			"pass", "play S4", "play S6 at T22", "play S13 at B3", "play S14 at B3", "play S16 on Mindarus", "play S17", "play S18",
			"play S22 for advantage", "play S22 for draw", "use advantage to points", "use advantage to recover T10w at M5",
			"keep S4 S11", "fight M5 first", "stand", "lose T10"},
	})
}
