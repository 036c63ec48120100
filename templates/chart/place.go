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
	w, h int
	draw func(corner image.Point)
}

// placed is a block or label that has its place.
type placed struct {
	what string // for tests: "number T17", "stack M5 0"
	rect image.Rectangle
}

// layout keeps account of the places taken on a plate.
type layout struct {
	*plate
	taken []placed
	words []func() // drawn over arrows and lines
	tops  []func() // drawn last
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

func (l *layout) take(what string, r image.Rectangle) { l.taken = append(l.taken, placed{what, r}) }

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

// settle finds the free place nearest to around for the first of the inner blocks
// that fits into one of the zones. When none fits there, the first of the outer
// blocks that fits is put into the nearest free place anywhere, and away is true.
// It reports false when the plate is full.
func (l *layout) settle(what string, around image.Point, zones board.Set, inner, outer []block) (b block, r image.Rectangle, away, ok bool) {
	step, gap := l.px(6), l.px(2)
	for _, b := range inner {
		for _, o := range offsets {
			r := centred(around.Add(o.Mul(step)), b.w, b.h)
			if l.grid.covers(zones, r.Sub(l.frame.Min)) && l.free(r.Inset(-gap)) {
				l.take(what, r)
				return b, r, false, true
			}
		}
	}
	for _, stride := range []int{step, 4 * step} {
		for _, b := range outer {
			for _, o := range offsets {
				r := centred(around.Add(o.Mul(stride)), b.w, b.h)
				if l.free(r.Inset(-gap)) {
					l.take(what, r)
					return b, r, true, true
				}
			}
		}
	}
	return b, image.Rectangle{}, false, false
}

func centred(c image.Point, w, h int) image.Rectangle {
	return image.Rect(c.X-w/2, c.Y-h/2, c.X-w/2+w, c.Y-h/2+h)
}

func pixel(q point) image.Point { return image.Pt(q.X.Round(), q.Y.Round()) }

func fromPixel(q image.Point) point { return pt(length(q.X<<6), length(q.Y<<6)) }
