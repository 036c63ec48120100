package march

import (
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// offerWithdrawal lets the passive player take cavalry that is by itself in a zone
// out of the way of units that enter it; a leader by himself is none (3.5).
func (g Marches) offerWithdrawal(t *adjudicator.Table, m *Move, z board.Zone) {
	if m.Units.Empty() {
		return
	}
	side := m.Side.Other()
	for units := m.Units; !units.Empty(); { // they have left the zone that they came from
		g.Place(units.Pop(), z)
	}
	for leaders := m.Leaders; leaders != 0; {
		g.PlaceLeader(leaders.Pop(), z)
	}
	f := &WithdrawForm{G: g, enemies: m.Leaders, Away: Move{G: g, Side: side, From: z, Manner: ByLand,
		Units: g.UnitsAt(side, z), Leaders: g.LeadersOf(side, z) &^ g.Ill}}
	if f.Reached().Empty() {
		return
	}
	q := adjudicator.Question{Kind: "withdraw", Rule: g.Sections.Stops, Verbs: withdrawVerbs, Reaction: true, Free: true, Form: f}
	if t.Heard() {
		q.Prompt = adjudicator.Say("bey.ask.withdraw", "Zone", g.ZoneTerm(z), "Who", g.Terms(f.Away.Units, f.Away.Leaders),
			"Enemies", g.Terms(m.Units, m.Leaders))
	}
	a, ok := t.Ask(side, q).(RidingOff)
	if !ok {
		return
	}
	for units := a.Units; !units.Empty(); {
		g.Place(units.Pop(), a.To())
	}
	for leaders := a.Leaders; leaders != 0; {
		g.PlaceLeader(leaders.Pop(), a.To())
	}
	if t.Heard() {
		g.Show(t, g.Sections.Stops, 1, g.Mark("move", side, append([]board.Zone{z}, a.Route[:a.Steps]...)...), "withdrew",
			"Side", side, "Who", g.Terms(a.Units, a.Leaders), "From", z, "To", a.To())
	}
	for _, passed := range a.Route[:a.Steps] {
		g.captureAt(t, a.Move, passed)
	}
	g.SettleZone(t, side, a.To())
}

var withdrawVerbs = []string{"withdraw", "stand"}

// WithdrawForm asks whether and where cavalry withdraws.
type WithdrawForm struct {
	G       Marches
	enemies field.LeaderSet // who come with those that enter
	Away    Move            // without a route
}

// RidingOff is the answer "withdraw by T4 T28".
type RidingOff struct{ *Move }

// Words implements [adjudicator.Answer].
func (a RidingOff) Words() adjudicator.Words {
	w := adjudicator.Words{adjudicator.Keyword("withdraw"), adjudicator.Keyword("by")}
	for _, z := range a.Route[:a.Steps] {
		w = append(w, a.G.ZoneTerm(z))
	}
	return w
}

// Standing is the answer "stand".
type Standing struct{}

// Words implements [adjudicator.Answer].
func (Standing) Words() adjudicator.Words { return adjudicator.Words{adjudicator.Keyword("stand")} }

// Reached returns where the cavalry can go: within its movement points, without
// entering a zone of the enemy.
func (f *WithdrawForm) Reached() board.Set {
	g, m := f.G, &f.Away
	shut := g.ShutTo(m.Side).Union(g.Held[m.Side.Other()])
	step := g.StepCost(m.Side, ByLand)
	g.Search.Run(g.Board, m.From, g.Pace(m), func(from board.Zone, e *board.Edge) int {
		if !e.By(board.ByLand) || shut.Has(e.To) {
			return board.Never
		}
		return step(from, e)
	})
	set := g.Search.Reached()
	set.Remove(m.From)
	return set
}

// Accept implements [adjudicator.Form].
func (f *WithdrawForm) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	switch o := o.(type) {
	case order.Single:
		if o.Act == order.ActStand {
			return Standing{}, nil
		}
	case order.WithdrawOrder:
		return f.acceptWay(o, s)
	}
	return nil, field.NotNow(s, f.G.Sections.Stops)
}

func (f *WithdrawForm) acceptWay(o order.WithdrawOrder, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	m := f.Away
	last := o.Legs[len(o.Legs)-1]
	if len(o.Legs) == 1 && !f.G.Board.Near(m.From, board.ByLand).Has(last.Zone) {
		reach := f.Reached()
		if !reach.Has(last.Zone) || !f.G.Follow(&m, last.Zone) {
			return nil, orders.IllegalAt(s, last.Span, "no-withdrawal", f.G.Sections.Stops,
				"Zone", f.G.ZoneTerm(last.Zone), "Zones", f.G.ZoneTerms(reach))
		}
		return RidingOff{&m}, nil
	}
	for i, l := range o.Legs {
		if i == maxRoute || l.Dropped {
			return nil, orders.IllegalAt(s, l.Span, "route-too-long", f.G.Sections.Stops, "Limit", maxRoute)
		}
		m.Route[i] = l.Zone
		m.Steps++
	}
	if bad := f.judge(&m); bad != nil {
		span := last.Span
		if bad.Step >= 0 {
			span = o.Legs[bad.Step].Span
		}
		return nil, bad.In(s, span)
	}
	return RidingOff{&m}, nil
}

// judge returns the rule that forbids a withdrawal, or nil.
func (f *WithdrawForm) judge(m *Move) *field.Fault {
	if bad := f.G.Judge(m); bad != nil {
		return bad
	}
	for i, z := range m.Route[:m.Steps] {
		if f.G.Held[m.Side.Other()].Has(z) {
			return f.G.Fault("no-withdrawal", f.G.Sections.Stops, i, "Zone", z, "Zones", f.Reached())
		}
	}
	return nil
}

// Check implements [adjudicator.Form].
func (f *WithdrawForm) Check(a adjudicator.Answer) error {
	switch a := a.(type) {
	case Standing:
		return nil
	case RidingOff:
		if a.Units == f.Away.Units && a.From == f.Away.From {
			return f.judge(a.Move).Err()
		}
	}
	return fmt.Errorf("%w: %v", field.ErrIllegal, a)
}

// Sample implements [adjudicator.Form].
func (f *WithdrawForm) Sample(r *rand.Rand) adjudicator.Answer {
	goals := f.Reached()
	m := f.Away
	if r.IntN(2) == 0 || !f.G.Follow(&m, goals.Nth(r.IntN(goals.Len()))) {
		return Standing{}
	}
	return RidingOff{&m}
}

// Default implements [adjudicator.Form].
func (f *WithdrawForm) Default() adjudicator.Answer { return Standing{} }

// Choices implements [adjudicator.Form].
func (f *WithdrawForm) Choices() []adjudicator.Choice {
	all := []adjudicator.Choice{{Words: Standing{}.Words()}}
	var ways []RidingOff
	for z := range f.Reached().All() {
		m := f.Away
		if f.G.Follow(&m, z) {
			ways = append(ways, RidingOff{&m})
		}
	}
	for _, w := range ways {
		all = append(all, adjudicator.Choice{Words: w.Words()})
	}
	return all
}

// Offers implements [adjudicator.Offerer]: each zone, and to stand.
func (f *WithdrawForm) Offers() adjudicator.Offers { return adjudicator.OfferChoices(f.Choices()) }
