// Package form has the forms of questions that many games ask, so that a ruleset says only
// what is legal and what is wrong with an order that is not.
package form

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/orders"
)

// ErrIllegal is the fault of an answer that no order file can give: one that a program made.
var ErrIllegal = errors.New("not a legal answer")

// Single is an answer that can be compared: a plain value.
type Single interface {
	comparable
	adjudicator.Answer
}

// Menu is the form of a question with a few legal answers, of which one is given: the five
// methods of [adjudicator.Form] out of a list of them.
type Menu[A Single] struct {
	// Open lists what is legal now, in the order of the template, and is never empty. It
	// looks at the game each time that it is called, since what is hidden there may have been
	// exchanged meanwhile.
	Open func() []A
	// Last tells that the default, the least committal answer, is the last of them; else it
	// is the first.
	Last bool
	// Same tells whether two answers are one, for answers that know the game that they were
	// given in: a turn that is played again is another game. Without it they are compared
	// with ==.
	Same func(a, b A) bool
	// Of is the answer that an order gives, whether it is legal or not; false if it gives
	// none. Without it, an order that was read is its own answer.
	Of func(o adjudicator.Order) (A, bool)
	// Refuse says what is wrong with an order that gives none of the answers.
	Refuse func(o adjudicator.Order, s *orders.Statement) *orders.Diagnostic
	// Note is the remark on an answer in the template; without it there is none.
	Note func(A) adjudicator.Phrase
	// Draw takes one of the answers at random; without it each is as likely as any other.
	Draw func(r *rand.Rand, open []A) A
}

// has reports whether an answer is one of several.
func (m Menu[A]) has(open []A, a A) bool {
	if m.Same == nil {
		return slices.Contains(open, a)
	}
	return slices.ContainsFunc(open, func(b A) bool { return m.Same(a, b) })
}

// Accept implements [adjudicator.Form].
func (m Menu[A]) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	a, ok := o.(A)
	if m.Of != nil {
		a, ok = m.Of(o)
	}
	if !ok || !m.has(m.Open(), a) {
		return nil, m.Refuse(o, s)
	}
	return a, nil
}

// Check implements [adjudicator.Form].
func (m Menu[A]) Check(given adjudicator.Answer) error {
	open := m.Open()
	if a, ok := given.(A); !ok || !m.has(open, a) {
		return fmt.Errorf("%w: %v is none of %v", ErrIllegal, given, open)
	}
	return nil
}

// Sample implements [adjudicator.Form].
func (m Menu[A]) Sample(r *rand.Rand) adjudicator.Answer {
	open := m.Open()
	if m.Draw != nil {
		return m.Draw(r, open)
	}
	return open[r.IntN(len(open))]
}

// Default implements [adjudicator.Form]: the first answer, or the last.
func (m Menu[A]) Default() adjudicator.Answer {
	open := m.Open()
	if m.Last {
		return open[len(open)-1]
	}
	return open[0]
}

// Choices implements [adjudicator.Form]: each answer.
func (m Menu[A]) Choices() []adjudicator.Choice {
	var all []adjudicator.Choice
	for _, a := range m.Open() {
		c := adjudicator.Choice{Words: a.Words()}
		if m.Note != nil {
			c.Note = m.Note(a)
		}
		all = append(all, c)
	}
	return all
}
