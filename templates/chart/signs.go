package chart

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// hillSign draws a hill with its foot's left end at q.
func (p *plate) hillSign(q point) {
	v := func(x, y float64) point { return pt(q.X+p.u(x), q.Y-p.u(y)) }
	ridge := line{v(1, 1)}
	ridge = ridge.curve(v(1, 1), v(7, 5), v(10, 13), 4)
	ridge = ridge.curve(v(10, 13), v(13, 5), v(22, 1), 4)
	p.fill(hillShade, path{ridge})
	p.fill(hill, stroke(ridge, p.u(1.3), false))
	for _, s := range []line{{v(11.5, 10.5), v(11, 4)}, {v(13.5, 7.5), v(13.5, 2.5)}, {v(16, 5), v(16.5, 1.5)}} {
		p.fill(hill, stroke(s, p.u(1.1), false))
	}
}

// ports lists the ports in the order of the board.
func (p *plate) ports() []board.Zone { return slices.Collect(p.board.OfKind(board.Port).All()) }

// portSize is half the side of the walls of a port.
const portSize = 11

// port draws the walls of a port with their towers, and the anchor of its harbour.
func (p *plate) port(z board.Zone) {
	a := &p.zones[z]
	for _, h := range a.anchors {
		p.anchorSign(p.at(h.at))
	}
	p.walls(p.town(z))
}

// town is the middle of the walls of a port, and half their side.
func (p *plate) town(z board.Zone) (c point, half float64) {
	if p.zones[z].rings != nil {
		return p.at(p.zones[z].label).Add(pt(0, -p.u(6))), 7
	}
	return p.at(p.zones[z].label), portSize
}

// flag fills the walls of a port with the colour of who holds it.
func (p *plate) flag(c point, half float64, side adjudicator.Side) {
	l, r := liveries[side], p.u(half-1.8)
	p.fill(l.fill, path{box(c.X-r, c.Y-r, c.X+r, c.Y+r)})
	p.hall(c, half, l.ink)
}

// hall draws a gabled hall.
func (p *plate) hall(c point, half float64, i ink) {
	h := p.u(half * 0.55)
	p.fill(i, path{{pt(c.X-h, c.Y), pt(c.X, c.Y-h), pt(c.X+h, c.Y)}, box(c.X-h+p.u(0.6), c.Y+p.u(0.4), c.X+h-p.u(0.6), c.Y+h)})
}

func (p *plate) walls(c point, half float64) {
	r, t := p.u(half), p.u(half*0.38)
	square := func(x, y, r length) line { return box(x-r, y-r, x+r, y+r) }
	corners := path{square(c.X-r, c.Y-r, t), square(c.X+r, c.Y-r, t), square(c.X-r, c.Y+r, t), square(c.X+r, c.Y+r, t)}
	p.fill(white, path{square(c.X, c.Y, r+p.u(4))}.outline(p.u(1)))
	p.fill(coast, append(path{square(c.X, c.Y, r+p.u(1.6))}, corners...))
	p.fill(white, path{square(c.X, c.Y, r-p.u(1.8))})
	p.hall(c, half, coast)
}

// anchorSign draws an anchor around c.
func (p *plate) anchorSign(c point) {
	v := func(x, y float64) point { return pt(c.X+p.u(x), c.Y+p.u(y)) }
	arms := line{v(-7, 2)}
	arms = arms.curve(v(-7, 2), v(-5, 9), v(0, 9), 5)
	arms = arms.curve(v(0, 9), v(5, 9), v(7, 2), 5)
	for _, pen := range []struct {
		i ink
		w float64
	}{{white, 5}, {coast, 2.2}} {
		p.fill(pen.i, stroke(arms, p.u(pen.w), false))
		p.fill(pen.i, stroke(line{v(0, -6), v(0, 9)}, p.u(pen.w), false))
		p.fill(pen.i, stroke(line{v(-4.5, -3), v(4.5, -3)}, p.u(pen.w), false))
		p.fill(pen.i, stroke(disc(v(0, -8), p.u(2.4)), p.u(pen.w*0.7), true))
	}
}

// walledTown draws the wall around a port that is an area of its own.
func (p *plate) walledTown() {
	for _, z := range p.ports() {
		for _, ring := range p.zones[z].rings {
			l := p.line(ring)
			p.fill(white, path{l})
			p.fill(coast, stroke(l, p.u(3.6), true))
			var towers path
			for _, q := range l {
				if !slices.Contains(l[:slices.Index(l, q)], q) {
					towers = append(towers, box(q.X-p.u(3.4), q.Y-p.u(3.4), q.X+p.u(3.4), q.Y+p.u(3.4)))
				}
			}
			p.fill(coast, towers)
		}
	}
}

// baseSign draws the place where forces come onto the map.
func (p *plate) baseSign(c point) {
	r := p.u(15)
	diamond := func(r length) line { return line{pt(c.X, c.Y-r), pt(c.X+r, c.Y), pt(c.X, c.Y+r), pt(c.X-r, c.Y)} }
	p.fill(coast, path{diamond(r)})
	p.fill(white, path{diamond(r - p.u(3))})
	p.fill(coast, path{disc(c, p.u(4))})
}

// northArrow draws a star that points to the north.
func (p *plate) northArrow(c point, r float64) {
	v := func(i int, r float64) point { return around(c, p.u(r), i) }
	for i := 0; i < 64; i += 16 {
		long := r
		if i == 48 {
			long = r * 1.25
		}
		p.fill(seaway, path{{c, v(i+8, r*0.5), v(i+8, r*0.5)}})
		p.fill(coast, path{{c, v(i, long), v(i+8, r*0.24)}})
		p.fill(white, path{{c, v(i, long), v(i-8, r*0.24)}})
		p.fill(coast, path{{c, v(i, long), v(i-8, r*0.24)}}.outline(p.u(0.9)))
	}
}
