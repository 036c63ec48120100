package battle

import (
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/standing"
)

// recoveries takes as many units as may recover, in the order of a rule.
func (f *UnitsForm) recoveries(x standing.RecoverRule) field.UnitSet {
	g := f.G
	ranked := standing.Sorted(g.Field, f.From, x.Order, standing.RecoveriesThen, func(u field.UnitNo) int { return g.Pieces[u].Full })
	return field.UnitsOf(ranked[:min(f.Max, len(ranked))]...)
}
