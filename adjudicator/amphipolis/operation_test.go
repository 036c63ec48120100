package amphipolis

import (
	"math/rand/v2"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
	"keryx/adjudicator/ruletest"
)

// onMap is a game of a scenario with nothing on the maps but what is put there: the first
// counters of a class, by zone.
func onMap(t *testing.T, scenario string, side adjudicator.Side, put map[string]string) *game {
	t.Helper()
	made, err := Default().New(adjudicator.Setup{Scenario: scenario})
	if err != nil {
		t.Fatal(err)
	}
	g := made.(*game)
	for u := range g.Pieces {
		g.Lift(field.UnitNo(u))
	}
	for l := range g.Chiefs {
		g.Dismiss(field.LeaderNo(l), field.Waiting)
	}
	for zone, class := range put {
		standOne(t, g, side, class, zone)
	}
	return g
}

func standOne(t *testing.T, g *game, side adjudicator.Side, class, zone string) field.UnitNo {
	t.Helper()
	for u := range g.Units {
		if c := g.Units[u]; c.Side == side && c.Class == class && g.Where[u] == board.NoZone {
			g.Place(field.UnitNo(u), g.Board.MustZone(zone))
			return field.UnitNo(u)
		}
	}
	t.Fatalf("no %s", class)
	return field.NoUnit
}

// named writes a set of zones.
func named(g *game, zones board.Set) string {
	var ids []string
	for z := range zones.All() {
		ids = append(ids, g.Board.Name(z))
	}
	return strings.Join(ids, " ")
}

const allO = "O1 O2 O3 O4 O5 O6 O7 O8"

// TestWhereOperationsLead is the table of 3.2: out of which zone an operation of each step
// leads where.
func TestWhereOperationsLead(t *testing.T) {
	for _, c := range []struct {
		why        string
		step       step
		side       adjudicator.Side
		class      string
		from, want string
	}{
		{"B.2, out of a rear base", arriving, sparta, "P5", "Macedonia", allO},
		{"B.2, not out of the main map", arriving, sparta, "P5", "T11", ""},
		{"B.2, not out of the operations map", arriving, sparta, "P5", "O3", ""},
		{"B.3, out of the main map", acting, sparta, "P5", "T13", allO},
		{"B.3, out of a rear base", acting, athens, "P5", "Thrace", allO},
		{"B.3, out of the sea", acting, athens, "T10", "M3", allO},
		{"B.3, out of a zone of operations, to rear bases too", acting, sparta, "P5", "O3", "O1 O2 O4 O5 O6 O7 O8 Macedonia Thrace"},
		{"B.3, those of Athens", acting, athens, "P5", "O3", "O1 O2 O4 O5 O6 O7 O8 Thasos Thrace"},
		{"D.2, out of clear ground, to cities, but for the citadel of the enemy", toCity, sparta, "P5", "T11", "T5 T22"},
		{"D.2, Athens under its own citadel", toCity, athens, "P5", "T11", "T5 T12 T22"},
		{"D.2, not out of wet ground", toCity, athens, "P5", "T13", ""},
		{"D.2, not out of a city", toCity, athens, "P5", "T5", ""},
		{"D.2, not out of the operations map", toCity, athens, "P5", "O1", ""},
		{"D.4, out of the main map", toBase, sparta, "P5", "T13", "Macedonia Thrace"},
		{"D.4, out of the operations map", toBase, athens, "P5", "O1", "Thasos Thrace"},
		{"D.4, not from base to base", toBase, sparta, "P5", "Macedonia", ""},
	} {
		g := onMap(t, "10.1", c.side, map[string]string{c.from: c.class})
		if got := named(g, g.leadsTo(c.step, c.side, g.Board.MustZone(c.from))); got != c.want {
			t.Errorf("%s: %q, not %q", c.why, got, c.want)
		}
	}
}

