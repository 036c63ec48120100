package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
)

// Advise implements [adjudicator.Adviser]: into a port that has fallen.
func (f *portForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		x, ok := st.(standing.AdvanceRule)
		switch {
		case !ok || f.act != order.ActAdvance:
		case x.None:
			return entering{form: f, to: board.NoZone}, i, true
		case x.All:
			if a := f.fill(f.ports.First()); !a.units.Empty() {
				return a, i, true
			}
			return f.Default(), i, true
		default:
			return f.Default(), i, true
		}
	}
	return nil, 0, false
}

// Advise implements [adjudicator.Adviser].
func (f *redeployForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		if x, ok := st.(standing.StaysRule); ok && x.Kind == "redeploy" {
			return staying{}, i, true
		}
	}
	return nil, 0, false
}
