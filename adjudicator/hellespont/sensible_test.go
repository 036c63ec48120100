package hellespont

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/bot"
)

// playGame plays a game between two players and returns what came of it.
func playGame(t testing.TB, seed uint64, standing bool, players [2]adjudicator.Player) adjudicator.Played {
	t.Helper()
	game := adjudicator.Selfplay{Rules: Default(), Seed: seed, Check: true, Replay: true, MaxAnswers: 5000, Players: players}
	if standing {
		game.Standing = [2]string{Default().(*ruleset).Starter(athens, "en"), Default().(*ruleset).Starter(sparta, "en")}
	}
	played, err := game.Run()
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	return played
}

func sensiblePair(seed uint64) [2]adjudicator.Player {
	return [2]adjudicator.Player{bot.Seats(inPlay).Player(rand.New(rand.NewPCG(seed, 1))), bot.Seats(inPlay).Player(rand.New(rand.NewPCG(seed, 2)))}
}

// A sensible player beats one who plays anything legal, whichever side he has.
func TestSensibleBeatsRandom(t *testing.T) {
	won, lost := 0, 0
	for seed := range uint64(12) {
		side := adjudicator.Side(seed % 2)
		players := sensiblePair(seed)
		players[side.Other()] = adjudicator.Random{Rand: rand.New(rand.NewPCG(seed, 3))}
		switch r := playGame(t, seed, false, players).Result; r.Winner {
		case side:
			won++
		case side.Other():
			lost++
		}
	}
	t.Logf("won %d, lost %d of 12", won, lost)
	if won < 9 || lost > 1 {
		t.Errorf("won %d and lost %d of 12 games", won, lost)
	}
}

// TestGamesShareStandingOrders: games under standing orders that have been read for others are
// the same as if each read them, several at once as well.
func TestGamesShareStandingOrders(t *testing.T) {
	shared := new(adjudicator.Standings)
	for seed := range uint64(6) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			var digests [2]adjudicator.Digest
			for i, read := range []*adjudicator.Standings{nil, shared} {
				game := adjudicator.Selfplay{Rules: Default(), Seed: seed, Replay: true, Digest: true, MaxAnswers: 5000, Read: read}
				if err := game.Seat(adjudicator.SensiblePlayer, seed%3 != 0); err != nil {
					t.Fatal(err)
				}
				played, err := game.Run()
				if err != nil {
					t.Fatal(err)
				}
				digests[i] = played.Digest
			}
			if digests[0] != digests[1] {
				t.Errorf("a game is %v under shared standing orders, %v under its own", digests[1], digests[0])
			}
		})
	}
}

// In B.2, where units make room for reinforcements, nobody is active yet: who has
// the initiative is taken to attack where both sides are.
func TestAppraiseBeforeTheActions(t *testing.T) {
	o := emptyOdds(t, adjudicator.Setup{}, "august")
	g, z := o, zone(t, o, "M12")
	for side, force := range [2]string{"2xT20", "T4"} {
		o.lay(t, adjudicator.Side(side), z, force)
	}
	var values [2]float64
	for g.Active, g.Initiative = adjudicator.Observer, athens; g.Initiative <= sparta; g.Initiative++ {
		values[g.Initiative] = bot.On(g).Appraise(athens)
	}
	if values[athens] <= values[sparta] {
		t.Errorf("40 PF of ships beside 4: worth %v to Athens, by who has the initiative", values)
	}
}

// TestFleetsGuardPorts: before a port that the enemy could come to, a fleet that has won there
// does well to stay.
func TestFleetsGuardPorts(t *testing.T) {
	hope := func(at string) float64 {
		o := emptyOdds(t, adjudicator.Setup{}, "august")
		o.lay(t, sparta, zone(t, o, "Abydos"), "H3")
		o.lay(t, sparta, zone(t, o, at), "2xT20")
		return o.siegeHope(bot.On(o), athens, zone(t, o, "Abydos"))
	}
	near, in, far := hope("M4"), hope("Abydos"), hope("M20")
	if near >= far || in != near {
		t.Errorf("Athens hopes for %v where a fleet lies before the port, for %v where it lies in it, for %v where it has gone", near, in, far)
	}
}

// TestWonBattlesAreNotLeft: cavalry that an enemy comes upon stands where it has the combat as good as won, and is inclined to
// ride off from one that it would lose.
func TestWonBattlesAreNotLeft(t *testing.T) {
	reluctance := func(enemy string) float64 {
		o := emptyOdds(t, adjudicator.Setup{}, "august")
		z := zone(t, o, "T29")
		o.lay(t, sparta, z, "C5+")
		o.lay(t, athens, z, enemy)
		o.Active = athens
		g := bot.On(o)
		return g.Appraise(sparta) - g.Stand(sparta, z)
	}
	if weak, strong := reluctance("P2w"), reluctance("H4+ 2xH4"); weak != 0 || strong <= 0 {
		t.Errorf("staying costs %v before a weak enemy and %v before a strong one", weak, strong)
	}
}

func BenchmarkSensibleGame(b *testing.B) {
	for i := 0; b.Loop(); i++ {
		playGame(b, uint64(i), false, sensiblePair(uint64(i)))
	}
}
