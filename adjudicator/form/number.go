package form

import (
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/orders"
)

// Whole is an answer that is a whole number.
type Whole interface {
	~int
	adjudicator.Answer
}

// Number is the form of a question for a whole number from Least to Most. The default is the
// least.
type Number[A Whole] struct {
	Least, Most int
	// Of is the number that an order gives, whether it is legal or not; false if it gives
	// none. Without it, an order that was read is its own answer.
	Of func(o adjudicator.Order) (A, bool)
	// Refuse says what is wrong with an order for no number, or for one that is not legal.
	Refuse func(o adjudicator.Order, s *orders.Statement) *orders.Diagnostic
}

func (n Number[A]) legal(a A) bool { return int(a) >= n.Least && int(a) <= n.Most }

// Accept implements [adjudicator.Form].
func (n Number[A]) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	a, ok := o.(A)
	if n.Of != nil {
		a, ok = n.Of(o)
	}
	if !ok || !n.legal(a) {
		return nil, n.Refuse(o, s)
	}
	return a, nil
}

// Check implements [adjudicator.Form].
func (n Number[A]) Check(given adjudicator.Answer) error {
	if a, ok := given.(A); !ok || !n.legal(a) {
		return fmt.Errorf("%w: %v is not from %d to %d", ErrIllegal, given, n.Least, n.Most)
	}
	return nil
}

// Sample implements [adjudicator.Form]: each number is as likely as any other.
func (n Number[A]) Sample(r *rand.Rand) adjudicator.Answer {
	return A(n.Least + r.IntN(n.Most-n.Least+1))
}

// Default implements [adjudicator.Form]: the least number.
func (n Number[A]) Default() adjudicator.Answer { return A(n.Least) }

// Choices implements [adjudicator.Form]: each number.
func (n Number[A]) Choices() []adjudicator.Choice {
	var all []adjudicator.Choice
	for i := n.Least; i <= n.Most; i++ {
		all = append(all, adjudicator.Choice{Words: A(i).Words()})
	}
	return all
}
