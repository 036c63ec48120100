package chit

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// WeakenAll weakens units of one side in a zone and eliminates those that were
// weakened before.
func (g Chits) WeakenAll(t *adjudicator.Table, rule string, s adjudicator.Side, z board.Zone, units field.UnitSet) {
	if units.Empty() {
		return
	}
	fresh, spent := units.Minus(g.Weak), units.And(g.Weak)
	if t.Heard() && !fresh.Empty() {
		g.Tell(t, rule, 1, "weakened", "Side", s, "Zone", z, "Units", fresh)
	}
	if t.Heard() && !spent.Empty() {
		g.Tell(t, rule, 1, "eliminated", "Side", s, "Zone", z, "Units", spent)
	}
	for !units.Empty() {
		g.Weaken(units.Pop())
	}
}
