package battle

import (
	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
	"keryx/adjudicator/form"
)

// Advise implements [adjudicator.Adviser].
func (f *UnitsForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		switch st := st.(type) {
		case standing.LossRule:
			if f.Act != order.ActRecover && (!st.When.Somewhere || f.G.ZonesOf(f.From).Within(st.When.Zones)) && st.When.Where(f.G.Field, f.G.ZonesOf(f.From).First()) {
				return UnitsAnswer{f, f.canonical(f.preferred(st))}, i, true
			}
		case standing.RecoverRule:
			if f.Act == order.ActRecover {
				return UnitsAnswer{f, f.canonical(f.recoveries(st))}, i, true
			}
		}
	}
	return nil, 0, false
}

// preferred takes the losses that a rule wants.
func (f *UnitsForm) preferred(l standing.LossRule) field.UnitSet {
	g := f.G
	ranked := standing.LossOrder(g.Field, f.From, l)
	if f.Sum == 0 {
		return field.UnitsOf(ranked[:f.Min]...)
	}
	values := make([]int, len(ranked))
	for i, u := range ranked {
		values[i] = g.Strength(u)
	}
	picked, _ := form.PickSum(values, f.Sum, nil)
	var units field.UnitSet
	for i, u := range ranked {
		if picked&(1<<i) != 0 {
			units.Add(u)
		}
	}
	return units
}

// Advise implements [adjudicator.Adviser]: everybody to the first zone of the rule
// that is open to all, else as many as may go to the first that is open to some.
func (f *RetreatForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	return advice.First(rules, func(x standing.RetreatRule) (adjudicator.Answer, bool) {
		if !x.When.Where(f.G.Field, f.From) {
			return nil, false
		}
		for _, to := range x.To {
			for z := range to.Intersect(f.Near.Union(f.Over)).All() {
				if a := f.everybody(z); f.Judge(&a, nil) == nil {
					return a, true
				}
			}
		}
		for _, to := range x.To {
			for z := range to.Intersect(f.Near).All() {
				if a := f.party(z); a.To != board.NoZone {
					return a, true
				}
			}
		}
		return nil, false
	})
}
