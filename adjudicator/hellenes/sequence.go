package hellenes

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
	"keryx/orders"
)

// firstBattle asks which of equal battles is fought first (6.0).
func (g *Game) firstBattle(t *adjudicator.Table, side adjudicator.Side, equal []board.Zone) board.Zone {
	f := order.Menu("no-such-order", "6.0", func() []order.Act {
		open := []order.Act{order.Just("end")}
		for _, z := range equal {
			open = append(open, order.Act{Verb: "begin", Zone: z})
		}
		return open
	}, "end", "begin")
	f.Odds = func(a order.Act) adjudicator.Words { return g.oddsOf(side, a) }
	a := g.asks(t, side, adjudicator.Question{Kind: "order", Rule: "6.0", Prompt: adjudicator.Say("hellenes.ask.order", "Zones", placesOf(f.Open()[1:])),
		Verbs: f.Verbs, Reaction: g.Rules.Since(3), Free: true, Form: adviseAs[order.Engaging](f)})
	if a.Verb == "end" {
		return equal[0]
	}
	return a.Zone
}

// vanguard asks which of several formations fights first in a zone (5.41). It needs no asking where there is one.
func (g *Game) vanguard(t *adjudicator.Table, side adjudicator.Side, z board.Zone) {
	if len(g.Formations(side, z)) < 2 || g.Upright(side.Other(), z) == 0 {
		return
	}
	// chosen is the formation that some blocks are in; -1 if they are in none.
	chosen := func(who fog.Set) int {
		for _, i := range g.Formations(side, z) {
			if who != 0 && g.Called(side, who)&^g.Live(g.Forms[i]) == 0 {
				return i
			}
		}
		return -1
	}
	f := order.Form{Verbs: []string{"end", "begin"}}
	f.Wrong = func(a order.Act, s *orders.Statement) *orders.Diagnostic {
		if a.Verb == "begin" && (a.Zone != ground.Nowhere || chosen(a.Pieces) < 0) {
			return orders.IllegalAt(s, s.Span(), "no-such-order", "5.41")
		}
		return nil
	}
	f.Open = func() []order.Act {
		open := []order.Act{order.Just("end")}
		for _, i := range g.Formations(side, z) {
			open = append(open, order.Act{Verb: "begin", Pieces: g.Pieces(side, g.Live(g.Forms[i])), Zone: ground.Nowhere})
		}
		return open
	}
	a := t.Ask(side, adjudicator.Question{Kind: "vanguard", Rule: "5.41", Prompt: adjudicator.Say("hellenes.ask.vanguard", "Zone", ground.ZoneTerm(z)),
		Verbs: f.Verbs, Reaction: g.Rules.Since(3), Free: true, Form: adviseAs[order.Engaging](f)}).(order.Act)
	if a.Verb == "end" {
		return
	}
	i := chosen(a.Pieces)
	first := g.Forms[i]
	g.Forms = slices.Insert(slices.Delete(slices.Clone(g.Forms), i, i+1), 0, first)
}
