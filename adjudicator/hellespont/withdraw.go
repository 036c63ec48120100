package hellespont

import (
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// offerWithdrawal lets the passive player take cavalry that is by itself in a zone
// out of the way of units that enter it; a leader by himself is none (3.5).
func (g *game) offerWithdrawal(t *adjudicator.Table, m *move, z board.Zone) {
	if m.units.empty() {
		return
	}
	side := m.side.Other()
	for units := m.units; !units.empty(); { // they have left the zone that they came from
		g.place(units.pop(), z)
	}
	for leaders := m.leaders; leaders != 0; {
		g.placeLeader(leaders.pop(), z)
	}
	f := &withdrawForm{g: g, enemies: m.leaders, away: move{g: g, side: side, from: z, manner: byLand,
		units: g.unitsAt(side, z), leaders: g.leadersOf(side, z) &^ g.ill}}
	if f.reached().Empty() {
		return
	}
	q := adjudicator.Question{Kind: "withdraw", Rule: "3.5", Verbs: withdrawVerbs, Reaction: true, Free: true, Form: f}
	if t.Heard() {
		q.Prompt = adjudicator.Say("hellespont.ask.withdraw", "Zone", g.zoneTerm(z), "Who", g.terms(f.away.units, f.away.leaders),
			"Enemies", g.terms(m.units, m.leaders))
	}
	a, ok := t.Ask(side, q).(ridingOff)
	if !ok {
		return
	}
	for units := a.units; !units.empty(); {
		g.place(units.pop(), a.to())
	}
	for leaders := a.leaders; leaders != 0; {
		g.placeLeader(leaders.pop(), a.to())
	}
	if t.Heard() {
		g.show(t, "3.5", 1, g.mark("move", side, append([]board.Zone{z}, a.route[:a.steps]...)...), "withdrew",
			"Side", g.sideTerm(side), "Who", g.terms(a.units, a.leaders), "From", g.zoneTerm(z), "To", g.zoneTerm(a.to()))
	}
	for _, passed := range a.route[:a.steps] {
		g.captureAt(t, a.move, passed)
	}
	g.settleZone(t, side, a.to())
}

var withdrawVerbs = []string{"withdraw", "stand"}

// withdrawForm asks whether and where cavalry withdraws.
type withdrawForm struct {
	g       *game
	enemies leaderSet // who come with those that enter
	away    move      // without a route
}

// ridingOff is the answer "withdraw by T4 T28".
type ridingOff struct{ *move }

// Words implements [adjudicator.Answer].
func (a ridingOff) Words() adjudicator.Words {
	w := adjudicator.Words{adjudicator.Keyword("withdraw"), adjudicator.Keyword("by")}
	for _, z := range a.route[:a.steps] {
		w = append(w, a.g.zoneTerm(z))
	}
	return w
}

// standing is the answer "stand".
type standing struct{}

// Words implements [adjudicator.Answer].
func (standing) Words() adjudicator.Words { return adjudicator.Words{adjudicator.Keyword("stand")} }

// reached returns where the cavalry can go: within its movement points, without
// entering a zone of the enemy.
func (f *withdrawForm) reached() board.Set {
	g, m := f.g, &f.away
	shut := g.shutTo(m.side).Union(g.held[m.side.Other()])
	g.search.Run(g.board, m.from, g.pace(m), func(from board.Zone, e *board.Edge) int {
		if !e.By(board.ByLand) || shut.Has(e.To) {
			return board.Never
		}
		return g.landCost(from, e.To)
	})
	set := g.search.Reached()
	set.Remove(m.from)
	return set
}

// Accept implements [adjudicator.Form].
func (f *withdrawForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	switch o := o.(type) {
	case single:
		if o.act == actStand {
			return standing{}, nil
		}
	case withdrawOrder:
		return f.acceptWay(o, s)
	}
	return nil, notNow(s, "3.5")
}

func (f *withdrawForm) acceptWay(o withdrawOrder, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	m := f.away
	last := o.legs[len(o.legs)-1]
	if len(o.legs) == 1 && !f.g.board.Near(m.from, board.ByLand).Has(last.zone) {
		reach := f.reached()
		if !reach.Has(last.zone) || !f.g.follow(&m, last.zone) {
			return nil, orders.IllegalAt(s, last.span, "no-withdrawal", "3.5",
				"Zone", f.g.zoneTerm(last.zone), "Zones", f.g.zoneTerms(reach))
		}
		return ridingOff{&m}, nil
	}
	for i, l := range o.legs {
		if i == maxRoute || l.dropped {
			return nil, orders.IllegalAt(s, l.span, "route-too-long", "3.5", "Limit", maxRoute)
		}
		m.route[i] = l.zone
		m.steps++
	}
	if bad := f.judge(&m); bad != nil {
		span := last.span
		if bad.step >= 0 {
			span = o.legs[bad.step].span
		}
		return nil, bad.in(s, span)
	}
	return ridingOff{&m}, nil
}

// judge returns the rule that forbids a withdrawal, or nil.
func (f *withdrawForm) judge(m *move) *fault {
	if bad := f.g.judge(m); bad != nil {
		return bad
	}
	for i, z := range m.route[:m.steps] {
		if f.g.held[m.side.Other()].Has(z) {
			return &fault{"no-withdrawal", "3.5", i, []any{"Zone", f.g.zoneTerm(z), "Zones", f.g.zoneTerms(f.reached())}}
		}
	}
	return nil
}

// Check implements [adjudicator.Form].
func (f *withdrawForm) Check(a adjudicator.Answer) error {
	switch a := a.(type) {
	case standing:
		return nil
	case ridingOff:
		if a.units == f.away.units && a.from == f.away.from {
			if bad := f.judge(a.move); bad != nil {
				return bad
			}
			return nil
		}
	}
	return fmt.Errorf("%w: %v", errIllegal, a)
}

// Sample implements [adjudicator.Form].
func (f *withdrawForm) Sample(r *rand.Rand) adjudicator.Answer {
	goals := f.reached()
	m := f.away
	if r.IntN(2) == 0 || !f.g.follow(&m, nthZone(goals, r.IntN(goals.Len()))) {
		return standing{}
	}
	return ridingOff{&m}
}

// Default implements [adjudicator.Form].
func (f *withdrawForm) Default() adjudicator.Answer { return standing{} }

// Choices implements [adjudicator.Form].
func (f *withdrawForm) Choices() []adjudicator.Choice {
	all := []adjudicator.Choice{{Words: standing{}.Words()}}
	var ways []ridingOff
	for z := range f.reached().All() {
		m := f.away
		if f.g.follow(&m, z) {
			ways = append(ways, ridingOff{&m})
		}
	}
	for _, w := range ways {
		all = append(all, adjudicator.Choice{Words: w.Words()})
	}
	return all
}
