package battle

import (
	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/bey/standing"
)

// Advise implements [adjudicator.Adviser].
func (f *FightForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	return advice.First(rules, func(x standing.OrderRule) (adjudicator.Answer, bool) {
		for _, z := range x.Zones {
			if f.Due.Has(z) {
				return f.First(z), true
			}
		}
		return f.Default(), true
	})
}
