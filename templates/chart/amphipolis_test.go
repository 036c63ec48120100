package chart

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/board"
	"keryx/templates"
)

// besieged is the theatre of Amphipolis: two boards, a river, walls, garrisons.
var besieged = sync.OnceValue(func() *Theatre {
	g := data.Default()
	t, err := NewTheatre(g.Map, g.Geometry)
	if err != nil {
		panic(err)
	}
	return t
})

// deployed is what a scenario has put on the board in a turn, with its garrisons.
func deployed(t testing.TB, id string, turn int, walls string) adjudicator.View {
	t.Helper()
	g := data.Default()
	s := g.Scenario(id)
	stacks := map[board.Zone][2][]adjudicator.UnitView{}
	put := func(side adjudicator.Side, z board.Zone, units ...adjudicator.UnitView) {
		both := stacks[z]
		both[side] = append(both[side], units...)
		stacks[z] = both
	}
	place := func(d *data.Deployment) {
		for _, n := range d.Leaders {
			put(d.Side, d.Zones[0], adjudicator.UnitView{Name: adjudicator.Term{Kind: "leader", ID: g.Leaders[n].ID}, Leader: true, Bonus: g.Leaders[n].Bonus})
		}
		for _, u := range d.Units {
			c := &g.Units[u.Unit]
			view := adjudicator.UnitView{Name: adjudicator.Term{Kind: "unit", ID: c.Class}, Strength: c.PF(u.Weakened), Full: c.Full,
				Arm: c.Type.String(), Sign: armSigns[c.Type], Afloat: c.Type.Naval(), Weak: u.Weakened}
			if c.Bonus {
				view.Bonus = 1
			}
			put(d.Side, d.Zones[0], view)
		}
	}
	for _, d := range s.Setup {
		place(d)
	}
	for _, d := range s.Arrivals {
		if d.Turn <= turn {
			place(d)
		}
	}
	var v adjudicator.View
	for z := range g.Map.All().All() {
		zone := adjudicator.ZoneView{Zone: adjudicator.Term{Kind: "zone", ID: g.Map.Name(z)}}
		for i, x := range g.Garrisons {
			if x.Zone == z {
				m := adjudicator.ZoneMark{Kind: "garrison", Sign: "tower", Side: s.Garrisons[i], Strength: x.PF}
				if x.ID == data.Citadel {
					m.Kind, m.Sign = "citadel", "citadel"
				}
				zone.Marks = append(zone.Marks, m)
			}
		}
		for side, units := range stacks[z] {
			if len(units) > 0 {
				zone.Stacks = append(zone.Stacks, adjudicator.StackView{Side: adjudicator.Side(side), Units: units})
			}
		}
		if len(zone.Stacks)+len(zone.Marks) > 0 {
			v.Zones = append(v.Zones, zone)
		}
	}
	for _, w := range g.Walls {
		if w.Built && walls != "" {
			v.Edges = append(v.Edges, adjudicator.EdgeView{Kind: walls, Zones: [2]adjudicator.Term{
				{Kind: "zone", ID: g.Map.Name(w.Inside)}, {Kind: "zone", ID: g.Map.Name(w.Outside)}}})
		}
	}
	return v
}

// calls names the things of Amphipolis as a letter does.
func calls(lang string) func(adjudicator.Term) string {
	printer, g := templates.For(lang, "amphipolis"), data.Default()
	return func(t adjudicator.Term) string {
		if z, ok := g.Map.Zone(t.ID); ok && t.Kind == "zone" {
			return g.Map.Place(z).Names.In(lang)
		}
		if i := g.Leader(t.ID); i >= 0 && t.Kind == "leader" {
			return g.Leaders[i].Names.In(lang)
		}
		return printer.Term(t)
	}
}

// Leaves pictures of both boards in the directory named by KERYX_CHART_SAMPLES.
func TestSamplesOfTwoBoards(t *testing.T) {
	dir := os.Getenv("KERYX_CHART_SAMPLES")
	if dir == "" {
		t.Skip("KERYX_CHART_SAMPLES names no directory for sample pictures")
	}
	for _, id := range []string{"10.1", "10.2", "10.3"} {
		s := data.Default().Scenario(id)
		for _, lang := range []string{"en", "fr"} {
			for region, zones := range map[string][]string{"whole": nil, "city": {"T12", "T11"}, "town": {"O4"}} {
				p, err := besieged().Draw(deployed(t, id, s.First, map[string]string{"10.1": "", "10.2": "wall", "10.3": "ruin"}[id]), nil, Options{Title: "Amphipolis · " + id, Names: calls(lang), Width: 1216, Region: zones})
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%s %s: %d x %d, %d bytes", id, lang, p.Width, p.Height, len(p.PNG))
				if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("amphipolis-%s-%s-%s.png", id, lang, region)), p.PNG, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
