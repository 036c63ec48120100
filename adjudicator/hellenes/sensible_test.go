package hellenes

import (
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
)

// The sensible player is ahead of a random one, whichever side he has.
func TestSensibleBeatsRandom(t *testing.T) {
	r := New()
	ahead, games := 0, 0
	for _, scenario := range []string{"sicily", "431", "413", "415"} {
		for side := range adjudicator.Side(2) {
			for seed := range uint64(12) {
				games++
				players := [2]adjudicator.Player{adjudicator.Random{Rand: rand.New(rand.NewPCG(seed, 1))}, adjudicator.Random{Rand: rand.New(rand.NewPCG(seed, 2))}}
				players[side] = r.Player(rand.New(rand.NewPCG(seed, 3)))
				p, err := adjudicator.Selfplay{Rules: r, Setup: adjudicator.Setup{Scenario: scenario}, Players: players, Seed: seed, Check: true, MaxAnswers: 3000}.Run()
				if err != nil {
					t.Fatalf("%s, seed %d: %v", scenario, seed, err)
				}
				if p.Result.Points[side] > p.Result.Points[side.Other()] {
					ahead++
				}
			}
		}
	}
	if 100*ahead < 95*games {
		t.Errorf("ahead in %d of %d games, want 95 of 100", ahead, games)
	}
}
