package amphipolis

import (
	"slices"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/templates/chart"
)

// A picture is told of the garrisons with their faces, and of the walls as they are: all
// that are built with the marker, and no other.
func TestPicturesAreToldOfWallsAndGarrisons(t *testing.T) {
	g := bare(t, nil)
	g.faces[g.citadel], g.faces[g.own.Garrison("O4")] = athens, sparta
	m, geometry := g.Board, data.Default().Geometry
	th, err := chart.NewTheatre(m, geometry)
	if err != nil {
		t.Fatal(err)
	}
	for state, want := range map[data.WallState][]string{data.NoWall: nil, data.WallStanding: {"T12 T11 wall", "T11 T9 wall", "T11 T13 wall"},
		data.WallDestroyed: {"T12 T11 ruin", "T11 T9 ruin", "T11 T13 ruin"}} {
		g.walls = state
		v := g.View(sparta)
		var got []string
		for _, e := range v.Edges {
			got = append(got, e.Zones[0].ID+" "+e.Zones[1].ID+" "+e.Kind)
		}
		if !slices.Equal(got, want) {
			t.Errorf("marker %d: %q, want %q", state, got, want)
		}
		if _, err := th.Draw(v, nil, chart.Options{}); err != nil {
			t.Errorf("marker %d: %v", state, err)
		}
	}
	marks := map[string]adjudicator.ZoneMark{}
	for _, z := range g.View(athens).Zones {
		for _, m := range z.Marks {
			marks[z.Zone.ID] = m
		}
	}
	if len(marks) != garrisons {
		t.Errorf("%d marks, want one for each of %d garrisons", len(marks), garrisons)
	}
	for id, want := range map[string]adjudicator.ZoneMark{"T12": {Kind: "citadel", Sign: "citadel", Side: athens, Strength: 4},
		"O4": {Kind: "garrison", Sign: "tower", Side: sparta, Strength: 4}} {
		if marks[id] != want {
			t.Errorf("the mark of %s is %+v, want %+v", id, marks[id], want)
		}
	}
}
