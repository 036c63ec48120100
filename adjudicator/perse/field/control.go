package field

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// Present reports whether a side has units, leaders or decoys ashore in a zone (13, P-8).
func (g *War) Present(side adjudicator.Side, z board.Zone) bool {
	return g.Ashore(side, z) != 0 || len(g.Loose(int(side), z, false)) > 0
}

// Alone is the side that is alone in a zone; -1 if neither is.
func (g *War) Alone(z board.Zone) int8 {
	switch greek, persian := g.Present(Greeks, z), g.Present(Persians, z); {
	case greek && !persian:
		return int8(Greeks)
	case persian && !greek:
		return int8(Persians)
	}
	return -1
}

// Controls is who controls a zone (13): who is alone there, or who was last to stay a whole turn.
func (g *War) Controls(z board.Zone) int8 {
	if one := g.Alone(z); one >= 0 {
		return one
	}
	if g.Present(Greeks, z) {
		return -1 // both are there
	}
	return g.Control[z]
}

// KeeperOf is who holds the city of a zone (8.1, P-6): who controlled the zone last; nobody that of a scorched
// one, which is controlled for victory alone (12).
func (g *War) KeeperOf(z board.Zone) int8 {
	if g.Scorched.Has(z) {
		return -1
	}
	return g.Keeper[z]
}

// Keep looks at who holds the city of a zone: who is alone there.
func (g *War) Keep(z board.Zone) {
	if one := g.Alone(z); one >= 0 {
		g.Keeper[z] = one
	}
}

// Has reports whether a side controls the zone of that name.
func (g *War) Has(side adjudicator.Side, id string) bool {
	return g.Controls(g.Rules.Map.MustZone(id)) == int8(side)
}

// cities are the zones that have one, by the scenarios and the map (0.2).
var cities = []string{"Troade", "Phocee", "Erythrees", "Ephese", "Milet", "Halicarnasse", "Thrace", "Macedoine", "Thessalie", "Beotie",
	"Eubee", "Attique", "Megaride", "Corinthe", "Argolide", "Laconie"}

// City reports whether a zone has a city that stands.
func (g *War) City(z board.Zone) bool {
	if g.Ruined.Has(z) {
		return false // P-70
	}
	for _, id := range cities {
		if g.ZoneID(z) == id {
			return true
		}
	}
	return false
}
