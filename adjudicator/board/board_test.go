package board

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// small is a map with one zone of each kind of neighbourhood: an island of two
// land zones and a port, two sea zones, a base.
//
//	B > M1 - M2
//	    |  / |
//	    Port |
//	    |    |
//	    L1 - L2 - L3
const small = `
id = "small"
sides = ["red", "blue"]

[[terrain]]
id = "clear"
kind = "land"

[[terrain]]
id = "hill"
kind = "land"

[[stacking]]
kind = "land"
terrain = "hill"
class = "land"
units = 5
source = "rule 1"

[[stacking]]
kind = "port"
class = "naval"
pf = 50
source = "rule 1"

[[zone]]
id = "L1"
kind = "land"
terrain = "clear"
en = "West"
fr = "Ouest"
source = "rule 1"
terrain_source = "rule 2"
name_source = "reconstruction: no name is printed"

[[zone]]
id = "L2"
kind = "land"
terrain = "hill"
en = "Middle"
fr = "Milieu"
tags = ["lake"]
source = "rule 1"
terrain_source = "rule 2"
name_source = "reconstruction"

[[zone]]
id = "L3"
kind = "land"
terrain = "clear"
en = "East"
fr = "Est"
source = "rule 1"
terrain_source = "rule 2"
name_source = "reconstruction"

[[zone]]
id = "M1"
kind = "sea"
en = "Bay"
fr = "Baie"
source = "printed map"
name_source = "reconstruction"

[[zone]]
id = "M2"
kind = "sea"
en = "Open sea"
fr = "Large"
source = "published count"
name_source = "reconstruction"

[[zone]]
id = "Port"
kind = "port"
en = "Harbour"
fr = "Port"
source = "rule 1"
name_source = "rule 1"

[[zone]]
id = "B"
kind = "base"
en = "Base"
fr = "Base"
sides = ["blue"]
source = "rule 1"
name_source = "rule 1"

[[edge]]
zones = ["L1", "L2"]
tags = ["bridge"]
source = "rule 1"

[[edge]]
zones = ["L3", "L2"]
source = "rule 1"

[[edge]]
zones = ["L1", "Port"]
source = "rule 1"

[[edge]]
zones = ["Port", "M1"]
entry = true
source = "rule 1"

[[edge]]
zones = ["Port", "M2"]
source = "rule 1"

[[edge]]
zones = ["M1", "M2"]
source = "rule 1"

[[edge]]
zones = ["L2", "M2"]
beach = true
source = "rule 1"
beach_source = "rule 3"

[[edge]]
zones = ["L1", "M1"]
source = "rule 1"

[[edge]]
zones = ["B", "M1"]
oneway = true
source = "rule 1"
`

func load(t testing.TB, text string) (*Map, error) {
	t.Helper()
	return Load(fstest.MapFS{"map.toml": {Data: []byte(text)}}, "map.toml")
}

