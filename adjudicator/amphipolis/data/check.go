package data

import (
	"fmt"
	"strings"

	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Check compares the data with every fact that the rulebook fixes about them or that
// follows from it, in the order map, ways, counters, garrisons, walls, turns, stratagems,
// scenarios, combat table. It returns nothing for data that contradict nothing.
func Check(g *Game) []board.Finding {
	a := &audit{Audit: field.Audit{Map: g.Map}, g: g}
	a.zones()
	a.adjacency()
	a.bases()
	a.stacking()
	a.walls()
	a.ways()
	a.units()
	a.leaders()
	a.garrisons()
	a.turns()
	a.stratagems()
	a.counters()
	a.scenarios()
	a.crowds()
	a.arrivals()
	return append(a.Findings, g.CRT.Check()...)
}

// audit holds the data against the rulebook.
type audit struct {
	field.Audit
	g *Game
}

func (a *audit) zones() {
	m := a.Map
	for _, c := range []struct {
		kind board.Kind
		n    int
	}{{board.Land, 27}, {board.Sea, 3}, {board.Mixed, 8}, {board.Base, 3}} {
		a.Want(fmt.Sprintf("there are %d %s zones", c.n, c.kind), "rule 1.1", m.OfKind(c.kind).Len(), c.n)
	}
	for n := 1; n <= 27; n++ {
		a.Kind(fmt.Sprintf("T%d", n), "rule 1.1.1", board.Land)
	}
	for n := 1; n <= 3; n++ {
		a.Kind(fmt.Sprintf("M%d", n), "rule 1.1.1", board.Sea)
	}
	for n := 1; n <= 8; n++ {
		a.Kind(fmt.Sprintf("O%d", n), "rule 1.1.2, 3", board.Mixed)
	}
	for _, c := range [][2]string{{"T5", "city"}, {"T12", "city"}, {"T22", "city"}, {"T7", "clear"}, {"T17", "wet"}, {"T21", "high"},
		{"M1", "harbour"}, {"M2", "open sea"}, {"M3", "open sea"}} {
		a.Terrain(c[0], "rule 1.1.1", c[1])
	}
	a.Terrain("T15", "rule 3.1.3, 3.1.4, M5", "clear")
	a.Terrain("T4", "rule 3.1.3, M5, B14", "clear")
	city, _ := m.TerrainByID("city")
	a.Want("the cities are Eion, Amphipolis and Argilos", "rule 1.1.1", a.Names(m.OfTerrain(city)), "T12 T22 T5")
	for _, c := range [][2]string{{"T5", "Éion"}, {"T12", "Amphipolis"}, {"T22", "Argilos"}, {"O1", "Mendè"}, {"O2", "Skionè"}, {"O4", "Toronè"}} {
		if z := a.Zone(c[0]); z != board.NoZone {
			a.Want("name of "+c[0], "rule 1.1.1, 3.2.1", m.Place(z).Names.FR, c[1])
		}
	}
	var named []string
	for z := range m.OfKind(board.Mixed).All() {
		named = append(named, m.Place(z).Names.FR)
	}
	a.Want("zones of operations", "rule 10.4", field.SortedWords(strings.Join(named, " ")), "Acanthe Dion Galepsos Mendè Sanè Skionè Stagiros Toronè")
}

// adjacency asserts what rules and examples say of neighbours (B1 to B8, B12).
func (a *audit) adjacency() {
	for _, e := range [][3]string{
		{"T7", "T9", "rule 3.1, B3"}, {"T9", "T11", "rule 3.1, B3"}, {"T11", "T12", "rule 3.1, B3"}, {"T12", "T7", "rule 3.1, B3"},
		{"T4", "T5", "rule 3.1, B3"}, {"T5", "M1", "rule 3.1, B3"}, {"M1", "M2", "rule 3.1, B3"}, {"M2", "T4", "rule 3.1, B3, B6"},
		{"Thrace", "T1", "rule 3.1, B5"}, {"Thrace", "T2", "rule 3.1, B5"}, {"Macedonia", "T23", "rule 3.1, B5"}, {"Macedonia", "T26", "rule 3.1, B5"},
		{"Thasos", "M2", "rule 3.1, B5"}, {"M2", "T15", "rule 3.1.3, B6"}, {"M2", "T22", "rule 3.1.3, B6"},
		{"T15", "T11", "rule 3.1.4, B7"}, {"T15", "T13", "rule 3.1.4, B7"}, {"T11", "T17", "rule 3.1.4, B8"}, {"T11", "T13", "rule 5.1, B10"},
	} {
		a.Adjacent(e[0], e[1], e[2], true)
	}
	for _, e := range [][3]string{
		{"T7", "T11", "rule 3.1, B2"}, {"T9", "T12", "rule 3.1, B2"}, {"T5", "T6", "rule 3.1, B2"}, {"T4", "M1", "rule 3.1, B3"}, {"T5", "M2", "rule 3.1, B3"},
		{"T26", "T18", "rule 3.1, B4"}, {"T26", "T19", "rule 3.1, B4"}, {"T19", "T20", "rule 3.1, B4"}, {"Thasos", "T4", "rule 3.1, B5"},
	} {
		a.Adjacent(e[0], e[1], e[2], false)
	}
	a.Want("land around M1, the port of Eion", "rule 1.1.1", a.Names(a.near("M1").Intersect(a.Map.OfKind(board.Land))), "T5")
	a.tagged("bridge", "rule 3.1.4, B7", "T15-T11")
	a.borne("T15", "T11", "river", "rule 3.1.4, B7")
	a.borne("T15", "T13", "river", "rule 3.1.4, B7")
	for z := range a.Map.OfKind(board.Mixed).All() {
		a.Want("no movement leads to "+a.Map.Name(z), "rule 3.2", a.Map.Near(z, board.Any).Empty(), true)
	}
	a.banks()
}

// near are the neighbours of a zone, none of one that there is not.
func (a *audit) near(id string) board.Set {
	if z := a.Zone(id); z != board.NoZone {
		return a.Map.Near(z, board.Any)
	}
	return board.Set{}
}

// borne wants the edge of two zones to have a tag.
func (a *audit) borne(from, to, tag, rule string) {
	e := a.Edge(from, to)
	a.Want(tag+" between "+from+" and "+to, rule, e != nil && e.Tags&a.Map.EdgeTag(tag) != 0 && a.Map.EdgeTag(tag) != 0, true)
}

// tagged wants exactly the given edges to have a tag: "T15-T11", in either order.
func (a *audit) tagged(tag, rule string, want ...string) {
	var found []string
	bit := a.Map.EdgeTag(tag)
	for z := range a.Map.All().All() {
		for _, e := range a.Map.Edges(z) {
			if e.Tags&bit != 0 && z < e.To {
				found = append(found, field.SortedWords(a.Map.Name(z)+" "+a.Map.Name(e.To)))
			}
		}
	}
	for i, w := range want {
		want[i] = field.SortedWords(strings.ReplaceAll(w, "-", " "))
	}
	a.Lines(tag+" on the map", rule, found, want)
}

// banks wants the bridge to be the only way from one bank to the other, so that the river
// has no gap (B20).
func (a *audit) banks() {
	from := a.Zone("T15")
	if from == board.NoZone {
		return
	}
	dry := func(z board.Zone, e *board.Edge) int {
		if !e.By(board.ByLand) || e.Tags&a.Map.EdgeTag("river") != 0 {
			return board.Never
		}
		return 0
	}
	var s board.Search
	s.Run(a.Map, from, 0, dry)
	west := s.Reached()
	a.Want("B20: the bank west of the river", "rule 3.1.4", a.Names(west), "T15 T16 T20 T21 T22 T23 T24 T25 T26 T27")
	if to := a.Zone("T11"); to != board.NoZone {
		s.Run(a.Map, to, 0, dry)
		a.Want("B20: the bank east of the river", "rule 3.1.4", a.Names(s.Reached()), a.Names(a.Map.OfKind(board.Land).Minus(west)))
	}
}

func (a *audit) bases() {
	m := a.Map
	for _, c := range [][3]string{{"Thasos", "athens", "M2"}, {"Macedonia", "sparta", "T23 T26"}, {"Thrace", "athens sparta", "T1 T2"}} {
		a.Kind(c[0], "rule 1.1.3", board.Base)
		z := a.Zone(c[0])
		if z == board.NoZone {
			continue
		}
		a.Want("who may use "+c[0], "rule 1.1.3", a.Users(z), c[1])
		a.Want("zones adjacent to "+c[0], "rule 3.1, B5", a.Names(m.Near(z, board.Any)), c[2])
		a.NeverEntered(z, "rule 3.1")
	}
	if z := a.Zone("M1"); z != board.NoZone {
		a.Want("who may use M1", "rule 1.1.1", a.Users(z), "athens")
	}
}

func (a *audit) stacking() {
	m := a.Map
	limits := map[string]int{"city": 8, "clear": 7, "high": 7, "wet": 5}
	for z := range m.All().All() {
		var want board.Limit
		if m.Kind(z) == board.Land {
			want.Units = limits[m.TerrainID(m.Terrain(z))]
			a.Want("stacking in "+m.Name(z)+" is known", "rule 3.3", want.Units > 0, true)
		}
		a.Want("stacking in "+m.Name(z), "rule 3.3", m.Limit(z, board.AllUnits), want)
		a.Want("stacking in "+m.Name(z)+" of land or naval units alone", "rule 3.3", m.Limit(z, board.LandUnits).Limited() || m.Limit(z, board.NavalUnits).Limited(), false)
	}
}

// printedWalls are the walls of rules 5.1 and 3.1.4: the movement points inwards and
// outwards beyond those of the zone, and the columns, with no Wall marker, with the wall
// standing and with the wall destroyed (B8 to B10).
var printedWalls = []string{
	"T12-T7 permanent: 3/1/0 3/1/2 3/1/0",
	"T11-T17 permanent: 3/1/2 3/1/2 3/1/2",
	"T12-T11 permanent built: 0/0/0 3/1/2 1/1/0",
	"T11-T9 built: 0/0/0 3/1/2 1/1/0",
	"T11-T13 built: 0/0/0 3/1/2 1/1/0",
}

func (a *audit) walls() {
	var found []string
	for _, w := range a.g.Walls {
		line := a.Map.Name(w.Inside) + "-" + a.Map.Name(w.Outside)
		if w.Permanent {
			line += " permanent"
		}
		if w.Built {
			line += " built"
		}
		line += ":"
		for _, x := range w.Effects {
			line += fmt.Sprintf(" %d/%d/%d", x.In, x.Out, x.Columns)
		}
		found = append(found, line)
	}
	a.Lines("walls", "rule 5.1, 3.1.4, B8, B9, B10", found, printedWalls)
	a.tagged("works", "rule 5.1, B10", "T12-T11", "T11-T9", "T11-T13")
	a.tagged("wall", "rule 5.1, 3.1.4, B8, B9", "T12-T7", "T11-T17")
}
