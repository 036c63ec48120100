// Package order is what players of Plutôt mort que Perse ! say: [Act] is every order and every answer, read from the words of
// an order file and written back; [Form] judges the answers to a question and proposes some; standing orders answer in advance.
// What is legal is known to those who ask: see package perse.
package order

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"keryx/adjudicator"
	"keryx/orders"
)

// Form is the form of every question: what is wrong with an answer, and those that are proposed.
type Form struct {
	// Verbs are those of the answers.
	Verbs []string
	// Plain writes an order as the answer that it means: "all" as the counters that there are.
	Plain func(a Act) (Act, *Fault)
	// Wrong says what is wrong with an answer, on what its side knows; nil if nothing is.
	Wrong func(a Act) *Fault
	// Open lists legal answers, the least committal first; it is made of Raw where that is set.
	Open func() []Act
	// Raw, if set, lists answers of which some are wrong, behind others: cheaper than Open where there are many.
	Raw func(into []Act) []Act
	// Wide, if set, makes an answer that Open does not list, perhaps out of one of Raw; what is wrong is
	// passed over.
	Wide func(r *rand.Rand, raw []Act) Act
	// Note, if set, is what somebody has to know of an answer that is proposed: its cost, or what it needs.
	Note func(a Act) adjudicator.Phrase
	// Offered, if set, are those of some legal answers that lead somewhere, as offers; else each that names a zone is one.
	Offered func(legal []Act) []adjudicator.Offer
	// Led are the verbs of which Offered has every zone to which they can lead each piece.
	Led []string
	// Advice, if set, is what standing orders answer.
	Advice func([]adjudicator.Standing) (adjudicator.Answer, int, bool)
}

// Fault is why an order is refused: a code with its arguments, and the rule.
type Fault struct {
	Code, Rule string
	Args       []any
}

// Refuse is a fault.
func Refuse(code, rule string, args ...any) *Fault { return &Fault{code, rule, args} }

// Judge is an order as the answer that it means, or why it is none.
func (f *Form) Judge(a Act) (Act, *Fault) {
	if f.Plain != nil {
		var why *Fault
		if a, why = f.Plain(a); why != nil {
			return a, why
		}
	}
	return a, f.Wrong(a)
}

// Accept implements [adjudicator.Form].
func (f *Form) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	a, why := f.Judge(o.(Act))
	if why != nil {
		return nil, orders.IllegalAt(s, s.Span(), why.Code, why.Rule, why.Args...)
	}
	return a, nil
}

// Check implements [adjudicator.Form].
func (f *Form) Check(given adjudicator.Answer) error {
	a, ok := given.(Act)
	if !ok || !slices.Contains(f.Verbs, a.Verb) {
		return fmt.Errorf("%v is no answer to what is asked", given)
	}
	if why := f.Wrong(a); why != nil {
		return fmt.Errorf("%+v: %s %v", a, why.Code, why.Args)
	}
	return nil
}

// lists are lists to draw an answer from: to make one each time takes longer than to draw.
var lists = sync.Pool{New: func() any { return new([]Act) }}

// Sample implements [adjudicator.Form]: each verb as often as another, and each of its answers as often as
// another. What is drawn is judged then, and drawn again if it is wrong: to judge all of them takes long.
func (f *Form) Sample(r *rand.Rand) adjudicator.Answer {
	var left []Act
	judged := f.Raw == nil
	if judged {
		left = f.Open()
	} else {
		room := lists.Get().(*[]Act)
		left = f.Raw((*room)[:0])
		defer func(all []Act) {
			*room = all
			lists.Put(room)
		}(left)
	}
	if f.Wide != nil && r.IntN(2) == 0 {
		if a, why := f.Judge(f.Wide(r, left)); why == nil {
			return a
		}
	}
	for {
		verb := drawnVerb(left, r)
		for n := count(left, verb); n > 0; n-- {
			i := nth(left, verb, r.IntN(n))
			if judged {
				return left[i]
			}
			if a, why := f.Judge(left[i]); why == nil {
				return a
			}
			left[i] = left[len(left)-1]
			left = left[:len(left)-1]
		}
	}
}

// drawnVerb draws one of the verbs of some answers.
func drawnVerb(all []Act, r *rand.Rand) string {
	var verbs [16]string
	n := 0
	for i := range all {
		if !slices.Contains(verbs[:n], all[i].Verb) {
			verbs[n] = all[i].Verb
			n++
		}
	}
	return verbs[r.IntN(n)]
}

// count is how many answers have a verb, and nth where the one of some rank is among them.
func count(all []Act, verb string) (n int) {
	for i := range all {
		if all[i].Verb == verb {
			n++
		}
	}
	return n
}

func nth(all []Act, verb string, n int) int {
	for i := range all {
		if all[i].Verb != verb {
			continue
		}
		if n == 0 {
			return i
		}
		n--
	}
	return -1
}

// Default implements [adjudicator.Form].
func (f *Form) Default() adjudicator.Answer {
	if f.Raw == nil {
		return f.Open()[0]
	}
	for _, a := range f.Raw(nil) {
		if a, why := f.Judge(a); why == nil {
			return a
		}
	}
	return nil
}

// Choices implements [adjudicator.Form].
func (f *Form) Choices() (all []adjudicator.Choice) {
	for _, a := range f.Open() {
		c := adjudicator.Choice{Words: a.Words()}
		if f.Note != nil {
			c.Note = f.Note(a)
		}
		all = append(all, c)
	}
	return all
}

// Offers implements [adjudicator.Offerer].
func (f *Form) Offers() (all adjudicator.Offers) {
	for _, verb := range f.Verbs {
		if !slices.Contains(f.Led, verb) {
			all.Rest = append(all.Rest, adjudicator.Keyword(verb))
		}
	}
	if f.Offered == nil {
		return adjudicator.OfferChoices(f.Choices()).With(all)
	}
	all.Moves = f.Offered(f.Open())
	return all
}

// Advise implements [adjudicator.Adviser].
func (f *Form) Advise(standing []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	if f.Advice == nil {
		return nil, 0, false
	}
	return f.Advice(standing)
}

// Legal are those of some answers that are.
func (f *Form) Legal(some []Act) (all []Act) {
	for _, a := range some {
		if a, why := f.Judge(a); why == nil && !slices.Contains(all, a) {
			all = append(all, a)
		}
	}
	return all
}

// Menu is the form of a question with a few answers, which need no judging but that they are listed.
func Menu(open []Act, otherwise *Fault) *Form {
	var verbs []string
	for _, a := range open {
		if !slices.Contains(verbs, a.Verb) {
			verbs = append(verbs, a.Verb)
		}
	}
	return Lasting(verbs, func() []Act { return open }, otherwise)
}

// Lasting is a menu that looks at the game each time, for answers that hang on what is hidden.
func Lasting(verbs []string, open func() []Act, otherwise *Fault) *Form {
	return &Form{Verbs: verbs, Open: open, Wrong: func(a Act) *Fault {
		if !slices.Contains(open(), a) {
			return otherwise
		}
		return nil
	}}
}
