package data

import (
	"slices"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/board/boardtest"
	"keryx/templates/chart"
)

// Zones whose drawings share a border are those that the map joins, corners excepted.
func TestDrawnBordersAreTheEdgesOfTheMap(t *testing.T) {
	g := Default()
	if areas := boardtest.Borders(t, g.Map, g.Geometry); areas != g.Map.Len() {
		t.Errorf("%d areas, want all %d zones", areas, g.Map.Len())
	}
}

// The areas meet without gap or overlap.
func TestAreasTileTheMap(t *testing.T) { boardtest.Tiles(t, Default().Map, Default().Geometry) }

// Every label is in its own area, and every zone on the board that it belongs to.
func TestZonesAreOnTheirBoards(t *testing.T) {
	g := Default()
	m, geo := g.Map, g.Geometry
	if len(geo.Boards) != 2 {
		t.Fatalf("%d boards, want the main map and the map of operations", len(geo.Boards))
	}
	for z := range m.All().All() {
		if in := boardtest.AreasAt(geo, geo.Shapes[z].Label); !slices.Equal(in, []board.Zone{z}) {
			t.Errorf("the label of %s is in the areas %v", m.Name(z), in)
		}
		on := 0
		if m.Kind(z) == board.Mixed {
			on = 1
		}
		f := geo.Boards[on]
		for _, p := range geo.Shapes[z].Rings[0] {
			if p.Lon < f.Min.Lon || p.Lon > f.Max.Lon || p.Lat < f.Min.Lat || p.Lat > f.Max.Lat {
				t.Errorf("%s is not within board %d: %v", m.Name(z), on, p)
				break
			}
		}
	}
}

// Corners of four zones are printed at three places (rule 3.1): the drawing has them.
func TestDrawnCorners(t *testing.T) {
	g := Default()
	for _, four := range [][4]string{{"T7", "T9", "T11", "T12"}, {"T4", "T5", "M1", "M2"}, {"T4", "T5", "T6", "T10"}} {
		var common []board.Point
		for i, id := range four {
			ring := g.Geometry.Shapes[g.Map.MustZone(id)].Rings[0]
			if i == 0 {
				common = slices.Clone(ring)
			}
			common = slices.DeleteFunc(common, func(p board.Point) bool { return !slices.Contains(ring, p) })
		}
		if len(common) != 1 {
			t.Errorf("%v meet in %v, want one point", four, common)
		}
	}
}

// The boards can be drawn and described.
func TestTheatre(t *testing.T) {
	g := Default()
	th, err := chart.NewTheatre(g.Map, g.Geometry)
	if err != nil {
		t.Fatal(err)
	}
	p, err := th.Draw(adjudicator.View{}, nil, chart.Options{Title: "Amphipolis"})
	if err != nil || len(p.PNG) == 0 {
		t.Fatalf("%d bytes, %v", len(p.PNG), err)
	}
	if places := th.Gazetteer(chart.Options{}); len(places) != g.Map.Len() {
		t.Errorf("%d places, want %d", len(places), g.Map.Len())
	}
}
