package hellenes

import (
	"math"
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/cases"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/odds"
	"keryx/orders"
)

// reckoned answers a question about chances.
func reckoned(t *testing.T, r *Rules, text string) adjudicator.Reckoning {
	t.Helper()
	all, faults := orders.ParseStatements("odds " + text)
	if len(faults) > 0 {
		t.Fatal(faults[0])
	}
	a, more, err := odds.Reckon(r.Book, adjudicator.Position{}, &all[0])
	if err != nil || len(more) > 0 {
		t.Fatalf("%s: %v %v", text, err, more)
	}
	return a
}

// The chances that are told are those of the rules: battles that are fought with random dice come to them.
func TestChancesAreThoseOfTheRules(t *testing.T) {
	r := New()
	const games = 1200
	for _, x := range []struct {
		question string
		zone     string
		attacker adjudicator.Side
		blocks   [2]fog.Set // of Athens and of Sparta
		assault  bool
	}{
		{"battle athens 1 7 against 22 at Corinth", "Corinth", ground.Athens, [2]fog.Set{ground.One(0) | ground.One(6), ground.One(21)}, false},
		{"battle athens 14 15 against 17 at sea Saronic", "SaronicGulf", ground.Athens, [2]fog.Set{ground.One(13) | ground.One(14), ground.One(16)}, false},
		{"battle sparta 2 3 against 1, landing", "Corinth", ground.Sparta, [2]fog.Set{ground.One(0), ground.One(1) | ground.One(2)}, false},
		{"assault sparta 2 3 4 against 1 garrison", "Plataea", ground.Sparta, [2]fog.Set{ground.One(0), ground.One(1) | ground.One(2) | ground.One(3)}, true},
	} {
		told := reckoned(t, r, x.question)
		rnd := rand.New(rand.NewPCG(7, 7))
		won := 0
		for range games {
			won += ground.Btoi(fought(t, r, x.zone, x.attacker, x.blocks, x.assault, x.question[len(x.question)-7:] == "landing", rnd) == x.attacker)
		}
		want := told.Chances[0].Value
		if got := float64(won) / games; math.Abs(got-want) > 4*math.Sqrt(want*(1-want)/games) {
			t.Errorf("%s: told is %.3f, and %d battles come to %.3f", x.question, want, games, got)
		}
	}
}

// fought fights one battle to its end, and returns who has won it.
func fought(t *testing.T, r *Rules, zone string, attacker adjudicator.Side, who [2]fog.Set, assault, landing bool, rnd *rand.Rand) (winner adjudicator.Side) {
	t.Helper()
	game, err := Cased{r}.Bare(adjudicator.Setup{Scenario: campaign431})
	if err != nil {
		t.Fatal(err)
	}
	g, z := game.(*Game), r.Board.MustZone(zone)
	f := &ground.Fight{At: z, Attacker: attacker, Assault: assault, Double: assault, Form: ground.Formation{From: z, To: z, Landing: landing}, Sides: who}
	if assault {
		f.Sides[attacker.Other()].Add(ground.Garrison)
	}
	for side := range who {
		for rest := who[side]; rest != 0; {
			p := rest.Pop()
			g.Where[side][g.NameOf(adjudicator.Side(side), p)], g.VC[side][p] = z, int8(g.Block(adjudicator.Side(side), p).VC)
		}
	}
	g.Fight = f
	part := cases.Partly(g, func(t *adjudicator.Table) bool { winner = g.fight(t, entry{}).Winner; return true })
	s, err := adjudicator.Enter(r, part, adjudicator.Snapshot{Setup: adjudicator.Setup{Scenario: campaign431}}, dice.NewQuick(rnd), 1, dice.Head{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for !s.Ended() {
		for side := range adjudicator.Side(2) {
			if q := s.Asked(side); q != nil {
				if err := s.Answer(side, q.Form.Default()); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	return winner
}

// What the tables of the rulebook say of single throws is told so.
func TestChancesOfThrows(t *testing.T) {
	r := New()
	for text, want := range map[string]float64{
		"peace 12":                                  30. / 36,
		"march sparta 22":                           1. / 3,
		"starve athens garrison in spring":          5. / 6,
		"storm athens 14 in high summer":            5. / 6,
		"odds-is-no-kind":                           -1,
		"battle athens 1 against 14 at SaronicGulf": -1,
	} {
		if want < 0 {
			all, _ := orders.ParseStatements("odds " + text)
			if _, faults, err := odds.Reckon(r.Book, adjudicator.Position{}, &all[0]); err != nil || len(faults) == 0 {
				t.Errorf("%s: it is not refused: %v", text, err)
			}
			continue
		}
		if got := reckoned(t, r, text).Chances[0].Value; math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: told is %.4f, want %.4f", text, got, want)
		}
	}
}

// Who names no side is told so, and is not taken to mean the one that begins like the next word.
func TestOddsAskForASide(t *testing.T) {
	r := New()
	for _, text := range []string{"odds battle at Syracuse", "odds battle 1 3 against 22", "chances bataille à Syracuse", "odds storm 14 in spring"} {
		s, d := orders.ParseStatement(text)
		if d != nil {
			t.Fatal(d)
		}
		_, faults, err := r.Reckon(adjudicator.Position{Side: ground.Nobody}, s)
		if err != nil || len(faults) != 1 || faults[0].Code != "odds-side" {
			t.Errorf("%q: %v, %v", text, faults, err)
		}
	}
}
