package amphipolis

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/bot"
	"keryx/adjudicator/dice"
)

// playGame plays a game between two players and returns what came of it.
func playGame(t testing.TB, scenario string, seed uint64, standing bool, players [2]adjudicator.Player) adjudicator.Played {
	t.Helper()
	game := adjudicator.Selfplay{Rules: Default(), Setup: adjudicator.Setup{Scenario: scenario}, Seed: seed, Check: true, Replay: true, MaxAnswers: 5000, Players: players}
	if standing {
		game.Standing = [2]string{Default().(*ruleset).Starter(athens, "en"), Default().(*ruleset).Starter(sparta, "en")}
	}
	played, err := game.Run()
	if err != nil {
		t.Fatalf("%s, seed %d: %v", scenario, seed, err)
	}
	return played
}

func sensiblePair(seed uint64) [2]adjudicator.Player {
	return [2]adjudicator.Player{bot.Seats(inPlay).Player(rand.New(rand.NewPCG(seed, 1))), bot.Seats(inPlay).Player(rand.New(rand.NewPCG(seed, 2)))}
}

// TestSensibleBeatsRandom: whichever side he has, and however the scenario favours one, a
// sensible player does far better against one who plays anything legal than such a one does
// himself.
func TestSensibleBeatsRandom(t *testing.T) {
	won, lost, games := 0, 0, 0
	for _, scenario := range []string{"10.1", "10.2", "10.3"} {
		for side := athens; side <= sparta; side++ {
			var lead [2]float64 // of a random player of the side, and of a sensible one
			const seeds = 6
			for seed := range uint64(seeds) {
				players := [2]adjudicator.Player{adjudicator.Random{Rand: rand.New(rand.NewPCG(seed, 3))}, adjudicator.Random{Rand: rand.New(rand.NewPCG(seed, 4))}}
				lead[0] += playGame(t, scenario, seed, false, players).Result.Value(side) / seeds
				players[side] = sensiblePair(seed)[side]
				r := playGame(t, scenario, seed, false, players).Result
				lead[1] += r.Value(side) / seeds
				switch r.Winner {
				case side:
					won++
				case side.Other():
					lost++
				}
				games++
			}
			t.Logf("%s, %s: a lead of %.1f points at random, of %.1f with sense", scenario, sideIDs[side], lead[0], lead[1])
			if lead[1] < lead[0]+3 {
				t.Errorf("%s, %s: a lead of %.1f points at random, and no more than %.1f with sense", scenario, sideIDs[side], lead[0], lead[1])
			}
		}
	}
	t.Logf("won %d, lost %d of %d", won, lost, games)
	if won < 2*games/3 || lost > games/9 {
		t.Errorf("won %d and lost %d of %d games", won, lost, games)
	}
}

// TestSensiblePlaysWithStandingOrders: what he is not asked any more he need not answer.
func TestSensiblePlaysWithStandingOrders(t *testing.T) {
	for i, scenario := range []string{"10.1", "10.2", "10.3"} {
		with, without := playGame(t, scenario, uint64(i), true, sensiblePair(uint64(i))), playGame(t, scenario, uint64(i), false, sensiblePair(uint64(i)))
		if with.Answers >= without.Answers {
			t.Errorf("%s: %d answers with standing orders, %d without", scenario, with.Answers, without.Answers)
		}
	}
}

func BenchmarkSensibleGame(b *testing.B) {
	for i := 0; b.Loop(); i++ {
		playGame(b, "10.1", uint64(i), false, sensiblePair(uint64(i)))
	}
}

// TestPlansBeginWithOperations: where a sensible player would begin with an operation, so does
// the first plan that is proposed; doubts apart it is the one that he would make.
func TestPlansBeginWithOperations(t *testing.T) {
	rules := Default().(*ruleset)
	begun, agreed := 0, 0
	for seed := range uint64(4) {
		snap, err := adjudicator.Begin(rules, adjudicator.Setup{Scenario: "10.2"})
		if err != nil {
			t.Fatal(err)
		}
		s, err := adjudicator.Open(rules, snap, dice.NewQuick(rand.New(rand.NewPCG(seed, 5))), 1, dice.Head{})
		if err != nil {
			t.Fatal(err)
		}
		players := sensiblePair(seed)
		for !s.Ended() {
			side := athens
			if s.Asked(side) == nil {
				side = sparta
			}
			q := s.Asked(side)
			a := players[side].Answer(s, side, q)
			if _, sent := a.(*operation); sent && q.Kind == "depart" {
				begun++
				plan := adjudicator.Plans(rules, s, side, 4, rand.New(rand.NewPCG(seed, 6)))[0]
				first := plan.Player(rand.New(rand.NewPCG(seed, 7))).Answer(s, side, q)
				if _, too := first.(*operation); !too {
					t.Errorf("seed %d: the player begins with %v, the plan with %v", seed, a.Words(), first.Words())
				}
				if fmt.Sprint(first.Words()...) == fmt.Sprint(a.Words()...) {
					agreed++
				}
			}
			if err := s.Answer(side, a); err != nil {
				t.Fatal(err)
			}
		}
		s.Close()
	}
	t.Logf("%d operations, %d of them planned", begun, agreed)
	if begun < 6 || agreed < begun/3 {
		t.Errorf("%d operations, %d of them planned", begun, agreed)
	}
}
