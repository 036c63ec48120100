package perse

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/cases"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
	"keryx/orders"
)

// TestPaceOfSegmentsTellsNothing plays games at random. At every question for an action of a segment, what its side hides is
// dealt anew: whether the segment ends without an answer, by itself or by the standing order, must hang on nothing of it.
func TestPaceOfSegmentsTellsNothing(t *testing.T) {
	all, faults := orders.ParseStanding("segments: pass")
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	pass, faults := adjudicator.ReadStanding(New(data.Default()), &all[0])
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	passed, kept, spent := 0, 0, 0
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 19))
		p := adjudicator.Selfplay{Rules: New(data.Default()), Setup: adjudicator.Setup{Scenario: []string{"14.1", "14.2", "14.3"}[seed%3]}, Seed: seed + 1, MaxAnswers: 5000}
		if err := p.Seat(adjudicator.RandomPlayer, false); err != nil {
			t.Fatal(err)
		}
		p.Each = func(s *adjudicator.Session) error {
			for side := range adjudicator.Side(2) {
				if q := s.Asked(side); q == nil || q.Kind != "act" {
					continue
				}
				g := s.Game().(*Game)
				ends, by := endsUnanswered(g, side, pass)
				if passed, kept = passed+tally(by), kept+tally(!by); g.Left(side) <= 0 {
					spent++
				}
				for range 3 {
					other := g.Resample(side.Other(), r).(*Game)
					if e, b := endsUnanswered(other, side, pass); e != ends || b != by {
						return fmt.Errorf("side %d: the segment ends by itself %v and %v, by the standing order %v and %v, where what the enemy cannot see is dealt anew", side, ends, e, by, b)
					}
				}
			}
			return nil
		}
		if _, err := p.Run(); err != nil {
			t.Fatalf("game %d: %v", seed, err)
		}
	}
	t.Logf("%d segments would be passed, %d not; without points %d", passed, kept, spent)
	if passed == 0 || kept == 0 || spent == 0 {
		t.Errorf("%d segments that are passed were looked at, %d that are not, %d without points", passed, kept, spent)
	}
}

// endsUnanswered tells whether a segment ends by itself, and whether by a standing order.
func endsUnanswered(g *Game, side adjudicator.Side, pass adjudicator.Standing) (ends, by bool) {
	q := g.askAct(side)
	_, _, by = q.Form.(*order.Form).Advise([]adjudicator.Standing{pass})
	return q.Settled, by
}

// tally counts one for what is so.
func tally(so bool) int {
	if so {
		return 1
	}
	return 0
}

// TestWaitsTellNotWhoHasTheGuard wants who gives up counters to be asked which as long as his enemy does not know where they
// all are; and games begun under version 1 to go on as they did.
func TestWaitsTellNotWhoHasTheGuard(t *testing.T) {
	for _, c := range []struct {
		where   string
		lines   []cases.Line
		settled map[string]bool // by version
	}{
		{"behind one of two markers", []cases.Line{line("leader", "Xerxes Troade"), line("leader", "Mardonios Troade"), line("with", "Mardonios 3x3A")}, map[string]bool{"1": true, "2": false}},
		{"behind both", []cases.Line{line("leader", "Xerxes Troade"), line("with", "Xerxes 3A"), line("leader", "Mardonios Troade"), line("with", "Mardonios 2x3A")}, map[string]bool{"1": false, "2": false}},
		{"behind the only marker", []cases.Line{line("leader", "Mardonios Troade"), line("with", "Mardonios 3x3A")}, map[string]bool{"1": true, "2": true}},
		{"in the open", []cases.Line{line("leader", "Xerxes Troade"), line("leader", "Mardonios Troade"), line("units", "persians Troade 3x3A")}, map[string]bool{"1": true, "2": true}},
	} {
		for version, want := range c.settled {
			g := staged(t, "14.3", c.lines...)
			g.Rules = in(data.Default(), version).Catalogue
			if got := g.askGive(field.Persians, g.Rules.KindOf["3A"]).Settled; got != want {
				t.Errorf("version %s, the guard %s: nothing is asked: %v, want %v", version, c.where, got, want)
			}
		}
	}
}
