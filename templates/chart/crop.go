package chart

import "image"

// crop leaves of a path what shows in a rectangle: of an area an area, of lines the pieces that
// come near. reach is how far a pen draws beside its line.
func crop(p path, r image.Rectangle, area bool, reach length) path {
	low, high := fromPixel(r.Min).Sub(pt(reach, reach)), fromPixel(r.Max).Add(pt(reach, reach))
	var out path
	for _, l := range p {
		switch {
		case within(l, low, high):
			out = append(out, l)
		case area:
			if l = cropArea(l, low, high); len(l) > 2 {
				out = append(out, l)
			}
		default:
			out = append(out, cropLine(l, low, high)...)
		}
	}
	return out
}

// within reports whether all of a line lies between two corners.
func within(l line, low, high point) bool {
	for _, q := range l {
		if q.X < low.X || q.Y < low.Y || q.X > high.X || q.Y > high.Y {
			return false
		}
	}
	return true
}

// cropArea cuts an outline at each edge in turn (Sutherland and Hodgman).
func cropArea(l line, low, high point) line {
	for _, edge := range [4]func(point) length{
		func(q point) length { return q.X - low.X },
		func(q point) length { return high.X - q.X },
		func(q point) length { return q.Y - low.Y },
		func(q point) length { return high.Y - q.Y },
	} {
		var out line
		for i, b := range l {
			a := l[(i+len(l)-1)%len(l)]
			from, to := edge(a), edge(b)
			if (from < 0) != (to < 0) {
				out = append(out, between(a, b, from, from-to))
			}
			if to >= 0 {
				out = append(out, b)
			}
		}
		l = out
	}
	return l
}

// cropLine leaves out the pieces of a line of which both ends lie beyond the same edge.
func cropLine(l line, low, high point) (out path) {
	var run line
	for i := 1; i < len(l); i++ {
		a, b := l[i-1], l[i]
		if max(a.X, b.X) < low.X || min(a.X, b.X) > high.X || max(a.Y, b.Y) < low.Y || min(a.Y, b.Y) > high.Y {
			if run != nil {
				out, run = append(out, run), nil
			}
			continue
		}
		if run == nil {
			run = line{a}
		}
		run = append(run, b)
	}
	if run != nil {
		out = append(out, run)
	}
	return out
}
