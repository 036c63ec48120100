package chart

import (
	"fmt"
	"image"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// maxMarks bounds what one picture shows of a long month; the last ones count.
const maxMarks = 120

// deed is a mark in terms of the board.
type deed struct {
	kind  string
	side  adjudicator.Side
	zones []board.Zone
}

// deeds reads marks, each different one once. Zones that the board does not have
// are an error; a mark of a kind that is not drawn is passed over.
func (t *Theatre) deeds(marks []adjudicator.Mark) ([]deed, error) {
	var all []deed
	for _, m := range marks[max(0, len(marks)-maxMarks):] {
		d := deed{kind: m.Kind, side: m.Side}
		for _, id := range m.Zones {
			z, err := t.zone(id)
			if err != nil {
				return nil, fmt.Errorf("mark %q: %w", plain(m.Kind, 20), err)
			}
			if n := len(d.zones); n == 0 || d.zones[n-1] != z {
				d.zones = append(d.zones, z)
			}
		}
		twin := func(o deed) bool { return o.kind == d.kind && o.side == d.side && slices.Equal(o.zones, d.zones) }
		if len(d.zones) > 0 && !slices.ContainsFunc(all, twin) {
			all = append(all, d)
		}
	}
	return all, nil
}

// arrows draws the moves and retreats.
func (l *layout) arrows(deeds []deed) {
	for i, d := range deeds {
		if (d.kind != "move" && d.kind != "retreat") || len(d.zones) < 2 {
			continue
		}
		if !l.focus.Empty() && !l.view.has(l.zones[d.zones[0]].label) && !l.view.has(l.zones[d.zones[len(d.zones)-1]].label) {
			continue // a line through a close-up that neither begins nor ends there tells nothing of it
		}
		// Arrows of the two sides, and those that follow one another, keep apart.
		shift := pt(l.u(float64(i%3-1)*6), l.u(float64(i%3-1)*3))
		way := l.route(d.zones)
		for k := range way {
			way[k] = way[k].Add(shift)
		}
		n := len(way)
		way[0], way[n-1] = towards(way[0], way[1], l.u(15)), towards(way[n-1], way[n-2], l.u(24))
		if shaft, head := l.arrow(way, d); len(head) > 0 {
			l.pave(shaft, l.u(9))
			l.take("head of an arrow", head.bounds())
		}
	}
}

// route is the line along which an arrow through zones runs: from gate to gate, and by way
// of the middle of a zone only where the straight line would leave it.
func (l *layout) route(zones []board.Zone) line {
	var way line
	for k, z := range zones {
		home := l.at(l.zones[z].label)
		in, entered := l.gate(zones[max(0, k-1)], z)
		out, left := l.gate(z, zones[min(k+1, len(zones)-1)])
		if entered {
			way = append(way, l.at(in))
		}
		if k == 0 || k == len(zones)-1 || !entered || !left || !l.straight(z, l.at(in), l.at(out)) {
			way = append(way, home)
		}
	}
	return way
}

// straight reports whether the straight line between two places on the border of a zone
// runs through that zone alone.
func (l *layout) straight(z board.Zone, a, b point) bool {
	n := max(1, int(distance(a, b))/(l.grid.side<<6))
	for i := 1; i < n; i++ {
		if at := l.grid.at(pixel(between(a, b, length(i), length(n))).Sub(l.frame.Min)); at != z && i > 1 && i < n-1 {
			return false
		}
	}
	return true
}

// gate is the middle of the border between two zones, or the harbour between a
// port and its waters.
func (t *Theatre) gate(a, b board.Zone) (spot, bool) {
	for i, border := range t.geometry.Borders {
		if (border.A == a && border.B == b) || (border.A == b && border.B == a) {
			return middle(t.seams[i].plain), true
		}
	}
	for _, way := range [][2]board.Zone{{a, b}, {b, a}} {
		for _, h := range t.zones[way[0]].anchors {
			if h.sea == way[1] {
				return h.at, true
			}
		}
	}
	return spot{}, false
}

// middle is the point half way along a line on the plane.
func middle(l []spot) spot {
	coarse := make(line, len(l))
	for i, s := range l {
		coarse[i] = pt(length((s.X-l[0].X)/1000), length((s.Y-l[0].Y)/1000))
	}
	q, _, _ := coarse.at(coarse.total() / 2)
	return spot{l[0].X + int64(q.X)*1000, l[0].Y + int64(q.Y)*1000}
}

// arrow draws one arrow along a way, and returns its shaft and its head; both are empty
// where the way is too short to draw.
func (p *plate) arrow(way line, d deed) (shaft line, head path) {
	colour, casing := blueInk, white
	switch d.side {
	case 1:
		colour = redFill
	case adjudicator.Observer:
		colour = lettering
	}
	way = smooth(way)
	whole := way.total()
	if whole < p.u(24) {
		return nil, nil
	}
	tip := way[len(way)-1]
	neck, _, _ := way.at(whole - p.u(20))
	shaft = way.upTo(whole - p.u(18))
	head = unify(path{{aside(neck, neck, tip, p.u(11)), tip, aside(neck, neck, tip, -p.u(11)), towards(neck, tip, p.u(4))}})
	body := []line{shaft}
	if d.kind == "retreat" {
		body = dashes(shaft, p.u(10), p.u(9))
	}
	p.fill(casing, append(stroke(shaft, p.u(9), false), head.outline(p.u(4))...))
	p.strokeAll(colour, body, p.u(5))
	p.fill(colour, head)
	if p.shapes != nil && d.side == 0 { // on paper the first side's arrows are light, as its counters are
		p.strokeAll(blueFill, body, p.u(2.4))
	}
	return append(shaft, tip), head
}

// battles places the signs of battles and sieges, one for each zone and kind.
func (l *layout) battles(deeds []deed) error {
	var done []deed
	for _, d := range deeds {
		if d.kind != "battle" && d.kind != "siege" {
			continue
		}
		z := d.zones[len(d.zones)-1]
		if slices.ContainsFunc(done, func(o deed) bool { return o.kind == d.kind && o.zones[len(o.zones)-1] == z }) {
			continue
		}
		done = append(done, d)
		at := pixel(l.at(l.zones[z].label))
		if !at.In(l.frame.Inset(l.px(6))) {
			continue
		}
		size := l.px(42)
		what := d.kind + " " + l.board.Name(z)
		sign := []block{{w: size, h: size}}
		_, r, away, ok := l.settle(what, z, []pitch{{zones: l.homes(z), blocks: sign, strides: nearby},
			{zones: anywhere, blocks: sign, away: true, strides: afield}, {zones: anywhere, blocks: sign, away: true, loose: true, strides: afield}})
		if !ok {
			return fmt.Errorf("chart: %w: %s", ErrFull, what)
		}
		c := fromPixel(r.Min.Add(image.Pt(size/2, size/2)))
		if away {
			l.tie(z, c, flame)
		}
		l.tops = append(l.tops, func() { l.battleSign(c, d.kind) })
	}
	return nil
}

// battleSign draws two swords over a blaze, or a tower on a shield: the two differ in their outline and in
// their colour, so that a telephone tells them apart.
func (p *plate) battleSign(c point, kind string) {
	v := func(x, y float64) point { return pt(c.X+p.u(x), c.Y+p.u(y)) }
	if kind == "siege" {
		shield := path{disc(c, p.u(18))}
		p.fill(redEdge, shield.outline(p.u(3.4)))
		p.fill(white, shield)
		tower := line{v(-9, 12), v(-9, -11), v(-5, -11), v(-5, -7), v(-2, -7), v(-2, -11), v(2, -11), v(2, -7), v(5, -7), v(5, -11), v(9, -11), v(9, 12)}
		p.fill(lettering, path{tower})
		p.fill(white, path{{v(-3, 12), v(-3, 3), v(0, 0), v(3, 3), v(3, 12)}})
		return
	}
	var blaze line
	for i := range 16 {
		r := 20.0
		if i%2 == 1 {
			r = 14
		}
		blaze = append(blaze, around(c, p.u(r), i*4))
	}
	p.fill(redEdge, path{blaze}.outline(p.u(2.6)))
	p.fill(flame, path{blaze})
	for _, s := range []float64{1, -1} {
		p.fill(redEdge, stroke(line{v(-10*s, 11), v(11*s, -11)}, p.u(6), false))
		p.fill(white, stroke(line{v(-10*s, 11), v(11*s, -11)}, p.u(3.4), false))
		p.fill(white, stroke(line{v(-11*s, 4), v(-4*s, 11)}, p.u(3), false))
	}
}
