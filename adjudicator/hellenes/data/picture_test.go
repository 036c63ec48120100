package data_test

import (
	"os"
	"path/filepath"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/hellenes/data"
	"keryx/templates/chart"
)

// signs of the types of units on pictures.
var signs = map[data.Arm]string{data.Hoplites: "shield", data.Archers: "bow", data.Cavalry: "horse", data.Infantry: "pelta", data.Fleet: "galley"}

// opened is the start of a scenario as a side may see it: its own blocks, and the backs of
// the enemy's. Blocks of a nation stand in its first province.
func opened(g *data.Game, s *data.Scenario, side data.Side) adjudicator.View {
	v := adjudicator.View{Side: side}
	zones := make([]adjudicator.ZoneView, g.Map.Len())
	for z := range zones {
		zones[z].Zone = adjudicator.Term{Kind: "zone", ID: g.Map.Name(board.Zone(z))}
	}
	captured := [2]board.Set{s.Captured(g, data.Athens), s.Captured(g, data.Sparta)}
	for i := range g.Provinces {
		p := &g.Provinces[i]
		holder := data.Nobody
		if p.Loyalty < data.Neutral && !s.Neutral.Has(p.Zone) {
			holder = data.Side(p.Loyalty)
		}
		for side := range captured {
			if captured[side].Has(p.Zone) {
				holder = data.Side(side)
			}
		}
		if m, ok := p.Mark(holder); ok {
			zones[i].Marks = append(zones[i].Marks, m)
		}
	}
	for i := range s.Setup {
		p := &s.Setup[i]
		at := &zones[p.Zones(g).First()]
		var stack adjudicator.StackView
		stack.Side = p.Side
		for set := p.Blocks; set != 0; {
			b := g.Blocks[p.Side][set.Pop()]
			u := adjudicator.UnitView{Name: adjudicator.Term{Kind: "block", ID: b.Class.String()}, Arm: b.Arm.String(), Sign: signs[b.Arm],
				Strength: b.VC, Full: b.VC, Steps: b.VC, Afloat: b.Arm == data.Fleet}
			if p.Side != side {
				u = adjudicator.UnitView{Hidden: true}
			}
			stack.Units = append(stack.Units, u)
		}
		if len(stack.Units) > 0 {
			at.Stacks = append(at.Stacks, stack)
		}
		if p.Posture == data.Besieging {
			at.Marks = append(at.Marks, adjudicator.ZoneMark{Kind: data.SiegeMark, Side: p.Side, Sign: data.SiegeMark})
		}
	}
	for _, z := range zones {
		if z.Stacks != nil || z.Marks != nil {
			v.Zones = append(v.Zones, z)
		}
	}
	return v
}

func nameIn(m *board.Map, lang string) func(adjudicator.Term) string {
	return func(t adjudicator.Term) string {
		if z, ok := m.Zone(t.ID); ok && t.Kind == "zone" {
			return m.Place(z).Names.In(lang)
		}
		return t.ID
	}
}

// The start of each scenario can be drawn for both sides, on a wide and on a narrow
// picture. The pictures are left in the directory named by KERYX_CHART_SAMPLES.
func TestEachScenarioIsDrawn(t *testing.T) {
	g := data.Default()
	th, err := chart.NewTheatre(g.Map, g.Geometry)
	if err != nil {
		t.Fatal(err)
	}
	dir := os.Getenv("KERYX_CHART_SAMPLES")
	for i := range g.Scenarios {
		s := &g.Scenarios[i]
		for side, lang := range []string{"en", "fr"} {
			width := []int{1216, 480}[(i+side)%2]
			p, err := th.Draw(opened(g, s, data.Side(side)), nil, chart.Options{Title: s.Names.In(lang), Names: nameIn(g.Map, lang), Width: width})
			if err != nil {
				t.Fatalf("%s: %v", s.ID, err)
			}
			if dir == "" {
				continue
			}
			t.Logf("%s: %d x %d, %d bytes", s.ID, p.Width, p.Height, len(p.PNG))
			if err := os.WriteFile(filepath.Join(dir, s.ID+"-"+lang+".png"), p.PNG, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}
