package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// war is the game as the rules of the family play it: made for the moment, so that nothing
// in the game points at the game itself, and a copy is a copy.
func (g *game) war() battle.Battles { return battle.Of(&g.Field, g) }

// Changed implements [chit.Rules]: nothing follows here from a change on the map.
func (g *game) Changed(*adjudicator.Table) {}

// Sickbeds implements [march.Rules]: a leader who has fallen ill goes to a rear base of
// his side (7, S21).
func (g *game) Sickbeds(l field.LeaderNo) board.Set { return g.basesFor(g.Chiefs[l].Side) }

var _ battle.Game = (*game)(nil)

// Homes implements [chit.Rules]: a rear base free of enemies (8).
func (g *game) Homes(s adjudicator.Side, _ field.UnitSet, _ field.LeaderSet) board.Set {
	return g.basesFor(s)
}
