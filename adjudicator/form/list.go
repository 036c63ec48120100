package form

import (
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// List is the form of a question for some of several zones in an order of the player's
// choice: at least one, and none twice. What he leaves out he is asked for again. The default
// is the first zone in the order of the map.
type List[A adjudicator.Answer] struct {
	Zones board.Set // not empty
	Most  int       // how many are taken at once
	// Of is the answer that names zones, and In the zones that an answer names.
	Of func(zones ...board.Zone) A
	In func(A) []board.Zone
	// Read is what an order names; false if it names nothing.
	Read func(o adjudicator.Order) ([]board.Zone, bool)
	// Refuse says what is wrong with an order for nothing, at -1, or with the zone at a place of
	// an order: it is none of those that are left, or there is one too many.
	Refuse func(o adjudicator.Order, s *orders.Statement, at int, left board.Set) *orders.Diagnostic
}

// wrong is the place of the first zone that cannot be taken, and what was left before it;
// -1 if all can.
func (l List[A]) wrong(zones []board.Zone) (int, board.Set) {
	left := l.Zones
	for i, z := range zones {
		if i == l.Most || !left.Has(z) {
			return i, left
		}
		left.Remove(z)
	}
	return -1, left
}

// Accept implements [adjudicator.Form].
func (l List[A]) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	zones, ok := l.Read(o)
	if !ok || len(zones) == 0 {
		return nil, l.Refuse(o, s, -1, l.Zones)
	}
	if i, left := l.wrong(zones); i >= 0 {
		return nil, l.Refuse(o, s, i, left)
	}
	return l.Of(zones...), nil
}

// Check implements [adjudicator.Form].
func (l List[A]) Check(given adjudicator.Answer) error {
	if a, ok := given.(A); ok {
		zones := l.In(a)
		if i, _ := l.wrong(zones); i < 0 && len(zones) > 0 {
			return nil
		}
	}
	return fmt.Errorf("%w: %v is no list of the zones", ErrIllegal, given)
}

// Sample implements [adjudicator.Form]: one zone, each as likely as any other.
func (l List[A]) Sample(r *rand.Rand) adjudicator.Answer {
	return l.Of(l.Zones.Nth(r.IntN(l.Zones.Len())))
}

// Default implements [adjudicator.Form]: the first zone.
func (l List[A]) Default() adjudicator.Answer { return l.Of(l.Zones.First()) }

// Choices implements [adjudicator.Form]: each zone by itself.
func (l List[A]) Choices() []adjudicator.Choice {
	var all []adjudicator.Choice
	for z := range l.Zones.All() {
		all = append(all, adjudicator.Choice{Words: l.Of(z).Words()})
	}
	return all
}
