package hellespont

import (
	"keryx/adjudicator/bey/standing"
	"keryx/orders"
)

// Tongue implements [adjudicator.Linguist].
func (rs *ruleset) Tongue(rule *orders.Rule) (orders.Language, bool) {
	return standing.TongueOf(rule, rs.words)
}
