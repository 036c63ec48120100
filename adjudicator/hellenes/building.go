package hellenes

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/hellenes/data"
	"keryx/orders"
)

// buildable reports whether a side can build and recruit in a city: it holds it, and it is not besieged; a port
// only where it is blockaded as well (4.2, 8.21).
func (g *Game) buildable(side adjudicator.Side, z board.Zone) bool {
	town := &g.Towns[z]
	if town.Holder != side || g.rules.city(z).Value == 0 {
		return false
	}
	return town.Siege == 0 && g.upright(side.Other(), z) == 0 || g.rules.city(z).Port() && !g.blocked(z)
}

// wrongBuild says what is wrong with a step built (4.21).
func (g *Game) wrongBuild(side adjudicator.Side, a Act, s *orders.Statement) *orders.Diagnostic {
	if a.Pieces.Len() != 1 || a.Times < 1 {
		return orders.IllegalAt(s, s.Span(), "build-one", "4.21")
	}
	p := a.Pieces.Nth(0)
	at, b := g.at(side, p), g.block(side, p)
	switch {
	case at >= zones || !b.Homes.Has(at) || !g.buildable(side, at):
		return orders.IllegalAt(s, s.Span(), "not-home", "4.21", "Block", pieceTerm(p))
	case int(g.VC[side][p])+a.Times > b.VC:
		return orders.IllegalAt(s, s.Span(), "full", "4.21", "Block", pieceTerm(p))
	}
	return g.wrongCost(side, a.Times*g.cost(at), s)
}

// build adds steps to a block. The enemy sees where, not to whom.
func (g *Game) build(t *adjudicator.Table, side adjudicator.Side, a Act) {
	p := a.Pieces.Nth(0)
	at := g.at(side, p)
	g.fade(side, g.names(side, at))
	g.VC[side][p] += int8(a.Times)
	for range a.Times {
		g.spend(t, side, g.cost(at), at)
	}
	e := adjudicator.Event{Rule: "4.21", Depth: 1}
	e.Private[side] = adjudicator.Say("hellenes.event.builds", "Block", pieceTerm(p), "VC", int(g.VC[side][p]))
	t.Tell(e)
}

// wrongReduce says what is wrong with steps that a block gives up to be carried: a fleet has to be with it that could not
// carry it as it is, and then can (5.21).
func (g *Game) wrongReduce(side adjudicator.Side, a Act, s *orders.Statement) *orders.Diagnostic {
	if a.Pieces.Len() != 1 || a.Times < 1 {
		return orders.IllegalAt(s, s.Span(), "build-one", "5.21")
	}
	p := a.Pieces.Nth(0)
	at, b, vc := g.at(side, p), g.block(side, p), int(g.VC[side][p])
	useful := false
	if at < zones && b.Arm != data.Fleet && !b.Barbarian && vc > a.Times {
		for ships := g.fleets(side, g.in(side, at)); ships != 0; {
			ship := int(g.VC[side][ships.Pop()])
			useful = useful || ship <= vc && ship > vc-a.Times
		}
	}
	if !useful {
		return orders.IllegalAt(s, s.Span(), "cannot-reduce", "5.21", "Block", pieceTerm(p))
	}
	return nil
}

// reduce takes steps from a block that is to be carried. It costs no action, and the enemy does not see it.
func (g *Game) reduce(t *adjudicator.Table, side adjudicator.Side, a Act) {
	p := a.Pieces.Nth(0)
	g.fade(side, g.names(side, g.at(side, p)))
	g.VC[side][p] -= int8(a.Times)
	e := adjudicator.Event{Rule: "5.21", Depth: 1}
	e.Private[side] = adjudicator.Say("hellenes.event.reduces", "Block", pieceTerm(p), "VC", int(g.VC[side][p]))
	t.Tell(e)
}

// wrongGarrison says what is wrong with a garrison: it is built where anything can be (4.2, 4.23).
func (g *Game) wrongGarrison(side adjudicator.Side, a Act, s *orders.Statement) *orders.Diagnostic {
	z := a.Zone
	if z >= zones || g.rules.city(z).Value == 0 || g.loyal(z) != side.Other() || !g.buildable(side, z) || g.Towns[z].Garrison {
		return wrongZone(s, "no-garrison", "4.23", z)
	}
	if g.in(side, z)&g.rules.greeks(side) == 0 {
		return wrongZone(s, "no-garrison", "4.23", z)
	}
	return g.wrongCost(side, g.cost(z), s)
}

// garrison leaves a garrison in an adverse city (4.23).
func (g *Game) garrison(t *adjudicator.Table, side adjudicator.Side, a Act) {
	g.Towns[a.Zone].Garrison, g.Towns[a.Zone].Built = true, true
	g.spend(t, side, g.cost(a.Zone), a.Zone)
	t.Tell(adjudicator.Event{Rule: "4.23", Depth: 1, Public: adjudicator.Say("hellenes.event.garrisons", "Side", seat(side), "Zone", zoneTerm(a.Zone))})
}
