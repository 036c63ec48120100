package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
)

// Advise implements [adjudicator.Adviser]: into a port that has fallen.
func (f *portForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	if f.act != actAdvance {
		return nil, 0, false
	}
	return advice.First(rules, func(x advanceRule) (adjudicator.Answer, bool) {
		if x.none {
			return entering{form: f, to: board.NoZone}, true
		}
		if x.all {
			if a := f.fill(f.ports.First()); !a.units.Empty() {
				return a, true
			}
		}
		return f.Default(), true
	})
}

// Advise implements [adjudicator.Adviser].
func (f *redeployForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	return advice.First(rules, func(x standing.StaysRule) (adjudicator.Answer, bool) { return chit.Staying{}, x.Kind == "redeploy" })
}
