// Package form has the forms of questions that many games ask, so that a ruleset says only
// what is legal and what is wrong with an order that is not.
package form

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/orders"
)

// Single is an answer that can be compared: a plain value.
type Single interface {
	comparable
	adjudicator.Answer
}

// Menu is the form of a question with a few legal answers, of which one is given: the five
// methods of [adjudicator.Form] out of a list of them.
type Menu[A Single] struct {
	// Open lists what is legal now, the least committal first, and is never empty. It looks
	// at the game each time that it is called, since what is hidden there may have been
	// exchanged meanwhile.
	Open func() []A
	// Of is the answer that an order gives, whether it is legal or not; false if it gives
	// none. Without it, an order that was read is its own answer.
	Of func(o adjudicator.Order) (A, bool)
	// Refuse says what is wrong with an order that gives none of the answers.
	Refuse func(o adjudicator.Order, s *orders.Statement) *orders.Diagnostic
}

// Accept implements [adjudicator.Form].
func (m Menu[A]) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	a, ok := o.(A)
	if m.Of != nil {
		a, ok = m.Of(o)
	}
	if !ok || !slices.Contains(m.Open(), a) {
		return nil, m.Refuse(o, s)
	}
	return a, nil
}

// Check implements [adjudicator.Form].
func (m Menu[A]) Check(given adjudicator.Answer) error {
	open := m.Open()
	if a, ok := given.(A); !ok || !slices.Contains(open, a) {
		return fmt.Errorf("%v is none of %v", given, open)
	}
	return nil
}

// Sample implements [adjudicator.Form]: each answer is as likely as any other.
func (m Menu[A]) Sample(r *rand.Rand) adjudicator.Answer {
	open := m.Open()
	return open[r.IntN(len(open))]
}

// Default implements [adjudicator.Form]: the first answer.
func (m Menu[A]) Default() adjudicator.Answer { return m.Open()[0] }

// Choices implements [adjudicator.Form]: each answer.
func (m Menu[A]) Choices() []adjudicator.Choice {
	var all []adjudicator.Choice
	for _, a := range m.Open() {
		all = append(all, adjudicator.Choice{Words: a.Words()})
	}
	return all
}
