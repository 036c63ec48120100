package data

import (
	"fmt"

	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Finding is one way in which data differ from what the rulebook fixes.
type Finding = board.Finding

// Check compares the data with every fact that the rulebook fixes about them, in
// the order map, counters, stratagems, months, attrition, scenarios, combat table. It
// returns nothing for data that contradict nothing.
func Check(g *Game) []Finding {
	a := &audit{Audit: field.Audit{Map: g.Map}, g: g}
	a.counts()
	a.terrain()
	a.adjacency()
	a.beaches()
	a.bases()
	a.stacking()
	a.units()
	a.leaders()
	a.stratagems()
	a.counters()
	a.months()
	a.attrition()
	a.scenarios()
	a.Findings = append(a.Findings, g.CRT.Check()...)
	return a.Findings
}

// audit holds the data against the rulebook.
type audit struct {
	field.Audit
	g *Game
}

func (a *audit) counts() {
	m := a.g.Map
	a.Want("there are 30 land zones", "published count", m.OfKind(board.Land).Len(), 30)
	a.Want("there are 23 sea zones", "published count", m.OfKind(board.Sea).Len(), 23)
	a.Want("there are 8 ports", "rule 9.1", m.OfKind(board.Port).Len(), 8)
	a.Want("there are 3 bases", "rule 0.2", m.OfKind(board.Base).Len(), 3)
	for n := 1; n <= 30; n++ {
		a.Kind(fmt.Sprintf("T%d", n), "rule 0.2", board.Land)
	}
	for n := 1; n <= 23; n++ {
		a.Kind(fmt.Sprintf("M%d", n), "rule 0.2", board.Sea)
	}
	for _, id := range []string{"Sestos", "Cyzique"} {
		a.Kind(id, "rule 0.2", board.Port)
	}
	for _, id := range []string{"Eleonte", "Rhoeteion", "Abydos"} {
		a.Kind(id, "rule 6.1", board.Port)
	}
	for _, id := range []string{"Cardia", "Parion", "Lampsaque"} {
		a.Kind(id, "rule 6.2", board.Port)
	}
	for _, id := range []string{"B1", "B2", "B3"} {
		a.Kind(id, "rule 0.2", board.Base)
	}
}

func (a *audit) terrain() {
	for n := 1; n <= 23; n++ {
		want := "open sea"
		if n <= 7 {
			want = "strait"
		}
		a.Terrain(fmt.Sprintf("M%d", n), "rule 0.2", want)
	}
	for _, id := range []string{"T1", "T7", "T20"} {
		a.Terrain(id, "rule 0.2", "clear")
	}
	for _, id := range []string{"T3", "T5"} {
		a.Terrain(id, "rule 3.4", "clear")
	}
	a.Terrain("T22", "rule 4", "clear")
	for _, id := range []string{"T27", "T30"} {
		a.Terrain(id, "rule 0.2", "difficult")
	}
}

func (a *audit) adjacency() {
	a.port("Sestos", "M5 T17", "M5")
	a.port("Cyzique", "M16 M17 T1 T2 T3", "M16 M17")
	a.smallPorts()
	for _, e := range [][3]string{
		{"M5", "M6", "rule 3.3"}, {"M6", "M7", "rule 3.3"}, {"M7", "Lampsaque", "rule 3.3"}, {"M8", "M9", "rule 3.3"},
		{"M7", "M8", "rule 3.5"}, {"M9", "Parion", "rule 3.5"},
		{"Lampsaque", "T23", "rule 3.5"}, {"T23", "T7", "rule 3.5"}, {"T7", "T27", "rule 3.5"},
		{"T5", "M13", "rule 3.4"}, {"M13", "M14", "rule 3.4"}, {"M14", "T3", "rule 3.4"},
		{"T22", "M4", "rule 4"}, {"T22", "M5", "rule 4"},
	} {
		a.Adjacent(e[0], e[1], e[2], true)
	}
	for _, e := range [][2]string{{"M16", "M17"}, {"T3", "T1"}, {"T3", "T2"}, {"M16", "T1"}, {"T2", "M17"}} {
		a.Adjacent(e[0], e[1], "rule 0.2", false)
	}
	for _, e := range [][2]string{{"M7", "Lampsaque"}, {"M9", "Parion"}} {
		x := a.Edge(e[0], e[1])
		a.Want("ships enter "+e[1]+" from "+e[0], "rule 3.5", x != nil && x.Entry, true)
	}
	a.land()
}

func (a *audit) port(id, neighbours, entries string) {
	z := a.Zone(id)
	if z == board.NoZone {
		return
	}
	a.Want("zones adjacent to "+id, "rule 0.2", a.Names(a.g.Map.Near(z, board.Any)), neighbours)
	a.Want("naval entries of "+id, "rule 0.2", a.Names(a.entries(z)), entries)
}

func (a *audit) entries(port board.Zone) board.Set {
	var s board.Set
	for _, e := range a.g.Map.Edges(port) {
		if e.Entry {
			s.Add(e.To)
		}
	}
	return s
}

// smallPorts: only Cyzicus has more than two neighbours (rule 0.2), and a port
// takes both land units and ships, so the others have one of each kind.
func (a *audit) smallPorts() {
	m := a.g.Map
	for z := range m.OfKind(board.Port).All() {
		if m.Name(z) == "Cyzique" {
			continue
		}
		near := m.Near(z, board.Any)
		a.Want(m.Name(z)+" is adjacent to at most two zones", "rule 0.2", near.Len() <= 2, true)
		a.Want(m.Name(z)+" is reached from the land", "rule 0.2", near.Meets(m.OfKind(board.Land)), true)
		a.Want(m.Name(z)+" has a naval entry", "rule 0.2", a.entries(z).Empty(), false)
	}
}

// land checks the land move of the example of rule 3.5: Lampsacus to T27 by T23
// and T7 for 4 PM, and that it is not the long way round.
func (a *audit) land() {
	m := a.g.Map
	from, to := a.Zone("Lampsaque"), a.Zone("T27")
	if from == board.NoZone || to == board.NoZone {
		return
	}
	var s board.Search
	s.Run(m, from, 8, landCost(m))
	cost, ok := s.Cost(to)
	found := "no way"
	if ok {
		found = fmt.Sprint(cost)
	}
	a.Want("the way from Lampsacus to T27 costs 4 PM", "rule 3.5", found, 4)
}

func (a *audit) beaches() {
	m := a.g.Map
	for _, id := range []string{"M4", "M5"} {
		a.beach("T22", id, "rule 4", true)
	}
	for _, id := range []string{"M3", "M6"} {
		a.beach("T22", id, "rule 4", false)
	}
	for _, c := range []struct {
		sea  string
		want bool
	}{{"M5", true}, {"M13", true}, {"M8", false}, {"M12", false}} {
		if z := a.Zone(c.sea); z != board.NoZone {
			a.Want("a beach borders "+c.sea, "rule 6.4", !m.Beaches(z).Empty(), c.want)
		}
	}
	if z := a.Zone("T1"); z != board.NoZone {
		a.Want("the whole shore of T1 is beach", "rule 0.2", a.Names(m.Beaches(z)), a.Names(m.Near(z, board.Shore)))
		a.Want("T1 has a shore", "rule 0.2", m.Near(z, board.Shore).Empty(), false)
	}
	if z := a.Zone("T20"); z != board.NoZone {
		a.Want("a part of the shore of T20 is beach", "rule 0.2", !m.Beaches(z).Empty(), true)
		a.Want("a part of the shore of T20 is no beach", "rule 0.2", m.Beaches(z) != m.Near(z, board.Shore), true)
	}
	clear, _ := m.TerrainByID("clear")
	for z := range m.OfKind(board.Land).Minus(m.OfTerrain(clear)).All() {
		a.Want(m.Name(z)+", not being clear, has no beach", "rule 0.2", m.Beaches(z).Empty(), true)
	}
}

func (a *audit) beach(land, sea, rule string, want bool) {
	e := a.Edge(land, sea)
	a.Want("beach between "+land+" and "+sea, rule, e != nil && e.Beach, want)
}

func (a *audit) bases() {
	m := a.g.Map
	for _, c := range [][2]string{{"B1", "sparta"}, {"B2", "athens"}, {"B3", "athens sparta"}} {
		z := a.Zone(c[0])
		if z == board.NoZone {
			continue
		}
		a.Want("who may use "+c[0], "rule 0.2", a.Users(z), c[1])
		a.Want(c[0]+" has an outlet to the sea", "rule 3.1", m.Near(z, board.BySea).Empty(), false)
		a.Want(c[0]+" has outlets to the sea only", "rule 3.1", m.Near(z, board.Any) == m.Near(z, board.BySea), true)
		a.NeverEntered(z, "rule 3.1")
	}
}

func (a *audit) stacking() {
	m := a.g.Map
	clear, _ := m.TerrainByID("clear")
	difficult, _ := m.TerrainByID("difficult")
	for z := range m.All().All() {
		var land, naval board.Limit
		switch {
		case m.Kind(z) == board.Port:
			land, naval = board.Limit{PF: 12}, board.Limit{PF: 50}
		case m.Terrain(z) == difficult && m.Kind(z) == board.Land:
			land = board.Limit{Units: 5}
		case m.Terrain(z) == clear, m.Kind(z) == board.Sea:
		default:
			continue // the rulebook says nothing of bases
		}
		fact := "stacking in " + m.Name(z)
		a.Want(fact+" of land units", "rule 3.6", m.Limit(z, board.LandUnits), land)
		a.Want(fact+" of naval units", "rule 3.6", m.Limit(z, board.NavalUnits), naval)
		a.Want(fact+" of all units together", "rule 3.6", m.Limit(z, board.AllUnits), board.Limit{})
	}
}

// landCost returns the movement points that a land movement spends on each step
// (Hellespont rules 3.2 and 3.5): 1, and 1 more from clear or difficult terrain
// into difficult terrain. Enemies and the 4 or 5 points of the mover are the
// caller's affair.
func landCost(m *board.Map) board.StepCost {
	difficult, _ := m.TerrainByID("difficult")
	hard := m.OfTerrain(difficult)
	ground := m.OfKind(board.Land)
	return func(from board.Zone, e *board.Edge) int {
		switch {
		case !e.By(board.ByLand):
			return board.Never
		case hard.Has(e.To) && ground.Has(from):
			return 2
		}
		return 1
	}
}
