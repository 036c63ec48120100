package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// A combat that cannot be paid costs the one who brought it about his units (4.1), and
// nothing asks him before. So an order that makes one certain has to say that it means
// it, with the word "unpaid"; and an order to fight what cannot be paid is refused.
// A rehearsal finds both up to the first throw. Behind it nothing can be judged before
// it is played: there a file stops, and its author is asked what he wants. In the same
// way what exceeds a stacking limit is eliminated once the movements end (3.6), and the
// order that ends them has to say "surplus".

// Caution implements [adjudicator.Cautious].
func (f *actForm) Caution(a adjudicator.Answer, o adjudicator.Order, s *orders.Statement) *orders.Diagnostic {
	g := f.g
	switch a := a.(type) {
	case activation:
		if order, ok := o.(activateOrder); ok && !order.unpaid {
			if due := g.unpaidBy(a.cost); !due.Empty() {
				return orders.IllegalAt(s, order.zone.span, "last-point-for-combat", "4.1", "Zone", g.zoneTerm(a.zone),
					"Cost", a.cost, "Zones", g.zoneTerms(due))
			}
		}
	case *move:
		if order, ok := o.(moveOrder); ok && !order.unpaid {
			if due := g.unpaidMove(a); !due.Empty() {
				return orders.IllegalAt(s, s.Verb.Span, "unpaid-move", "4.1", "Zones", g.zoneTerms(due),
					"Who", g.terms(a.units, 0))
			}
		}
	case endMoves:
		if _, ok := o.(fightOrder); ok && f.actions && g.phase.spend == 0 {
			return orders.IllegalAt(s, s.Verb.Span, "combat-without-point", "4.1", "Zones", g.zoneTerms(g.contested()))
		}
		return g.cautionSurplus(f.side, o, s)
	}
	return nil
}

// cautionSurplus is what is to be said to an order that ends the movements while stacks are
// over their limits, unless it says that it means it.
func (g *game) cautionSurplus(side adjudicator.Side, o adjudicator.Order, s *orders.Statement) *orders.Diagnostic {
	switch o := o.(type) {
	case endOrder:
		if o.surplus {
			return nil
		}
	case fightOrder:
		if o.surplus {
			return nil
		}
	}
	z, over := g.crowded(side)
	if over.empty() {
		return nil
	}
	return orders.IllegalAt(s, s.Verb.Span, "surplus-lost", "3.6", "Zone", g.zoneTerm(z), "Who", g.terms(over, 0))
}

// crowded returns the first zone of land or port to which a side has moved in the phase and
// where its stack is over a limit, and the units of which some must go.
func (g *game) crowded(side adjudicator.Side) (board.Zone, unitSet) {
	for z := range g.held[side].All() {
		if g.seas.Has(z) || g.phase.origin.of(g.unitsAt(side, z)).empty() {
			continue // what a fleet carries is judged when it moves (3.3)
		}
		if over := g.surplus(side, z); !over.empty() {
			return z, over
		}
	}
	return board.NoZone, unitSet{}
}

// surplusWord is the word of consent behind an order that ends the movements, if it needs
// one.
func (g *game) surplusWord(w adjudicator.Words) adjudicator.Words {
	if _, over := g.crowded(g.active); over.empty() {
		return w
	}
	return append(w, adjudicator.Keyword("surplus"))
}

// unpaidBy returns the zones where the active player has brought about combats that he
// could pay, and can pay no more once he has spent so many points on something else.
func (g *game) unpaidBy(cost int) board.Set {
	if !g.phase.acting || cost == 0 || g.phase.spend != cost {
		return board.Set{}
	}
	var due board.Set
	for z := range g.contested().All() {
		if came := g.phase.origin.of(g.unitsAt(g.active, z)); !came.empty() {
			due.Add(z)
		}
	}
	return due
}

// unpaidMove returns the zones where a movement brings a combat about, or can be stopped
// in one, without a point left to pay for it.
func (g *game) unpaidMove(m *move) board.Set {
	var due board.Set
	if !g.phase.acting || g.phase.spend > 0 || m.units.empty() {
		return due
	}
	fleet := g.sum(m.units.and(g.ships))
	for i, z := range m.route[:m.steps] {
		passes := m.manner == bySea && i < m.steps-1 && fleet >= 10*g.navalPF(m.side.Other(), z) // 3.5
		if g.enemies(m.side, z) && !passes {
			due.Add(z)
		}
	}
	return due
}

// unpaidWay is [game.unpaidMove] of the way that an order finds which names a group and
// where it goes.
func (g *game) unpaidWay(m move, to board.Zone) board.Set {
	o := moveOrder{legs: []leg{{place: place{zone: to}}}}
	if g.planRoute(&m, &o, &orders.Statement{}) != nil {
		return board.Set{}
	}
	return g.unpaidMove(&m)
}

// unpaidWord is the word of consent behind an order, if it needs one.
func (g *game) unpaidWord(w adjudicator.Words, due board.Set) adjudicator.Words {
	if due.Empty() {
		return w
	}
	return append(w, adjudicator.Keyword("unpaid"))
}

var _ adjudicator.Cautious = (*actForm)(nil)
