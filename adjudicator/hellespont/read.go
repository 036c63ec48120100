package hellespont

import (
	"slices"

	"keryx/adjudicator/bey/order"
)

// verbs lists every order of the game.
func verbs() []order.Verb {
	return slices.Concat(order.MoveVerbs, order.PlayVerbs, order.CombatVerbs, order.PortVerbs)
}
