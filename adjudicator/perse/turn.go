package perse

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// Turn implements [adjudicator.Game]: the sequence of 2. In the first turn both make ready before
// the first supply, which is the set-up.
func (g *Game) Turn(t *adjudicator.Table) (over bool) {
	if g.enter != "" {
		g.enterTurn(t)
		return g.Over
	}
	g.begin()
	if g.TurnNo == 1 {
		g.ready(t)
	}
	g.provide(t)
	g.proceed(t)
	return g.Over
}

// proceed is a turn behind its supply.
func (g *Game) proceed(t *adjudicator.Table) {
	if g.TurnNo > 1 && !g.Over {
		g.ready(t)
	}
	if !g.Over {
		g.operations(t)
	}
	if !g.Over {
		g.end(t)
	}
}

// provide is what the calendar brings, and supply.
func (g *Game) provide(t *adjudicator.Table) {
	g.year(t)
	t.Phase("supply", field.Nobody)
	g.supply(t)
}

// begin clears what holds for one turn.
func (g *Game) begin() {
	g.TurnNo++
	g.Done, g.Tried, g.Seas, g.Spun = [2]fog.Set{}, [2][64]fog.Set{}, [2][field.MostMarks]int8{}, [2][field.MostMarks]int8{}
	g.Spent, g.Chit, g.Named, g.Courted = [2]int{}, [2]int8{-1, -1}, -1, [2]field.ZoneSet{}
	g.First, g.Begun, g.Secret = field.Greeks, [2]int8{}, false
	g.Now, g.Way, g.Doing, g.Fight, g.Flow = field.Active{}, "", order.Act{}, nil, field.Flow{}
	for i := range g.Roster.Lots {
		g.Lots[i].Sea, g.Lots[i].Spun, g.Lots[i].Moved = 0, 0, false
	}
	for z := range board.Zone(g.Rules.Map.Len()) {
		g.Held[z] = g.Alone(z)
	}
}

// year is what the calendar brings (14.3): Xerxes goes home, Pausanias comes.
func (g *Game) year(t *adjudicator.Table) {
	if g.Roster.ID == "14.3" && g.TurnNo == 4 {
		g.homeward(t)
	}
	if a, ok := g.Roster.Arrival[g.TurnNo]; ok {
		side := adjudicator.Side(g.Rules.Leaders[a.Leader].Side)
		p := g.Roster.Index[side][g.Rules.Leaders[a.Leader].ID]
		g.Where[side][g.Veil[side].Goes[p]] = a.Zone
		t.Tell(adjudicator.Event{Rule: "14.3", Public: adjudicator.Say("perse.event.arrived", "Piece", order.Term("piece", g.Roster.Pieces[side][p].ID), "Zone", g.Zone(a.Zone))})
		g.Succeed(side)
		g.entered(t, side, a.Zone)
	}
}

// immortals are the kinds of the guard, those of class A first.
var immortals = []string{"3A", "3B"}

// homeward is the winter of 480: Xerxes and Artemisia leave, and half of the Immortals, those of
// class A first.
func (g *Game) homeward(t *adjudicator.Table) {
	g.depart(t, "14.3", field.Persians, "Xerxes")
	g.depart(t, "14.3", field.Persians, "Artemise")
	half := 0
	for _, kind := range immortals {
		half += len(g.Living(field.Persians, g.Rules.KindOf[kind]))
	}
	var gone []int
	half /= 2
	for _, kind := range immortals {
		gone = append(gone, g.giveUp(t, field.Persians, g.Rules.KindOf[kind], half-len(gone))...)
	}
	if len(gone) > 0 {
		t.Tell(adjudicator.Event{Rule: "14.3", Public: adjudicator.Say("perse.event.homeward", "Units", g.Units(gone))})
	}
	g.Succeed(field.Persians)
}

// depart takes a leader from the map. Who is with him stays with another, or stands alone.
func (g *Game) depart(t *adjudicator.Table, rule string, side adjudicator.Side, id string) {
	p, ok := g.Roster.Index[side][id]
	if !ok || g.At(side, p) == field.Nowhere {
		return
	}
	z, n := g.At(side, p), g.Veil[side].Goes[p]
	g.Show(side, 1<<n)
	g.disperse(side, p, g.Load(side, p))
	g.Remove(side, p)
	t.Tell(adjudicator.Event{Rule: rule, Public: adjudicator.Say("perse.event.departed", "Piece", order.Term("piece", id), "Zone", g.Zone(z))})
	g.changed(t, z)
}

// disperse has counters part from a leader: they go with the next who is there; without one they
// stand alone, and those at sea are lost.
func (g *Game) disperse(side adjudicator.Side, p fog.Piece, lots []int) {
	z, n := g.At(side, p), g.Veil[side].Goes[p]
	comrades := g.Ashore(side, z)
	if fleet := g.Aboard[side][n]; fleet != 0 {
		comrades = g.Passengers(side, fog.Name(fleet-1))
	}
	heir := g.Head(side, comrades&^(1<<n))
	for _, i := range lots {
		switch {
		case heir != draw.None:
			g.Release(i, z)
			g.Join(i, side, heir, 1<<g.Veil[side].Goes[heir])
		case g.Aboard[side][n] != 0:
			g.Destroy(i)
		default:
			g.Release(i, z)
		}
	}
}

// operations is the phase of operations (2).
func (g *Game) operations(t *adjudicator.Table) {
	t.Phase("draw", field.Nobody)
	drawn := g.drawing(t)
	g.First = g.first(t, drawn)
	g.Flow.Passes, g.Flow.Had = 0, [2]bool{}
	g.operationsFrom(t, g.First)
}

// operationsFrom has sides act by turns, from one on, until both have passed or have no points.
func (g *Game) operationsFrom(t *adjudicator.Table, side adjudicator.Side) {
	for ; !g.Over && g.Flow.Passes < 2 && (g.MayHave(field.Greeks) || g.MayHave(field.Persians)); side = side.Other() {
		g.after(g.MayHave(side) && !g.segment(t, side))
	}
}

// after counts who has passed, one after the other.
func (g *Game) after(acted bool) {
	g.Flow.Passes++
	if acted {
		g.Flow.Passes = 0
	}
}

// end is the end of the turn (2, 3): what has sailed pays, chits are shown, control is marked.
func (g *Game) end(t *adjudicator.Table) {
	t.Phase("end", field.Nobody)
	g.seaWear(t)
	g.close(t)
}

// close is what is left of the end when all who have sailed have paid.
func (g *Game) close(t *adjudicator.Table) {
	t.Tell(adjudicator.Event{Rule: "2", Public: adjudicator.Say("perse.event.chits", "Greek", g.Worth(field.Greeks), "Persian", g.Worth(field.Persians))})
	g.Chit = [2]int8{-1, -1}
	for z := range board.Zone(g.Rules.Map.Len()) {
		if g.Held[z] >= 0 {
			g.Control[z] = g.Held[z]
		}
	}
	if g.TurnNo == g.Roster.Turns {
		g.count(t)
	}
}
