package chart

import (
	"image"
	"slices"
)

// recording is what was drawn on a canvas, as shapes instead of pixels.
type recording struct {
	shapes []shape
}

// shape is one thing that was drawn: an area, lines drawn with a pen, or letters.
type shape struct {
	ink   ink
	clip  image.Rectangle // nothing of it shows outside
	path  path
	pen   length // the width of the pen that the path is drawn with; 0 for an area
	round bool   // the pen's ends are round
	text  []letter
}

// letter is a letter of a text.
type letter struct {
	glyph glyphKey
	at    point // of the pen
}

// add records a shape.
func (r *recording) add(s shape) {
	if !s.clip.Empty() {
		r.shapes = append(r.shapes, s)
	}
}

// fill records an area. What was the outline of lines is recorded as those lines.
func (r *recording) fill(i ink, p path, clip image.Rectangle) {
	if p.bounds().Intersect(clip).Empty() {
		return
	}
	s := shape{ink: i, clip: clip, path: p}
	if lines, pen, round, ok := retrace(p); ok {
		s.path, s.pen, s.round = lines, pen, round
	}
	if s.path = crop(s.path, clip, s.pen == 0, s.pen); len(s.path) > 0 {
		r.add(s)
	}
}

// write records a text whose base line begins at p.
func (r *recording) write(t *typesetter, text string, p point, s style, clip image.Rectangle) {
	var letters []letter
	for _, char := range text {
		if char != ' ' {
			letters = append(letters, letter{glyphKey{face: s.face, r: char, size: s.size}, p})
		}
		p.X += t.advance(s.face, char, s.size) + s.space
	}
	if letters == nil {
		return
	}
	if s.glow > 0 {
		r.add(shape{ink: s.halo, clip: clip, pen: s.glow, text: letters})
	}
	r.add(shape{ink: s.ink, clip: clip, text: letters})
}

// retrace finds the lines whose outline a path is, as [stroke] makes it: for each piece of a
// line a rectangle, and for broad pens a disc at each point. It reports false for any
// other path.
func retrace(p path) (lines path, pen length, round, ok bool) {
	longest := length(0)
	for _, l := range p {
		if n := distance(l[0], l[1%len(l)]); len(l) == 4 && n > longest {
			longest, pen = n, distance(l[0], l[3])
		}
	}
	for _, l := range p {
		switch len(l) {
		case 4:
			a, b := between(l[0], l[3], 1, 2), between(l[1], l[2], 1, 2)
			if !broad(l, a, b, pen) {
				return nil, 0, false, false
			}
			if n := len(lines); n > 0 && near(lines[n-1][len(lines[n-1])-1], a) {
				lines[n-1] = append(lines[n-1], b)
			} else {
				lines = append(lines, line{a, b})
			}
		case 8, 16, 32, 64:
			c := between(l[0], l[len(l)/2], 1, 2)
			if len(lines) == 0 || abs(distance(c, l[0])-pen/2) > 4 {
				return nil, 0, false, false
			}
			last := lines[len(lines)-1]
			if !slices.ContainsFunc(last, func(q point) bool { return near(q, c) }) {
				return nil, 0, false, false
			}
			round = true
		default:
			return nil, 0, false, false
		}
	}
	return lines, pen, round, len(lines) > 0
}

// near reports whether two points are the same but for rounding.
func near(a, b point) bool { return abs(a.X-b.X) <= 4 && abs(a.Y-b.Y) <= 4 }

// broad reports whether four points are the rectangle around a line from a to b that a pen
// leaves. That of a very short one comes out askew.
func broad(l line, a, b point, pen length) bool {
	if distance(a, b) < 24 {
		return distance(l[0], l[3]) < 2*pen
	}
	along, across := b.Sub(a), l[0].Sub(l[3])
	dot := int64(along.X)*int64(across.X) + int64(along.Y)*int64(across.Y)
	return max(dot, -dot) <= 4*int64(distance(a, b)+pen) && abs(distance(l[0], l[3])-pen) <= 4+pen/16 && abs(distance(l[1], l[2])-pen) <= 4+pen/16
}

func abs(l length) length { return max(l, -l) }