// TestOperationsAvoidTheEnemy: in B.2 none leads among enemies, in B.3 it may; a rear base
// that the enemy holds is closed.
func TestOperationsAvoidTheEnemy(t *testing.T) {
	g := onMap(t, "10.1", sparta, map[string]string{"Macedonia": "P5", "O3": "P6"})
	standOne(t, g, athens, "P5", "O4")
	standOne(t, g, athens, "P5", "Thrace")
	mac, o3, o4 := g.Board.MustZone("Macedonia"), g.Board.MustZone("O3"), g.Board.MustZone("O4")
	if g.leadsTo(arriving, sparta, mac).Has(o4) || !g.leadsTo(acting, sparta, mac).Has(o4) {
		t.Error("O4 with enemies: open in B.2, or closed in B.3")
	}
	if got := named(g, g.leadsTo(toBase, sparta, o3)); got != "Macedonia" {
		t.Errorf("rear bases open in D.4: %s", got)
	}
}

// TestNoMainMapInItsScenario: where the main map is not used nothing leaves it or goes there.
func TestNoMainMapInItsScenario(t *testing.T) {
	g := onMap(t, "10.2", athens, map[string]string{"T11": "P5", "Thrace": "P5"})
	for _, c := range []struct {
		step step
		from string
		want string
	}{{acting, "T11", ""}, {toCity, "T11", ""}, {toBase, "T11", ""}, {acting, "Thrace", allO}} {
		if got := named(g, g.leadsTo(c.step, athens, g.Board.MustZone(c.from))); got != c.want {
			t.Errorf("out of %s: %q, not %q", c.from, got, c.want)
		}
	}
	m := march.Move{Side: athens, From: g.Board.MustZone("Thrace"), Units: g.UnitsAt(athens, g.Board.MustZone("Thrace")),
		Steps: 1}
	m.Route[0] = g.Board.MustZone("T2")
	if f := g.war().Judge(&m); f == nil || f.Code != "main-map-unused" {
		t.Errorf("a movement to the main map: %v", f)
	}
}

// TestExamplesAreLegalAndLarge: what is offered as an operation of Athens out of Torone takes
// five of seven land units if the ships carry as many, and else as many as they carry.
func TestExamplesAreLegalAndLarge(t *testing.T) {
	for _, c := range []struct {
		ship string
		weak bool
		want int
	}{{"T10", false, 5}, {"T7", true, 3}} {
		g := onMap(t, "10.1", athens, nil)
		u := standOne(t, g, athens, c.ship, "O4")
		if c.weak {
			g.Weaken(u)
		}
		for range 5 {
			standOne(t, g, athens, "P5", "O4")
		}
		standOne(t, g, athens, "H6", "O4")
		standOne(t, g, athens, "H6+", "O4")
		n := 0
		g.Phase.Acting, g.Phase.Spend = true, 1
		for a := range g.examples(acting, athens, g.Board.MustZone("O4")) {
			want := c.want
			if g.Board.Name(a.to) == "Thrace" {
				want = mostUnits // no ships go there, and none are needed
			}
			if got := a.units.Minus(g.Ships).Len(); got != want {
				t.Errorf("%s to %s: %d land units, not %d", c.ship, g.Board.Name(a.to), got, want)
			}
			n++
		}
		if n != len(strings.Fields(allO))-1+2 { // the others, Thasos and Thrace
			t.Errorf("%s: %d are offered", c.ship, n)
		}
	}
}

// TestRandomOperationsAreLegal: whatever is drawn is what the judge lets pass.
func TestRandomOperationsAreLegal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	g := onMap(t, "10.1", athens, map[string]string{"M1": "T10", "M2": "T20"})
	for _, class := range []string{"H6", "H6", "P5", "P5", "A3"} {
		standOne(t, g, athens, class, "T5")
	}
	g.Phase.Acting, g.Phase.Spend = true, 1
	seen := map[int]bool{}
	for range 300 {
		a := g.sampleOperation(r, acting, athens, g.eion)
		if a == nil {
			t.Fatal("none is found")
		}
		if f := g.judgeOperation(a); f != nil {
			t.Fatalf("%v: %s", a.Words(), f.Code)
		}
		if a.sea != g.Board.MustZone("M1") && !a.units.Within(g.UnitsAt(athens, g.eion)) {
			t.Fatalf("ships out of %s", g.Board.Name(a.sea))
		}
		seen[a.units.Minus(g.Ships).Len()] = true
	}
	if len(seen) < 3 {
		t.Errorf("sizes seen: %v", seen)
	}
}

