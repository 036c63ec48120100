package perse

import (
	"fmt"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// TestMarchesAreAllOffered plays games at random and, wherever a side may march, walks every way that there is, with Spartan
// isolationism in force as well: each zone in which a force can end is offered once, by a way that costs least.
func TestMarchesAreAllOffered(t *testing.T) {
	const each = 3 // of the questions
	asked, looked, ways, kept := 0, 0, 0, 0
	for seed := range uint64(6) {
		p := adjudicator.Selfplay{Rules: New(data.Default()), Setup: adjudicator.Setup{Scenario: []string{"14.1", "14.2", "14.3"}[seed%3]}, Seed: seed + 50, MaxAnswers: 5000}
		if err := p.Seat(adjudicator.RandomPlayer, false); err != nil {
			t.Fatal(err)
		}
		p.Each = func(s *adjudicator.Session) error {
			for side := range adjudicator.Side(2) {
				if q := s.Asked(side); q == nil || q.Kind != "act" {
					continue
				}
				if asked++; asked%each != 0 {
					continue
				}
				for _, isolated := range []bool{false, true} {
					g := s.Game().(*Game).Clone().(*Game)
					g.Isolated = g.Isolated || isolated
					for _, g := range forcesOf(g, side) {
						n, cut, err := marchesOffered(g, side)
						if err != nil {
							return fmt.Errorf("side %d, isolation %v: %w", side, isolated, err)
						}
						looked, ways, kept = looked+1, ways+n, kept+cut
					}
				}
			}
			return nil
		}
		if _, err := p.Run(); err != nil {
			t.Errorf("game %d: %v", seed, err)
		}
	}
	t.Logf("%d forces were looked at, which could end in %d zones; %d ways led where Spartans may not go", looked, ways, kept)
	if ways == 0 || kept == 0 {
		t.Errorf("%d ways were looked at, and %d that led where Spartans may not go", ways, kept)
	}
}

// forcesOf are games in which each force that a side could march with is active.
func forcesOf(g *Game, side adjudicator.Side) (all []*Game) {
	if g.Here(side) != field.Nowhere {
		all = append(all, g)
	}
	for p := range g.Roster.Pieces[side] {
		a := order.Act{Verb: "activate", Piece: g.Roster.Pieces[side][p].ID}
		own, ok := g.Own(side, a.Piece)
		if !ok || g.wrongAct(side, a) != nil {
			continue
		}
		other := g.Clone().(*Game)
		n := g.Veil[side].Goes[own]
		other.Now = field.Active{Side: side, Head: n, Names: 1 << n}
		all = append(all, other)
	}
	return all
}

// marchesOffered compares what is offered to the active force with all ways that it can go, and counts the zones in which it
// can end and the steps that isolationism forbids.
func marchesOffered(g *Game, side adjudicator.Side) (zones, cut int, err error) {
	least := map[string]int{}
	var walk func(path []string, cost int)
	walk = func(path []string, cost int) {
		at := g.Here(side)
		if len(path) > 0 {
			at = g.Rules.Zones[path[len(path)-1]]
		}
		for to := range g.Rules.Land[at].All() {
			further := append(path[:len(path):len(path)], g.ZoneID(to))
			if why := g.wrongMarch(side, order.Act{Verb: "move", Path: strings.Join(further, " ")}); why != nil {
				cut += tally(why.Code == "isolated")
				continue // whoever goes on from there is refused as well
			}
			cost := cost + g.Toll(at, to)
			if was, known := least[g.ZoneID(to)]; to != g.Here(side) && (!known || cost < was) {
				least[g.ZoneID(to)] = cost
			}
			walk(further, cost)
		}
	}
	if g.Here(side) == field.Nowhere {
		return 0, 0, nil
	}
	walk(nil, 0)
	zones = len(least)
	for _, o := range g.marches(side, nil) {
		cost, at := 0, g.Here(side)
		for _, step := range o.Lines[len(o.Lines)-1][1:] {
			for _, term := range termsOf(step) {
				to := g.Rules.Zones[term.ID]
				cost, at = cost+g.Toll(at, to), to
			}
		}
		if want, open := least[o.To.ID]; !open || want != cost {
			return zones, cut, fmt.Errorf("from %s to %s: offered at %d points (%v), and there is a way at %d: %v", o.From.ID, o.To.ID, cost, o.Lines, want, open)
		}
		delete(least, o.To.ID)
	}
	if len(least) > 0 {
		return zones, cut, fmt.Errorf("from %s: the ways to these zones are not offered, or one twice: %v", g.ZoneID(g.Here(side)), least)
	}
	return zones, cut, nil
}

// termsOf are the zones of a part of an order.
func termsOf(part any) []adjudicator.Term {
	switch part := part.(type) {
	case adjudicator.Term:
		return []adjudicator.Term{part}
	case adjudicator.Path:
		return part
	case adjudicator.Terms:
		return part
	}
	return nil
}
