package board

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// Point is a position in degrees.
type Point struct {
	Lon float64 // east
	Lat float64 // north
}

// Shape is how one zone is drawn.
type Shape struct {
	Label Point     // where its name or marker stands
	Rings [][]Point // closed outlines without repeated last point; nil for a zone drawn as a marker at Label
}

// Border is the line that two shapes share.
type Border struct {
	A, B Zone    // A < B
	Line []Point // at least two points
}

// Frame is a part of a picture, by its south-west and north-east corners.
type Frame struct {
	Min, Max Point
	Width    float64 // of a board: its share of the width of the picture, up to 1; 0 for all of it
}

// Feature is something drawn for its looks only: an island, a lake, a great name
// spread over a country or a sea.
type Feature struct {
	Kind string  // "island", "lake", "country", "waters"
	Text string  // of a country or waters
	Ring []Point // a closed outline; for a text the line that it is written along
}

// Geometry is how a map is drawn. Neighbouring shapes share the points of their
// common border, so they meet without gap or overlap.
type Geometry struct {
	Min, Max Point   // the south-west and north-east corners of the picture
	Boards   []Frame // what to draw one below the other; nil for one board, from Min to Max
	Insets   []Frame // parts to draw a second time at a larger scale
	Scale    float64 // degrees of latitude of a bar that shows the scale; 0 for none
	Shapes   []Shape // by Zone
	Borders  []Border
	Features []Feature
	Looks    []string            // by Terrain: what it looks like, by the names that pictures know; "" for open ground or water
	Signs    map[string][]string // what this game draws and no other: the strokes of each sign, in the language of pictures
	Source   Source
}

// geometryFile is a geometry file, in the format that the package comment tells of.
type geometryFile struct {
	Source  Source                  `toml:"source"`
	Min     [2]float64              `toml:"min"`
	Max     [2]float64              `toml:"max"`
	Scale   float64                 `toml:"scale"`
	Board   []frameEntry            `toml:"board"`
	Inset   []frameEntry            `toml:"inset"`
	Terrain map[string]string       `toml:"terrain"`
	Sign    map[string][]string     `toml:"sign"`
	Label   map[string][2]float64   `toml:"label"`
	Arc     map[string][][2]float64 `toml:"arc"`
	Area    map[string][]string     `toml:"area"`
	Feature []struct {
		Kind string       `toml:"kind"`
		Text string       `toml:"text"`
		Ring [][2]float64 `toml:"ring"`
	} `toml:"feature"`
}

type frameEntry struct {
	Min   [2]float64 `toml:"min"`
	Max   [2]float64 `toml:"max"`
	Width float64    `toml:"width"`
}

// LoadGeometry reads a geometry file for m. Faults of the file are *LoadError: a
// zone without a label, names that do not exist, outlines that do not close,
// arcs used by no area or by more than two.
func LoadGeometry(fsys fs.FS, name string, m *Map) (*Geometry, error) {
	var f geometryFile
	if err := ReadTOML(fsys, name, &f); err != nil {
		return nil, err
	}
	l := geometryLoader{loader: loader{file: name, m: m}, f: &f, users: make(map[string][]Zone)}
	l.source("source", f.Source)
	g := &Geometry{Min: point(f.Min), Max: point(f.Max), Scale: f.Scale,
		Shapes: make([]Shape, m.Len()), Signs: f.Sign, Source: f.Source}
	l.corners("min", g.Min, g.Max)
	if f.Scale < 0 {
		l.fail("scale", ErrInvalid, "not a length")
	}
	g.Boards, g.Insets = l.frames("board", f.Board), l.frames("inset", f.Inset)
	g.Looks = l.looks(f.Terrain)
	l.known("label", sortedKeys(f.Label))
	l.known("area", sortedKeys(f.Area))
	for z := range m.All().All() {
		l.shape(z, &g.Shapes[z])
	}
	for _, id := range sortedKeys(f.Arc) {
		l.border(id, g)
	}
	for i, e := range f.Feature {
		key := fmt.Sprintf("feature number %d", i+1)
		if e.Text == "" && len(e.Ring) < 3 {
			l.fail(key, ErrInvalid, "a ring has at least 3 points")
		}
		if e.Text != "" && len(e.Ring) < 2 {
			l.fail(key, ErrInvalid, "a text needs a line of at least 2 points")
		}
		g.Features = append(g.Features, Feature{Kind: e.Kind, Text: e.Text, Ring: points(e.Ring)})
	}
	if l.err != nil {
		return nil, l.err
	}
	return g, nil
}

