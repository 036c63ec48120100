package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/standing"
	"keryx/orders"
)

// ReadStanding implements [adjudicator.Ruleset].
func (rs *ruleset) ReadStanding(rule *orders.Rule) (adjudicator.Standing, []*orders.Diagnostic) {
	return standing.ReadStanding(rule, rs.Printed, rs.lexicon, standing.MoveStandings, standing.CombatStandings)
}
