package form

import (
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// Places is the form of a question for one of some zones. The default is the first in the
// order of the map.
type Places[A adjudicator.Answer] struct {
	Zones board.Set // not empty
	// To is the answer that names a zone, and At the zone that an answer names.
	To func(z board.Zone) A
	At func(A) board.Zone
	// Read is the zone that an order names, or what is wrong with the order, beside that the
	// zone is none of those.
	Read func(o adjudicator.Order, s *orders.Statement) (board.Zone, *orders.Diagnostic)
	// Refuse says what is wrong with an order for another zone.
	Refuse func(o adjudicator.Order, s *orders.Statement) *orders.Diagnostic
}

// Accept implements [adjudicator.Form].
func (p Places[A]) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	z, d := p.Read(o, s)
	if d == nil && !p.Zones.Has(z) {
		d = p.Refuse(o, s)
	}
	if d != nil {
		return nil, d
	}
	return p.To(z), nil
}

// Check implements [adjudicator.Form].
func (p Places[A]) Check(given adjudicator.Answer) error {
	if a, ok := given.(A); !ok || !p.Zones.Has(p.At(a)) {
		return fmt.Errorf("%w: %v is none of the places", ErrIllegal, given)
	}
	return nil
}

// Sample implements [adjudicator.Form]: each zone is as likely as any other.
func (p Places[A]) Sample(r *rand.Rand) adjudicator.Answer {
	return p.To(p.Zones.Nth(r.IntN(p.Zones.Len())))
}

// Default implements [adjudicator.Form]: the first zone.
func (p Places[A]) Default() adjudicator.Answer { return p.To(p.Zones.First()) }

// Choices implements [adjudicator.Form]: each zone.
func (p Places[A]) Choices() []adjudicator.Choice {
	var all []adjudicator.Choice
	for z := range p.Zones.All() {
		all = append(all, adjudicator.Choice{Words: p.To(z).Words()})
	}
	return all
}

// Offers implements [adjudicator.Offerer]: each zone, and nothing else.
func (p Places[A]) Offers() adjudicator.Offers { return adjudicator.OfferChoices(p.Choices()) }
