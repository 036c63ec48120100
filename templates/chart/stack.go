package chart

import (
	"errors"
	"fmt"
	"image"

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

// stacks places and draws the counters. A plate that shows a crowded part only to
// point to its enlargement draws small sums there.
func (l *layout) stacks(forces []force, names func(adjudicator.Term) string, whole bool) error {
	for i := range forces {
		f := &forces[i]
		at := pixel(l.at(l.zones[f.zone].label))
		if !at.In(l.frame.Inset(l.px(6))) {
			continue
		}
		small := whole && l.crowded.Has(f.zone)
		variants := l.variants(f, names, small)
		what := fmt.Sprintf("stack %s %d", l.board.Name(f.zone), f.side)
		b, r, away, ok := l.settle(what, at, l.homes(f.zone), variants)
		if !ok {
			return fmt.Errorf("chart: %w: %s", ErrFull, what)
		}
		if away || l.board.Kind(f.zone) == board.Port {
			l.leader(at, r, f.side)
		}
		b.draw(r.Min)
	}
	return nil
}

// leader draws the line that ties a stack to its zone.
func (l *layout) leader(at image.Point, r image.Rectangle, side adjudicator.Side) {
	end := fromPixel(image.Pt(min(max(at.X, r.Min.X), r.Max.X), min(max(at.Y, r.Min.Y), r.Max.Y)))
	from := fromPixel(at)
	if distance(from, end) < l.u(12) {
		return
	}
	edge := liveries[side].edge
	l.fill(white, stroke(line{from, end}, l.u(5), false))
	l.fill(edge, stroke(line{from, end}, l.u(2.2), false))
	l.fill(white, path{disc(from, l.u(5))})
	l.fill(edge, path{disc(from, l.u(3.4))})
}

// variants are the ways to draw a stack, the fullest first.
func (l *layout) variants(f *force, names func(adjudicator.Term) string, small bool) []block {
	if small {
		return []block{l.rows(f, sumUp(f), 2, smallChit, nil)}
	}
	all := f.piles()
	var out []block
	if len(all) <= 8 {
		for _, cols := range []int{4, 3, 2} {
			if cols-1 < len(all) || cols == 2 {
				out = append(out, l.rows(f, all, cols, bigChit, names))
			}
		}
	}
	return append(out, l.rows(f, sumUp(f), 2, bigChit, names), l.rows(f, sumUp(f), 2, bigChit, nil), l.rows(f, sumUp(f), 2, smallChit, nil))
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
