package amphipolis

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
when result is A or E: use advantage to reroll
stratagems: none
advantage: keep
losses: fresh first, smallest first
retreat: anywhere
displaced: anywhere
refuge: anywhere
cavalry: stand
combats: any
works: build
sieges: negotiate, else assault, else blockade
keep: S15, S14, S22, S11, S18, S13, S21, S17, S10, S9, S8, S7, S6, S4, S19, S20, S5, S12, S1, S2, S3, S16
recover: largest first
`

// TestRules proves what the kit promises of every ruleset. KERYX_GAMES sets in how many games.
func TestRules(t *testing.T) {
	ruletest.Run(t, Default(), ruletest.Options{
		Setups: setups, Games: fieldtest.Games(t), First: seed.First(t, 0), Drawn: true, Turns: 11, Source: fieldtest.Source(t),
		Settled: func(g adjudicator.Game) error { return g.(*game).settled() },
		Probes: []string{"spend 2", "activate T12", "activate Thasos", "move all to T7", "move T20 to M2", "end", "pass",
			"operate 2xH6 from Thasos with T20 to O4", "play S2", "play S4 at T11", "play S3", "play S11", "play S14 at Thasos", "play S15",
			"play S16 for P5", "play S17 on H7 at T21", "play S21 on Cleon", "play S22 for advantage", "play S22 for draw",
			"use advantage to points", "use advantage to recover H6w at T12", "keep S4 S16", "fight T12 first", "lose H6",
			"build", "negotiate Torone", "assault citadel", "blockade Sane", "siege none"},
		Mails: []ruletest.Mails{
			{Name: "reactions", Standing: everyReaction, Asked: []string{"spend", "act", "depart", "arrive", "redeploy", "home"}, Most: 8.5, Joined: 5},
			{Name: "and no operations in phase D", Standing: everyReaction + "departures: none\nredeploy: none\n",
				Asked: []string{"spend", "act", "arrive"}, Most: 6, Joined: 3.5},
			{Name: "to begin with", Starter: true, Asked: []string{"spend", "act", "depart", "arrive", "combat-order"}, Most: 6, Joined: 4, Median: 5},
		},
		Cases: ruletest.Cases{Dir: "cases", Update: *update, How: "go test ./adjudicator/amphipolis -run TestRules/cases -update"},
	})
}

// BenchmarkSelfplay measures answers a second of games without mail.
func BenchmarkSelfplay(b *testing.B) { ruletest.Speed(b, Default()) }

// setups are the games that random play goes through.
var setups = []adjudicator.Setup{
	{Scenario: "10.1"},
	{Scenario: "10.2"},
	{Scenario: "10.3"},
	{Scenario: "10.4"},
	{Scenario: "10.4", Options: map[string]string{"initiative": "first", "wall": "always", "escort": "none", "entry": "any",
		"retreat-to-base": "no", "attrition": "one", "annulled-s15": "again", "s16": "counter", "shunned": "both-alive"}},
	{Scenario: "10.2", Options: map[string]string{"works": "always"}},
}
