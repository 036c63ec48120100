package chart

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"sync"

	"keryx/adjudicator/board"
)

// ErrUnknownZone matches the errors for zones, in a view, in marks or in
// options, that the board does not have.
var ErrUnknownZone = errors.New("no such zone on the map")

// Theatre is a board ready to be drawn. It is safe for concurrent use.
type Theatre struct {
	board    *board.Map
	geometry *board.Geometry
	zones    []area
	low      spot // the north-west and south-east corners of the whole
	high     spot
	boards   []window
	widths   []float64 // of the boards, as shares of the sheet
	insets   []window  // what is drawn twice
	crowded  board.Set // the zones that insets show well
	wet      board.Set // zones of water
	numbered bool      // some zone goes by its number
	seams    []seam
	art      []art
	signs    map[string]strokes
	letters  typesetter
	sprites  sprites

	grounds  grounds
	mu       sync.Mutex
	pictures []kept // oldest first

	blanked sync.Once
	blanks  []*sketch // the ground of the parts of a sketch
}

// spot is a position on the plane of the map: whole units east and south. A
// ten-thousandth of a degree of latitude is 1000 units.
type spot struct{ X, Y int64 }

// harbour is where ships come into a port.
type harbour struct {
	sea board.Zone
	at  spot
}

// area is one zone on the plane.
type area struct {
	rings   [][]spot
	label   spot
	anchors []harbour // of a port
	wet     bool
	terrain string // as the map calls it
	look    string // see [looks]; empty for open ground or water
	tint    ink
	strewn  func(p *plate, foot point) // nil for nothing
	town    bool
}

// seam is a line between zones, or between a zone and the rest of the world.
type seam struct {
	kind  seamKind
	line  []spot
	plain []spot // not roughened
	tags  uint32 // of the edge
}

type seamKind uint8

const (
	landBorder seamKind = iota
	seaBorder
	shore
	beach
)

// art is something drawn for its looks.
type art struct {
	kind string
	text string
	ring []spot
}

// NewTheatre prepares a board and its geometry. The geometry must belong to the
// board, as [board.LoadGeometry] sees to.
func NewTheatre(m *board.Map, g *board.Geometry) (*Theatre, error) {
	if len(g.Shapes) != m.Len() {
		return nil, fmt.Errorf("chart: %d shapes for %d zones", len(g.Shapes), m.Len())
	}
	t := &Theatre{board: m, geometry: g, zones: make([]area, m.Len())}
	var err error
	if t.signs, err = readSigns(g.Signs); err != nil {
		return nil, err
	}
	flat := projection(g)
	t.low, t.high = flat(board.Point{Lon: g.Min.Lon, Lat: g.Max.Lat}), flat(board.Point{Lon: g.Max.Lon, Lat: g.Min.Lat})
	frame := func(f board.Frame) window {
		return window{flat(board.Point{Lon: f.Min.Lon, Lat: f.Max.Lat}), flat(board.Point{Lon: f.Max.Lon, Lat: f.Min.Lat})}
	}
	for _, f := range g.Boards {
		t.boards, t.widths = append(t.boards, frame(f)), append(t.widths, cmp.Or(f.Width, 1))
	}
	if t.boards == nil {
		t.boards, t.widths = []window{{t.low, t.high}}, []float64{1}
	}
	for _, f := range g.Insets {
		t.insets = append(t.insets, frame(f))
	}
	wild, tame := t.wildShores(), new(shores)
	for z := range m.All().All() {
		a := &t.zones[z]
		t.numbered = t.numbered || nameless.MatchString(m.Name(z))
		a.label = flat(g.Shapes[z].Label)
		if a.wet = m.Kind(z) == board.Sea; a.wet {
			t.wet.Add(z)
		}
		if err := t.dress(z); err != nil {
			return nil, err
		}
		for _, ring := range g.Shapes[z].Rings {
			a.rings = append(a.rings, wild.run(flat, append(slices.Clone(ring), ring[0])))
		}
		if slices.ContainsFunc(t.insets, func(w window) bool { return t.shows(w, z) }) {
			t.crowded.Add(z)
		}
	}
	for _, b := range g.Borders {
		s := seam{kind: t.borderKind(b.A, b.B), line: wild.run(flat, b.Line), plain: tame.run(flat, b.Line)}
		if e := m.Edge(b.A, b.B); e != nil {
			s.tags = e.Tags
		}
		t.seams = append(t.seams, s)
	}
	for _, l := range wild.free {
		t.seams = append(t.seams, seam{kind: shore, line: wild.run(flat, l[:]), plain: tame.run(flat, l[:])})
	}
	for z := range m.OfKind(board.Port).All() {
		t.zones[z].anchors = t.anchorage(z)
	}
	for _, f := range g.Features {
		ring := make([]spot, 0, len(f.Ring)+1)
		for _, p := range f.Ring {
			ring = append(ring, flat(p))
		}
		t.art = append(t.art, art{f.Kind, plain(f.Text, 40), ring})
	}
	return t, nil
}

// projection keeps true angles at the middle latitude.
func projection(g *board.Geometry) func(board.Point) spot {
	shrink := int64(math.Round(1000 * math.Cos((g.Min.Lat+g.Max.Lat)*(math.Pi/360))))
	return func(p board.Point) spot {
		return spot{int64(math.Round(p.Lon*1e4)) * shrink, int64(math.Round(p.Lat*1e4)) * -1000}
	}
}

