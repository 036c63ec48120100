package chart

// brush draws small pictures in units of their own around a point.
type brush struct {
	*plate
	c point
	k float64
}

func (b brush) v(x, y float64) point { return pt(b.c.X+b.u(x*b.k), b.c.Y+b.u(y*b.k)) }

func (b brush) pen(i ink, w float64, l ...point) { b.fill(i, stroke(l, b.u(w*b.k), false)) }

// sign draws the sign of a name, and reports whether there is one.
func (t *Theatre) sign(b brush, name string, l livery) bool {
	for _, draw := range t.signs[name] {
		draw(b, l)
	}
	return len(t.signs[name]) > 0
}

// symbol draws the sign of an arm around c; one without a sign is written as its letter.
func (p *plate) symbol(c point, k float64, a arm, l livery) {
	if p.sign(brush{p, c, k}, a.sign, l) {
		return
	}
	p.centre(&p.letters, initial(a.id), pt(c.X, c.Y+p.u(10*k)), style{face: bold, size: p.u(28 * k), ink: l.ink})
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
