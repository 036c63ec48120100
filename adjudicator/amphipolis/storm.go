package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// StormNeed implements [battle.Rules]: 5 or 6 strikes, except in the port (7, S2).
func (g *game) StormNeed(_ adjudicator.Side, z board.Zone) int {
	if g.harbour.Has(z) {
		return 7
	}
	return 5
}
