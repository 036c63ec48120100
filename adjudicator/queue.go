package adjudicator

import (
	"slices"

	"keryx/orders"
)

// queue is a side's orders that have not been asked for yet, in the order of
// the file, grouped by phase heading.
type queue struct {
	groups []group
	last   map[string]int // the occurrence of each phase that a group was last used in
}

// group is the orders under one phase heading.
type group struct {
	orders.Group
	written string // the name that its heading gives the phase
	orders  []queued
	bound   int // the occurrence of the phase that has used it; 0 if none has
}

// queued is one order that has been read.
type queued struct {
	verb      string
	order     Order
	statement *orders.Statement
	used      bool // it is [Lasting], and has answered a question
	phase     bool // it passes for the rest of its phase
}

// waiting reports whether any order is left.
func (q *queue) waiting() bool {
	for _, g := range q.groups {
		if len(g.orders) > 0 {
			return true
		}
	}
	return false
}

// statements lists the orders left that have answered nothing yet.
func (q *queue) statements() []orders.Statement {
	var all []orders.Statement
	for _, g := range q.groups {
		for _, o := range g.orders {
			if !o.used {
				all = append(all, *o.statement)
			}
		}
	}
	return all
}

// untold lists the orders left that have answered nothing yet, but for those whose phase
// has not come and is one of the optional ones: their side need not be told of them.
func (q *queue) untold(optional []string) []orders.Statement {
	var all []orders.Statement
	for _, g := range q.groups {
		if !g.mayPass(optional) {
			one := queue{groups: []group{g}}
			all = append(all, one.statements()...)
		}
	}
	return all
}

// mayPass reports whether the group's orders may be laid aside without a word.
func (g *group) mayPass(optional []string) bool {
	return g.bound == 0 && slices.Contains(optional, g.Phase)
}

// pop removes the order that head returned.
func (q *queue) pop() { q.groups[0].orders = q.groups[0].orders[1:] }

// use takes the order that head returned for an answer: one that lasts stays where it is.
func (q *queue) use() {
	first := &q.groups[0].orders[0]
	if _, lasts := first.order.(Lasting); lasts {
		first.used = true
		return
	}
	q.pop()
}

// behind returns the order behind one that lasts and does not answer the question, if
// that one does: it is taken out of its turn, and the first one goes on to last.
func (q *queue) behind(verbs []string) *queued {
	list := q.groups[0].orders
	if len(list) < 2 || !list[0].used || !slices.Contains(verbs, list[1].verb) {
		return nil
	}
	list[0], list[1] = list[1], list[0]
	return &list[0]
}

// head returns the next order that may answer a question of the present phase,
// or nil. Orders without a heading are always next; those under a heading wait
// for the side's own phase of that name. Groups that have been passed over are
// dropped and the side is told.
func (q *queue) head(s *Session, side Side) *queued {
	for len(q.groups) > 0 && len(q.groups[0].orders) == 0 {
		q.groups = q.groups[1:]
	}
	if len(q.groups) == 0 {
		return nil
	}
	if q.groups[0].Phase == "" {
		return &q.groups[0].orders[0]
	}
	t := &s.table
	if t.active != Observer && t.active != side {
		return nil
	}
	now := t.counts[side][t.phase]
	for i := range q.groups {
		g := &q.groups[i]
		if g.Phase != t.phase || len(g.orders) == 0 || !q.fits(g, now) {
			continue
		}
		for _, passed := range q.groups[:i] {
			if passed.mayPass(s.rules.Info().Optional) {
				continue
			}
			for _, o := range passed.orders {
				s.dropped(side, []orders.Statement{*o.statement}, "kit.order-passed", "Phase", Keyword(t.phase))
			}
		}
		q.groups = q.groups[i:]
		g = &q.groups[0]
		if q.last == nil {
			q.last = map[string]int{}
		}
		g.bound, q.last[g.Phase] = now, now
		return &g.orders[0]
	}
	return nil
}

// fits reports whether a group may be used in the given occurrence of its phase.
func (q *queue) fits(g *group, now int) bool {
	switch {
	case g.bound != 0:
		return g.bound == now
	case g.Again:
		return now > q.last[g.Phase]
	}
	return true
}
