package saved

import (
	"fmt"

	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// ZoneID names a zone; empty for NoZone.
func ZoneID(g *field.Field, z board.Zone) string {
	if z == board.NoZone {
		return ""
	}
	return g.Board.Name(z)
}

// Zone is the zone that [ZoneID] has named. It returns an error if there is none.
func Zone(g *field.Field, id string) (board.Zone, error) {
	if id == "" {
		return board.NoZone, nil
	}
	return zone(g, id)
}

// zone is the zone of an identifier.
func zone(g *field.Field, id string) (board.Zone, error) {
	z, ok := g.Board.Zone(id)
	if !ok {
		return board.NoZone, fmt.Errorf("no zone %q", id)
	}
	return z, nil
}

// ZoneIDs names the zones of a set; nil if there are none.
func ZoneIDs(g *field.Field, zones board.Set) (ids []string) {
	for z := range zones.All() {
		ids = append(ids, g.Board.Name(z))
	}
	return ids
}

// Zones is the set of some zones. It returns an error if there is no such zone.
func Zones(g *field.Field, ids []string) (set board.Set, err error) {
	for _, id := range ids {
		z, err := zone(g, id)
		if err != nil {
			return set, err
		}
		set.Add(z)
	}
	return set, nil
}
