package chit

import (
	"keryx/adjudicator/bey/field"
)

// Strike weakens units, and eliminates those that are weakened already.
func (g Chits) Strike(units field.UnitSet) {
	for !units.Empty() {
		g.Weaken(units.Pop())
	}
}
