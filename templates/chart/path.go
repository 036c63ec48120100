package chart

import (
	"image"
	"math"
	"sync"

	"golang.org/x/image/math/fixed"
)

// point is a position in 64ths of a pixel. All drawing is done in these whole
// numbers, so that every machine comes to the same picture.
type point = fixed.Point26_6

// length is a distance in 64ths of a pixel.
type length = fixed.Int26_6

// line is an open line through points.
type line []point

// path is a shape: closed outlines, without repeated last points.
type path []line

func pt(x, y length) point { return point{X: x, Y: y} }

// distance is exact to a 64th of a pixel.
func distance(a, b point) length {
	dx, dy := int64(b.X-a.X), int64(b.Y-a.Y)
	return length(math.Round(math.Sqrt(float64(dx*dx + dy*dy))))
}

// between returns the point at part/whole of the way from a to b.
func between(a, b point, part, whole length) point {
	if whole == 0 {
		return a
	}
	return pt(a.X+length(int64(b.X-a.X)*int64(part)/int64(whole)), a.Y+length(int64(b.Y-a.Y)*int64(part)/int64(whole)))
}

// towards returns the point at distance d from a in the direction of b.
func towards(a, b point, d length) point { return between(a, b, d, distance(a, b)) }

// aside returns the point at distance d from p, to the right of the way from a
// to b.
func aside(p, a, b point, d length) point {
	n := distance(a, b)
	if n == 0 {
		return p
	}
	return pt(p.X-length(int64(b.Y-a.Y)*int64(d)/int64(n)), p.Y+length(int64(b.X-a.X)*int64(d)/int64(n)))
}

// bounds returns the pixels that a path touches.
func (p path) bounds() image.Rectangle {
	low, high := pt(math.MaxInt32, math.MaxInt32), pt(math.MinInt32, math.MinInt32)
	for _, l := range p {
		for _, q := range l {
			low, high = pt(min(low.X, q.X), min(low.Y, q.Y)), pt(max(high.X, q.X), max(high.Y, q.Y))
		}
	}
	if low.X > high.X {
		return image.Rectangle{}
	}
	return image.Rect(low.X.Floor(), low.Y.Floor(), high.X.Ceil(), high.Y.Ceil())
}

// directions are the corners of a circle of radius 1<<14.
var directions = sync.OnceValue(func() *[64][2]int64 {
	d := new([64][2]int64)
	for i := range d {
		a := float64(i) * (math.Pi / 32)
		d[i] = [2]int64{int64(math.Round(math.Cos(a) * (1 << 14))), int64(math.Round(math.Sin(a) * (1 << 14)))}
	}
	return d
})

// around returns the point at radius r from c in direction i of 64, clockwise
// from the right.
func around(c point, r length, i int) point {
	d := directions()[i&63]
	return pt(c.X+length((d[0]*int64(r)+1<<13)>>14), c.Y+length((d[1]*int64(r)+1<<13)>>14))
}

// disc is a full circle.
func disc(c point, r length) line {
	step := 2
	switch {
	case r < 2<<6:
		step = 8
	case r < 8<<6:
		step = 4
	case r > 40<<6:
		step = 1
	}
	var l line
	for i := 0; i < 64; i += step {
		l = append(l, around(c, r, i))
	}
	return l
}

// box is a rectangle.
func box(x0, y0, x1, y1 length) line { return line{pt(x0, y0), pt(x1, y0), pt(x1, y1), pt(x0, y1)} }

// cutBox is a rectangle whose corners are cut off.
func cutBox(x0, y0, x1, y1, cut length) line {
	return line{pt(x0+cut, y0), pt(x1-cut, y0), pt(x1, y0+cut), pt(x1, y1-cut), pt(x1-cut, y1), pt(x0+cut, y1), pt(x0, y1-cut), pt(x0, y0+cut)}
}

