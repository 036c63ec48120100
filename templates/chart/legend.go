package chart

import (
	"image"
	"strings"

	"keryx/adjudicator"
)

// border draws the double frame of a plate.
func (p *plate) border() {
	thick, fine, gap := p.px(3), p.px(1.2), p.px(5.5)
	p.rim(p.frame.Inset(-thick/2), thick)
	p.rim(p.frame.Inset(-gap-fine/2), fine)
}

// rim draws the inner edge of a rectangle.
func (p *plate) rim(r image.Rectangle, width int) {
	p.flood(coast, image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+width))
	p.flood(coast, image.Rect(r.Min.X, r.Max.Y-width, r.Max.X, r.Max.Y))
	p.flood(coast, image.Rect(r.Min.X, r.Min.Y, r.Min.X+width, r.Max.Y))
	p.flood(coast, image.Rect(r.Max.X-width, r.Min.Y, r.Max.X, r.Max.Y))
}

// detailFrame marks on the whole map what is drawn enlarged.
func (p *plate) detailFrame(w window) {
	a, b := p.at(w.low), p.at(w.high)
	ring := line{a, pt(b.X, a.Y), b, pt(a.X, b.Y), a}
	p.within(p.frame, func() { p.strokeAll(coast, dashes(ring, p.u(12), p.u(7)), p.u(1.8)) })
}

// head writes the title.
func (p *plate) head(title string, size float64) {
	s := style{face: smallCaps, size: p.u(size), space: p.u(2), ink: lettering}
	text := p.letters.shorten(plain(title, 120), s, length(p.frame.Dx()<<6))
	p.centre(&p.letters, text, pt(length(p.frame.Min.X+p.frame.Max.X)<<5, length(p.frame.Min.Y<<6)-p.u(10+size*0.28)), s)
}

// column writes a list downwards.
type column struct {
	*plate
	x, y   length // of the next line
	right  length
	bottom length
}

func (c *column) fits(h float64) bool { return c.y+c.u(h) <= c.bottom }

func (c *column) heading(text string) {
	if !c.fits(60) {
		return
	}
	c.y += c.u(30)
	c.write(&c.letters, text, pt(c.x, c.y), style{face: smallCaps, size: c.u(26), space: c.u(1), ink: lettering})
	c.y += c.u(8)
	c.fill(frontier, stroke(line{pt(c.x, c.y), pt(c.right, c.y)}, c.u(1.4), false))
	c.y += c.u(6)
}

// item draws a sign and writes what it means.
func (c *column) item(text string, high float64, sign func(middle point)) {
	if !c.fits(high) {
		return
	}
	sign(pt(c.x+c.u(28), c.y+c.u(high/2)))
	s := style{face: medium, size: c.u(20), ink: lettering}
	c.write(&c.letters, c.letters.shorten(text, s, c.right-c.x-c.u(66)), pt(c.x+c.u(66), c.y+c.u(high/2+7)), s)
	c.y += c.u(high)
}

