package battle

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/adjudicator/form"
	"keryx/orders"
)

// FightForm is the question which combat is resolved next (4.2), between two of which the
// attacker may play something.
type FightForm struct {
	form.Besides
	G   Battles
	Due board.Set
}

// NextFight makes one of the combats that are due.
func (g Battles) NextFight(due board.Set) *FightForm {
	f := &FightForm{G: g, Due: due}
	f.Besides = form.Besides{Aside: g.AsidesOf(g.Active, field.DuringMoves), Form: form.List[FightAnswer]{
		Zones: due, Most: len(field.ZoneList{}.Zones), Of: f.First, Read: fights,
		In: func(a FightAnswer) []board.Zone { return a.order.Zones[:a.order.N] }, Refuse: f.refuse}}
	return f
}

// FightAnswer names combats in the order in which they are resolved; those that
// it leaves out are asked for later.
type FightAnswer struct {
	G     Battles
	order field.ZoneList
}

// Words implements [adjudicator.Answer].
func (a FightAnswer) Words() adjudicator.Words {
	return march.EndMoves{G: a.G.Marches, First: a.order}.Words()
}

// fights are the combats that an order names.
func fights(o adjudicator.Order) (zones []board.Zone, ok bool) {
	fight, ok := o.(order.FightOrder)
	for _, p := range fight.Zones {
		zones = append(zones, p.Zone)
	}
	return zones, ok
}

// refuse says what is wrong with an order, which names a combat that there is not.
func (f *FightForm) refuse(o adjudicator.Order, s *orders.Statement, at int, left board.Set) *orders.Diagnostic {
	if at < 0 {
		return field.NotNow(s, "4.2")
	}
	p := o.(order.FightOrder).Zones[at]
	return orders.IllegalAt(s, p.Span, "no-combat-there", "4.2", "Zone", f.G.ZoneTerm(p.Zone), "Zones", f.G.ZoneTerms(left))
}

// First is the answer that resolves the combats of some zones next.
func (f *FightForm) First(zones ...board.Zone) FightAnswer {
	a := FightAnswer{G: f.G}
	a.order.N = copy(a.order.Zones[:], zones)
	return a
}
