package march

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
)

// Advise implements [adjudicator.Adviser].
func (f *ZoneForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		x, ok := st.(standing.WayRule)
		if !ok || x.Kind != f.Kind || !x.When.Met(f.G.Field, f.from(), f.Leaders, 0) {
			continue
		}
		for _, to := range x.To {
			if open := to.Intersect(f.Zones); !open.Empty() {
				return Going{f, open.First()}, i, true
			}
		}
	}
	return nil, 0, false
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
	for i, st := range rules {
		x, ok := st.(standing.RetreatRule)
		if !ok || !x.When.Where(f.g.Field, f.from) {
			continue
		}
		for _, to := range x.To {
			var found Displacement
			n := 0
			f.Each(func(a Displacement) bool {
				if to.Has(a.To) && (n == 0 || f.g.Strength(a.Unit) < f.g.Strength(found.Unit)) {
					found, n = a, n+1
				}
				return true
			})
			if n > 0 {
				return found, i, true
			}
		}
	}
	return nil, 0, false
}

// Advise implements [adjudicator.Adviser]: nobody sails out of the bases in B.2.
// Movements in B.3 are nobody's but the player's.
func (f *ActForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		if x, ok := st.(standing.StaysRule); ok && !f.Actions && x.Kind == "depart" {
			return f.Default(), i, true
		}
	}
	return nil, 0, false
}

// Advise implements [adjudicator.Adviser]: who goes when a stack is too high or the
// ships are too few is chosen as losses are.
func (f *SacrificeForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		if l, ok := st.(standing.LossRule); ok && l.When.Where(f.G.Field, f.Zone) {
			return f.made(f.G.Canonical(field.UnitsOf(standing.LossOrder(f.G.Field, f.From, l)[0]), f.From).Nth(0), false), i, true
		}
	}
	return nil, 0, false
}
