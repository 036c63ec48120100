package hellespont

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/order"
	"keryx/orders"
)

// verbs lists every order of the game.
func verbs() []order.Verb {
	return slices.Concat(order.MoveVerbs, order.PlayVerbs, order.CombatVerbs, order.PortVerbs)
}

// ReadOrder implements [adjudicator.Ruleset].
func (rs *ruleset) ReadOrder(id string, s *orders.Statement) (adjudicator.Order, []*orders.Diagnostic) {
	return order.ReadOrder(id, s, rs.verbs, rs.Printed, rs.lexicon)
}
