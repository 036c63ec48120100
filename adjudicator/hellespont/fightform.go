package hellespont

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// fightForm is the question which combat is resolved next (4.2).
type fightForm struct {
	g   *game
	due board.Set
}

// asides are what the attacker may play between two combats.
func (f *fightForm) asides() asides { return f.g.asidesOf(f.g.active, duringMoves) }

// fightAnswer names combats in the order in which they are resolved; those that
// it leaves out are asked for later.
type fightAnswer struct {
	g     *game
	order zoneList
}

// Words implements [adjudicator.Answer].
func (a fightAnswer) Words() adjudicator.Words {
	return endMoves{g: a.g, first: a.order}.Words()
}

// Accept implements [adjudicator.Form].
func (f *fightForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	if p, d, ok := f.asides().accept(o, s); ok {
		return p, d
	}
	fight, ok := o.(fightOrder)
	if !ok {
		return nil, notNow(s, "4.2")
	}
	a := fightAnswer{g: f.g}
	left := f.due
	for _, p := range fight.zones {
		if !left.Has(p.zone) || a.order.n == len(a.order.zones) {
			return nil, orders.IllegalAt(s, p.span, "no-combat-there", "4.2",
				"Zone", f.g.zoneTerm(p.zone), "Zones", f.g.zoneTerms(left))
		}
		left.Remove(p.zone)
		a.order.zones[a.order.n] = p.zone
		a.order.n++
	}
	return a, nil
}

// Check implements [adjudicator.Form].
func (f *fightForm) Check(x adjudicator.Answer) error {
	if err, ok := f.asides().check(x); ok {
		return err
	}
	a, ok := x.(fightAnswer)
	if !ok || a.order.n == 0 {
		return errIllegal
	}
	left := f.due
	for _, z := range a.order.zones[:a.order.n] {
		if !left.Has(z) {
			return errIllegal
		}
		left.Remove(z)
	}
	return nil
}

// Sample implements [adjudicator.Form].
func (f *fightForm) Sample(r *rand.Rand) adjudicator.Answer {
	if p := f.asides().sample(r); p != nil {
		return p
	}
	return f.first(nthZone(f.due, r.IntN(f.due.Len())))
}

// Default implements [adjudicator.Form].
func (f *fightForm) Default() adjudicator.Answer { return f.first(f.due.First()) }

func (f *fightForm) first(z board.Zone) fightAnswer {
	a := fightAnswer{g: f.g}
	a.order.n, a.order.zones[0] = 1, z
	return a
}

// Choices implements [adjudicator.Form].
func (f *fightForm) Choices() []adjudicator.Choice {
	var choices []adjudicator.Choice
	for z := range f.due.All() {
		choices = append(choices, adjudicator.Choice{Words: f.first(z).Words()})
	}
	return append(choices, f.asides().choices()...)
}
