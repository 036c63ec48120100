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
		// Arrows of the two sides, and those that follow one another, keep apart.
		shift := l.u(float64(i%3-1) * 6)
		var way line
		for k, z := range d.zones {
			if gate, ok := l.gate(d.zones[max(0, k-1)], z); ok {
				way = append(way, l.at(gate).Add(pt(shift, shift/2)))
			}
			way = append(way, l.at(l.zones[z].label).Add(pt(shift, shift/2)))
		}
		n := len(way)
		way[0], way[n-1] = towards(way[0], way[1], l.u(15)), towards(way[n-1], way[n-2], l.u(15))
		l.arrow(way, d)
	}
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

// arrow draws one arrow along a way.
func (l *layout) arrow(way line, d deed) {
	colour, casing := blueInk, white
	switch d.side {
	case 1:
		colour = redFill
	case adjudicator.Observer:
		colour = lettering
	}
	way = smooth(way)
	whole := way.total()
	if whole < l.u(24) {
		return
	}
	tip := way[len(way)-1]
	neck, _, _ := way.at(whole - l.u(20))
	var shaft line
	for done := length(0); done < whole-l.u(18); done += l.u(4) {
		q, _, _ := way.at(done)
		shaft = append(shaft, q)
	}
	head := line{aside(neck, neck, tip, l.u(11)), tip, aside(neck, neck, tip, -l.u(11)), towards(neck, tip, l.u(4))}
	body := []line{shaft}
	if d.kind == "retreat" {
		body = dashes(shaft, l.u(10), l.u(9))
	}
	l.fill(casing, append(stroke(shaft, l.u(9), false), path{head}.outline(l.u(4))...))
	l.strokeAll(colour, body, l.u(5))
	l.fill(colour, unify(path{head}))
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
		_, r, away, ok := l.settle(what, at, l.homes(z), sign, sign)
		if !ok {
			return fmt.Errorf("chart: %w: %s", ErrFull, what)
		}
		c := fromPixel(r.Min.Add(image.Pt(size/2, size/2)))
		if away {
			l.fill(white, stroke(line{fromPixel(at), c}, l.u(5), false))
			l.fill(flame, stroke(line{fromPixel(at), c}, l.u(2.2), false))
		}
		l.tops = append(l.tops, func() { l.battleSign(c, d.kind) })
	}
	return nil
}

// battleSign draws two swords over a blaze, or a besieged tower.
func (p *plate) battleSign(c point, kind string) {
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
	v := func(x, y float64) point { return pt(c.X+p.u(x), c.Y+p.u(y)) }
	if kind == "siege" {
		tower := line{v(-7, 10), v(-7, -9), v(-4, -9), v(-4, -6), v(-1.5, -6), v(-1.5, -9), v(1.5, -9), v(1.5, -6), v(4, -6), v(4, -9), v(7, -9), v(7, 10)}
		p.fill(white, path{tower})
		p.fill(flame, path{{v(-2.4, 10), v(-2.4, 3), v(0, 0), v(2.4, 3), v(2.4, 10)}})
		return
	}
	for _, s := range []float64{1, -1} {
		p.fill(redEdge, stroke(line{v(-10*s, 11), v(11*s, -11)}, p.u(6), false))
		p.fill(white, stroke(line{v(-10*s, 11), v(11*s, -11)}, p.u(3.4), false))
		p.fill(white, stroke(line{v(-11*s, 4), v(-4*s, 11)}, p.u(3), false))
	}
}
