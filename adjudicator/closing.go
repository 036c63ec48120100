package adjudicator

import (
	"slices"

	"keryx/orders"
)

// Closing is an [Order] after which others are not asked for any more: those with one of
// the verbs, until the phase is over, or in the whole turn. The answer to a question that
// is asked once closes its own verb: "spend 3", "choose S5". Its phase is looked at only
// where the order stands under a heading, since orders without one go on into the next. An
// [Answer] whose order closes verbs for the whole turn says so too, where it can be asked for
// again, so that a simulated player does not put both into one file.
type Closing interface {
	Closes() (verbs []string, turn bool)
}

// Doubled is a [Closing] order that knows better than the kit what is to be said of
// another one with its verb behind it: the code of the diagnostic, and its arguments.
type Doubled interface {
	Doubled(next Order) (code string, args []any)
}

// closer is an order that has closed a verb.
type closer struct {
	queued
	turnLong bool
}

// strike takes the orders out of a queue that can never be asked for, since one before
// them in the same file has closed their verb, and returns what is to be said of each.
// It is done to a file that is judged ([Session.Rehearse]), never to one that was taken.
func (q *queue) strike() (faults []struck) {
	closed := map[string]closer{}
	for i := range q.groups {
		g := &q.groups[i]
		if i > 0 { // each heading is another phase, or another occurrence of it
			for verb, c := range closed {
				if !c.turnLong {
					delete(closed, verb)
				}
			}
		}
		left := g.orders[:0:0]
		for _, o := range g.orders {
			if c, shut := closed[o.verb]; shut {
				faults = append(faults, c.against(o))
				continue
			}
			left = append(left, o)
			if x, ok := o.order.(Closing); ok {
				verbs, turn := x.Closes()
				if turn || g.Phase != "" {
					for _, verb := range verbs {
						closed[verb] = closer{o, turn}
					}
				}
			}
		}
		g.orders = left
	}
	return faults
}

// struck is the fault of an order that can never be asked for, and the line that is
// the reason.
type struck struct {
	fault *orders.Diagnostic
	by    int
}

// against says which order has closed the verb of another.
func (c closer) against(o queued) struck {
	st, code := o.statement, "never-asked"
	args := []any{"Verb", Keyword(o.verb), "Line", st.Line, "First", c.statement.Line, "Order", c.statement.Text}
	if c.verb == o.verb && closes(o, o.verb) {
		code = "asked-once"
		if x, ok := c.order.(Doubled); ok {
			own, more := x.Doubled(o.order)
			code, args = own, append(args, more...)
		}
	}
	return struck{orders.IllegalAt(st, st.Verb.Span, code, "", args...), c.statement.Line}
}

// closes reports whether an order closes a verb.
func closes(o queued, verb string) bool {
	x, ok := o.order.(Closing)
	if !ok {
		return false
	}
	verbs, _ := x.Closes()
	return slices.Contains(verbs, verb)
}

// strikeClosed takes what can never be asked for out of a side's queue. The function that
// it returns notes that as faults, but for what hangs on a line with a fault of its own.
func (s *Session) strikeClosed(side Side) (note func()) {
	all := s.seats[side].queue.strike()
	return func() {
		for _, x := range all {
			if !slices.ContainsFunc(s.faults, func(d *orders.Diagnostic) bool { return d.Span.Line == x.by }) {
				s.fault(x.fault)
			}
		}
	}
}
