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
	if areas := boardtest.Borders(t, g.Map, g.Geometry); areas != 28+16 {
		t.Errorf("%d areas, want one of each zone of land and of sea", areas)
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

// An island lies in the water of one zone, and a lake in the zone that is land and sea at
// once, but for the Propontis, which ends where the map ends: no point of either is outside.
func TestIslandsLieInOneSea(t *testing.T) {
	g := Default()
	islands := 0
	for _, f := range g.Geometry.Features {
		if f.Kind != "island" {
			continue
		}
		islands++
		home := boardtest.AreasAt(g.Geometry, f.Ring[0])
		for _, p := range f.Ring {
			in := boardtest.AreasAt(g.Geometry, p)
			if len(in) != 1 || g.Map.Kind(in[0]) != board.Sea || !slices.Equal(in, home) {
				t.Errorf("%v of the island at %v is in the areas %v", p, f.Ring[0], in)
			}
		}
	}
	if islands < 30 {
		t.Errorf("%d islands", islands)
	}
}
