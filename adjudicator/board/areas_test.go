package board

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

var update = flag.Bool("update", false, "write the areas of the miniature anew")

// TestWriteAreas: what is written for the labels of a map loads as its geometry: outlines
// close, arcs meet to the digit, and the zones of a board cover it without gap or overlap.
func TestWriteAreas(t *testing.T) {
	dir := filepath.Join("..", "..", "templates", "chart", "testdata", "miniature")
	fsys := fstest.MapFS{}
	for _, name := range []string{"map.toml", "geometry.toml"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		labels, _, _ := strings.Cut(string(text), "\n[arc]")
		fsys[name] = &fstest.MapFile{Data: []byte(labels)}
	}
	m, err := Load(fsys, "map.toml")
	if err != nil {
		t.Fatal(err)
	}
	bare, err := LoadGeometry(fsys, "geometry.toml", m)
	if err != nil {
		t.Fatal(err)
	}
	var tables strings.Builder
	if err := WriteAreas(&tables, m, bare); err != nil {
		t.Fatal(err)
	}
	fsys["geometry.toml"].Data = append(fsys["geometry.toml"].Data, []byte("\n"+tables.String())...)
	if *update {
		if err := os.WriteFile(filepath.Join(dir, "geometry.toml"), fsys["geometry.toml"].Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	g, err := LoadGeometry(fsys, "geometry.toml", m)
	if err != nil {
		t.Fatal(err)
	}
	covered, whole := 0.0, 0.0
	for z := range m.All().All() {
		if len(g.Shapes[z].Rings) != 1 {
			t.Fatalf("%s has %d areas", m.Name(z), len(g.Shapes[z].Rings))
		}
		ring := g.Shapes[z].Rings[0]
		twice := 0.0
		for i, a := range ring {
			b := ring[(i+1)%len(ring)]
			twice += a.Lon*b.Lat - b.Lon*a.Lat
		}
		covered += math.Abs(twice) / 2
	}
	for _, b := range g.Boards {
		whole += (b.Max.Lon - b.Min.Lon) * (b.Max.Lat - b.Min.Lat)
	}
	if math.Abs(covered-whole) > whole/1e4 {
		t.Errorf("the areas cover %.4f square degrees of %.4f", covered, whole)
	}
	written, err := os.ReadFile(filepath.Join(dir, "geometry.toml"))
	if err != nil || string(written) != string(fsys["geometry.toml"].Data) {
		t.Errorf("%v: the geometry of the miniature is not what is written for its labels: run the test with -update", err)
	}
}
