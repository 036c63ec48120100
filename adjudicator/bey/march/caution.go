package march

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// Caution implements [adjudicator.Cautious].
func (f *ActForm) Caution(a adjudicator.Answer, o adjudicator.Order, s *orders.Statement) *orders.Diagnostic {
	g := f.G
	switch a := a.(type) {
	case Activation:
		if order, ok := o.(order.ActivateOrder); ok && !order.Unpaid {
			if due := g.unpaidBy(a.Cost); !due.Empty() {
				return orders.IllegalAt(s, order.Zone.Span, "last-point-for-combat", "4.1", "Zone", g.ZoneTerm(a.Zone),
					"Cost", a.Cost, "Zones", g.ZoneTerms(due))
			}
		}
	case *Move:
		if order, ok := o.(order.MoveOrder); ok && !order.Unpaid {
			if due := g.unpaidMove(a); !due.Empty() {
				return orders.IllegalAt(s, s.Verb.Span, "unpaid-move", "4.1", "Zones", g.ZoneTerms(due),
					"Who", g.Terms(a.Units, 0))
			}
		}
	case EndMoves:
		if _, ok := o.(order.FightOrder); ok && f.Actions && g.Phase.Spend == 0 {
			return orders.IllegalAt(s, s.Verb.Span, "combat-without-point", "4.1", "Zones", g.ZoneTerms(g.Contested()))
		}
		return g.cautionSurplus(f.Side, o, s)
	}
	return nil
}

// cautionSurplus is what is to be said to an order that ends the movements while stacks are
// over their limits, unless it says that it means it.
func (g Marches) cautionSurplus(side adjudicator.Side, o adjudicator.Order, s *orders.Statement) *orders.Diagnostic {
	switch o := o.(type) {
	case order.EndOrder:
		if o.Surplus {
			return nil
		}
	case order.FightOrder:
		if o.Surplus {
			return nil
		}
	}
	z, over := g.crowded(side)
	if over.Empty() {
		return nil
	}
	return orders.IllegalAt(s, s.Verb.Span, "surplus-lost", g.Sections.Stacking, "Zone", g.ZoneTerm(z), "Who", g.Terms(over, 0))
}

// crowded returns the first zone of land or port to which a side has moved in the phase and
// where its stack is over a limit, and the units of which some must go.
func (g Marches) crowded(side adjudicator.Side) (board.Zone, field.UnitSet) {
	for z := range g.Held[side].All() {
		if g.Seas.Has(z) || g.Phase.Origin.Of(g.UnitsAt(side, z)).Empty() {
			continue // what a fleet carries is judged when it moves (3.3)
		}
		if over := g.Surplus(side, z); !over.Empty() {
			return z, over
		}
	}
	return board.NoZone, field.UnitSet{}
}

// surplusWord is the word of consent behind an order that ends the movements, if it needs
// one.
func (g Marches) surplusWord(w adjudicator.Words) adjudicator.Words {
	if _, over := g.crowded(g.Active); over.Empty() {
		return w
	}
	return append(w, adjudicator.Keyword("surplus"))
}

// unpaidBy returns the zones where the active player has brought about combats that he
// could pay, and can pay no more once he has spent so many points on something else.
func (g Marches) unpaidBy(cost int) board.Set {
	if !g.Phase.Acting || cost == 0 || g.Phase.Spend != cost {
		return board.Set{}
	}
	var due board.Set
	for z := range g.Contested().All() {
		if came := g.Phase.Origin.Of(g.UnitsAt(g.Active, z)); !came.Empty() {
			due.Add(z)
		}
	}
	return due
}

// unpaidMove returns the zones where a movement brings a combat about, or can be stopped
// in one, without a point left to pay for it.
func (g Marches) unpaidMove(m *Move) board.Set {
	var due board.Set
	if !g.Phase.Acting || g.Phase.Spend > 0 || m.Units.Empty() {
		return due
	}
	fleet := g.Sum(m.Units.And(g.Ships))
	for i, z := range m.Route[:m.Steps] {
		passes := m.Manner == BySea && i < m.Steps-1 && fleet >= 10*g.NavalPF(m.Side.Other(), z) // 3.5
		if g.Enemies(m.Side, z) && !passes {
			due.Add(z)
		}
	}
	return due
}

// unpaidWay is [game.unpaidMove] of the way that an order finds which names a group and
// where it goes.
func (g Marches) unpaidWay(m Move, to board.Zone) board.Set {
	o := order.MoveOrder{Legs: []order.Leg{{Place: order.Place{Zone: to}}}}
	if g.planRoute(&m, &o, &orders.Statement{}) != nil {
		return board.Set{}
	}
	return g.unpaidMove(&m)
}

// unpaidWord is the word of consent behind an order, if it needs one.
func (g Marches) unpaidWord(w adjudicator.Words, due board.Set) adjudicator.Words {
	if due.Empty() {
		return w
	}
	return append(w, adjudicator.Keyword("unpaid"))
}

var _ adjudicator.Cautious = (*ActForm)(nil)
