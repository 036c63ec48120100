package perse

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"keryx/adjudicator"
	"keryx/orders"
)

// form is the form of every question: what is wrong with an answer, and those that are proposed.
type form struct {
	verbs []string
	// plain writes an order as the answer that it means: "all" as the counters that there are.
	plain func(a Act) (Act, *fault)
	// wrong says what is wrong with an answer, on what its side knows; nil if nothing is.
	wrong func(a Act) *fault
	// open lists legal answers, the least committal first; it is made of raw where that is set.
	open func() []Act
	// raw, if set, lists answers of which some are wrong, behind others: cheaper than open where there are many.
	raw func(into []Act) []Act
	// wide, if set, makes an answer that open does not list, perhaps out of one of raw; what is wrong is
	// passed over.
	wide func(r *rand.Rand, raw []Act) Act
	// note, if set, is what somebody has to know of an answer that is proposed: its cost, or what it needs.
	note func(a Act) adjudicator.Phrase
	// advise, if set, is what standing orders answer.
	advise func([]adjudicator.Standing) (adjudicator.Answer, int, bool)
}

// fault is why an order is refused: a code with its arguments, and the rule.
type fault struct {
	code, rule string
	args       []any
}

// refuse is a fault.
func refuse(code, rule string, args ...any) *fault { return &fault{code, rule, args} }

// judge is an order as the answer that it means, or why it is none.
func (f *form) judge(a Act) (Act, *fault) {
	if f.plain != nil {
		var why *fault
		if a, why = f.plain(a); why != nil {
			return a, why
		}
	}
	return a, f.wrong(a)
}

// Accept implements [adjudicator.Form].
func (f *form) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	a, why := f.judge(o.(Act))
	if why != nil {
		return nil, orders.IllegalAt(s, s.Span(), why.code, why.rule, why.args...)
	}
	return a, nil
}

// Check implements [adjudicator.Form].
func (f *form) Check(given adjudicator.Answer) error {
	a, ok := given.(Act)
	if !ok || !slices.Contains(f.verbs, a.Verb) {
		return fmt.Errorf("%v is no answer to what is asked", given)
	}
	if why := f.wrong(a); why != nil {
		return fmt.Errorf("%+v: %s %v", a, why.code, why.args)
	}
	return nil
}

// lists are lists to draw an answer from: to make one each time takes longer than to draw.
var lists = sync.Pool{New: func() any { return new([]Act) }}

// Sample implements [adjudicator.Form]: each verb as often as another, and each of its answers as often as
// another. What is drawn is judged then, and drawn again if it is wrong: to judge all of them takes long.
func (f *form) Sample(r *rand.Rand) adjudicator.Answer {
	var left []Act
	judged := f.raw == nil
	if judged {
		left = f.open()
	} else {
		room := lists.Get().(*[]Act)
		left = f.raw((*room)[:0])
		defer func(all []Act) {
			*room = all
			lists.Put(room)
		}(left)
	}
	if f.wide != nil && r.IntN(2) == 0 {
		if a, why := f.judge(f.wide(r, left)); why == nil {
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
			if a, why := f.judge(left[i]); why == nil {
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
func (f *form) Default() adjudicator.Answer {
	if f.raw == nil {
		return f.open()[0]
	}
	for _, a := range f.raw(nil) {
		if a, why := f.judge(a); why == nil {
			return a
		}
	}
	return nil
}

// Choices implements [adjudicator.Form].
func (f *form) Choices() (all []adjudicator.Choice) {
	for _, a := range f.open() {
		c := adjudicator.Choice{Words: a.Words()}
		if f.note != nil {
			c.Note = f.note(a)
		}
		all = append(all, c)
	}
	return all
}

// Advise implements [adjudicator.Adviser].
func (f *form) Advise(standing []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	if f.advise == nil {
		return nil, 0, false
	}
	return f.advise(standing)
}

// legal are those of some answers that are.
func (f *form) legal(some []Act) (all []Act) {
	for _, a := range some {
		if a, why := f.judge(a); why == nil && !slices.Contains(all, a) {
			all = append(all, a)
		}
	}
	return all
}

// menu is the form of a question with a few answers, which need no judging but that they are listed.
func menu(open []Act, otherwise *fault) *form {
	var verbs []string
	for _, a := range open {
		if !slices.Contains(verbs, a.Verb) {
			verbs = append(verbs, a.Verb)
		}
	}
	return lasting(verbs, func() []Act { return open }, otherwise)
}

// lasting is a menu that looks at the game each time, for answers that hang on what is hidden.
func lasting(verbs []string, open func() []Act, otherwise *fault) *form {
	return &form{verbs: verbs, open: open, wrong: func(a Act) *fault {
		if !slices.Contains(open(), a) {
			return otherwise
		}
		return nil
	}}
}
