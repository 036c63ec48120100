package board

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// smallGeometry draws L1 and L2 of the small map as two squares side by side.
const smallGeometry = `
source = "reconstruction"
min = [0, 0]
max = [2, 1]

[[inset]]
min = [0, 0]
max = [1, 1]

[label]
L1 = [0.5, 0.5]
L2 = [1.5, 0.5]
L3 = [0, 0]
M1 = [0, 0]
M2 = [0, 0]
Port = [0, 1]
B = [2, 1]

[area]
L1 = ["west -middle"]
L2 = ["middle east"]

[arc]
middle = [[1, 1], [1, 0]]
west = [[1, 1], [0, 1], [0, 0], [1, 0]]
east = [[1, 0], [2, 0], [2, 1], [1, 1]]

[[feature]]
kind = "lake"
ring = [[0.1, 0.1], [0.2, 0.1], [0.2, 0.2]]
`

func loadGeometry(m *Map, text string) (*Geometry, error) {
	return LoadGeometry(fstest.MapFS{"geometry.toml": {Data: []byte(text)}}, "geometry.toml", m)
}

func TestLoadGeometry(t *testing.T) {
	m := mustLoad(t)
	g, err := loadGeometry(m, smallGeometry)
	if err != nil {
		t.Fatal(err)
	}
	west := []Point{{1, 1}, {0, 1}, {0, 0}, {1, 0}}
	if diff := cmp.Diff([][]Point{west}, g.Shapes[0].Rings); diff != "" {
		t.Errorf("outline of L1 (-want +got):\n%s", diff)
	}
	want := []Border{{A: 0, B: 1, Line: []Point{{1, 1}, {1, 0}}}}
	if diff := cmp.Diff(want, g.Borders); diff != "" {
		t.Errorf("borders (-want +got):\n%s", diff)
	}
	if g.Shapes[m.MustZone("Port")].Rings != nil || g.Shapes[m.MustZone("Port")].Label != (Point{0, 1}) {
		t.Errorf("port: %+v", g.Shapes[m.MustZone("Port")])
	}
	if len(g.Features) != 1 || len(g.Insets) != 1 || g.Insets[0].Max != (Point{1, 1}) {
		t.Errorf("features %v, insets %v", g.Features, g.Insets)
	}
}

func TestLoadGeometryRefuses(t *testing.T) {
	m := mustLoad(t)
	for _, c := range []struct {
		name, old, new, key string
		want                error
	}{
		{"corners", "max = [2, 1]", "max = [0, 1]", "min", ErrInvalid},
		{"inset", "max = [1, 1]\n\n", "max = [1, 0]\n\n", "inset number 1", ErrInvalid},
		{"source", `source = "reconstruction"`, ``, "source", ErrSource},
		{"label of nothing", "L3 = [0, 0]", "L3 = [0, 0]\nL9 = [0, 0]", "label.L9", ErrUnknown},
		{"no label", "L3 = [0, 0]\n", "", "label.L3", ErrMissing},
		{"area of nothing", "[area]", "[area]\nL9 = [\"west\"]", "area.L9", ErrUnknown},
		{"unknown arc", `"middle east"`, `"middle north"`, "area.L2", ErrUnknown},
		{"gap", `"middle east"`, `"-middle east"`, "area.L2", ErrInvalid},
		{"open", `"middle east"`, `"middle"`, "area.L2", ErrInvalid},
		{"idle arc", "[arc]", "[arc]\nidle = [[0, 0], [1, 1]]", "arc.idle", ErrInvalid},
		{"ring", ", [0.2, 0.2]]", "]", "feature number 1", ErrInvalid},
		{"key", `kind = "lake"`, `colour = "blue"`, "feature.colour", ErrUnknownKey},
	} {
		_, err := loadGeometry(m, strings.Replace(smallGeometry, c.old, c.new, 1))
		var le *LoadError
		if !errors.As(err, &le) || le.Key != c.key || !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %q: %v", c.name, err, c.key, c.want)
		}
	}
}

// An area goes to an island within it along an arc and back, which is no border.
func TestAnAreaGoesToItsIsland(t *testing.T) {
	m := mustLoad(t)
	island := strings.NewReplacer(
		`west = [[1, 1], [0, 1], [0, 0], [1, 0]]`,
		"west = [[1, 1], [0, 1], [0, 0.5]]\nsouth = [[0, 0.5], [0, 0], [1, 0]]\ncut = [[0, 0.5], [0.2, 0.5]]\nshore = [[0.2, 0.5], [0.4, 0.6], [0.4, 0.4], [0.2, 0.5]]",
		`L1 = ["west -middle"]`, "L1 = [\"west cut shore -cut south -middle\"]\nL3 = [\"-shore\"]",
	).Replace(smallGeometry)
	g, err := loadGeometry(m, island)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range g.Borders {
		if b.A == b.B {
			t.Errorf("%s has a border with itself", m.Name(b.A))
		}
	}
	if len(g.Borders) != 2 {
		t.Errorf("%d borders, want that of L1 with L2 and that with its island", len(g.Borders))
	}
}
