package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/standing"
)

// Idle implements [adjudicator.Overseer]: the standing orders that can never answer,
// since one above them answers all that they could. It says nothing of those that only
// several others together leave nothing to.
func (rs *ruleset) Idle(rules []adjudicator.Standing) []adjudicator.Idle {
	var all []adjudicator.Idle
	for i, rule := range rules {
		if by, part := standing.ForestalledBy(rules[:i], rule, nil); by >= 0 {
			all = append(all, adjudicator.Idle{Rule: i, By: by, Part: part})
		}
	}
	return all
}
