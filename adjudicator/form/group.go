package form

import (
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// Group is the form of a question for some pieces to a place: which of those that can go,
// and where to. P is a set of pieces of the game. The default sends the usual pieces to the
// first zone.
type Group[P any, A adjudicator.Answer] struct {
	Zones board.Set // where they may go; not empty
	// Of is the answer that sends pieces to a zone, and In what an answer sends where.
	Of func(pieces P, to board.Zone) A
	In func(A) (P, board.Zone)
	// Some are pieces that may go to a zone: the usual ones, or with a source random ones.
	Some func(to board.Zone, r *rand.Rand) P
	// Read is what an order sends where, or what is wrong with it besides what Wrong finds.
	Read func(o adjudicator.Order, s *orders.Statement) (P, board.Zone, *orders.Diagnostic)
	// Wrong says why pieces cannot go to a zone, one of Zones or another; nil if they can.
	Wrong func(pieces P, to board.Zone) error
	// Refuse says it of an order.
	Refuse func(o adjudicator.Order, s *orders.Statement, pieces P, to board.Zone) *orders.Diagnostic
	// Note is the remark on an answer in the template; without it there is none.
	Note func(A) adjudicator.Phrase
}

// Accept implements [adjudicator.Form].
func (g *Group[P, A]) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	pieces, to, d := g.Read(o, s)
	if d == nil && (!g.Zones.Has(to) || g.Wrong(pieces, to) != nil) {
		d = g.Refuse(o, s, pieces, to)
	}
	if d != nil {
		return nil, d
	}
	return g.Of(pieces, to), nil
}

// Check implements [adjudicator.Form].
func (g *Group[P, A]) Check(given adjudicator.Answer) error {
	a, ok := given.(A)
	if !ok {
		return fmt.Errorf("%w: %v sends nothing anywhere", ErrIllegal, given)
	}
	pieces, to := g.In(a)
	if err := g.Wrong(pieces, to); err != nil {
		return err
	}
	if !g.Zones.Has(to) {
		return fmt.Errorf("%w: %v goes to none of the zones", ErrIllegal, given)
	}
	return nil
}

// Sample implements [adjudicator.Form]: each zone is as likely as any other.
func (g *Group[P, A]) Sample(r *rand.Rand) adjudicator.Answer {
	to := g.Zones.Nth(r.IntN(g.Zones.Len()))
	return g.Of(g.Some(to, r), to)
}

// Default implements [adjudicator.Form].
func (g *Group[P, A]) Default() adjudicator.Answer {
	if g.Zones.Empty() {
		panic("form: a Group without Zones: ask nothing where there is no place to go to")
	}
	return g.usual(g.Zones.First())
}

// usual sends the usual pieces to a zone.
func (g *Group[P, A]) usual(to board.Zone) A { return g.Of(g.Some(to, nil), to) }

// Offers implements [adjudicator.Offerer]: an example for each place; others are of the same kind.
func (g *Group[P, A]) Offers() adjudicator.Offers {
	all := g.Choices()
	return adjudicator.OfferChoices(all).With(adjudicator.OnlyKinds(all))
}

// Choices implements [adjudicator.Form]: the usual pieces to each zone.
func (g *Group[P, A]) Choices() []adjudicator.Choice {
	var all []adjudicator.Choice
	for z := range g.Zones.All() {
		a := g.usual(z)
		c := adjudicator.Choice{Words: a.Words()}
		if g.Note != nil {
			c.Note = g.Note(a)
		}
		all = append(all, c)
	}
	return all
}