// roundBox is a rectangle with round corners.
func roundBox(x0, y0, x1, y1, r length) line {
	var l line
	for q, c := range []point{pt(x1-r, y1-r), pt(x0+r, y1-r), pt(x0+r, y0+r), pt(x1-r, y0+r)} {
		for i := 0; i <= 16; i += 4 {
			l = append(l, around(c, r, q*16+i))
		}
	}
	return l
}

// stroke is the outline of a line drawn with a pen of the given width with round
// ends. closed joins the last point with the first.
func stroke(l line, width length, closed bool) path {
	var p path
	n := len(l)
	if n == 0 {
		return nil
	}
	r := width / 2
	for i := 1; i < n || closed && i == n; i++ {
		a, b := l[i-1], l[i%n]
		if a == b {
			continue
		}
		p = append(p, line{aside(a, a, b, -r), aside(b, a, b, -r), aside(b, a, b, r), aside(a, a, b, r)})
	}
	if width > 96 {
		for _, q := range l {
			p = append(p, disc(q, r))
		}
	}
	return p
}

// outline strokes every closed line of a path.
func (p path) outline(width length) path {
	var out path
	for _, l := range p {
		out = append(out, stroke(l, width, true)...)
	}
	return out
}

// dashes cuts a line into pieces of length on, off apart, beginning with half a gap.
func dashes(l line, on, off length) []line {
	var out []line
	var piece line
	left, drawing := off/2, false
	for i := 1; i < len(l); i++ {
		a, b := l[i-1], l[i]
		for d := distance(a, b); d > left; d = distance(a, b) {
			a = between(a, b, left, d)
			if drawing {
				out, piece = append(out, append(piece, a)), nil
				left = off
			} else {
				piece = line{a}
				left = on
			}
			drawing = !drawing
		}
		left -= distance(a, b)
		if drawing {
			piece = append(piece, b)
		}
	}
	if len(piece) > 1 {
		out = append(out, piece)
	}
	return out
}

// along returns points of a line that are the given distance apart.
func along(l line, step length) line {
	var out line
	for _, d := range dashes(l, 1, step-1) {
		out = append(out, d[0])
	}
	return out
}

// total returns the length of a line.
func (l line) total() length {
	var sum length
	for i := 1; i < len(l); i++ {
		sum += distance(l[i-1], l[i])
	}
	return sum
}

// at returns the point at distance d along a line and the way it leads there.
func (l line) at(d length) (p, from, to point) {
	for i := 1; i < len(l); i++ {
		n := distance(l[i-1], l[i])
		if d <= n || i == len(l)-1 {
			return between(l[i-1], l[i], min(d, n), n), l[i-1], l[i]
		}
		d -= n
	}
	return l[0], l[0], l[0]
}

// upTo returns the beginning of a line, of length d.
func (l line) upTo(d length) line {
	out := line{l[0]}
	for i := 1; i < len(l); i++ {
		n := distance(l[i-1], l[i])
		if d <= n {
			return append(out, between(l[i-1], l[i], d, n))
		}
		out, d = append(out, l[i]), d-n
	}
	return out
}

// smooth rounds the corners of a line, which keeps its ends.
func smooth(l line) line {
	for range 3 {
		if len(l) < 3 {
			return l
		}
		out := line{l[0]}
		for i := 1; i < len(l)-1; i++ {
			out = append(out, between(l[i], l[i-1], 1, 4), between(l[i], l[i+1], 1, 4))
		}
		l = append(out, l[len(l)-1])
	}
	return l
}

// curve appends a quadratic Bézier curve from a by way of b to c.
func (l line) curve(a, b, c point, steps int64) line {
	for i := int64(1); i <= steps; i++ {
		j, n := steps-i, steps*steps
		l = append(l, pt(
			length((j*j*int64(a.X)+2*i*j*int64(b.X)+i*i*int64(c.X)+n/2)/n),
			length((j*j*int64(a.Y)+2*i*j*int64(b.Y)+i*i*int64(c.Y)+n/2)/n)))
	}
	return l
}
