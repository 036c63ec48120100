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
	if d := f.Stops(a, o, s); d != nil {
		return d
	}
	g := f.G
	switch a := a.(type) {
	case *Move:
		if order, ok := o.(order.MoveOrder); ok && !order.Sacrifice {
			return g.CautionForsaken(g.forsaken(a), s)
		}
	case EndMoves:
		consent := consentOf(o)
		if z, troops := g.overladen(f.Side); !consent.Surplus && !troops.Empty() {
			return orders.IllegalAt(s, s.Verb.Span, "cargo-surplus", g.Sections.Voyage, "Zone", g.ZoneTerm(z), "Who", g.Terms(troops, 0))
		}
		if !consent.Sacrifice {
			return g.CautionForsaken(g.castaways(f.Side), s)
		}
	}
	return nil
}

// consentOf is what an order that ends the movements says that its giver means.
func consentOf(o adjudicator.Order) order.Consent {
	switch o := o.(type) {
	case order.EndOrder:
		return o.Consent
	case order.FightOrder:
		return o.Consent
	}
	return order.Consent{}
}

// CautionForsaken is what is to be said to an order that leaves leaders where they are lost,
// and does not say that it means it; nil if it leaves none.
func (g Marches) CautionForsaken(men field.LeaderSet, s *orders.Statement) *orders.Diagnostic {
	if men == 0 {
		return nil
	}
	return orders.IllegalAt(s, s.Verb.Span, "leaders-forsaken", g.Sections.AtSea, "Leaders", g.Terms(field.UnitSet{}, men))
}

// Stops is the part of [ActForm.Caution] that stops a file in play as well, behind a throw:
// what the versions of the rules that are not [field.Habits] Mute have always asked for.
func (f *ActForm) Stops(a adjudicator.Answer, o adjudicator.Order, s *orders.Statement) *orders.Diagnostic {
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
	if consentOf(o).Surplus {
		return nil
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

// endWords adds the words of consent to an order that ends the movements, if it needs any.
func (g Marches) endWords(w adjudicator.Words) adjudicator.Words {
	_, over := g.crowded(g.Active)
	_, troops := g.overladen(g.Active)
	if !over.Empty() || !troops.Empty() {
		w = append(w, adjudicator.Keyword("surplus"))
	}
	if g.castaways(g.Active) != 0 {
		w = append(w, adjudicator.Keyword("sacrifice"))
	}
	return w
}

// overladen returns the first sea zone where a side's ships cannot carry its land units, and
// these: when its movements end some of them are weakened or eliminated (3.3).
func (g Marches) overladen(side adjudicator.Side) (board.Zone, field.UnitSet) {
	for z := range g.HeldByLand[side].Intersect(g.Seas).All() {
		if g.NavalPF(side, z) < 5*g.LandPF(side, z) {
			return z, g.LandAt(side, z)
		}
	}
	return board.NoZone, field.UnitSet{}
}

// castaways returns the leaders of a side who are lost when its movements end: at sea
// without a ship (3.1).
func (g Marches) castaways(side adjudicator.Side) (lost field.LeaderSet) {
	for men := g.Captains[side]; men != 0; {
		l := men.Pop()
		if z := g.LeaderWhere[l]; z != board.NoZone && g.Seas.Has(z) && !g.HeldBySea[side].Has(z) {
			lost.Add(l)
		}
	}
	return lost
}

// forsaken returns the leaders of its side whom a movement leaves, or brings, alone among
// enemy units, so that they are captured at once (4.2.4). What dice may stop on its way is
// taken to get through.
func (g Marches) forsaken(m *Move) (lost field.LeaderSet) {
	if g.Forsakes(m.Side, m.From, m.Units) {
		lost = g.LeadersOf(m.Side, m.From) &^ m.Leaders
	}
	units, men, last := m.Units, m.Leaders, m.Steps-1
	for i, z := range m.Route[:m.Steps] {
		if g.Enemies(m.Side, z) && m.Manner != BySea {
			last = min(last, i)
		}
	}
	for _, d := range m.Drop[:m.Drops] {
		if d.Step >= last && !m.Ashore(d) || d.Step > last {
			continue
		}
		if units, men = units.Minus(d.Units), men&^d.Leaders; d.Units.Empty() && g.Forsakes(m.Side, d.At, field.UnitSet{}) {
			lost |= d.Leaders
		}
	}
	if men != 0 && units.Empty() && g.Forsakes(m.Side, m.Route[last], field.UnitSet{}) {
		lost |= men
	}
	return lost
}

// Forsakes reports whether leaders of a side in a zone are alone among enemy units once some
// of its units there have gone.
func (g Marches) Forsakes(s adjudicator.Side, z board.Zone, gone field.UnitSet) bool {
	return g.Enemies(s, z) && g.UnitsAt(s, z).Within(gone)
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