// shows reports whether a window shows a zone well: its label and most of its width and
// height.
func (t *Theatre) shows(w window, z board.Zone) bool {
	a := &t.zones[z]
	low, high := a.label, a.label
	for _, ring := range a.rings {
		for _, s := range ring {
			low, high = spot{min(low.X, s.X), min(low.Y, s.Y)}, spot{max(high.X, s.X), max(high.Y, s.Y)}
		}
	}
	most := func(low, high, from, to int64) bool { return 10*(min(high, to)-max(low, from)) >= 7*(high-low) }
	inside := a.label.X > w.low.X && a.label.X < w.high.X && a.label.Y > w.low.Y && a.label.Y < w.high.Y
	return inside && t.board.Kind(z) != board.Base &&
		most(low.X, high.X, w.low.X, w.high.X) && most(low.Y, high.Y, w.low.Y, w.high.Y)
}

func (t *Theatre) borderKind(a, b board.Zone) seamKind {
	switch wetA, wetB := t.board.Kind(a) == board.Sea, t.board.Kind(b) == board.Sea; {
	case wetA && wetB:
		return seaBorder
	case wetA != wetB:
		if e := t.board.Edge(a, b); e != nil && e.Beach {
			return beach
		}
		return shore
	}
	return landBorder
}

// anchorage is where the anchors of a port are drawn: before its walls, one in
// each of the waters its ships come from.
func (t *Theatre) anchorage(port board.Zone) []harbour {
	var all []harbour
	at := t.zones[port].label
	far := 330_000.0 // a little more than the size of a sign
	if t.zones[port].rings != nil {
		far = 570_000
	}
	for _, e := range t.board.Edges(port) {
		if e.Entry {
			sea := t.zones[e.To].label
			dx, dy := float64(sea.X-at.X), float64(sea.Y-at.Y)
			n := math.Max(1, math.Sqrt(float64(dx*dx)+float64(dy*dy)))
			all = append(all, harbour{e.To, spot{at.X + int64(math.Round(far*dx/n)), at.Y + int64(math.Round(far*dy/n))}})
		}
	}
	return all
}

// segment is a piece of a border, in either direction.
type segment [2]board.Point

func (s segment) sorted() segment {
	if s[1].Lon < s[0].Lon || s[1].Lon == s[0].Lon && s[1].Lat < s[0].Lat {
		return segment{s[1], s[0]}
	}
	return s
}

// shores roughens the pieces of border where land meets water.
type shores struct {
	wild map[segment]bool
	free []segment // shores of land that is not in play, in the order of the zones
}

// wildShores finds the pieces of coast. A piece of the outline of a sea zone that
// it shares with nobody is the shore of land that is not in play, unless it runs
// straight north or east, which is how the map is cut off.
func (t *Theatre) wildShores() *shores {
	s := &shores{wild: make(map[segment]bool)}
	shared := make(map[segment]bool)
	for _, b := range t.geometry.Borders {
		kind := t.borderKind(b.A, b.B)
		for i := 1; i < len(b.Line); i++ {
			g := segment{b.Line[i-1], b.Line[i]}.sorted()
			shared[g] = true
			if kind == shore || kind == beach {
				s.wild[g] = true
			}
		}
	}
	for z := range t.board.OfKind(board.Sea).All() {
		for _, ring := range t.geometry.Shapes[z].Rings {
			for i, p := range ring {
				q := ring[(i+1)%len(ring)]
				g := segment{p, q}.sorted()
				if p.Lon != q.Lon && p.Lat != q.Lat && !shared[g] {
					s.wild[g] = true
					s.free = append(s.free, segment{p, q})
				}
			}
		}
	}
	return s
}

// run brings a line to the plane. A piece of coast is bent at random, but always in
// the same way, so that the outlines on both sides of it still meet.
func (s *shores) run(flat func(board.Point) spot, l []board.Point) []spot {
	out := []spot{flat(l[0])}
	for i := 1; i < len(l); i++ {
		a, b := flat(l[i-1]), flat(l[i])
		if g := (segment{l[i-1], l[i]}).sorted(); s.wild[g] {
			out = bend(out, a, b, 2)
		}
		out = append(out, b)
	}
	return out
}

// bend appends points between a and b.
func bend(out []spot, a, b spot, depth int) []spot {
	dx, dy := b.X-a.X, b.Y-a.Y
	if depth == 0 || dx*dx+dy*dy < 30_000*30_000 {
		return out
	}
	swap := a.X > b.X || a.X == b.X && a.Y > b.Y
	lo, hi := a, b
	if swap {
		lo, hi = b, a
	}
	h := fnv.New32a()
	fmt.Fprint(h, lo, hi)
	r := int64(h.Sum32()%2001) - 1000 // thousandths
	m := spot{(lo.X+hi.X)/2 - (hi.Y-lo.Y)*r/9000, (lo.Y+hi.Y)/2 + (hi.X-lo.X)*r/9000}
	out = append(bend(out, a, m, depth-1), m)
	return bend(out, m, b, depth-1)
}

// zone finds a zone by the name it has in views and marks.
func (t *Theatre) zone(id string) (board.Zone, error) {
	z, ok := t.board.Zone(id)
	if !ok {
		return board.NoZone, fmt.Errorf("chart: %w: %q", ErrUnknownZone, plain(id, 20))
	}
	return z, nil
}

// homes are the zones in which a stack of z may stand on the picture: z itself,
// or for a port and a zone that is a mere sign on the map those beside it.
func (t *Theatre) homes(z board.Zone) board.Set {
	if t.zones[z].rings != nil && t.board.Kind(z) != board.Port {
		return board.SetOf(z)
	}
	return t.board.Near(z, board.Any)
}
