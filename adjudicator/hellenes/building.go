package hellenes

import (
	"keryx/adjudicator"
	"keryx/adjudicator/hellenes/data"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
	"keryx/orders"
)

// wrongBuild says what is wrong with a step built (4.21).
func (g *Game) wrongBuild(side adjudicator.Side, a order.Act, s *orders.Statement) *orders.Diagnostic {
	if a.Pieces.Len() != 1 || a.Times < 1 {
		return orders.IllegalAt(s, s.Span(), "build-one", "4.21")
	}
	p := a.Pieces.Nth(0)
	at, b := g.At(side, p), g.Block(side, p)
	switch {
	case at >= ground.Zones || !b.Homes.Has(at) || !g.Buildable(side, at):
		return orders.IllegalAt(s, s.Span(), "not-home", "4.21", "Block", ground.PieceTerm(p))
	case int(g.VC[side][p])+a.Times > b.VC:
		return orders.IllegalAt(s, s.Span(), "full", "4.21", "Block", ground.PieceTerm(p))
	}
	return g.wrongCost(side, a.Times*g.Cost(at), s)
}

// build adds steps to a block. The enemy sees where, not to whom.
func (g *Game) build(t *adjudicator.Table, side adjudicator.Side, a order.Act) {
	p := a.Pieces.Nth(0)
	at := g.At(side, p)
	g.Fade(side, g.Names(side, at))
	g.VC[side][p] += int8(a.Times)
	for range a.Times {
		g.spend(t, side, g.Cost(at), at)
	}
	e := adjudicator.Event{Rule: "4.21", Depth: 1}
	e.Private[side] = adjudicator.Say("hellenes.event.builds", "Block", ground.PieceTerm(p), "VC", int(g.VC[side][p]))
	t.Tell(e)
}

// wrongReduce says what is wrong with steps that a block gives up to be carried: a fleet has to be with it that could not
// carry it as it is, and then can (5.21).
func (g *Game) wrongReduce(side adjudicator.Side, a order.Act, s *orders.Statement) *orders.Diagnostic {
	if a.Pieces.Len() != 1 || a.Times < 1 {
		return orders.IllegalAt(s, s.Span(), "build-one", "5.21")
	}
	p := a.Pieces.Nth(0)
	at, b, vc := g.At(side, p), g.Block(side, p), int(g.VC[side][p])
	useful := false
	if at < ground.Zones && b.Arm != data.Fleet && !b.Barbarian && vc > a.Times {
		for ships := g.Fleets(side, g.In(side, at)); ships != 0; {
			ship := int(g.VC[side][ships.Pop()])
			useful = useful || ship <= vc && ship > vc-a.Times
		}
	}
	if !useful {
		return orders.IllegalAt(s, s.Span(), "cannot-reduce", "5.21", "Block", ground.PieceTerm(p))
	}
	return nil
}

// reduce takes steps from a block that is to be carried. It costs no action, and the enemy does not see it.
func (g *Game) reduce(t *adjudicator.Table, side adjudicator.Side, a order.Act) {
	p := a.Pieces.Nth(0)
	g.Fade(side, g.Names(side, g.At(side, p)))
	g.VC[side][p] -= int8(a.Times)
	e := adjudicator.Event{Rule: "5.21", Depth: 1}
	e.Private[side] = adjudicator.Say("hellenes.event.reduces", "Block", ground.PieceTerm(p), "VC", int(g.VC[side][p]))
	t.Tell(e)
}

// wrongGarrison says what is wrong with a garrison: it is built where anything can be (4.2, 4.23).
func (g *Game) wrongGarrison(side adjudicator.Side, a order.Act, s *orders.Statement) *orders.Diagnostic {
	z := a.Zone
	if z >= ground.Zones || g.Rules.City(z).Value == 0 || g.Loyal(z) != side.Other() || !g.Buildable(side, z) || g.Towns[z].Garrison {
		return wrongZone(s, "no-garrison", "4.23", z)
	}
	if g.In(side, z)&g.Rules.Greeks(side) == 0 {
		return wrongZone(s, "no-garrison", "4.23", z)
	}
	return g.wrongCost(side, g.Cost(z), s)
}

// garrison leaves a garrison in an adverse city (4.23).
func (g *Game) garrison(t *adjudicator.Table, side adjudicator.Side, a order.Act) {
	g.Towns[a.Zone].Garrison, g.Towns[a.Zone].Built = true, true
	g.spend(t, side, g.Cost(a.Zone), a.Zone)
	t.Tell(adjudicator.Event{Rule: "4.23", Depth: 1, Public: adjudicator.Say("hellenes.event.garrisons", "Side", ground.Seat(side), "Zone", ground.ZoneTerm(a.Zone))})
}
