package data

import (
	"slices"
	"testing"

	"keryx/adjudicator/board"
	"keryx/adjudicator/board/boardtest"
)

// Zones whose drawings share a border are those that the map joins.
func TestDrawnBordersAreTheEdgesOfTheMap(t *testing.T) {
	g := Default()
	if areas := boardtest.Borders(t, g.Map, g.Geometry); areas != 68+30 {
		t.Errorf("%d areas, want one of each province and sea", areas)
	}
}

// Each label stands in the area of its zone.
func TestLabelsStandWhereTheyBelong(t *testing.T) {
	g := Default()
	for z := range g.Map.All().All() {
		if in := boardtest.AreasAt(g.Geometry, g.Geometry.Shapes[z].Label); !slices.Equal(in, []board.Zone{z}) {
			t.Errorf("the label of %s is in the areas %v", g.Map.Name(z), in)
		}
	}
}

// The areas meet without gap or overlap.
func TestAreasTileTheMap(t *testing.T) { boardtest.Tiles(t, Default().Map, Default().Geometry) }

// Each zone is on the board of its part of the map: Greece and Persia on the first one,
// Sicily and Italy on the second.
func TestEachZoneIsOnItsBoard(t *testing.T) {
	g := Default()
	for z := range g.Map.All().All() {
		th := Greece
		if p := g.Province(z); p != nil {
			th = p.Theatre
		} else {
			th = g.Sea(z).Theatre
		}
		want := 0
		if th == Sicily || th == Italy {
			want = 1
		}
		at := g.Geometry.Shapes[z].Label
		for i, b := range g.Geometry.Boards {
			on := at.Lon > b.Min.Lon && at.Lon < b.Max.Lon && at.Lat > b.Min.Lat && at.Lat < b.Max.Lat
			if on != (i == want) {
				t.Errorf("%s of %s: on board %d: %t", g.Map.Name(z), th, i, on)
			}
		}
	}
}
