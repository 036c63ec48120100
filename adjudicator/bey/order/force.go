package order

import (
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// Pick finds the counters that a force names among those that can be meant: units
// of from and leaders of men, in zone z. Equal counters are interchangeable, and
// those of the lowest index are taken. The fault names what there is.
func Pick(g *field.Field, s *orders.Statement, f Force, from field.UnitSet, men field.LeaderSet, z board.Zone, rule string) (field.UnitSet, field.LeaderSet, *orders.Diagnostic) {
	if f.All {
		return from, men, nil
	}
	var units field.UnitSet
	var leaders field.LeaderSet
	for _, it := range f.Items {
		have := g.Equal(from.Minus(units), it.Label, it.Weak)
		if have.Len() < it.Count {
			return units, leaders, orders.IllegalAt(s, it.Span, "no-such-unit", rule,
				"Unit", it.term(g.Printed), "Zone", g.ZoneTerm(z),
				"Present", g.Terms(from, men))
		}
		for range it.Count {
			units.Add(have.Pop())
		}
	}
	for _, n := range f.Leaders {
		if !men.Has(n.Leader) {
			return units, leaders, orders.IllegalAt(s, n.Span, "no-such-leader", rule,
				"Leader", g.LeaderTerm(n.Leader), "Zone", g.ZoneTerm(z), "Present", g.Terms(from, men))
		}
		leaders.Add(n.Leader)
	}
	return units, leaders, nil
}

// ForceOf names counters of a game one by one.
func ForceOf(g *field.Field, units field.UnitSet, men field.LeaderSet) (f Force) {
	for !units.Empty() {
		u := units.Pop()
		f.Items = append(f.Items, item{Label: g.Pieces[u].Label, Weak: g.Weak.Has(u), Count: 1})
	}
	for men != 0 {
		f.Leaders = append(f.Leaders, named{Leader: men.Pop()})
	}
	return f
}
