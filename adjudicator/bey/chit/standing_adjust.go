package chit

import (
	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/standing"
)

// Advise implements [adjudicator.Adviser].
func (f *KeepForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	return advice.First(rules, func(x standing.KeepRule) (adjudicator.Answer, bool) {
		for _, want := range x.Faces {
			for hand := f.G.Pool.Hand[f.Side]; hand != 0; {
				if c := hand.Pop(); f.G.canPlay(f.Side, c, want.Faces[0]) {
					return KeepAnswer{f.G, c}, true
				}
			}
		}
		return nil, false
	})
}

// canPlay reports whether a counter has a face of that number that the side may play.
func (g Chits) canPlay(s adjudicator.Side, c field.ChitNo, n field.StratagemNo) bool {
	for _, f := range g.Counters[c].Faces {
		if f.Stratagem == n && f.Colour.PlayableBy(s) && !g.Retired.Has(n) && !g.Playing.IsWithdrawn(n) {
			return true
		}
	}
	return false
}
