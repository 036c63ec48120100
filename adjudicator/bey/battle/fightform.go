package battle

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// FightForm is the question which combat is resolved next (4.2).
type FightForm struct {
	G   Battles
	Due board.Set
}

// asides are what the attacker may play between two combats.
func (f *FightForm) asides() chit.Asides { return f.G.AsidesOf(f.G.Active, field.DuringMoves) }

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

// Accept implements [adjudicator.Form].
func (f *FightForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	if p, d, ok := f.asides().Accept(o, s); ok {
		return p, d
	}
	fight, ok := o.(order.FightOrder)
	if !ok {
		return nil, field.NotNow(s, "4.2")
	}
	a := FightAnswer{G: f.G}
	left := f.Due
	for _, p := range fight.Zones {
		if !left.Has(p.Zone) || a.order.N == len(a.order.Zones) {
			return nil, orders.IllegalAt(s, p.Span, "no-combat-there", "4.2",
				"Zone", f.G.ZoneTerm(p.Zone), "Zones", f.G.ZoneTerms(left))
		}
		left.Remove(p.Zone)
		a.order.Zones[a.order.N] = p.Zone
		a.order.N++
	}
	return a, nil
}

// Check implements [adjudicator.Form].
func (f *FightForm) Check(x adjudicator.Answer) error {
	if err, ok := f.asides().Check(x); ok {
		return err
	}
	a, ok := x.(FightAnswer)
	if !ok || a.order.N == 0 {
		return field.ErrIllegal
	}
	left := f.Due
	for _, z := range a.order.Zones[:a.order.N] {
		if !left.Has(z) {
			return field.ErrIllegal
		}
		left.Remove(z)
	}
	return nil
}

// Sample implements [adjudicator.Form].
func (f *FightForm) Sample(r *rand.Rand) adjudicator.Answer {
	if p := f.asides().Sample(r); p != nil {
		return p
	}
	return f.First(field.NthZone(f.Due, r.IntN(f.Due.Len())))
}

// Default implements [adjudicator.Form].
func (f *FightForm) Default() adjudicator.Answer { return f.First(f.Due.First()) }

// First is the answer that resolves the combat of a zone next.
func (f *FightForm) First(z board.Zone) FightAnswer {
	a := FightAnswer{G: f.G}
	a.order.N, a.order.Zones[0] = 1, z
	return a
}

// Choices implements [adjudicator.Form].
func (f *FightForm) Choices() []adjudicator.Choice {
	var choices []adjudicator.Choice
	for z := range f.Due.All() {
		choices = append(choices, adjudicator.Choice{Words: f.First(z).Words()})
	}
	return append(choices, f.asides().Choices()...)
}
