package hellespont

import (
	"flag"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field/fieldtest"
	"keryx/adjudicator/dice/seed"
	"keryx/adjudicator/ruletest"
)

var update = flag.Bool("update", false, "write what is kept on disk anew")

// everyReaction are standing orders that leave nothing to ask but what a side does
// in its own phases.
const everyReaction = `
when attacked at sea: evade to port, else stand
when attacked on land: stand
when result is A or E: use advantage to reroll
stratagems: none
advantage: keep
losses: fresh first, smallest first
retreat: port, anywhere
displaced: anywhere
refuge: port, anywhere
cavalry: stand
combats: any
sieges: all
advance: smallest
keep: S14, S9, S1, S22, S8, S3, S10, S12, S2, S20, S23, S13, S16, S5, S15, S18, S17, S11, S19, S7, S6, S4
recover: largest first
`

// TestRules proves what the kit promises of every ruleset. KERYX_GAMES sets in how many games.
func TestRules(t *testing.T) {
	ruletest.Run(t, Default(), ruletest.Options{
		Setups: setups, Games: fieldtest.Games(t), First: seed.First(t, 0), Turns: 11, Drawn: true, Source: fieldtest.Source(t),
		Settled: func(g adjudicator.Game) error { return g.(*game).settled() },
		Probes: []string{"spend 2", "activate Sestos", "activate B3", "move all to M5", "move T10 by M5 M6", "end",
			"pass", "play S4", "play S6 at T22", "play S13 at B3", "play S14 at B3", "play S16 on Mindarus", "play S17", "play S18",
			"play S22 for advantage", "play S22 for draw", "use advantage to points", "use advantage to recover T10w at M5",
			"keep S4 S11", "fight M5 first", "stand", "lose T10"},
		Standing: documented(t),
		Advised: []string{"evasion", "reroll", "reroll-attrition", "react", "besieged", "fortune", "reinforcing", "combat-stratagem",
			"siege-stratagem", "recovery-stratagem", "supply-stratagem", "attrition-stratagem", "losses", "retreat", "siege", "siege-losses",
			"advance", "keep", "recovery", "redeploy", "depart", "combat-order", "attrition"},
		Mails: []ruletest.Mails{
			{Name: "reactions", Standing: everyReaction, Asked: []string{"start", "spend", "act", "depart", "redeploy"}, Most: 8, Joined: 5},
			{Name: "and idle in the bases", Standing: everyReaction + "departures: none\nredeploy: none\n",
				Asked: []string{"start", "spend", "act"}, Most: 6, Joined: 4},
			{Name: "to begin with", Starter: true, Asked: []string{"start", "spend", "act", "siege", "retreat", "keep", "crowded", "combat-order"}, Most: 6, Joined: 4, Median: 5},
		},
		Cases: ruletest.Cases{Dir: "cases", Update: *update, How: "go test ./adjudicator/hellespont -run TestRules/cases -update"},
	})
}

// BenchmarkSelfplay measures answers a second of games without mail.
func BenchmarkSelfplay(b *testing.B) { ruletest.Speed(b, Default()) }

// setups are the games that random play goes through.
var setups = []adjudicator.Setup{
	{Scenario: "10.1"},
	{Scenario: "10.2"},
	{Scenario: "10.1", Options: map[string]string{"storm": "inverted", "s18": "s17-s18", "siege-ratio": "worst", "entry": "any"}},
}
