package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
)

// Advise implements [adjudicator.Adviser]: into a port that has fallen.
func (f *portForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	if f.act != order.ActAdvance {
		return nil, 0, false
	}
	return advice.First(rules, func(x standing.AdvanceRule) (adjudicator.Answer, bool) {
		if x.None {
			return entering{form: f, to: board.NoZone}, true
		}
		if x.All {
			if a := f.fill(f.ports.First()); !a.units.Empty() {
				return a, true
			}
		}
		return f.Default(), true
	})
}

// Advise implements [adjudicator.Adviser].
func (f *redeployForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	return advice.First(rules, func(x standing.StaysRule) (adjudicator.Answer, bool) { return staying{}, x.Kind == "redeploy" })
}
