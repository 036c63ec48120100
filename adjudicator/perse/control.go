package perse

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/perse/order"
)

// present reports whether a side has units, leaders or decoys ashore in a zone (13, P-8).
func (g *Game) present(side adjudicator.Side, z board.Zone) bool {
	return g.ashore(side, z) != 0 || len(g.loose(int(side), z, false)) > 0
}

// alone is the side that is alone in a zone; -1 if neither is.
func (g *Game) alone(z board.Zone) int8 {
	switch greek, persian := g.present(greeks, z), g.present(persians, z); {
	case greek && !persian:
		return int8(greeks)
	case persian && !greek:
		return int8(persians)
	}
	return -1
}

// controls is who controls a zone (13): who is alone there, or who was last to stay a whole turn.
func (g *Game) controls(z board.Zone) int8 {
	if one := g.alone(z); one >= 0 {
		return one
	}
	if g.present(greeks, z) {
		return -1 // both are there
	}
	return g.Control[z]
}

// keeper is who holds the city of a zone (8.1, P-6): who controlled the zone last; nobody that of a scorched
// one, which is controlled for victory alone (12).
func (g *Game) keeper(z board.Zone) int8 {
	if g.Scorched.has(z) {
		return -1
	}
	return g.Keeper[z]
}

// keep looks at who holds the city of a zone: who is alone there.
func (g *Game) keep(z board.Zone) {
	if one := g.alone(z); one >= 0 {
		g.Keeper[z] = one
	}
}

// entered has units of a side come into a zone: the enemy's marker goes (13).
func (g *Game) entered(t *adjudicator.Table, side adjudicator.Side, z board.Zone) {
	if g.Control[z] == int8(side.Other()) {
		g.Control[z] = -1
	}
	g.changed(t, z)
}

// changed looks at who stands in a zone, after that has changed: who has stayed there alone, and what falls.
func (g *Game) changed(t *adjudicator.Table, z board.Zone) {
	if g.Held[z] != g.alone(z) {
		g.Held[z] = -1
	}
	g.keep(z)
	if g.roster.ID == "14.1" && !g.Over {
		g.ionia(t)
	}
}

// scorch lays the zone of the active force waste (12).
func (g *Game) scorch(t *adjudicator.Table, side adjudicator.Side) {
	z := g.here(side)
	g.spend(side, g.rules.Cost.Scorch)
	g.Scorched.add(z)
	g.now.Fixed = true
	if names := g.now.Names; names.Len() == 1 { // of several nobody sees who leads
		g.Veil[side].Narrow(g.Veil[side].Of(names.Nth(0)), g.roster.actors[side])
	}
	g.tellDeed(t, "12", side, g.now.Names, "perse.event.scorched", "perse.event.scorched-own", "Zone", g.zone(z))
}

// wrongScorch says why the active force cannot lay its zone waste.
func (g *Game) wrongScorch(side adjudicator.Side) *order.Fault {
	z := g.here(side)
	switch {
	case z == nowhere:
		return order.Refuse("nobody-active", "4.1")
	case g.now.Lost:
		return order.Refuse("beaten", "4.1")
	case g.head(side, g.now.Names) == draw.None || len(g.borne(side, g.now.Names)) == 0 && len(g.loose(int(side), z, false)) == 0:
		return order.Refuse("needs-troops", "12")
	case g.Scorched.has(z):
		return order.Refuse("scorched-already", "12", "Zone", g.zone(z))
	case g.left(side) < g.rules.Cost.Scorch:
		return order.Refuse("no-points", "3", "Points", g.rules.Cost.Scorch, "Left", g.left(side))
	}
	return nil
}