type geometryLoader struct {
	loader
	f     *geometryFile
	users map[string][]Zone // of each arc
}

func (l *geometryLoader) corners(key string, low, high Point) {
	if !(low.Lon < high.Lon && low.Lat < high.Lat) {
		l.fail(key, ErrInvalid, "not south-west of the other corner")
	}
}

func (l *geometryLoader) frames(key string, entries []frameEntry) (all []Frame) {
	for i, e := range entries {
		f := Frame{point(e.Min), point(e.Max), e.Width}
		if e.Width < 0 || e.Width > 1 || e.Width > 0 && key != "board" {
			l.fail(fmt.Sprintf("%s number %d", key, i+1), ErrInvalid, "the width is the share of a board from 0 to 1")
		}
		l.corners(fmt.Sprintf("%s number %d", key, i+1), f.Min, f.Max)
		all = append(all, f)
	}
	return all
}

// looks reads what terrains look like.
func (l *geometryLoader) looks(terrain map[string]string) []string {
	all := make([]string, l.m.Terrains())
	for _, id := range sortedKeys(terrain) {
		t, ok := l.m.TerrainByID(id)
		if !ok {
			l.fail("terrain."+id, ErrUnknown, "")
			continue
		}
		all[t] = terrain[id]
	}
	return all
}

func (l *geometryLoader) known(table string, ids []string) {
	for _, id := range ids {
		if _, ok := l.m.Zone(id); !ok {
			l.fail(table+"."+id, ErrUnknown, "")
		}
	}
}

func (l *geometryLoader) shape(z Zone, s *Shape) {
	id := l.m.Name(z)
	label, ok := l.f.Label[id]
	if !ok {
		l.fail("label."+id, ErrMissing, "")
	}
	s.Label = point(label)
	for _, outline := range l.f.Area[id] {
		s.Rings = append(s.Rings, l.ring("area."+id, z, strings.Fields(outline)))
	}
}

// ring joins arcs into a closed outline.
func (l *geometryLoader) ring(key string, z Zone, arcs []string) []Point {
	var ring []Point
	for _, ref := range arcs {
		id, backwards := strings.CutPrefix(ref, "-")
		line, ok := l.f.Arc[id]
		if !ok || len(line) < 2 {
			l.fail(key, ErrUnknown, "arc "+id)
			return nil
		}
		l.users[id] = append(l.users[id], z)
		p := points(line)
		if backwards {
			slices.Reverse(p)
		}
		if len(ring) > 0 {
			if ring[len(ring)-1] != p[0] {
				l.fail(key, ErrInvalid, "arc "+ref+" does not start where the one before it ends")
				return nil
			}
			p = p[1:]
		}
		ring = append(ring, p...)
	}
	if len(ring) < 4 || ring[0] != ring[len(ring)-1] {
		l.fail(key, ErrInvalid, "the outline does not close")
		return nil
	}
	return ring[:len(ring)-1]
}

func (l *geometryLoader) border(id string, g *Geometry) {
	switch users := l.users[id]; len(users) {
	case 1:
	case 2:
		a, b := min(users[0], users[1]), max(users[0], users[1])
		if a == b {
			return // the outline goes along it to an island within the area, and back
		}
		g.Borders = append(g.Borders, Border{A: a, B: b, Line: points(l.f.Arc[id])})
	default:
		l.fail("arc."+id, ErrInvalid, fmt.Sprintf("used by %d areas, want 1 or 2", len(users)))
	}
}

func point(p [2]float64) Point { return Point{Lon: p[0], Lat: p[1]} }

func points(line [][2]float64) []Point {
	out := make([]Point, len(line))
	for i, p := range line {
		out[i] = point(p)
	}
	return out
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