// legend explains the signs and says where the leaders are.
func (p *plate) legend(r image.Rectangle, sc scene, w *words) {
	middle := length(r.Min.X+r.Max.X) << 5
	left := column{plate: p, x: length(r.Min.X << 6), y: length(r.Min.Y << 6), right: middle - p.u(14), bottom: length(r.Max.Y << 6)}
	right := left
	right.x, right.right = middle+p.u(8), length(r.Max.X<<6)
	left.heading(w.units)
	for i, a := range []arm{{"T", "galley"}, {"H", "shield"}, {"C", "horse"}, {"P", "pelta"}, {"A", "bow"}} {
		left.item(w.arms[i], 46, func(c point) { p.symbol(c, 0.62, a, livery{fill: paper, ink: lettering}) })
	}
	left.heading(w.counters)
	demo := func(c point, k pile) { p.chit(pt(c.X-p.u(20), c.Y-p.u(20)), 40, 0, k) }
	left.item(w.full, 54, func(c point) { demo(c, pile{chit: chit{arm: arm{"H", "shield"}, strength: 4, bonus: 1}}) })
	left.item(w.weak, 54, func(c point) { demo(c, pile{chit: chit{arm: arm{"T", "galley"}, strength: 5, weak: true}}) })
	left.item(w.equal, 54, func(c point) { demo(c, pile{chit: chit{arm: arm{"T", "galley"}, strength: 10}, more: 2}) })
	left.item(w.sum, 54, func(c point) { demo(c, pile{chit: chit{arm: arm{"T", "galley"}, strength: 26}, more: 3, sum: true}) })
	left.item(w.leader, 58, func(c point) { p.token(c, 0.9, 1, adjudicator.UnitView{Leader: true, Bonus: 2}) })
	right.heading(w.places)
	right.item(w.port, 42, func(c point) { p.walls(c.Add(pt(-p.u(12), 0)), portSize); p.anchorSign(c.Add(pt(p.u(14), 0))) })
	right.item(w.base, 42, func(c point) { p.baseSign(c) })
	right.item(w.beach, 34, func(c point) {
		l := line{c.Add(pt(-p.u(26), 0)), c.Add(pt(p.u(26), 0))}
		p.sands(l)
		p.fill(coast, stroke(l, p.u(2.4), false))
	})
	right.item(w.hills, 34, func(c point) {
		p.fill(rough, path{roundBox(c.X-p.u(26), c.Y-p.u(13), c.X+p.u(26), c.Y+p.u(13), p.u(4))})
		p.hillSign(c.Add(pt(-p.u(23), p.u(8))))
		p.hillSign(c.Add(pt(0, p.u(8))))
	})
	ways := func(c point) line { return line{c.Add(pt(-p.u(28), p.u(6))), c, c.Add(pt(p.u(28), -p.u(8)))} }
	right.item(w.move, 36, func(c point) { p.arrow(ways(c), deed{kind: "move", side: 0}) })
	right.item(w.retreat, 36, func(c point) { p.arrow(ways(c), deed{kind: "retreat", side: 1}) })
	right.item(w.battle, 46, func(c point) { p.battleSign(c, "battle") })
	right.item(w.siege, 46, func(c point) { p.battleSign(c, "siege") })
	right.roll(sc, w)
	foot := pt(left.x+p.u(60), length(r.Max.Y<<6)-p.u(60))
	p.northArrow(foot, 44)
	p.scaleBar(foot.Add(pt(p.u(70), p.u(30))), w.stadia)
}

// scaleBar shows how long a hundred stadia are on the whole map.
func (p *plate) scaleBar(q point, text string) {
	const hundredStadia = 1_665_000 // 18.5 km on the plane, where a degree of latitude is 111.1
	end := q.Add(pt(length(hundredStadia*int64(p.frame.Dx())<<6/(p.view.high.X-p.view.low.X)), 0))
	high := p.u(5)
	p.fill(coast, path{box(q.X, q.Y, end.X, q.Y+high)})
	for i := length(0); i < 4; i += 2 {
		a, b := between(q, end, i, 4), between(q, end, i+1, 4)
		p.fill(white, path{box(a.X+p.u(1.2), a.Y+p.u(1.2), b.X, b.Y+high-p.u(1.2))})
	}
	p.centre(&p.letters, text, pt((q.X+end.X)/2, q.Y-p.u(8)), style{face: italic, size: p.u(18), ink: lettering})
}

// roll lists the leaders of both sides and where they are.
func (c *column) roll(sc scene, w *words) {
	var lines []string
	var sides []adjudicator.Side
	for side := range adjudicator.Side(2) {
		for _, f := range sc.forces {
			for _, u := range f.leaders {
				if f.side == side {
					lines = append(lines, plain(sc.names(u.Name), 18)+strings.Repeat(" †", min(u.Bonus, 3))+"  "+c.board.Name(f.zone))
					sides = append(sides, side)
				}
			}
		}
	}
	if len(lines) == 0 {
		return
	}
	c.heading(w.leaders)
	for i, text := range lines {
		c.item(text, 25, func(m point) {
			l := liveries[sides[i]]
			shape := chitShape(sides[i], m.X+c.u(6), m.Y-c.u(7), c.u(14))
			c.fill(l.edge, shape.outline(c.u(2.4)))
			c.fill(l.fill, shape)
		})
	}
}
