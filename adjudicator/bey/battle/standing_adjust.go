package battle

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/standing"
)

// Advise implements [adjudicator.Adviser].
func (f *FightForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		if x, ok := st.(standing.OrderRule); ok {
			for _, z := range x.Zones {
				if f.Due.Has(z) {
					return f.First(z), i, true
				}
			}
			return f.Default(), i, true
		}
	}
	return nil, 0, false
}
