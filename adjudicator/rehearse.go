package adjudicator

import (
	"fmt"
	"math/rand/v2"

	"keryx/orders"
)

// Rehearse judges a file for what hangs on its author alone. It plays the file as
// [Session.Take] would, in a world where the enemy does nothing that he need not do and
// no dice are thrown, and goes on until a throw, a draw, an answer that the enemy cannot
// withhold, or a question that the file leaves open. What fails there fails for its own
// reason, whatever the dice and the enemy will do.
//
// The session is first made one that the author cannot tell from the true one: the
// enemy's orders, his standing orders and an answer that he has sealed are gone, and
// what is hidden from the author is imagined anew from r, if the game is a [Redealer].
// So the outcome tells its author nothing, and is the same whatever r gives.
//
// The faults are those that have been found in the file before, by its parser; they come
// first in the outcome, and what can hang on them is not held against the file. The
// session is spent: close it.
func (s *Session) Rehearse(in Input, r *rand.Rand, faults ...*orders.Diagnostic) (Outcome, error) {
	s.Conceal(in.Side, r)
	s.table.begin(in)
	s.table.rehearsing = true
	s.faults, s.recovering = nil, false
	s.fault(faults...)
	before := len(s.answers)
	s.load(in.Side, in.File)
	noteStruck := s.strikeClosed(in.Side)
	s.settle()
	noteStruck()
	out := Outcome{Faults: s.faults, Waiting: s.seats[in.Side].queue.statements()}
	for _, a := range s.answers[before:] {
		if a.Side == in.Side {
			out.Answers = append(out.Answers, a)
		}
	}
	return out, s.broken
}

// Conceal makes the session one that a side cannot tell from the true one: the enemy's orders,
// his standing orders and what he has sealed are gone, and what is hidden from the
// side is imagined anew from r, if the game is a [Redealer]. It is then no longer the game's
// own session, which has to be another.
func (s *Session) Conceal(from Side, r *rand.Rand) {
	t, enemy := &s.table, from.Other()
	s.seats[enemy] = seat{}
	switch {
	case t.row != nil:
		if _, err := s.rewind(enemy); err != nil && s.broken == nil {
			s.broken = fmt.Errorf("taking back what was answered in secret: %w", err)
		}
	case t.sealed && t.open[from] != nil && t.open[enemy] == nil:
		t.given[enemy], t.open[enemy] = nil, &t.slots[enemy] // his answer was sealed
	}
	if g, ok := s.game.(Redealer); ok && !s.ended {
		g.Redeal(from, r)
	}
}

// rehearsed answers a question in a rehearsal that the file does not answer.
func (s *Session) rehearsed(side Side, q *Question) (Answer, bool) {
	author := s.table.working == side
	if q.Settled && author {
		s.cautionSettled(side, q)
	}
	if q.Settled || (q.Free || q.Slight) && !author {
		return q.Form.Default(), true
	}
	if !author {
		return nil, false
	}
	if a, rule, ok := s.advice(side, q); ok {
		s.noteAdvice(side, q, a, rule)
		return a, true
	}
	if s.recovering && q.Free && q.Reaction {
		return q.Form.Default(), true // what was to answer it may be at fault
	}
	return nil, false
}

// cautionSettled refuses the last order of a file behind which something ends by itself, nothing
// being left to choose, if that harms its author and he has not said that he means it.
func (s *Session) cautionSettled(side Side, q *Question) {
	form, ok := q.Form.(Cautious)
	last := s.seats[side].last
	if !ok || last == nil || s.recovering {
		return
	}
	if d := form.Caution(q.Form.Default(), nil, last); d != nil {
		s.fault(d)
	}
}
