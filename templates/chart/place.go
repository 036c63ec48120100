package chart

import (
	"cmp"
	"image"
	"slices"

	"keryx/adjudicator/board"
)

// block is something that takes a place of its own on a plate. Sizes and places
// are in pixels.
type block struct {
	w, h   int
	titled bool // it says itself where it is
	draw   func(corner image.Point)
}

// placed is a block or label that has its place.
type placed struct {
	what   string // for tests: "number T17", "stack M5 0"
	rect   image.Rectangle
	word   bool // no line may cross it
	titled bool // it says itself where it is
}

// layout keeps account of the places taken on a plate.
type layout struct {
	*plate
	taken []placed
	roads roads
	stood []image.Rectangle // where the number of each zone stands; empty for one without
	named board.Set         // zones whose names stand with their numbers
	words []func()          // drawn over arrows and lines
	tops  []func()          // drawn last
}

// finish draws what had to wait until every line was drawn.
func (l *layout) finish() {
	for _, draw := range l.words {
		draw()
	}
	for _, draw := range l.tops {
		draw()
	}
}

func (l *layout) label(text string, at point, s style) {
	l.words = append(l.words, func() { l.centre(&l.letters, text, at, s) })
}

func (l *layout) free(r image.Rectangle) bool {
	if !r.In(l.frame.Inset(2)) {
		return false
	}
	for i := range l.taken {
		if r.Overlaps(l.taken[i].rect) {
			return false
		}
	}
	return true
}

func (l *layout) take(what string, r image.Rectangle) {
	l.taken = append(l.taken, placed{what: what, rect: r})
}

// takeWord takes a place for a word.
func (l *layout) takeWord(what string, r image.Rectangle) {
	l.taken = append(l.taken, placed{what: what, rect: r, word: true})
}

// clear reports whether a place is free and no line runs through it.
func (l *layout) clear(r image.Rectangle) bool { return l.free(r) && l.roads.clear(r.Sub(l.frame.Min)) }

// pave notes a line that nothing may be written on.
func (l *layout) pave(way line, width length) {
	corner := fromPixel(l.frame.Min)
	moved := make(line, len(way))
	for i, q := range way {
		moved[i] = q.Sub(corner)
	}
	l.roads.pave(moved, width)
}

// offsets are the squares around the origin, the nearest first.
var offsets = func() []image.Point {
	const reach = 60
	var all []image.Point
	for y := -reach; y <= reach; y++ {
		for x := -reach; x <= reach; x++ {
			if x*x+y*y <= reach*reach {
				all = append(all, image.Pt(x, y))
			}
		}
	}
	slices.SortFunc(all, func(a, b image.Point) int {
		return cmp.Or(cmp.Compare(a.X*a.X+a.Y*a.Y, b.X*b.X+b.Y*b.Y), cmp.Compare(a.Y, b.Y), cmp.Compare(a.X, b.X))
	})
	return all
}()

// pitch is a kind of place for one of some blocks: the first that fits somewhere in the
// zones. Away tells that such a place is not where the thing is, so that a line has to
// tie it to there. Strides are how far tries lie apart, in units of design.
type pitch struct {
	zones   board.Set
	blocks  []block
	away    bool
	loose   bool // the line may cross what it likes
	strides []float64
}

// The strides of a pitch in the zone and of one away from it, and all that a plate shows.
var (
	nearby   = []float64{6}
	afield   = []float64{6, 24}
	anywhere = board.Everywhere()
)

// settle finds the free place nearest to where a zone is for the first block of the first pitch
// that has one. A place away must be one to which a line leads that crosses no name. It
// reports false when the plate is full.
func (l *layout) settle(what string, z board.Zone, pitches []pitch) (b block, r image.Rectangle, away, ok bool) {
	gap, near := l.px(2), pixel(l.at(l.zones[z].label))
	for _, p := range pitches {
		room, bounds := l.grid.room(p.zones), l.grid.around(&p.zones).Add(l.frame.Min)
		far := farthest(near, bounds)
		for _, stride := range p.strides {
			step := l.px(stride)
			for _, b := range p.blocks {
				if b.w/l.grid.side*(b.h/l.grid.side) > room {
					continue
				}
				for _, o := range offsets {
					if (o.X*o.X+o.Y*o.Y)*step*step > far {
						break // its middle is outside, and so are all that follow
					}
					r := centred(near.Add(o.Mul(step)), b.w, b.h)
					if r.In(bounds) && l.grid.covers(&p.zones, r.Sub(l.frame.Min)) && l.free(r.Inset(-gap)) && (!p.away || p.loose || l.reaches(z, near, r)) {
						l.taken = append(l.taken, placed{what: what, rect: r, titled: b.titled})
						return b, r, p.away, true
					}
				}
			}
		}
	}
	return b, image.Rectangle{}, false, false
}

// farthest is the square of how far a corner of a rectangle is from a place at the most.
func farthest(from image.Point, r image.Rectangle) int {
	x, y := max(from.X-r.Min.X, r.Max.X-from.X), max(from.Y-r.Min.Y, r.Max.Y-from.Y)
	return x*x + y*y
}

// reaches reports whether a line from the middle of a zone to a block crosses no word but
// the number of that zone if that is where it begins.
func (l *layout) reaches(z board.Zone, from image.Point, r image.Rectangle) bool {
	to := l.mooring(from, r)
	for i := range l.taken {
		if t := &l.taken[i]; t.word && !(t.rect == l.stood[z] && from.In(t.rect)) && t.rect.Overlaps(span(from, to)) && cuts(from, to, t.rect) {
			return false
		}
	}
	return true
}

// mooring is where a line from a place to a block ends: beneath a counter, not in an empty
// corner.
func (l *layout) mooring(from image.Point, r image.Rectangle) image.Point {
	core := r.Inset(l.px(bigChit / 2))
	return image.Pt(min(max(from.X, core.Min.X), core.Max.X), min(max(from.Y, core.Min.Y), core.Max.Y))
}

// span is the rectangle from one point to another, both in it.
func span(a, b image.Point) image.Rectangle {
	r := image.Rectangle{a, b}.Canon()
	r.Max = r.Max.Add(image.Pt(1, 1))
	return r
}

// cuts reports whether the way from a to b runs through a rectangle.
func cuts(a, b image.Point, r image.Rectangle) bool {
	side := func(x, y int) int { return (b.X-a.X)*(y-a.Y) - (b.Y-a.Y)*(x-a.X) }
	corners := [4]int{side(r.Min.X, r.Min.Y), side(r.Max.X, r.Min.Y), side(r.Min.X, r.Max.Y), side(r.Max.X, r.Max.Y)}
	return slices.Min(corners[:]) <= 0 && slices.Max(corners[:]) >= 0 && r.Overlaps(span(a, b))
}

func centred(c image.Point, w, h int) image.Rectangle {
	return image.Rect(c.X-w/2, c.Y-h/2, c.X-w/2+w, c.Y-h/2+h)
}

func pixel(q point) image.Point { return image.Pt(q.X.Round(), q.Y.Round()) }

func fromPixel(q image.Point) point { return pt(length(q.X<<6), length(q.Y<<6)) }