// TestCountersNotForcePoints: a ferry takes one PF of ships for a counter, and one transport
// likewise; leaders take none.
func TestCountersNotForcePoints(t *testing.T) {
	g := onMap(t, "10.1", athens, map[string]string{"M2": "T7"})
	var units field.UnitSet
	for range 3 {
		units.Add(standOne(t, g, athens, "H6+", "T4"))
	}
	if got := g.Load(units.Or(g.UnitsAt(athens, g.Board.MustZone("M2")))); got != 3 {
		t.Errorf("three hoplites and a ship take %d", got)
	}
}

// TestOperateInBothLanguages: an order is the same in either, and its parts come in any
// order.
func TestOperateInBothLanguages(t *testing.T) {
	rs := Default().(*ruleset)
	eion, m1, o3 := rs.Board.MustZone("T5"), rs.Board.MustZone("M1"), rs.Board.MustZone("O3")
	for _, text := range []string{
		"operate Thucydide 2xH6+ P5 from T5 with T7 from M1 to O3 unpaid",
		"opérer Thucydide 2xH6+ P5 de T5 avec T7 depuis M1 vers O3 impayé",
		"operate Thucydide, 2xH6+ and P5 to O3 from Eion with T7 from M1 unpaid",
	} {
		s, err := ruletest.Statement(text)
		if err != nil {
			t.Fatal(err)
		}
		read, faults := rs.ReadOrder("operate", s)
		if len(faults) > 0 {
			t.Errorf("%s: %v", text, faults)
			continue
		}
		o := read.(operateOrder)
		if o.from.Zone != eion || o.sea.Zone != m1 || o.to.Zone != o3 || !o.Unpaid {
			t.Errorf("%s: from %d, ships from %d, to %d, unpaid %v", text, o.from.Zone, o.sea.Zone, o.to.Zone, o.Unpaid)
		}
		if len(o.force.Items) != 2 || len(o.force.Leaders) != 1 || len(o.ships.Items) != 1 {
			t.Errorf("%s: %d classes, %d leaders, %d of ships", text, len(o.force.Items), len(o.force.Leaders), len(o.ships.Items))
		}
	}
	if s, err := ruletest.Statement("operate P5 from T5"); err != nil {
		t.Fatal(err)
	} else if _, faults := rs.ReadOrder("operate", s); len(faults) == 0 {
		t.Error("without a destination nothing is said")
	}
}

// TestTransportIsShown: who departs out of Thasos with ships is shown how they carry land
// units, and what is shown can be ordered.
func TestTransportIsShown(t *testing.T) {
	g := onMap(t, "10.1", athens, map[string]string{"Thasos": "T7"})
	for range 9 {
		standOne(t, g, athens, []string{"P5", "C5"}[g.LandAt(athens, g.thasos).Len()%2], "Thasos")
	}
	shown := g.transportChoices(athens)
	if len(shown) != 1 {
		t.Fatalf("%d are shown", len(shown))
	}
	g.Active = athens
	text := ruletest.Written(shown[0].Words)
	s, err := ruletest.Statement(text)
	if err != nil {
		t.Fatal(err)
	}
	o, faults := Default().ReadOrder("move", s)
	if len(faults) > 0 {
		t.Fatal(text, faults)
	}
	a, d := g.actForm(nil, athens, board.NoZone, false).Accept(o, s)
	if d != nil {
		t.Fatal(text, d)
	}
	if m := a.(*march.Move); m.Drops != 1 || m.Drop[0].Units.Len() != 7 {
		t.Errorf("%s: %d land", text, m.Drop[0].Units.Len())
	}
}
