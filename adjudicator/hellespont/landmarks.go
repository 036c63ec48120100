package hellespont

import (
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/adjudicator/hellespont/data"
)

// landmarks are what this game alone prints, and the ports and the leader that its rules
// name.
type landmarks struct {
	own *data.Game

	cardia           board.Zone
	portValue        [field.MaxZones]int // victory points for holding a port (9.2)
	straitMouth      board.Set           // Eleonte and Rhoeteion (6.1 A)
	straitWaist      board.Set           // Sestos and Abydos (6.1 B)
	spartanPorts     board.Set           // Cardia, Parion, Lampsaque and Abydos (6.2 A)
	spartanAnchorage board.Set           // Lampsaque and Abydos (6.2 A)

	shelterless board.Set // where attrition is tested: all but bases, ports and seas with a beach (6.4)

	tolls [64]tollOdds // of attrition, by the modifier of the die

	landStep board.StepCost // movement points by land (3.5)

	alcibiades field.LeaderNo // of S17 and S18; NoLeader if the data have none
	samos      board.Zone     // the base where he is freed (7, S18)
}

// findLandmarks looks up what rules name.
func findLandmarks(p *field.Printed, d *data.Game) *landmarks {
	m := p.Board
	set := func(ids ...string) board.Set {
		var s board.Set
		for _, id := range ids {
			s.Add(m.MustZone(id))
		}
		return s
	}
	l := &landmarks{
		own:              d,
		cardia:           m.MustZone("Cardia"),
		straitMouth:      set("Eleonte", "Rhoeteion"),
		straitWaist:      set("Sestos", "Abydos"),
		spartanPorts:     set("Cardia", "Parion", "Lampsaque", "Abydos"),
		spartanAnchorage: set("Lampsaque", "Abydos"),
		tolls:            findTolls(d.Attrition),
		landStep:         stepByLand(p),
		alcibiades:       p.LeaderNamed("Alcibiade"),
		samos:            p.BasesOf[athens].First(),
	}
	for z := range m.All().Minus(p.Bases).Minus(p.Ports).All() {
		if !p.Seas.Has(z) || m.Beaches(z).Empty() {
			l.shelterless.Add(z)
		}
	}
	if z, ok := m.Zone("B3"); ok {
		l.samos = z
	}
	for port := range m.OfKind(board.Port).All() {
		l.portValue[port] = 1
	}
	l.portValue[m.MustZone("Cyzique")] = 5
	l.portValue[m.MustZone("Sestos")] = 3
	l.portValue[m.MustZone("Abydos")] = 3
	return l
}
