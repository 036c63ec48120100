package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
)

// Healed implements [battle.Rules]: the bonuses of leaders turn units on the main map to
// their front; elsewhere a stratagem or the Advantage does (2.D.3).
func (g *game) Healed(s adjudicator.Side) (units field.UnitSet) {
	for z := range g.Held[s].Intersect(g.Lands.Union(g.Seas)).All() {
		units = units.Or(g.UnitsAt(s, z))
	}
	return units
}
