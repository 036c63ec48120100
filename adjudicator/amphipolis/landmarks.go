package amphipolis

import (
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// landmarks are what this game alone prints, and what its rules name.
type landmarks struct {
	own *data.Game

	theatre           board.Set // the zones of operations, O1 to O8
	cities            board.Set // Eion, Amphipolis, Argilos ...
	wet, high         board.Set
	harbour           board.Set // sea zones in which no storm strikes and nobody tests attrition: M1
	thasos, macedonia board.Zone
	amphipolis, eion  board.Zone    // T12 and T5
	approaches        board.Set     // T9 and T13, where nobody of Athens may stand while Sparta builds (5.1)
	bandless          field.UnitSet // those without the band (1.2)

	garrisonAt [field.MaxZones]int8 // index of the garrison of a zone, -1 for none
	citadel    int                  // index of the citadel among the garrisons

	champion [2]field.LeaderNo // Cleon and Brasidas, by their sides

	ways  ways   // what steps cost
	roads *roads // how far it is from zone to zone
	river uint32 // tag of edges along the river
}

// citadelZone is the zone within which the citadel stands.
const citadelZone = "T12"

// findLandmarks looks up what rules name.
func findLandmarks(p *field.Printed, d *data.Game) *landmarks {
	m := p.Board
	terrain := func(id string) board.Set {
		t, _ := m.TerrainByID(id)
		return m.OfTerrain(t)
	}
	l := &landmarks{own: d, theatre: m.OfKind(board.Mixed), cities: terrain("city"), wet: terrain("wet"), high: terrain("high"),
		harbour: terrain("harbour"), thasos: m.MustZone("Thasos"), macedonia: m.MustZone("Macedonia"),
		amphipolis: m.MustZone(citadelZone), eion: m.MustZone("T5"),
		approaches: board.SetOf(m.MustZone("T9"), m.MustZone("T13")), citadel: d.Garrison(data.Citadel),
		champion: [2]field.LeaderNo{athens: p.LeaderNamed("Cleon"), sparta: p.LeaderNamed("Brasidas")},
		ways:     findWays(p, d), river: m.EdgeTag("river")}
	p.Coast = shores(p)
	l.roads = findRoads(p, &l.ways, l.thasos)
	for i := range p.Units {
		if p.Units[i].Ally == data.Allied {
			l.bandless.Add(field.UnitNo(i))
		}
	}
	for z := range l.garrisonAt {
		l.garrisonAt[z] = -1
	}
	for i, x := range d.Garrisons {
		l.garrisonAt[x.Zone] = int8(i)
	}
	return l
}
