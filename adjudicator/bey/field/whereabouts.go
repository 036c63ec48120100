package field

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// ZonesOf returns the zones where units are.
func (g *Field) ZonesOf(set UnitSet) board.Set {
	var zones board.Set
	for !set.Empty() {
		zones.Add(g.Where[set.Pop()])
	}
	return zones
}

// OnlyZone returns the zone where all units of a set are, or NoZone.
func (g *Field) OnlyZone(set UnitSet) board.Zone {
	zones := g.ZonesOf(set)
	if zones.Len() != 1 {
		return board.NoZone
	}
	return zones.First()
}

// OnMap returns the units of a side that are on the map or in a base.
func (g *Field) OnMap(s adjudicator.Side) UnitSet {
	var units UnitSet
	for z := range g.Held[s].All() {
		units = units.Or(g.UnitsAt(s, z))
	}
	return units
}

// CalledAway reports whether the scenario has called a leader away by now.
func (g *Field) CalledAway(l LeaderNo) bool {
	for _, r := range g.Recalls {
		if r.Leader == l && r.Turn <= g.Playing.First+g.TurnNo {
			return true
		}
	}
	return false
}

// AllPF returns all force points of a side in a zone.
func (g *Field) AllPF(s adjudicator.Side, z board.Zone) int { return g.NavalPF(s, z) + g.LandPF(s, z) }
