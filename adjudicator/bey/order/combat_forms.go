package order

import (
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// Resolve finds the units and leaders that the parts of a selection name. A unit
// named without its zone must not leave open which zone is meant.
func Resolve(g *field.Field, s *orders.Statement, parts []Part, from field.UnitSet, men field.LeaderSet, rule string) (field.UnitSet, field.LeaderSet, *orders.Diagnostic) {
	var units field.UnitSet
	var leaders field.LeaderSet
	for _, p := range parts {
		set, captains := from.Minus(units), men&^leaders
		zone := p.at.Zone
		if p.at.Given() {
			set, captains = set.And(g.At[zone]), captains&g.LeadersAt[zone]
		} else {
			zone = g.OnlyZone(set)
			for _, it := range p.Force.Items {
				if same := g.Equal(set, it.Label, it.Weak); same.Len() > it.Count && g.OnlyZone(same) == board.NoZone {
					return units, leaders, orders.IllegalAt(s, it.Span, "say-where", rule,
						"Unit", it.term(g.Printed), "Zones", g.ZoneTerms(g.ZonesOf(same)))
				}
			}
		}
		u, l, d := Pick(g, s, p.Force, set, captains, zone, rule)
		if d != nil {
			if zone == board.NoZone { // no one zone to speak of
				d.Code = "not-among-these"
			}
			return units, leaders, d
		}
		units, leaders = units.Or(u), leaders|l
	}
	return units, leaders, nil
}
