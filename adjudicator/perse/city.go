package perse

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// cityChoice has the side that controls the zone choose whether it fights inside the city (8.1), on a
// pitched battle, having seen the enemy's force. Whose segment it is does not matter.
func (g *Game) cityChoice(t *adjudicator.Table, f *field.Battle) {
	host := adjudicator.Side(g.KeeperOf(f.At))
	if !g.City(f.At) || host < 0 {
		return
	}
	m := order.Menu([]order.Act{{Verb: "outside"}, {Verb: "inside"}}, order.Refuse("no-such-answer", "8.1"))
	m.Advice = g.adviseCity(m)
	a := g.ask(t, host, adjudicator.Question{Kind: "city", Rule: "8.1", Prompt: adjudicator.Say("perse.ask.city", "Zone", g.Zone(f.At)), Verbs: m.Verbs, Reaction: true, Slight: true, Form: m})
	if f.Armies[host].Inside = a.Verb == "inside"; f.Armies[host].Inside {
		t.Tell(adjudicator.Event{Rule: "8.1", Depth: 1, Public: adjudicator.Say("perse.event.inside", "Side", field.Seat(host), "Zone", g.Zone(f.At))})
	}
}

// sacked is 8.2: who has destroyed the force of who held a city, inside or before it, throws whether the
// city goes with it, if nobody else defends it.
func (g *Game) sacked(t *adjudicator.Table, f *field.Battle) {
	for _, a := range f.Armies {
		if f.Host == int8(a.Side) && len(a.Lots) == 0 && len(f.Armies[a.Side.Other()].Lots) > 0 && g.City(f.At) && !g.defended(a.Side, f.At) {
			g.sack(t, f.At, a.Side.Other())
		}
	}
}

// defended reports whether a side has somebody left ashore in a zone who defends its city (8.2): a leader,
// or units. Decoys do not: where there are only these, all see it.
func (g *Game) defended(side adjudicator.Side, z board.Zone) bool {
	names := g.Ashore(side, z)
	pieces := g.Veil[side].Pieces(names)
	switch {
	case len(g.Loose(int(side), z, false)) > 0:
		return true
	case pieces&g.Roster.Actors[side] == 0:
		g.Show(side, names)
		return false
	case names.Len() == 1:
		g.Veil[side].Narrow(pieces.Nth(0), g.Roster.Actors[side])
	}
	return true
}

// sack has a winner throw whether a city is destroyed (8.2).
func (g *Game) sack(t *adjudicator.Table, z board.Zone, winner adjudicator.Side) {
	if !g.City(z) {
		return
	}
	limit := 5
	if winner == field.Greeks {
		limit = 2
	}
	razed := t.Die() <= limit
	t.Tell(adjudicator.Event{Rule: "8.2", Public: adjudicator.Say("perse.event.sacked", "Side", field.Seat(winner), "Zone", g.Zone(z), "Razed", field.Yes(razed))})
	if !razed {
		return
	}
	g.Ruined.Add(z)
	if winner == field.Persians {
		g.reward(t, field.Greeks, "quarter")
	} else if g.Roster.ID == "14.3" {
		g.reward(t, field.Persians, "manoeuvre")
	}
}

// reward gives a side a stratagem that can be won, if it is neither played nor in the hand of either (P-7).
func (g *Game) reward(t *adjudicator.Table, side adjudicator.Side, id string) {
	for l := range draw.Lot(len(g.Roster.Stock)) {
		won := int(l) >= g.Roster.InCup && !g.Given.Has(l) || g.Pool.Cup.Has(l)
		if g.Stratagem(l) != id || !won {
			continue
		}
		g.Given.Add(l)
		g.Pool.Cup.Add(l)
		g.Pool.Take(side, l)
		t.Tell(adjudicator.Event{Rule: "8.2", Depth: 1, Public: adjudicator.Say("perse.event.won", "Side", field.Seat(side), "Stratagem", order.Term("stratagem", id))})
		return
	}
}
