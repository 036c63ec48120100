package hellespont

import "keryx/adjudicator/board"

// landmarks are the ports that rules name.
type landmarks struct {
	cardia           board.Zone
	portValue        [maxZones]int // victory points for holding a port (9.2)
	straitMouth      board.Set     // Eleonte and Rhoeteion (6.1 A)
	straitWaist      board.Set     // Sestos and Abydos (6.1 B)
	spartanPorts     board.Set     // Cardia, Parion, Lampsaque and Abydos (6.2 A)
	spartanAnchorage board.Set     // Lampsaque and Abydos (6.2 A)
}

// findLandmarks looks the named ports up on the map.
func findLandmarks(m *board.Map) landmarks {
	set := func(ids ...string) board.Set {
		var s board.Set
		for _, id := range ids {
			s.Add(m.MustZone(id))
		}
		return s
	}
	l := landmarks{
		cardia:           m.MustZone("Cardia"),
		straitMouth:      set("Eleonte", "Rhoeteion"),
		straitWaist:      set("Sestos", "Abydos"),
		spartanPorts:     set("Cardia", "Parion", "Lampsaque", "Abydos"),
		spartanAnchorage: set("Lampsaque", "Abydos"),
	}
	for port := range m.OfKind(board.Port).All() {
		l.portValue[port] = 1
	}
	l.portValue[m.MustZone("Cyzique")] = 5
	l.portValue[m.MustZone("Sestos")] = 3
	l.portValue[m.MustZone("Abydos")] = 3
	return l
}
