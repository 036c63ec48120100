package chart

import (
	"errors"
	"fmt"
	"image"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// ErrFull means that a picture has no room left for a stack, which takes more
// stacks than any game has.
var ErrFull = errors.New("no room left on the map")

func errSide(s adjudicator.Side) error { return fmt.Errorf("chart: a stack of side %d", s) }

// Sizes of counters in units of design.
const (
	bigChit   = 50
	smallChit = 36
)

// stacks places the counters. Where the plate is drawn again at a larger scale, a
// pennant says whose they are.
func (l *layout) stacks(forces []force, names func(adjudicator.Term) string) error {
	for i := range forces {
		f := &forces[i]
		at := pixel(l.at(l.zones[f.zone].label))
		if !at.In(l.frame.Inset(l.px(6))) {
			continue
		}
		if l.linked.Has(f.zone) {
			l.pennant(f, at)
			continue
		}
		inner, outer := l.variants(f, names)
		what := fmt.Sprintf("stack %s %d", l.board.Name(f.zone), f.side)
		b, r, away, ok := l.settle(what, at, l.homes(f.zone), inner, outer)
		if !ok {
			return fmt.Errorf("chart: %w: %s", ErrFull, what)
		}
		if away || l.board.Kind(f.zone) == board.Port {
			l.leader(at, r, f.side)
		}
		l.tops = append(l.tops, func() { b.draw(r.Min) })
	}
	return nil
}

// pennant marks a side's presence in a zone that is shown enlarged elsewhere.
func (l *layout) pennant(f *force, at image.Point) {
	size := l.px(17)
	for _, zones := range []board.Set{l.homes(f.zone), l.board.All()} {
		for _, o := range offsets[:1200] {
			r := centred(at.Add(o.Mul(l.px(3))), size, size)
			if !l.grid.covers(zones, r.Sub(l.frame.Min)) || !l.free(r.Inset(-l.px(1))) {
				continue
			}
			l.take(fmt.Sprintf("pennant %s %d", l.board.Name(f.zone), f.side), r)
			shape := chitShape(f.side, length(r.Min.X<<6), length(r.Min.Y<<6), length(size<<6))
			livery := liveries[f.side]
			l.tops = append(l.tops, func() {
				l.fill(white, shape.outline(l.u(5)))
				l.fill(livery.edge, shape.outline(l.u(2.6)))
				l.fill(livery.fill, shape)
			})
			return
		}
	}
}

// leader draws the line that ties a stack to its zone.
func (l *layout) leader(at image.Point, r image.Rectangle, side adjudicator.Side) {
	core := r.Inset(l.px(bigChit / 2)) // so that it ends beneath a counter, not in an empty corner
	end := fromPixel(image.Pt(min(max(at.X, core.Min.X), core.Max.X), min(max(at.Y, core.Min.Y), core.Max.Y)))
	from := fromPixel(at)
	if distance(from, end) < l.u(12) {
		return
	}
	from = towards(from, end, l.u(11))
	edge := liveries[side].edge
	l.fill(white, stroke(line{from, end}, l.u(5), false))
	l.fill(edge, stroke(line{from, end}, l.u(2.2), false))
}

// variants are the ways to draw a stack in its zone, the fullest first, and those
// for a place outside it.
func (l *layout) variants(f *force, names func(adjudicator.Term) string) (inner, outer []block) {
	all, small := f.piles(), l.rows(f, sumUp(f), 2, smallChit, nil)
	var out []block
	if len(all) <= 8 {
		for _, cols := range []int{4, 3, 2} {
			if cols-1 < len(all) || cols == 2 {
				out = append(out, l.rows(f, all, cols, bigChit, names))
			}
		}
	}
	if l.focus.Has(f.zone) && len(out) > 0 {
		return out, append(slices.Clone(out), small)
	}
	return append(out, l.rows(f, sumUp(f), 2, bigChit, names), l.rows(f, sumUp(f), 2, bigChit, nil), small), []block{small}
}

func sumUp(f *force) []pile {
	all := f.sums()
	for i := range all {
		all[i].sum = true
	}
	return all
}

// rows arranges counters in columns, the leaders above them with their names, or
// without if there are no names to write.
func (l *layout) rows(f *force, piles []pile, cols int, size float64, names func(adjudicator.Term) string) block {
	k := size / 48
	pad, gap := l.px(5*k), l.px(12*k)
	chitPx, tokenPx := l.px(size), l.px(46*k)
	nameStyle := style{face: bold, size: l.u(15), ink: lettering, halo: paper, glow: l.u(5)}
	type seat struct {
		x, y int
		text string
	}
	var seats []seat
	x, y, w := pad, pad, 0
	rowHigh := tokenPx + l.px(5*k)
	if names != nil {
		rowHigh += l.px(15)
	}
	for i, u := range f.leaders {
		text, wide := "", tokenPx
		if names != nil {
			text = plain(names(u.Name), 16)
			wide = max(wide, l.letters.width(text, nameStyle).Ceil()+l.px(6))
		}
		if i > 0 && i%3 == 0 {
			x, y = pad, y+rowHigh
		}
		seats = append(seats, seat{x + wide/2, y + tokenPx/2, text})
		x += wide + l.px(3)
		w = max(w, x)
	}
	if len(f.leaders) > 0 {
		y += rowHigh
	}
	top := y
	cols = max(1, min(cols, len(piles)))
	w = max(w, pad+cols*(chitPx+gap))
	h := top + (len(piles)+cols-1)/cols*(chitPx+gap)
	draw := func(corner image.Point) {
		for i, c := range piles {
			q := corner.Add(image.Pt(pad+i%cols*(chitPx+gap), top+i/cols*(chitPx+gap)))
			l.chit(fromPixel(q.Add(image.Pt(0, pad))), size, f.side, c)
		}
		for i, s := range seats {
			c := fromPixel(corner.Add(image.Pt(s.x, s.y)))
			l.token(c, k, f.side, f.leaders[i])
			l.centre(&l.letters, s.text, pt(c.X, c.Y+l.u(23*k+15)), nameStyle)
		}
	}
	return block{w: w, h: h, draw: draw}
}
