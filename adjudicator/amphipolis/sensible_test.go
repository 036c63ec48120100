package amphipolis

import (
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
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
	return [2]adjudicator.Player{Sensible(rand.New(rand.NewPCG(seed, 1))), Sensible(rand.New(rand.NewPCG(seed, 2)))}
}

// A sensible player beats one who plays anything legal, whichever side he has.
func TestSensibleBeatsRandom(t *testing.T) {
	for _, scenario := range []string{"10.1", "10.2", "10.3"} {
		var won, lost [2]int
		for seed := range uint64(8) {
			side := adjudicator.Side(seed % 2)
			players := sensiblePair(seed)
			players[side.Other()] = adjudicator.Random{Rand: rand.New(rand.NewPCG(seed, 3))}
			switch r := playGame(t, scenario, seed, false, players).Result; r.Winner {
			case side:
				won[side]++
			case side.Other():
				lost[side]++
			}
		}
		t.Logf("%s: won %d, lost %d of 4 by side", scenario, won, lost)
		if won[athens]+won[sparta] < 6 || lost[athens]+lost[sparta] > 1 {
			t.Errorf("%s: won %d and lost %d of 4 games by side", scenario, won, lost)
		}
	}
}