func mustLoad(t testing.TB) *Map {
	t.Helper()
	m, err := load(t, small)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// ids names the zones of a set, in rising order of their indices.
func ids(m *Map, s Set) string {
	var names []string
	for z := range s.All() {
		names = append(names, m.Name(z))
	}
	return strings.Join(names, " ")
}

func TestNeighboursByWay(t *testing.T) {
	m := mustLoad(t)
	for _, c := range []struct {
		zone                   string
		any, land, sea, shores string
	}{
		{"L1", "L2 M1 Port", "L2 Port", "", "M1"},
		{"L2", "L1 L3 M2", "L1 L3", "", "M2"},
		{"M1", "L1 M2 Port", "", "M2 Port", "L1"},
		{"M2", "L2 M1 Port", "", "M1", "L2"},
		{"Port", "L1 M1 M2", "L1", "M1", ""},
		{"B", "M1", "", "M1", ""},
	} {
		z := m.MustZone(c.zone)
		got := [numWays]string{}
		for w := range numWays {
			got[w] = ids(m, m.Near(z, w))
			if !slices.Equal(m.Neighbours(z, w), slices.Collect(m.Near(z, w).All())) {
				t.Errorf("%s: Neighbours and Near differ", c.zone)
			}
		}
		if want := [numWays]string{c.any, c.land, c.sea, c.shores}; got != want {
			t.Errorf("%s: neighbours %q, want %q", c.zone, got, want)
		}
	}
}

func TestEdges(t *testing.T) {
	m := mustLoad(t)
	l2, m2, l1, b, m1 := m.MustZone("L2"), m.MustZone("M2"), m.MustZone("L1"), m.MustZone("B"), m.MustZone("M1")
	e := m.Edge(m2, l2)
	if e == nil || !e.Beach || e.Entry || e.To != l2 || e.BeachSource != "rule 3" || e.Source != "rule 1" {
		t.Errorf("M2-L2: %+v", e)
	}
	if m.Edge(l1, m2) != nil || m.Adjacent(l1, m2) {
		t.Error("L1 and M2 are adjacent")
	}
	if m.Edge(b, m1) == nil || m.Edge(m1, b) != nil || m.Adjacent(m1, b) {
		t.Error("the outlet of the base is not one-way")
	}
	if bridge := m.EdgeTag("bridge"); bridge == 0 || m.Edge(l2, l1).Tags != bridge || m.EdgeTag("wall") != 0 {
		t.Errorf("tags: bridge is %b, edge has %b, wall is %b", bridge, m.Edge(l2, l1).Tags, m.EdgeTag("wall"))
	}
	if got := ids(m, m.Beaches(l2)) + "|" + ids(m, m.Beaches(m2)) + "|" + ids(m, m.Beaches(l1)); got != "M2|L2|" {
		t.Errorf("beaches: %s", got)
	}
}

func TestPlaces(t *testing.T) {
	m := mustLoad(t)
	hill, ok := m.TerrainByID("hill")
	if !ok || ids(m, m.OfTerrain(hill)) != "L2" {
		t.Errorf("hill: %v, %s", ok, ids(m, m.OfTerrain(hill)))
	}
	if got := ids(m, m.OfKind(Sea)) + "|" + ids(m, m.Tagged("lake")) + "|" + ids(m, m.Tagged("river")); got != "M1 M2|L2|" {
		t.Errorf("sets: %s", got)
	}
	if red, blue := m.OpenTo(0), m.OpenTo(1); red.Has(m.MustZone("B")) || !blue.Has(m.MustZone("B")) || !red.Has(m.MustZone("L1")) {
		t.Errorf("open to red: %s; to blue: %s", ids(m, red), ids(m, blue))
	}
	if z, ok := m.Zone("l1"); ok || z != NoZone || m.Name(NoZone) != "nowhere" {
		t.Errorf("l1: %v %v", z, ok)
	}
	want := &Place{ID: "L2", Kind: Land, Terrain: hill, Names: Names{EN: "Middle", FR: "Milieu"}, Tags: []string{"lake"},
		Source: "rule 1", TerrainSource: "rule 2", NameSource: "reconstruction"}
	if diff := cmp.Diff(want, m.Place(m.MustZone("L2"))); diff != "" {
		t.Errorf("L2 (-want +got):\n%s", diff)
	}
}

func TestLimits(t *testing.T) {
	m := mustLoad(t)
	if l := m.Limit(m.MustZone("L2"), LandUnits); l != (Limit{Units: 5}) {
		t.Errorf("hill: %+v", l)
	}
	if l := m.Limit(m.MustZone("L1"), LandUnits); l.Limited() {
		t.Errorf("clear: %+v", l)
	}
	port := m.Limit(m.MustZone("Port"), NavalUnits)
	if units, pf := port.Over(9, 56); units != 0 || pf != 6 {
		t.Errorf("port: over by %d units, %d PF", units, pf)
	}
	if units, pf := (Limit{Units: 5}).Over(7, 100); units != 2 || pf != 0 {
		t.Errorf("over by %d units, %d PF", units, pf)
	}
}

func TestLoadRefuses(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		key            string
		want           error
	}{
		{"unknown key", `en = "West"`, `de = "Westen"`, "zone.de", ErrUnknownKey},
		{"syntax", `id = "small"`, `id = small`, "line 2", ErrSyntax},
		{"kind", `kind = "port"` + "\nen", `kind = "haven"` + "\nen", "zone Port.kind", ErrUnknown},
		{"terrain", `terrain = "hill"` + "\nen", `terrain = "marsh"` + "\nen", "zone L2.terrain", ErrUnknown},
		{"terrain of another kind", "kind = \"sea\"\nen = \"Bay\"", "kind = \"sea\"\nterrain = \"hill\"\nen = \"Bay\"", "zone M1.terrain", ErrInvalid},
		{"terrain twice", `id = "hill"`, `id = "clear"`, "terrain clear", ErrDuplicate},
		{"zone twice", `id = "L2"`, `id = "L1"`, "zone L1", ErrDuplicate},
		{"zone without id", `id = "L3"`, `id = ""`, "zone number 3", ErrMissing},
		{"name missing", `fr = "Est"`, ``, "zone L3", ErrMissing},
		{"side", `sides = ["blue"]`, `sides = ["green"]`, "zone B.sides", ErrUnknown},
		{"sides twice", `["red", "blue"]`, `["red", "red"]`, "sides", ErrDuplicate},
		{"no source", `source = "printed map"`, ``, "zone M1.source", ErrSource},
		{"source of nothing", `source = "printed map"`, `source = "rule "`, "zone M1.source", ErrSource},
		{"terrain source", `terrain_source = "rule 2"`, ``, "zone L1.terrain_source", ErrSource},
		{"edge to nowhere", `["L3", "L2"]`, `["L4", "L2"]`, "edge L4-L2", ErrUnknown},
		{"edge to itself", `["L3", "L2"]`, `["L2", "L2"]`, "edge L2-L2", ErrInvalid},
		{"edge reversed", `["L3", "L2"]`, `["L2", "L1"]`, "edge L2-L1", ErrDuplicate},
		{"edge of three", `["L3", "L2"]`, `["L1", "L2", "L3"]`, "edge number 2", ErrInvalid},
		{"beach inland", "[\"L3\", \"L2\"]", "[\"L3\", \"L2\"]\nbeach = true", "edge L3-L2.beach", ErrInvalid},
		{"entry from land", "[\"L1\", \"Port\"]", "[\"L1\", \"Port\"]\nentry = true", "edge L1-Port.entry", ErrInvalid},
		{"base beside port", `["L1", "Port"]`, `["B", "Port"]`, "edge B-Port", ErrInvalid},
		{"stacking class", `class = "naval"`, `class = "ships"`, "stacking number 2.class", ErrUnknown},
		{"stacking twice", "[[stacking]]\nkind = \"port\"\nclass = \"naval\"\npf = 50", "[[stacking]]\nkind = \"land\"\nclass = \"land\"\nunits = 2", "stacking number 2", ErrDuplicate},
	} {
		if !strings.Contains(small, c.old) {
			t.Errorf("%s: the map does not contain %q", c.name, c.old)
			continue
		}
		_, err := load(t, strings.Replace(small, c.old, c.new, 1))
		var le *LoadError
		if !errors.As(err, &le) {
			t.Errorf("%s: error %v, want a LoadError", c.name, err)
			continue
		}
		if le.File != "map.toml" || le.Key != c.key || !errors.Is(err, c.want) {
			t.Errorf("%s: error %q, want map.toml, %q, %q", c.name, err, c.key, c.want)
		}
	}
	if _, err := Load(fstest.MapFS{}, "map.toml"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: error %v, want fs.ErrNotExist", err)
	}
}

