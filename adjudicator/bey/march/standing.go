package march

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/standing"
)

// Advise implements [adjudicator.Adviser].
func (f *WithdrawForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		c, ok := st.(standing.CavalryRule)
		if !ok || !c.When.Met(f.G.Field, f.Away.From, f.enemies, f.Away.Leaders) {
			continue
		}
		reached := f.Reached()
		for _, to := range c.To {
			for z := range to.Intersect(reached).All() {
				if m := f.Away; f.G.Follow(&m, z) {
					return RidingOff{&m}, i, true
				}
			}
		}
		return Standing{}, i, true
	}
	return nil, 0, false
}
