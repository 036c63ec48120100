package hellespont

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
	"keryx/orders"
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
	return [2]adjudicator.Player{Sensible(rand.New(rand.NewPCG(seed, 1))), Sensible(rand.New(rand.NewPCG(seed, 2)))}
}

func TestSensiblePlaysWholeGames(t *testing.T) {
	for seed := range uint64(6) {
		a := playGame(t, seed, seed%2 == 0, sensiblePair(seed))
		b := playGame(t, seed, seed%2 == 0, sensiblePair(seed))
		if a.Answers != b.Answers || a.Result.Points != b.Result.Points {
			t.Errorf("seed %d: %d answers and %v, then %d and %v", seed, a.Answers, a.Result.Points, b.Answers, b.Result.Points)
		}
	}
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

// In B.2, where units make room for reinforcements, nobody is active yet: who has
// the initiative is taken to attack where both sides are.
func TestAppraiseBeforeTheActions(t *testing.T) {
	o, err := NewOdds(Default(), adjudicator.Setup{}, "")
	if err != nil {
		t.Fatal(err)
	}
	g, z := o.g, zone(t, o.g, "M12")
	for side, force := range [2]string{"2xT20", "T4"} {
		if err := o.Place(adjudicator.Side(side), z, force); err != nil {
			t.Fatal(err)
		}
	}
	var values [2]float64
	for g.active, g.initiative = adjudicator.Observer, athens; g.initiative <= sparta; g.initiative++ {
		values[g.initiative] = g.appraise(athens)
	}
	if values[athens] <= values[sparta] {
		t.Errorf("40 PF of ships beside 4: worth %v to Athens, by who has the initiative", values)
	}
}

func TestStandingOrdersRead(t *testing.T) {
	for side := athens; side <= sparta; side++ {
		var read [][]adjudicator.Standing
		for _, lang := range []string{"en", "fr"} {
			rules, faults := orders.ParseStanding(Default().(adjudicator.Guide).Starter(side, lang))
			var list []adjudicator.Standing
			for i := range rules {
				st, more := Default().ReadStanding(&rules[i])
				faults, list = append(faults, more...), append(list, st)
			}
			if len(faults) > 0 || len(rules) != 12 {
				t.Errorf("%s, %s: %d rules, faults %v", sideIDs[side], lang, len(rules), faults)
			}
			read = append(read, list)
		}
		for i := range read[0] { // spans apart, both languages say the same
			if x, y := fmt.Sprintf("%T", read[0][i]), fmt.Sprintf("%T", read[1][i]); x != y {
				t.Errorf("%s, rule %d: %s in English, %s in French", sideIDs[side], i+1, x, y)
			}
		}
	}
}

// What a sensible player decides does not hang on the enemy's counters.
func TestSensibleKnowsHisOwnSideOnly(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 5))
	players := sensiblePair(9)
	asked := 0
	match := adjudicator.Selfplay{Rules: Default(), Seed: 9, MaxAnswers: 5000, Players: players}
	match.Each = func(s *adjudicator.Session) error {
		for side := athens; side <= sparta; side++ {
			if s.Asked(side) == nil || rnd.IntN(4) != 0 {
				continue
			}
			asked++
			g := s.Game().(*game)
			other := g.Resample(side, rnd).(*game)
			if k, l := g.known(side), other.known(side); k.hand != l.hand || k.cup != l.cup || k.where != l.where {
				t.Errorf("%s can tell the enemy's hand", sideIDs[side])
			}
		}
		return nil
	}
	if _, err := match.Run(); err != nil {
		t.Fatal(err)
	}
	if asked < 50 {
		t.Errorf("only %d positions were looked at", asked)
	}
}

func BenchmarkSensibleGame(b *testing.B) {
	for i := 0; b.Loop(); i++ {
		playGame(b, uint64(i), false, sensiblePair(uint64(i)))
	}
}
