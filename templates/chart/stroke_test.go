package chart

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// lookTheatre is the strange board with a geometry that has more in it.
func lookTheatre(t *testing.T, more string) (*Theatre, error) {
	t.Helper()
	fsys := fstest.MapFS{"map.toml": {Data: []byte(strange)},
		"geometry.toml": {Data: []byte(strings.Replace(strangeGeometry, "[label]", more+"\n[label]", 1))}}
	m, err := board.Load(fsys, "map.toml")
	if err != nil {
		t.Fatal(err)
	}
	g, err := board.LoadGeometry(fsys, "geometry.toml", m)
	if err != nil {
		t.Fatal(err)
	}
	return NewTheatre(m, g)
}

// A game brings the sign of an arm that no other has.
func TestSignOfAGame(t *testing.T) {
	th, err := lookTheatre(t, "[sign]\nelephant = ['ink pen:3 -20,0 20,0', 'fill disc:0,0:9', 'white -3,-3 curve:0,-9:3,-3:4']")
	if err != nil {
		t.Fatal(err)
	}
	v := blocks()
	v.Zones[0].Stacks[0].Units[0].Sign = "elephant"
	with, err := th.Draw(v, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	without, err := strangeTheatre(t).Draw(v, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if string(with.PNG) == string(without.PNG) {
		t.Error("the sign of the game is not drawn")
	}
}

// What cannot be drawn is refused when the board is opened, not in a letter.
func TestLooksRefused(t *testing.T) {
	for name, more := range map[string]string{
		"no such look":            "[terrain]\nclear = 'lava'",
		"water on land":           "[terrain]\nclear = 'narrow'",
		"no such colour":          "[sign]\nx = ['mauve 0,0 1,1']",
		"no outline":              "[sign]\nx = ['ink pen:3']",
		"not a number":            "[sign]\nx = ['ink 0,zero']",
		"not a finite number":     "[sign]\nx = ['ink 0,NaN']",
		"far away":                "[sign]\nx = ['ink 0,1e9']",
		"three coordinates":       "[sign]\nx = ['ink 0,1,2']",
		"a curve in no pieces":    "[sign]\nx = ['ink 0,0 curve:0,1:2,3:0']",
		"a circle in many pieces": "[sign]\nx = ['ink arc:0,0:9:0:100']",
		"an empty stroke":         "[sign]\nx = ['']",
	} {
		if th, err := lookTheatre(t, more); !errors.Is(err, ErrLook) || th != nil {
			t.Errorf("%s: error %v, want %v", name, err, ErrLook)
		}
	}
}

// The legend and the list of zones tell of the terrains that there are.
func TestTerrainsAreTold(t *testing.T) {
	for _, look := range []string{"hills", "marsh", "town"} {
		th, err := lookTheatre(t, "[terrain]\nclear = '"+look+"'")
		if err != nil {
			t.Fatal(err)
		}
		s, err := th.drawSheet(adjudicator.View{}, nil, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if want := []string{look, "river", "bridge", "wall", "strait"}; !slices.Equal(s.explained, want) {
			t.Errorf("the legend explains %q, want %q", s.explained, want)
		}
		if name := th.Gazetteer(Options{})[0].Name; name != "A (clear)" {
			t.Errorf("the first zone is listed as %q", name)
		}
	}
}

func between2(a, b string) [2]adjudicator.Term {
	return [2]adjudicator.Term{{Kind: "zone", ID: a}, {Kind: "zone", ID: b}}
}

// What stands at an edge is drawn and explained, and what lies in ruins looks otherwise
// than what stands.
func TestEdgesOfTheView(t *testing.T) {
	th := strangeTheatre(t)
	var seen []string
	for kind, want := range map[string][]string{
		"":      {"river", "bridge", "wall", "strait"},
		"wall":  {"river", "bridge", "wall", "strait"},
		"ruin":  {"river", "bridge", "wall", "strait", "ruin"},
		"hedge": {"river", "bridge", "wall", "strait", "hedge"},
	} {
		v := adjudicator.View{}
		if kind != "" {
			v.Edges = []adjudicator.EdgeView{{Kind: kind, Zones: between2("D", "L")}}
		}
		s, err := th.drawSheet(v, nil, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(s.explained, want) {
			t.Errorf("%q: the legend explains %q, want %q", kind, s.explained, want)
		}
		if plate := string(s.plates[1].crop()); slices.Contains(seen, plate) {
			t.Errorf("%q looks like something else", kind)
		} else {
			seen = append(seen, plate)
		}
	}
	for name, zones := range map[string][2]adjudicator.Term{"no zone": between2("A", "Z"), "not adjacent": between2("A", "D")} {
		want := ErrNoEdge
		if name == "no zone" {
			want = ErrUnknownZone
		}
		if _, err := th.Draw(adjudicator.View{Edges: []adjudicator.EdgeView{{Kind: "wall", Zones: zones}}}, nil, Options{}); !errors.Is(err, want) {
			t.Errorf("%s: error %v, want %v", name, err, want)
		}
	}
}

// crop is the ground of a plate, pixel by pixel.
func (p *plate) crop() (all []byte) {
	for y := p.frame.Min.Y; y < p.frame.Max.Y; y++ {
		all = append(all, p.img.Pix[p.img.PixOffset(p.frame.Min.X, y):][:p.frame.Dx()]...)
	}
	return all
}
