package perse

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
)

// entered has units of a side come into a zone: the enemy's marker goes (13).
func (g *Game) entered(t *adjudicator.Table, side adjudicator.Side, z board.Zone) {
	if g.Control[z] == int8(side.Other()) {
		g.Control[z] = -1
	}
	g.changed(t, z)
}

// changed looks at who stands in a zone, after that has changed: who has stayed there alone, and what falls.
func (g *Game) changed(t *adjudicator.Table, z board.Zone) {
	if g.Held[z] != g.Alone(z) {
		g.Held[z] = -1
	}
	g.Keep(z)
	if g.Roster.ID == "14.1" && !g.Over {
		g.ionia(t)
	}
}

// scorch lays the zone of the active force waste (12).
func (g *Game) scorch(t *adjudicator.Table, side adjudicator.Side) {
	z := g.Here(side)
	g.Spend(side, g.Rules.Cost.Scorch)
	g.Scorched.Add(z)
	g.Now.Fixed = true
	if names := g.Now.Names; names.Len() == 1 { // of several nobody sees who leads
		g.Veil[side].Narrow(g.Veil[side].Of(names.Nth(0)), g.Roster.Actors[side])
	}
	g.tellDeed(t, "12", side, g.Now.Names, "perse.event.scorched", "perse.event.scorched-own", "Zone", g.Zone(z))
	if g.Opt.Thrown && g.City(z) && slices.Contains(g.Roster.Control[side.Other()], z) && !g.Present(side.Other(), z) {
		g.sack(t, z, side)
	}
}

// wrongScorch says why the active force cannot lay its zone waste.
func (g *Game) wrongScorch(side adjudicator.Side) *order.Fault {
	z := g.Here(side)
	switch {
	case z == field.Nowhere:
		return order.Refuse("nobody-active", "4.1")
	case g.Now.Lost:
		return order.Refuse("beaten", "4.1")
	case g.Head(side, g.Now.Names) == draw.None || len(g.Borne(side, g.Now.Names)) == 0 && len(g.Loose(int(side), z, false)) == 0:
		return order.Refuse("needs-troops", "12")
	case g.Scorched.Has(z):
		return order.Refuse("scorched-already", "12", "Zone", g.Zone(z))
	case g.Left(side) < g.Rules.Cost.Scorch:
		return order.Refuse("no-points", "3", "Points", g.Rules.Cost.Scorch, "Left", g.Left(side))
	}
	return nil
}
