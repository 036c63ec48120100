package hellenes

import (
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/fog"
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

// Who besieges a city that it can storm keeps enough there for the assault; who is too weak for one, or leaves enough,
// may go.
func TestSensibleStaysToStorm(t *testing.T) {
	game, err := Cased{New()}.Bare(adjudicator.Setup{Scenario: campaign431})
	if err != nil {
		t.Fatal(err)
	}
	g := game.(*Game)
	torone := g.rules.board.MustZone("Torone")
	g.Towns[torone] = Town{Holder: sparta, Garrison: true, Built: true, Siege: 1}
	all := fog.Set(0)
	for p := range fog.Piece(3) {
		g.Where[athens][p], g.VC[athens][p] = torone, 3
		all.Add(p)
	}
	v := judgement{g: g, side: athens}
	if v.worth(all) < v.stormed(torone) || v.worth(one(0)) >= v.stormed(torone) {
		t.Fatalf("three blocks are worth %.1f and one %.1f against %.1f", v.worth(all), v.worth(one(0)), v.stormed(torone))
	}
	if v.besieging(torone, all&^one(0)) == 0 || v.besieging(torone, all) == 0 {
		t.Error("they leave too few for the assault")
	}
	if v.besieging(torone, one(0)) != 0 {
		t.Error("one block has to stay though the others are enough")
	}
}
