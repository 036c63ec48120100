package chart

import (
	"strconv"

	"keryx/adjudicator"
)

// livery is how the counters of a side look. The sides differ in brightness and in
// the cut of their corners besides the colour, so that neither a colour-blind
// reader nor a printer in black and white confuses them.
type livery struct{ fill, ink, edge ink }

var liveries = [2]livery{
	{fill: blueFill, ink: blueInk, edge: blueInk},
	{fill: redFill, ink: redInk, edge: redEdge},
}

// chitShape is the outline of a counter of the side.
func chitShape(side adjudicator.Side, x, y, s length) path {
	if side == 0 {
		return path{roundBox(x, y, x+s, y+s, s/5)}
	}
	return path{cutBox(x, y, x+s, y+s, s/7)}
}

// chit draws a counter with its corner at q and sides of s units of design.
func (p *plate) chit(q point, s float64, side adjudicator.Side, c pile) {
	if c.more > 0 {
		c.label = "" // the names of several stand below their counter
	}
	p.stampSprite(spriteKey{size: s, side: side, pile: c}, q, func(q point) { p.drawChit(q, s, side, c) })
}

// back draws the back of hidden pieces: blank but for how many there are, or for the name
// of one, and on waters for a ship.
func (p *plate) back(q point, k float64, side adjudicator.Side, c pile) {
	l, v := liveries[side], func(x float64) length { return p.u(x * k) }
	p.fill(l.edge, stroke(line{pt(q.X+v(4), q.Y+v(4)), pt(q.X+v(44), q.Y+v(4)), pt(q.X+v(44), q.Y+v(44)), pt(q.X+v(4), q.Y+v(44)), pt(q.X+v(4), q.Y+v(4))}, v(1.4), false))
	text, foot, size := strconv.Itoa(c.more+1), 34.0, 26.0
	if c.afloat {
		p.symbol(pt(q.X+v(24), q.Y+v(15)), 0.5*k, arm{sign: "galley"}, l)
		foot, size = 44, 18
	}
	number := style{face: bold, size: v(size), ink: l.ink}
	if c.more == 0 && c.label != "" {
		text = c.label
		number.size = min(number.size, v(19))
		for p.letters.width(text, number) > v(37) {
			number.size -= v(1)
		}
		foot -= 1
	}
	p.centre(&p.letters, text, pt(q.X+v(24), q.Y+v(foot-2)), number)
}

func (p *plate) drawChit(q point, s float64, side adjudicator.Side, c pile) {
	l, k := liveries[side], s/48
	v := func(x float64) length { return p.u(x * k) }
	if c.more > 0 {
		under := chitShape(side, q.X+v(4), q.Y+v(4), v(48))
		p.fill(l.edge, under.outline(v(3)))
		p.fill(l.fill, under)
	}
	shape := chitShape(side, q.X, q.Y, v(48))
	p.fill(l.edge, shape.outline(v(3.2)))
	p.fill(l.fill, shape)
	if c.weak {
		p.fill(white, path{{pt(q.X+v(1.5), q.Y+v(17)), pt(q.X+v(1.5), q.Y+v(5)), pt(q.X+v(5), q.Y+v(1.5)), pt(q.X+v(17), q.Y+v(1.5))}})
		p.fill(l.edge, stroke(line{pt(q.X+v(1), q.Y+v(17.5)), pt(q.X+v(17.5), q.Y+v(1))}, v(1.6), false))
	}
	if c.hidden {
		p.back(q, k, side, c)
	} else {
		number := style{face: bold, size: v(24), ink: l.ink}
		p.symbol(pt(q.X+v(24), q.Y+v(14.5)), 0.62*k, c.arm, l)
		p.centre(&p.letters, strconv.Itoa(c.strength), pt(q.X+v(24), q.Y+v(44)), number)
	}
	p.steps(q, v, c.steps, l)
	for i := range min(c.bonus, 2) {
		p.sword(pt(q.X+v(42-float64(i)*7), q.Y+v(35)), k*0.62, gold)
	}
	if tag := c.tag(); tag != "" {
		p.tag(pt(q.X+v(47), q.Y+v(3)), k, tag)
	}
}

// steps draws the edge of a block that stands upright, with a dot for each step that it has
// left, up along its left side.
func (p *plate) steps(q point, v func(float64) length, n int, l livery) {
	if n == 0 {
		return
	}
	p.fill(white, path{roundBox(q.X+v(2), q.Y+v(3), q.X+v(10), q.Y+v(45), v(3))})
	var dots path
	for i := range min(n, mostSteps) {
		dots = append(dots, disc(pt(q.X+v(6), q.Y+v(42-float64(i)*8)), v(2.8)))
	}
	p.fill(l.ink, dots)
}

// mostSteps is how many dots there is room for.
const mostSteps = 5

// tag writes on a small plate at the corner of a counter, that is its middle.
func (p *plate) tag(c point, k float64, text string) {
	s := style{face: bold, size: p.u(15 * k), ink: lettering}
	w := p.letters.width(text, s)/2 + p.u(4*k)
	shape := path{roundBox(c.X-w, c.Y-p.u(9*k), c.X+w, c.Y+p.u(9*k), p.u(8*k))}
	p.fill(coast, shape.outline(p.u(2*k)))
	p.fill(white, shape)
	p.centre(&p.letters, text, pt(c.X, c.Y+p.u(5.4*k)), s)
}

// token draws a leader: a round counter with a helmet and his swords.
func (p *plate) token(c point, k float64, side adjudicator.Side, u adjudicator.UnitView) {
	like := pile{chit: chit{weak: u.Weak, bonus: u.Bonus}}
	p.stampSprite(spriteKey{size: k, side: side, pile: like, leader: true}, c, func(c point) { p.drawToken(c, k, side, u) })
}

func (p *plate) drawToken(c point, k float64, side adjudicator.Side, u adjudicator.UnitView) {
	l := liveries[side]
	p.fill(l.edge, path{disc(c, p.u(23*k))})
	p.fill(white, path{disc(c, p.u(21*k))})
	p.fill(l.fill, path{disc(c, p.u(18.5*k))})
	p.helmet(pt(c.X, c.Y-p.u(1*k)), k*0.8, l)
	if u.Weak {
		p.fill(white, stroke(line{pt(c.X-p.u(15*k), c.Y+p.u(12*k)), pt(c.X+p.u(15*k), c.Y-p.u(12*k))}, p.u(5*k), false))
		p.fill(l.edge, stroke(line{pt(c.X-p.u(15*k), c.Y+p.u(12*k)), pt(c.X+p.u(15*k), c.Y-p.u(12*k))}, p.u(2.2*k), false))
	}
	n := min(u.Bonus, 3)
	for i := range n {
		p.sword(pt(c.X+p.u((float64(i)-float64(n-1)/2)*9*k), c.Y+p.u(17*k)), k*0.85, gold)
	}
}

// sword draws an upright sword around c.
func (p *plate) sword(c point, k float64, fill ink) {
	v := func(x, y float64) point { return pt(c.X+p.u(x*k), c.Y+p.u(y*k)) }
	blade := path{{v(-2, 5), v(-2.6, -6), v(0, -12), v(2.6, -6), v(2, 5)}}
	hilt := path{{v(-5, 5), v(5, 5), v(5, 7.4), v(1.5, 7.4), v(1.5, 12), v(-1.5, 12), v(-1.5, 7.4), v(-5, 7.4)}}
	p.fill(lettering, append(blade.outline(p.u(2.2*k)), hilt.outline(p.u(2.2*k))...))
	p.fill(fill, append(blade, hilt...))
}
