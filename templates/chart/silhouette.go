package chart

// brush draws small pictures in units of their own around a point.
type brush struct {
	*plate
	c point
	k float64
}

func (b brush) v(x, y float64) point { return pt(b.c.X+b.u(x*b.k), b.c.Y+b.u(y*b.k)) }

func (b brush) pen(i ink, w float64, l ...point) { b.fill(i, stroke(l, b.u(w*b.k), false)) }

// signs draw what arms look like, by the names that views call them by.
var signs = map[string]func(brush, livery){
	"galley": brush.galley,
	"shield": brush.shield, // round, with a spear
	"pelta":  brush.pelta,  // a crescent, with javelins
	"horse":  brush.horse,
	"bow":    brush.bow,
}

// symbol draws the sign of an arm around c; one without a sign is written as its letter.
func (p *plate) symbol(c point, k float64, a arm, l livery) {
	if draw, ok := signs[a.sign]; ok {
		draw(brush{p, c, k}, l)
		return
	}
	p.centre(&p.letters, initial(a.id), pt(c.X, c.Y+p.u(10*k)), style{face: bold, size: p.u(28 * k), ink: l.ink})
}

func (b brush) galley(l livery) {
	hull := line{b.v(-30, 4), b.v(-24, 7)}
	hull = hull.curve(b.v(-24, 7), b.v(0, 9), b.v(20, 5), 6)
	hull = hull.curve(b.v(20, 5), b.v(29, 1), b.v(26, -13), 6)
	hull = hull.curve(b.v(26, -13), b.v(34, 4), b.v(22, 13), 6)
	hull = hull.curve(b.v(22, 13), b.v(0, 18), b.v(-22, 14), 6)
	hull = append(hull, b.v(-36, 13), b.v(-28, 9))
	b.fill(l.ink, path{hull})
	for x := -16.0; x <= 16; x += 8 {
		b.pen(l.ink, 2.6, b.v(x, 14), b.v(x+5, 22))
	}
	b.pen(l.ink, 2.6, b.v(0, 8), b.v(0, -19))
	sail := line{b.v(-15, -18), b.v(15, -18)}
	sail = sail.curve(b.v(15, -18), b.v(19, -8), b.v(13, 2), 5)
	sail = sail.curve(b.v(13, 2), b.v(0, 6), b.v(-13, 2), 5)
	sail = sail.curve(b.v(-13, 2), b.v(-10, -8), b.v(-15, -18), 5)
	b.fill(l.ink, path{sail})
}

func (b brush) shield(l livery) {
	b.pen(l.ink, 3.6, b.v(-24, 20), b.v(22, -19))
	b.fill(l.ink, path{{b.v(16, -19), b.v(28, -24), b.v(24, -11)}})
	b.fill(l.fill, path{disc(b.v(-1, 1), b.u(20*b.k))})
	b.fill(l.ink, path{disc(b.v(-1, 1), b.u(18*b.k))})
	b.fill(l.fill, path{disc(b.v(-1, 1), b.u(13.5*b.k))})
	b.fill(l.ink, path{disc(b.v(-1, 1), b.u(11*b.k))})
	b.fill(l.fill, path{disc(b.v(-1, 1), b.u(4*b.k))})
}

func (b brush) horse(l livery) {
	h := line{b.v(-14, 22)}
	h = h.curve(b.v(-14, 22), b.v(-14, 8), b.v(-2, 2), 6)
	h = append(h, b.v(-12, 8), b.v(-19, 7), b.v(-21, 1))
	h = h.curve(b.v(-21, 1), b.v(-12, -10), b.v(-3, -15), 6)
	h = append(h, b.v(-2, -23), b.v(4, -16))
	h = h.curve(b.v(4, -16), b.v(20, -10), b.v(19, 22), 8)
	b.fill(l.ink, path{h})
	b.fill(l.fill, path{disc(b.v(-5, -8), b.u(2.4*b.k))})
	mane := line{b.v(5, -11)}
	mane = mane.curve(b.v(5, -11), b.v(15, -4), b.v(14, 16), 6)
	b.pen(l.fill, 2, mane...)
}

func (b brush) pelta(l livery) {
	b.pen(l.ink, 3, b.v(-22, 22), b.v(14, -24))
	b.pen(l.ink, 3, b.v(-8, 24), b.v(26, -20))
	var moon line
	for i := 4; i <= 44; i += 4 {
		moon = append(moon, around(b.v(0, 0), b.u(18*b.k), i+56))
	}
	moon = moon.curve(moon[len(moon)-1], b.v(0, 9), moon[0], 8)
	b.fill(l.fill, path{moon}.outline(b.u(5*b.k)))
	b.fill(l.ink, path{moon})
}

func (b brush) bow(l livery) {
	bow := line{b.v(-6, -23)}
	bow = bow.curve(b.v(-6, -23), b.v(2, -16), b.v(6, -8), 5)
	bow = bow.curve(b.v(6, -8), b.v(14, 0), b.v(6, 8), 6)
	bow = bow.curve(b.v(6, 8), b.v(2, 16), b.v(-6, 23), 5)
	b.pen(l.ink, 4.4, bow...)
	b.pen(l.ink, 1.8, b.v(-6, -22), b.v(-16, 0), b.v(-6, 22))
	b.pen(l.ink, 3, b.v(-16, 0), b.v(22, 0))
	b.fill(l.ink, path{{b.v(20, -6), b.v(31, 0), b.v(20, 6)}})
}

// helmet draws a Corinthian helmet with its crest, seen from the left.
func (p *plate) helmet(c point, k float64, l livery) {
	b := brush{p, c, k}
	var crest line
	crest = append(crest, b.v(-14, -13))
	crest = crest.curve(b.v(-14, -13), b.v(2, -27), b.v(15, -9), 8)
	crest = crest.curve(b.v(15, -9), b.v(19, 2), b.v(19, 13), 6)
	crest = append(crest, b.v(14, 13))
	crest = crest.curve(b.v(14, 13), b.v(13, -3), b.v(4, -11), 6)
	crest = crest.curve(b.v(4, -11), b.v(-4, -16), b.v(-14, -13), 6)
	b.fill(l.ink, path{crest})
	bowl := line{b.v(-12, -1)}
	bowl = bowl.curve(b.v(-12, -1), b.v(-10, -13), b.v(0, -12), 6)
	bowl = bowl.curve(b.v(0, -12), b.v(11, -10), b.v(11, 5), 6)
	bowl = append(bowl, b.v(14, 13), b.v(3, 12), b.v(2, 5), b.v(-3, 4), b.v(-5, 15), b.v(-13, 12))
	b.fill(l.ink, path{bowl})
	b.fill(l.fill, path{{b.v(-10, -1), b.v(-4, -3), b.v(0, 1), b.v(-8, 2)}})
}
