package chart

import (
	"image"
	"math"

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

// has reports whether a spot lies within the window.
func (w window) has(s spot) bool {
	return s.X >= w.low.X && s.X <= w.high.X && s.Y >= w.low.Y && s.Y <= w.high.Y
}

// height is how high a plate of a width must be to show the window.
func (w window) height(width int) int {
	return int((w.high.Y - w.low.Y) * int64(width) / (w.high.X - w.low.X))
}
