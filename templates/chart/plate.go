package chart

import (
	"image"
	"math"
	"slices"

	"keryx/adjudicator/board"
)

// window is the part of the plane that a plate shows.
type window struct{ low, high spot }

// plate is one drawing of the map, or of a part, on a canvas.
type plate struct {
	*Theatre
	*canvas
	view  window
	frame image.Rectangle // its place on the canvas
	unit  float64         // pixels per unit of design; symbols keep their size whatever the scale of the map
	grid  *grid

	linked board.Set // zones that another plate shows at a larger scale
	focus  board.Set // zones whose counters are all shown, whatever room they need
}

// u turns units of design into a length on the canvas.
func (p *plate) u(v float64) length { return length(math.Round(v * p.unit * 64)) }

// px turns units of design into whole pixels, at least one.
func (p *plate) px(v float64) int { return max(1, int(math.Round(v*p.unit))) }

// at brings a spot of the plane to the canvas.
func (p *plate) at(s spot) point {
	w := p.view.high.X - p.view.low.X
	width := int64(p.frame.Dx()) << 6
	return pt(length((s.X-p.view.low.X)*width/w)+length(p.frame.Min.X<<6), length((s.Y-p.view.low.Y)*width/w)+length(p.frame.Min.Y<<6))
}

func (p *plate) line(spots []spot) line {
	l := make(line, len(spots))
	for i, s := range spots {
		l[i] = p.at(s)
	}
	return l
}

func (p *plate) shape(rings [][]spot) path {
	var out path
	for _, r := range rings {
		out = append(out, p.line(r))
	}
	return out
}

// height is how high a plate of a width must be to show the window.
func (w window) height(width int) int {
	return int((w.high.Y - w.low.Y) * int64(width) / (w.high.X - w.low.X))
}

// cell is the side of a square of a grid, in units of design.
const cell = 4

// grid says which zone is where on a plate, in coarse squares.
type grid struct {
	side  int // pixels of a square
	w, h  int
	zones []board.Zone
}

// survey makes the grid of a plate, row by row: the zone at the middle of each
// square.
func (p *plate) survey() *grid {
	g := &grid{side: p.px(cell)}
	g.w, g.h = p.frame.Dx()/g.side+1, p.frame.Dy()/g.side+1
	g.zones = slices.Repeat([]board.Zone{board.NoZone}, g.w*g.h)
	for z := range p.board.All().All() {
		for _, ring := range p.zones[z].rings {
			g.mark(z, p.line(ring), p.frame.Min)
		}
	}
	return g
}

// mark gives the squares inside a ring to a zone.
func (g *grid) mark(z board.Zone, l line, origin image.Point) {
	for row := range g.h {
		y := length((origin.Y+row*g.side)<<6 + g.side<<5)
		var cuts []length
		for i, a := range l {
			b := l[(i+1)%len(l)]
			if (a.Y <= y) == (b.Y <= y) {
				continue
			}
			cuts = append(cuts, a.X+length(int64(b.X-a.X)*int64(y-a.Y)/int64(b.Y-a.Y)))
		}
		slices.Sort(cuts)
		for i := 1; i < len(cuts); i += 2 {
			from, to := (int(cuts[i-1])>>6-origin.X+g.side/2)/g.side, (int(cuts[i])>>6-origin.X+g.side/2)/g.side
			for x := max(0, from); x < min(to, g.w); x++ {
				g.zones[row*g.w+x] = z
			}
		}
	}
}

// covers reports whether every square of r, in pixels from the corner of the
// plate, belongs to one of the zones.
func (g *grid) covers(zones board.Set, r image.Rectangle) bool {
	if r.Min.X < 0 || r.Min.Y < 0 || r.Max.X > g.w*g.side || r.Max.Y > g.h*g.side {
		return false
	}
	has := func(x, y int) bool {
		z := g.zones[y*g.w+x]
		return z != board.NoZone && zones.Has(z)
	}
	x0, y0, x1, y1 := r.Min.X/g.side, r.Min.Y/g.side, (r.Max.X-1)/g.side, (r.Max.Y-1)/g.side
	// Where a rectangle does not fit, a corner mostly tells.
	if !has(x0, y0) || !has(x1, y1) || !has(x1, y0) || !has(x0, y1) {
		return false
	}
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			if !has(x, y) {
				return false
			}
		}
	}
	return true
}
