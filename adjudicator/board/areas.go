package board

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// WriteAreas writes the tables "arc" and "area" of a geometry file for a map of which only
// the labels are known: on each board, every zone of land or sea gets what lies nearer to
// its label than to any other. It is a start, from which coasts are drawn by hand. Arcs that
// meet end in the same point, to the digit. The error is the writer's.
func WriteAreas(w io.Writer, m *Map, g *Geometry) error {
	p := partition{arcs: map[string][]Point{}, areas: map[string][]string{}}
	boards := g.Boards
	if boards == nil {
		boards = []Frame{{Min: g.Min, Max: g.Max}}
	}
	for _, b := range boards {
		p.board(m, g, b)
	}
	return p.write(w)
}

// partition is a plane that is cut up among zones.
type partition struct {
	points []Point // where arcs end, each once
	arcs   map[string][]Point
	areas  map[string][]string // the arcs of each zone, in turn
}

// Who is on the other side of a line that is no border between zones: nobody.
const beyond Zone = NoZone

// cell is what a zone has so far: corners, and who is beyond the line from each to the next.
type cell struct {
	corners []Point
	across  []Zone
}

// board cuts up a board among the zones whose labels it shows.
func (p *partition) board(m *Map, g *Geometry, b Frame) {
	var sites []Zone
	for z := range m.All().All() {
		at := g.Shapes[z].Label
		on := at.Lon > b.Min.Lon && at.Lon < b.Max.Lon && at.Lat > b.Min.Lat && at.Lat < b.Max.Lat
		if k := m.Kind(z); on && (k == Land || k == Sea) {
			sites = append(sites, z)
		}
	}
	shrink := math.Cos((b.Min.Lat + b.Max.Lat) * math.Pi / 360)
	for _, z := range sites {
		c := cell{[]Point{b.Min, {b.Max.Lon, b.Min.Lat}, b.Max, {b.Min.Lon, b.Max.Lat}}, []Zone{beyond, beyond, beyond, beyond}}
		for _, other := range sites {
			if other != z {
				c = c.nearer(g.Shapes[z].Label, g.Shapes[other].Label, other, shrink)
			}
		}
		p.bound(m, z, c)
	}
}

// nearer keeps what of a cell is nearer to its label than to that of another zone.
func (c cell) nearer(own, its Point, other Zone, shrink float64) (kept cell) {
	// far is by how much a point is nearer to the other label.
	far := func(q Point) float64 {
		square := func(from Point) float64 {
			x, y := (q.Lon-from.Lon)*shrink, q.Lat-from.Lat
			return x*x + y*y
		}
		return square(own) - square(its)
	}
	n := len(c.corners)
	for i, a := range c.corners {
		b := c.corners[(i+1)%n]
		da, db := far(a), far(b)
		if da <= 0 {
			kept.corners, kept.across = append(kept.corners, a), append(kept.across, c.across[i])
		}
		if (da <= 0) == (db <= 0) {
			continue
		}
		t := da / (da - db)
		cut := Point{a.Lon + (b.Lon-a.Lon)*t, a.Lat + (b.Lat-a.Lat)*t}
		next := c.across[i] // the line goes on behind where it comes in
		if da <= 0 {
			next = other
		}
		kept.corners, kept.across = append(kept.corners, cut), append(kept.across, next)
	}
	return kept
}

// grain is what lies so near to another point that it is that point, in degrees: arcs are
// written in ten-thousandths.
const grain = 0.002

// corner is the point that stands for all that are no farther than the grain from it.
func (p *partition) corner(q Point) Point {
	for _, had := range p.points {
		if math.Abs(had.Lon-q.Lon) < grain && math.Abs(had.Lat-q.Lat) < grain {
			return had
		}
	}
	round := func(v float64) float64 { return math.Round(v*1e4) / 1e4 }
	q = Point{round(q.Lon), round(q.Lat)}
	p.points = append(p.points, q)
	return q
}

// bound notes the arcs around a zone. What lies along the edge of the board is one arc for
// as long as it is.
func (p *partition) bound(m *Map, z Zone, c cell) {
	var corners []Point
	var across []Zone
	for i, q := range c.corners {
		q = p.corner(q)
		next := p.corner(c.corners[(i+1)%len(c.corners)])
		if q != next {
			corners, across = append(corners, q), append(across, c.across[i])
		}
	}
	n := len(corners)
	if n < 3 {
		return
	}
	first := slices.IndexFunc(across, func(o Zone) bool { return o != beyond })
	for i := 0; i < n; {
		at := (max(first, 0) + i) % n
		other, line := across[at], []Point{corners[at]}
		for ; i < n && across[(max(first, 0)+i)%n] == other; i++ {
			line = append(line, corners[(max(first, 0)+i+1)%n])
		}
		p.arc(m, z, other, line)
	}
}

// arc notes one arc of a zone, under the name of both zones that it parts.
func (p *partition) arc(m *Map, z, other Zone, line []Point) {
	own := m.Name(z)
	name := own + "_edge"
	if other != beyond {
		a, b := min(z, other), max(z, other)
		name = m.Name(a) + "_" + m.Name(b)
	}
	for i := 2; other == beyond && p.arcs[name] != nil; i++ {
		name = fmt.Sprintf("%s_edge_%d", own, i)
	}
	if had := p.arcs[name]; had != nil {
		p.areas[own] = append(p.areas[own], "-"+name)
		return
	}
	p.arcs[name], p.areas[own] = line, append(p.areas[own], name)
}

// write writes both tables, in the order of the names.
func (p *partition) write(w io.Writer) error {
	var b strings.Builder
	b.WriteString("[arc]\n")
	for _, name := range sortedKeys(p.arcs) {
		fmt.Fprintf(&b, "%q = [", name)
		for i, q := range p.arcs[name] {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, "[%g, %g]", q.Lon, q.Lat)
		}
		b.WriteString("]\n")
	}
	b.WriteString("\n[area]\n")
	for _, id := range sortedKeys(p.areas) {
		fmt.Fprintf(&b, "%q = [%q]\n", id, strings.Join(p.areas[id], " "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
