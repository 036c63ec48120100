package data

import (
	"slices"
	"testing"

	"keryx/adjudicator/board"
	"keryx/adjudicator/board/boardtest"
)

// Zones whose drawings share a border are those that the map joins. Ports on a shore and
// bases are drawn as markers and have no borders.
func TestDrawnBordersAreTheEdgesOfTheMap(t *testing.T) {
	g := Default()
	if areas := boardtest.Borders(t, g.Map, g.Geometry); areas != 30+23+1 {
		t.Errorf("%d areas, want all land and sea zones and Cyzicus", areas)
	}
}

// Ports stand on the border between a land zone and the sea zone of their entry,
// bases in a zone that they have an outlet to, other labels in their own area.
func TestLabelsStandWhereTheyBelong(t *testing.T) {
	g := Default()
	m, geo := g.Map, g.Geometry
	for z := range m.All().All() {
		label := geo.Shapes[z].Label
		in := boardtest.AreasAt(geo, label)
		switch {
		case geo.Shapes[z].Rings != nil:
			if !slices.Equal(in, []board.Zone{z}) {
				t.Errorf("the label of %s is in the areas %v", m.Name(z), in)
			}
		case m.Kind(z) == board.Base:
			if len(in) != 1 || !m.Adjacent(z, in[0]) {
				t.Errorf("the marker of %s is in the areas %v, want one of its outlets", m.Name(z), in)
			}
		default:
			ok := slices.ContainsFunc(geo.Borders, func(b board.Border) bool {
				land, sea := m.Edge(z, b.A), m.Edge(z, b.B)
				return land != nil && sea != nil && land.By(board.ByLand) && sea.Entry && slices.Contains(b.Line, label)
			})
			if !ok {
				t.Errorf("the marker of %s is not on the shore between its land and its entry", m.Name(z))
			}
		}
	}
}

// The areas meet without gap or overlap.
func TestAreasTileTheMap(t *testing.T) { boardtest.Tiles(t, Default().Map, Default().Geometry) }
