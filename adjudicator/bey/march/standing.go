package march

import (
	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/bey/standing"
)

// Advise implements [adjudicator.Adviser].
func (f *WithdrawForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	return advice.First(rules, func(c standing.CavalryRule) (adjudicator.Answer, bool) {
		if !c.When.Met(f.G.Field, f.Away.From, f.enemies, f.Away.Leaders) {
			return nil, false
		}
		reached := f.Reached()
		for _, to := range c.To {
			for z := range to.Intersect(reached).All() {
				if m := f.Away; f.G.Follow(&m, z) {
					return RidingOff{&m}, true
				}
			}
		}
		return Standing{}, true
	})
}