func TestSourceForms(t *testing.T) {
	for s, want := range map[Source][2]bool{ // valid, reconstructed
		"rule 0.2": {true, false}, "printed map": {true, false}, "published count": {true, false},
		"reconstruction": {true, true}, "reconstruction: geography": {true, true},
		"": {false, false}, "rule": {false, false}, "rule ": {false, false}, "reconstructions": {false, false},
	} {
		if got := [2]bool{s.Valid(), s.Reconstructed()}; got != want {
			t.Errorf("%q: valid, reconstructed = %v, want %v", s, got, want)
		}
	}
}

// A set behaves as a Go map of zones does.
func TestSetAgainstMap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var s, u Set
		ms, mu := map[Zone]bool{}, map[Zone]bool{}
		for range 60 {
			a, b := numbered(r.IntN(MaxZones+1)), numbered(r.IntN(MaxZones+1))
			s.Add(a)
			ms[a] = true
			u.Add(b)
			mu[b] = true
			if r.IntN(3) == 0 {
				s.Remove(b)
				delete(ms, b)
			}
		}
		both := 0
		for z := range ms {
			if mu[z] {
				both++
			}
		}
		if s.Len() != len(ms) || s.Intersect(u).Len() != both || s.Union(u).Len() != len(ms)+len(mu)-both ||
			s.Minus(u).Len() != len(ms)-both || s.Meets(u) != (both > 0) || s.Empty() != (len(ms) == 0) {
			t.Fatalf("sizes differ: %v %v", s, u)
		}
		var popped []Zone
		for rest := s; !rest.Empty(); {
			first := rest.First()
			if z := rest.Pop(); z != first || !ms[z] {
				t.Fatalf("popped %d, first %d", z, first)
			}
			popped = append(popped, first)
		}
		if !slices.IsSorted(popped) || !slices.Equal(popped, slices.Collect(s.All())) {
			t.Fatalf("order: %v", popped)
		}
	}
	if z := (&Set{}).Pop(); z != NoZone {
		t.Errorf("popped %d from the empty set", z)
	}
}
