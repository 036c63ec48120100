package ruletest

import (
	"testing"

	"keryx/adjudicator"
)

// Speed measures how many answers a second games of the ruleset's first scenario take, by
// random players and by its own, if it has one; with all that is checked after each answer
// and each turn, and without. An iteration is a game; each has its own seed, and equal
// numbers of iterations play equal games.
func Speed(b *testing.B, rules adjudicator.Ruleset) {
	kinds := []string{adjudicator.RandomPlayer}
	if _, ok := rules.(adjudicator.Bot); ok {
		kinds = append(kinds, adjudicator.SensiblePlayer)
	}
	_, guided := rules.(adjudicator.Guide)
	for _, kind := range kinds {
		b.Run(kind+"/checked", func(b *testing.B) { speed(b, rules, kind, false, true) })
		b.Run(kind+"/fast", func(b *testing.B) { speed(b, rules, kind, false, false) })
		if guided {
			b.Run(kind+"-standing/checked", func(b *testing.B) { speed(b, rules, kind, true, true) })
			b.Run(kind+"-standing/fast", func(b *testing.B) { speed(b, rules, kind, true, false) })
		}
	}
}

// speed measures games of one kind.
func speed(b *testing.B, rules adjudicator.Ruleset, kind string, standing, checked bool) {
	answers, seed, setup := 0, uint64(1), adjudicator.Setup{Scenario: rules.Info().Scenarios[0]}
	b.ReportAllocs()
	for b.Loop() {
		p := adjudicator.Selfplay{Rules: rules, Setup: setup, Seed: seed, Check: checked, Replay: checked, MaxAnswers: 5000}
		if err := p.Seat(kind, standing); err != nil {
			b.Fatal(err)
		}
		played, err := p.Run()
		if err != nil {
			b.Fatalf("seed %d: %v", seed, err)
		}
		answers += played.Answers
		seed += adjudicator.SeedStep
	}
	b.ReportMetric(float64(answers)/b.Elapsed().Seconds(), "answers/s")
}
