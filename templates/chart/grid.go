package chart

import (
	"image"
	"slices"

	"keryx/adjudicator/board"
)

// cell is the side of a square of a grid, in units of design.
const cell = 4

// grid says which zone is where on a plate, in coarse squares. Islands that are not in
// play, and all else that belongs to no zone, are of [board.NoZone].
type grid struct {
	side  int // pixels of a square
	w, h  int
	zones []board.Zone
	size  [256]int             // how many squares a zone has
	box   [256]image.Rectangle // in squares, around a zone; empty for one that is not there
	run   []uint16             // how many squares of the same zone follow to the right, that one counted
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
	for _, a := range p.art {
		if a.kind == "island" {
			g.mark(board.NoZone, p.line(a.ring), p.frame.Min)
		}
	}
	for _, z := range g.zones {
		g.size[z]++
	}
	g.run = make([]uint16, len(g.zones))
	for y := range g.h {
		row := g.zones[y*g.w:][:g.w]
		for x, n := g.w-1, uint16(0); x >= 0; x-- {
			if x == g.w-1 || row[x] != row[x+1] {
				n = 0
			}
			n++
			g.run[y*g.w+x] = n
		}
		for x := 0; x < g.w; {
			z, n := row[x], int(g.run[y*g.w+x])
			g.box[z] = g.box[z].Union(image.Rect(x, y, x+n, y+1))
			x += n
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

// at is the zone at a place, in pixels from the corner of the plate.
func (g *grid) at(q image.Point) board.Zone {
	if q.X < 0 || q.Y < 0 || q.X >= g.w*g.side || q.Y >= g.h*g.side {
		return board.NoZone
	}
	return g.zones[q.Y/g.side*g.w+q.X/g.side]
}

// room is how many squares some zones have together.
func (g *grid) room(zones board.Set) (n int) {
	for z := range zones.All() {
		n += g.size[z]
	}
	return n
}

// around is a rectangle that has all squares of some zones in it, in pixels from the corner
// of the plate.
func (g *grid) around(zones *board.Set) (r image.Rectangle) {
	for z := range g.box {
		if zones.Has(board.Zone(z)) {
			r = r.Union(g.box[z])
		}
	}
	return image.Rectangle{r.Min.Mul(g.side), r.Max.Mul(g.side)}
}

// covers reports whether every square of r, in pixels from the corner of the
// plate, belongs to one of the zones, of which NoZone may be one.
func (g *grid) covers(zones *board.Set, r image.Rectangle) bool {
	if r.Min.X < 0 || r.Min.Y < 0 || r.Max.X > g.w*g.side || r.Max.Y > g.h*g.side {
		return false
	}
	has := func(at int) bool { return zones.Has(g.zones[at]) }
	// Nothing is asked more often, and what is small and not negative is divided sooner with half the bits.
	square := func(at int) int { return int(uint32(at) / uint32(g.side)) }
	x0, x1 := square(r.Min.X), square(r.Max.X-1)
	top, bottom := square(r.Min.Y)*g.w, square(r.Max.Y-1)*g.w
	// Where a rectangle does not fit, a corner mostly tells.
	if !has(top+x0) || !has(bottom+x1) || !has(top+x1) || !has(bottom+x0) {
		return false
	}
	for row := top; row <= bottom; row += g.w {
		for x := x0; x <= x1; x += int(g.run[row+x]) {
			if !has(row + x) {
				return false
			}
		}
	}
	return true
}

// roads are the squares of a plate that arrows and lines run through.
type roads struct {
	*grid
	used []bool
}

// newRoads are roads on which nothing runs yet. They lie in the room of others, which are not
// needed any more.
func newRoads(g *grid, room []bool) roads {
	used := slices.Grow(room[:0], len(g.zones))[:len(g.zones)]
	for i := range used {
		used[i] = false
	}
	return roads{g, used}
}

// pave notes that a line of some width runs there, in pixels from the corner of the plate.
func (r roads) pave(l line, width length) {
	reach := max(1, (width.Ceil()/2+r.side/2)/r.side)
	for i := 1; i < len(l); i++ {
		n := max(1, int(distance(l[i-1], l[i]))/(r.side<<5))
		for k := 0; k <= n; k++ {
			q := pixel(between(l[i-1], l[i], length(k), length(n)))
			x, y := q.X/r.side, q.Y/r.side
			for dy := -reach + 1; dy < reach; dy++ {
				for dx := -reach + 1; dx < reach; dx++ {
					if x+dx >= 0 && y+dy >= 0 && x+dx < r.w && y+dy < r.h {
						r.used[(y+dy)*r.w+x+dx] = true
					}
				}
			}
		}
	}
}

// clear reports whether no line runs through a rectangle, in pixels from the corner of
// the plate.
func (r roads) clear(b image.Rectangle) bool {
	x0, x1 := max(0, b.Min.X/r.side), min(r.w-1, (b.Max.X-1)/r.side)
	for y := max(0, b.Min.Y/r.side); y <= min(r.h-1, (b.Max.Y-1)/r.side); y++ {
		for x := x0; x <= x1; x++ {
			if r.used[y*r.w+x] {
				return false
			}
		}
	}
	return true
}
