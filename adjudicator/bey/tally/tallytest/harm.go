package tallytest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/bey/tally"
	"keryx/adjudicator/dice"
	"keryx/orders"
)

// HarmNeedsAWord plays random games, and wants of every answer by which its giver loses
// something at once, without the enemy and without a throw, that its words say that he means
// it, and that the order without them is refused when it comes in.
func (g Game) HarmNeedsAWord(t *testing.T) {
	t.Helper()
	harmful := 0
	for seed := range g.Seeds {
		rnd := rand.New(rand.NewPCG(seed, 12))
		for _, scenario := range g.Rules.Info().Scenarios {
			snap, err := adjudicator.Begin(g.Rules, adjudicator.Setup{Scenario: scenario})
			if err != nil {
				t.Fatal(err)
			}
			for over := false; !over; {
				var n int
				if n, snap, over = g.harms(t, snap, rnd); t.Failed() {
					t.Fatalf("%s, seed %d", scenario, seed)
				}
				harmful += n
			}
		}
	}
	if harmful == 0 {
		t.Error("nobody has harmed himself: the games were too quiet to show anything")
	}
}

// harms plays a turn, and returns how many answers did their giver harm.
func (g Game) harms(t *testing.T, snap adjudicator.Snapshot, rnd *rand.Rand) (harmful int, next adjudicator.Snapshot, over bool) {
	t.Helper()
	s, err := adjudicator.Open(g.Rules, snap, dice.NewQuick(rnd), 1, dice.Head{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for !s.Ended() {
		side := adjudicator.Side(0)
		if s.Asked(side) == nil {
			side = 1
		}
		q, phase, events := s.Asked(side), s.Phase(), len(s.Events())
		a := q.Form.Sample(rnd)
		form, cautious := q.Form.(adjudicator.Cautious)
		var fault *orders.Diagnostic
		if cautious && !q.Reaction || cautious && strings.HasPrefix(phase, "D") {
			fault = form.Caution(a, g.bare(a), &orders.Statement{})
		}
		words, kind, reaction := a.Words(), q.Kind, q.Reaction && !cautious
		if err := s.Answer(side, a); err != nil {
			t.Fatal(err)
		}
		if reaction || kind == "surplus" || !g.loses(s, side, phase, s.Events()[events:]) {
			continue
		}
		if _, ends := a.(march.EndMoves); !ends && fault == nil && endsByItself(s, side, kind) {
			continue // nothing more could move: that end is judged when a file comes in
		}
		harmful++
		if said := slices.ContainsFunc(order.Consents, func(word string) bool { return slices.Contains(words, any(adjudicator.Keyword(word))) }); !said || fault == nil {
			t.Errorf("turn %d, phase %s, asked %s: %v loses something, its words say so: %v, and without them it is refused: %v", snap.Turn, phase, kind, words, said, fault)
		}
	}
	return harmful, s.Snapshot(), s.Over()
}

// loses reports whether a side loses something in what an answer of its own brings about at
// once: in its phase, before anything is thrown. It does too where it is asked what to give up.
func (g Game) loses(s *adjudicator.Session, side adjudicator.Side, phase string, events []adjudicator.Event) bool {
	if q := s.Asked(side); q != nil && q.Kind == "surplus" && !slices.ContainsFunc(events, thrown) {
		return true
	}
	for _, e := range events {
		if thrown(e) || e.Phase != phase || e.Rule == "4.1" { // what is not paid for goes back when the combats come
			return false
		}
		told, _ := e.For(side)
		_, key, _ := strings.Cut(told.Key, ".event.")
		args := tally.Arguments(told)
		for _, c := range changes[key] {
			if c.does != goes && c.does != turns {
				continue
			}
			if g.ownedBy(side, args, c) {
				return true
			}
		}
	}
	return false
}

// endsByItself reports whether the movements in which a side was asked a kind of question are
// over.
func endsByItself(s *adjudicator.Session, side adjudicator.Side, kind string) bool {
	q := s.Asked(side)
	return q == nil || q.Kind != kind
}

func thrown(e adjudicator.Event) bool { return len(e.Rolls) > 0 }

// ownedBy reports whether what an event takes is a side's own.
func (g Game) ownedBy(side adjudicator.Side, args map[string]any, c change) bool {
	if of, ok := args["Side"].(adjudicator.Term); ok {
		return (of.ID == g.Rules.Info().Sides[side]) != c.others
	}
	leader, _ := args[c.argument].(adjudicator.Term)
	return slices.ContainsFunc(g.Printed.Leaders, func(l field.Leader) bool { return l.ID == leader.ID && l.Side == side })
}

// bare is the order for an answer that says nothing of what it means.
func (g Game) bare(a adjudicator.Answer) adjudicator.Order {
	switch a.(type) {
	case march.EndMoves:
		return order.EndOrder{}
	case *march.Move:
		return order.MoveOrder{}
	case march.Activation:
		return order.ActivateOrder{Unpaid: true}
	}
	if g.Bare != nil {
		return g.Bare(a)
	}
	return nil
}
