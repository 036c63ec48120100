// Package tallytest holds the test that the accounts of every game of the series pass.
package tallytest

import (
	"math/rand/v2"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/tally"
	"keryx/adjudicator/dice"
)

// Game is a game whose accounts are tested.
type Game struct {
	Rules   adjudicator.Ruleset
	Printed *field.Printed
	Customs *tally.Customs
	Field   func(adjudicator.Game) *field.Field
	Seeds   uint64 // how many games of each scenario are played
	// Bare, if set, is the order for an answer that is the game's own, without what it says of
	// the harm that it does its giver.
	Bare func(adjudicator.Answer) adjudicator.Order
}

// KeepsCount plays random games, and at the end of every turn compares the force points that
// the tally says a side lost with those that it had, and that came, less those that it has;
// and the counters that each side saw, and was told of, with those that it sees.
func (g Game) KeepsCount(t *testing.T) {
	t.Helper()
	lost, won := 0, 0
	for seed := range g.Seeds {
		rnd := rand.New(rand.NewPCG(seed, 11))
		for _, scenario := range g.Rules.Info().Scenarios {
			snap, err := adjudicator.Begin(g.Rules, adjudicator.Setup{Scenario: scenario})
			if err != nil {
				t.Fatal(err)
			}
			for over := false; !over; {
				var l *tally.Ledger
				if l, snap, over = g.turn(t, snap, rnd); t.Failed() {
					t.Fatalf("%s, seed %d", scenario, seed)
				}
				for s := range l.Of {
					lost += l.Of[s].Lost[field.Naval] + l.Of[s].Lost[field.Land]
					won += l.Of[s].Won
				}
			}
		}
	}
	if lost == 0 || won == 0 {
		t.Errorf("%d PF lost and %d combats won: the games were too quiet to show anything", lost, won)
	}
}

// turn plays a turn and compares its accounts with the counters.
func (g Game) turn(t *testing.T, snap adjudicator.Snapshot, rnd *rand.Rand) (*tally.Ledger, adjudicator.Snapshot, bool) {
	t.Helper()
	s, err := adjudicator.Open(g.Rules, snap, dice.NewQuick(rnd), 1, dice.Head{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	l := tally.Open(g.Printed, g.Customs)
	before := mustered(g.Field(s.Game()))
	var views [2]adjudicator.View
	for side := range views {
		views[side] = s.Game().View(adjudicator.Side(side))
	}
	for !s.Ended() {
		for side := range adjudicator.Side(2) {
			if q := s.Asked(side); q != nil {
				if err := s.Answer(side, q.Form.Sample(rnd)); err != nil {
					t.Fatal(err)
				}
				break
			}
		}
	}
	var gained [2]int
	for _, e := range s.Events() {
		l.Read(e.Rule, e.Public)
		g.count(e.Public, &gained)
	}
	l.Close()
	for side := range views {
		g.toldAll(t, adjudicator.Side(side), views[side], s.Game().View(adjudicator.Side(side)), s.Events())
	}
	after := mustered(g.Field(s.Game()))
	for side := range l.Of {
		want := before[side] + gained[side] - after[side]
		if got := l.Of[side].Lost[field.Naval] + l.Of[side].Lost[field.Land]; got != want {
			t.Errorf("turn %d, %s: the tally says %d PF lost, the counters %d", snap.Turn, g.Rules.Info().Sides[side], got, want)
		}
	}
	return l, s.Snapshot(), s.Over()
}

// mustered is what each side has in play, in force points.
func mustered(g *field.Field) (pf [2]int) {
	for u := range g.Pieces {
		if g.UnitFate[u] == field.InPlay {
			pf[g.Pieces[u].Side] += g.Strength(field.UnitNo(u))
		}
	}
	return pf
}

// gain is what an event says that came to a side.
type gain struct {
	units string // the argument that names them
	sign  int    // -1 where the scenario calls them away; who deserts is lost
	whole bool   // counters, else what they recover
}

// gains are the events that bring force points, by the last part of their key.
var gains = map[string]gain{
	"arrived":           {"Who", 1, true},
	"advantage-return":  {"Who", 1, true},
	"retired":           {"Who", -1, true},
	"recovered":         {"Units", 1, false},
	"advantage-recover": {"Who", 1, false},
}

// count adds what an event brings.
func (g Game) count(said adjudicator.Phrase, gained *[2]int) {
	_, key, _ := strings.Cut(said.Key, ".event.")
	brings, ok := gains[key]
	if !ok {
		return
	}
	args := tally.Arguments(said)
	side := tally.Open(g.Printed, g.Customs).SideOf(args["Side"])
	for _, term := range tally.Terms(args[brings.units]) {
		n, c, weak := tally.CountersNamed(g.Printed, term)
		switch {
		case c == nil:
		case brings.whole && weak: // some reinforcements come on their reverse
			gained[side] += brings.sign * n * c.Reverse
		case brings.whole:
			gained[side] += brings.sign * n * c.Full
		default:
			gained[side] += brings.sign * n * (c.Full - c.Reverse)
		}
	}
}
