package hellespont

import "keryx/adjudicator/bey/battle"

// war is the game as the rules of the family play it: made for the moment, so that nothing
// in the game points at the game itself, and a copy is a copy.
func (g *game) war() battle.Battles { return battle.Of(&g.Field, g) }
