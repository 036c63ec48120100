package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// BroughtBack implements [chit.Rules]: the Advantage brings no unit back, but leaders (8).
func (g *game) BroughtBack(adjudicator.Side) (none field.UnitSet) { return none }

// Homes implements [chit.Rules]: leaders come back to a rear base of their side that is
// free of enemies (8).
func (g *game) Homes(s adjudicator.Side, _ field.UnitSet, _ field.LeaderSet) board.Set {
	return g.basesFor(s)
}

// gifts are the initiatives that the scenario gives away: 10.4's in turn 1 as printed, or
// in the first one (10.1, 10.4).
func (g *game) gifts() []field.Gift {
	switch {
	case g.setting.InitiativeTurn < 0:
		return nil
	case g.options.initiativeFirst:
		return []field.Gift{{Turn: g.setting.First, Side: g.setting.Initiative}}
	}
	return []field.Gift{{Turn: g.setting.InitiativeTurn, Side: g.setting.Initiative}}
}
