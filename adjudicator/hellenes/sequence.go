package hellenes

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/orders"
)

// live are the names of a formation that are still where they came.
func (g *Game) live(f Formation) fog.Set { return f.Names & g.upright(f.Side, f.To) }

// formations are those of a side in a zone that have blocks left, by their place among all.
func (g *Game) formations(side adjudicator.Side, z board.Zone) (all []int) {
	for i, f := range g.Forms {
		if f.Side == side && f.To == z && g.live(f) != 0 {
			all = append(all, i)
		}
	}
	return all
}

// leader is the first formation of a side in a zone; -1 if there is none.
func (g *Game) leader(side adjudicator.Side, z board.Zone) int {
	if all := g.formations(side, z); len(all) > 0 {
		return all[0]
	}
	return -1
}

// contested are the zones in which formations of a side meet enemies, in the order in which these came.
func (g *Game) contested(side adjudicator.Side) (all []board.Zone) {
	for _, f := range g.Forms {
		if f.Side == side && !slices.Contains(all, f.To) && g.live(f) != 0 && g.upright(side.Other(), f.To) != 0 {
			all = append(all, f.To)
		}
	}
	return all
}

// smallest are the zones with the smallest battles, by their first formations (6.0).
func (g *Game) smallest(side adjudicator.Side) (all []board.Zone) {
	least := blocks + 1
	for _, z := range g.contested(side) {
		switch n := g.live(g.Forms[g.leader(side, z)]).Len(); {
		case n < least:
			all, least = []board.Zone{z}, n
		case n == least:
			all = append(all, z)
		}
	}
	return all
}

// firstBattle asks which of equal battles is fought first (6.0).
func (g *Game) firstBattle(t *adjudicator.Table, side adjudicator.Side, equal []board.Zone) board.Zone {
	f := menu("no-such-order", "6.0", func() []Act {
		open := []Act{act("end")}
		for _, z := range equal {
			open = append(open, Act{Verb: "begin", Zone: z})
		}
		return open
	}, "end", "begin")
	a := g.asks(t, side, adjudicator.Question{Kind: "order", Rule: "6.0", Prompt: adjudicator.Say("hellenes.ask.order", "Zones", placesOf(f.open()[1:])),
		Verbs: f.verbs, Free: true, Form: adviseAs[engaging](f)})
	if a.Verb == "end" {
		return equal[0]
	}
	return a.Zone
}

// vanguard asks which of several formations fights first in a zone (5.41). It needs no asking where there is one.
func (g *Game) vanguard(t *adjudicator.Table, side adjudicator.Side, z board.Zone) {
	if len(g.formations(side, z)) < 2 || g.upright(side.Other(), z) == 0 {
		return
	}
	// chosen is the formation that some blocks are in; -1 if they are in none.
	chosen := func(who fog.Set) int {
		for _, i := range g.formations(side, z) {
			if who != 0 && g.called(side, who)&^g.live(g.Forms[i]) == 0 {
				return i
			}
		}
		return -1
	}
	f := form{verbs: []string{"end", "begin"}}
	f.wrong = func(a Act, s *orders.Statement) *orders.Diagnostic {
		if a.Verb == "begin" && (a.Zone != nowhere || chosen(a.Pieces) < 0) {
			return orders.IllegalAt(s, s.Span(), "no-such-order", "5.41")
		}
		return nil
	}
	f.open = func() []Act {
		open := []Act{act("end")}
		for _, i := range g.formations(side, z) {
			open = append(open, Act{Verb: "begin", Pieces: g.pieces(side, g.live(g.Forms[i])), Zone: nowhere})
		}
		return open
	}
	a := t.Ask(side, adjudicator.Question{Kind: "vanguard", Rule: "5.41", Prompt: adjudicator.Say("hellenes.ask.vanguard", "Zone", zoneTerm(z)),
		Verbs: f.verbs, Free: true, Form: adviseAs[engaging](f)}).(Act)
	if a.Verb == "end" {
		return
	}
	i := chosen(a.Pieces)
	first := g.Forms[i]
	g.Forms = slices.Insert(slices.Delete(slices.Clone(g.Forms), i, i+1), 0, first)
}
