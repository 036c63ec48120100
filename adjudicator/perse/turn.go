package perse

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
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
	t.Phase("supply", nobody)
	g.supply(t)
}

// begin clears what holds for one turn.
func (g *Game) begin() {
	g.TurnNo++
	g.Done, g.Tried, g.Seas, g.Spun = [2]fog.Set{}, [2][64]fog.Set{}, [2][mostMarks]int8{}, [2][mostMarks]int8{}
	g.Spent, g.Chit, g.Named, g.Courted = [2]int{}, [2]int8{-1, -1}, -1, [2]zoneSet{}
	g.First, g.Begun = greeks, [2]int8{}
	g.now, g.way, g.doing, g.fight, g.flow = active{}, "", order.Act{}, nil, flow{}
	for i := range g.roster.lots {
		g.Lots[i].Sea, g.Lots[i].Spun, g.Lots[i].Moved = 0, 0, false
	}
	for z := range board.Zone(g.rules.Map.Len()) {
		g.Held[z] = g.alone(z)
	}
}

// year is what the calendar brings (14.3): Xerxes goes home, Pausanias comes.
func (g *Game) year(t *adjudicator.Table) {
	if g.roster.ID == "14.3" && g.TurnNo == 4 {
		g.homeward(t)
	}
	if a, ok := g.roster.arrival[g.TurnNo]; ok {
		side := adjudicator.Side(g.rules.Leaders[a.Leader].Side)
		p := g.roster.index[side][g.rules.Leaders[a.Leader].ID]
		g.Where[side][g.Veil[side].Goes[p]] = a.Zone
		t.Tell(adjudicator.Event{Rule: "14.3", Public: adjudicator.Say("perse.event.arrived", "Piece", order.Term("piece", g.roster.pieces[side][p].id), "Zone", g.zone(a.Zone))})
		g.succeed(side)
		g.entered(t, side, a.Zone)
	}
}

// immortals are the kinds of the guard, those of class A first.
var immortals = []string{"3A", "3B"}

// homeward is the winter of 480: Xerxes and Artemisia leave, and half of the Immortals, those of
// class A first.
func (g *Game) homeward(t *adjudicator.Table) {
	g.depart(t, "14.3", persians, "Xerxes")
	g.depart(t, "14.3", persians, "Artemise")
	half := 0
	for _, kind := range immortals {
		half += len(g.living(persians, g.rules.kinds[kind]))
	}
	var gone []int
	half /= 2
	for _, kind := range immortals {
		gone = append(gone, g.giveUp(t, persians, g.rules.kinds[kind], half-len(gone))...)
	}
	t.Tell(adjudicator.Event{Rule: "14.3", Public: adjudicator.Say("perse.event.homeward", "Units", g.units(gone))})
	g.succeed(persians)
}

// depart takes a leader from the map. Who is with him stays with another, or stands alone.
func (g *Game) depart(t *adjudicator.Table, rule string, side adjudicator.Side, id string) {
	p, ok := g.roster.index[side][id]
	if !ok || g.at(side, p) == nowhere {
		return
	}
	z, n := g.at(side, p), g.Veil[side].Goes[p]
	g.show(side, 1<<n)
	g.disperse(side, p, g.load(side, p))
	g.remove(side, p)
	t.Tell(adjudicator.Event{Rule: rule, Public: adjudicator.Say("perse.event.departed", "Piece", order.Term("piece", id), "Zone", g.zone(z))})
	g.changed(t, z)
}

// disperse has counters part from a leader: they go with the next who is there; without one they
// stand alone, and those at sea are lost.
func (g *Game) disperse(side adjudicator.Side, p fog.Piece, lots []int) {
	z, n := g.at(side, p), g.Veil[side].Goes[p]
	comrades := g.ashore(side, z)
	if fleet := g.Aboard[side][n]; fleet != 0 {
		comrades = g.passengers(side, fog.Name(fleet-1))
	}
	heir := g.head(side, comrades&^(1<<n))
	for _, i := range lots {
		switch {
		case heir != draw.None:
			g.release(i, z)
			g.join(i, side, heir, 1<<g.Veil[side].Goes[heir])
		case g.Aboard[side][n] != 0:
			g.destroy(i)
		default:
			g.release(i, z)
		}
	}
}

// operations is the phase of operations (2).
func (g *Game) operations(t *adjudicator.Table) {
	drawn := g.drawing(t)
	g.First = g.first(t, drawn)
	g.flow.Passes = 0
	g.operationsFrom(t, g.First)
}

// operationsFrom has sides act by turns, from one on, until both have passed or have no points.
func (g *Game) operationsFrom(t *adjudicator.Table, side adjudicator.Side) {
	for ; !g.Over && g.flow.Passes < 2 && (g.mayHave(greeks) || g.mayHave(persians)); side = side.Other() {
		g.after(g.mayHave(side) && !g.segment(t, side))
	}
}

// after counts who has passed, one after the other.
func (g *Game) after(acted bool) {
	g.flow.Passes++
	if acted {
		g.flow.Passes = 0
	}
}

// end is the end of the turn (2, 3): what has sailed pays, chits are shown, control is marked.
func (g *Game) end(t *adjudicator.Table) {
	t.Phase("end", nobody)
	g.seaWear(t)
	g.close(t)
}

// close is what is left of the end when all who have sailed have paid.
func (g *Game) close(t *adjudicator.Table) {
	t.Tell(adjudicator.Event{Rule: "2", Public: adjudicator.Say("perse.event.chits", "Greek", g.worth(greeks), "Persian", g.worth(persians))})
	g.Chit = [2]int8{-1, -1}
	for z := range board.Zone(g.rules.Map.Len()) {
		if g.Held[z] >= 0 {
			g.Control[z] = g.Held[z]
		}
	}
	if g.TurnNo == g.roster.Turns {
		g.count(t)
	}
}
