package form

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/orders"
)

// Kind is a kind of answers that a question takes among others.
type Kind interface {
	// Accept takes an order for an answer of the kind. It reports whether the order is one.
	Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic, bool)
	// Check tells whether an answer of the kind is legal. It reports whether it is of the kind.
	Check(a adjudicator.Answer) (err error, ofKind bool)
	// Sample returns a random answer of the kind now and then, else nil.
	Sample(r *rand.Rand) adjudicator.Answer
	// Choices lists answers of the kind for the template.
	Choices() []adjudicator.Choice
}

// Besides is the form of a question that takes answers of another kind besides those that it
// asks for: what a side may do at any moment. The default is that of the question.
type Besides struct {
	adjudicator.Form
	Aside Kind
}

// Accept implements [adjudicator.Form].
func (b Besides) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	if a, d, ok := b.Aside.Accept(o, s); ok {
		return a, d
	}
	return b.Form.Accept(o, s)
}

// Check implements [adjudicator.Form].
func (b Besides) Check(a adjudicator.Answer) error {
	if err, ok := b.Aside.Check(a); ok {
		return err
	}
	return b.Form.Check(a)
}

// Sample implements [adjudicator.Form].
func (b Besides) Sample(r *rand.Rand) adjudicator.Answer {
	if a := b.Aside.Sample(r); a != nil {
		return a
	}
	return b.Form.Sample(r)
}

// Choices implements [adjudicator.Form]: what is besides comes last.
func (b Besides) Choices() []adjudicator.Choice {
	return append(b.Form.Choices(), b.Aside.Choices()...)
}

// Offers implements [adjudicator.Offerer]: what the question offers, and what is besides.
func (b Besides) Offers() adjudicator.Offers {
	aside, ok := b.Aside.(adjudicator.Offerer)
	if !ok {
		return adjudicator.OffersOf(b.Form).With(adjudicator.OnlyKinds(b.Aside.Choices()))
	}
	return adjudicator.OffersOf(b.Form).With(aside.Offers())
}
