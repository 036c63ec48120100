package march

import (
	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
)

// Advise implements [adjudicator.Adviser].
func (f *ZoneForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	return advice.First(rules, func(x standing.WayRule) (adjudicator.Answer, bool) {
		if x.Kind != f.Kind || !x.When.Met(f.G.Field, f.from(), f.Leaders, 0) {
			return nil, false
		}
		for _, to := range x.To {
			if open := to.Intersect(f.Zones); !open.Empty() {
				return f.To(open.First()), true
			}
		}
		return nil, false
	})
}

// from is where those are who must go.
func (f *ZoneForm) from() board.Zone {
	if !f.Units.Empty() {
		return f.G.ZonesOf(f.Units).First()
	}
	leaders := f.Leaders
	return f.G.LeaderWhere[leaders.Pop()]
}

// Advise implements [adjudicator.Adviser]: units are pushed on where a retreat would
// go, the smallest first.
func (f *CrowdForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	return advice.First(rules, func(x standing.RetreatRule) (adjudicator.Answer, bool) {
		if !x.When.Where(f.g.Field, f.from) {
			return nil, false
		}
		for _, to := range x.To {
			if a, ok := f.smallest(to); ok {
				return a, true
			}
		}
		return nil, false
	})
}

// smallest pushes the smallest unit on that can go to one of some zones.
func (f *CrowdForm) smallest(to board.Set) (found Displacement, ok bool) {
	f.Each(func(a Displacement) bool {
		if to.Has(a.To) && (!ok || f.g.Strength(a.Unit) < f.g.Strength(found.Unit)) {
			found, ok = a, true
		}
		return true
	})
	return found, ok
}

// Advise implements [adjudicator.Adviser]: nobody sails out of the bases in B.2.
// Movements in B.3 are nobody's but the player's.
func (f *ActForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	return advice.First(rules, func(x standing.StaysRule) (adjudicator.Answer, bool) {
		return f.Default(), !f.Actions && x.Kind == "depart"
	})
}

// Advise implements [adjudicator.Adviser]: who goes when a stack is too high or the
// ships are too few is chosen as losses are.
func (f *SacrificeForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	return advice.First(rules, func(l standing.LossRule) (adjudicator.Answer, bool) {
		if !l.When.Where(f.G.Field, f.Zone) {
			return nil, false
		}
		return f.made(f.G.Canonical(field.UnitsOf(standing.LossOrder(f.G.Field, f.From, l)[0]), f.From).Nth(0), false), true
	})
}
