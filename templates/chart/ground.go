package chart

import (
	"image"
	"unicode/utf8"

	"keryx/adjudicator/board"
)

// prepare paints everything of a plate that does not depend on the game: sea,
// land, hills, borders, coasts, ports. It is kept for the next picture with the same
// window and size.
func (p *plate) prepare() {
	if p.shapes != nil {
		p.grid = p.survey()
		p.within(p.frame, p.paint)
		return
	}
	size := p.frame.Size()
	g := p.grounds.find(p.view, size)
	if g == nil {
		fresh := &plate{Theatre: p.Theatre, canvas: newCanvas(size.X, size.Y), view: p.view, frame: image.Rectangle{Max: size}, unit: p.unit}
		fresh.grid = fresh.survey()
		fresh.paint()
		g = &ground{view: p.view, size: size, grid: fresh.grid, runs: pack(fresh.img)}
		fresh.release()
		p.grounds.add(g)
	}
	p.grid = g.grid
	g.unpack(p.img, p.frame.Min)
}

func (p *plate) paint() {
	p.flood(beyond, p.frame)
	p.waters()
	p.lands()
	for _, s := range p.seams {
		switch l := p.line(s.line); s.kind {
		case landBorder:
			p.strokeAll(frontier, dashes(l, p.u(13), p.u(6)), p.u(1.6))
		case seaBorder:
			p.strokeAll(seaway, dashes(l, p.u(9), p.u(7)), p.u(1.5))
		case beach:
			p.sands(l)
		}
	}
	for _, s := range p.seams {
		if s.kind == shore || s.kind == beach {
			p.fill(coast, stroke(p.line(s.line), p.u(2.4), false))
		}
	}
	p.passages()
	p.greatNames()
	p.walledTown()
	for _, z := range p.ports() {
		p.port(z)
	}
	for z := range p.board.OfKind(board.Base).All() {
		p.baseSign(p.at(p.zones[z].label))
	}
}

// greatNames writes the names of countries and seas, faint and wide, beneath
// whatever comes later.
func (p *plate) greatNames() {
	for _, a := range p.art {
		if a.text == "" {
			continue
		}
		l := p.line(a.ring)
		s := style{face: medium, size: min(l.total()*3/4/length(max(1, utf8.RuneCountInString(a.text)-1)), p.u(64)), ink: faintLand}
		if a.kind == "waters" {
			s.ink = faintSea
		}
		p.writeAlong(&p.letters, a.text, l, s)
	}
}

func (p *plate) strokeAll(i ink, lines []line, width length) {
	var all path
	for _, l := range lines {
		all = append(all, stroke(l, width, false)...)
	}
	p.fill(i, all)
}

// waters paints the sea zones and, along all coasts, lines as engravers cut them.
func (p *plate) waters() {
	for z := range p.board.OfKind(board.Sea).All() {
		shape := p.shape(p.zones[z].rings)
		tint := p.zones[z].tint
		p.fill(tint, shape)
		p.fill(tint, shape.outline(p.u(1))) // no seam between neighbours
	}
	p.hard = true
	for band, tint := range []ink{shallow1, shallow2, shallow3} {
		width := p.u([]float64{32, 18, 9}[band])
		for _, s := range p.seams {
			if s.kind == shore || s.kind == beach {
				p.fill(tint, stroke(p.line(s.plain), width, false))
			}
		}
		for _, a := range p.art {
			if a.kind == "island" {
				p.fill(tint, stroke(p.line(a.ring), width, true))
			}
		}
	}
	p.hard = false
	// The lines must not spread over land that is not in play.
	p.farLand()
}

// farLand covers again what is neither land nor sea of the game.
func (p *plate) farLand() {
	f := p.frame
	world := path{box(length(f.Min.X<<6), length(f.Min.Y<<6), length(f.Max.X<<6), length(f.Max.Y<<6))}
	var known path
	for z := range p.zones {
		known = append(known, p.shape(p.zones[z].rings)...)
	}
	// All outlines run one way and the frame the other, so the rest remains.
	known = unify(known)
	for _, l := range world {
		for i, j := 0, len(l)-1; i < j; i, j = i+1, j-1 {
			l[i], l[j] = l[j], l[i]
		}
	}
	p.fill(beyond, append(world, known...))
}

// lands paints the land zones, their hills, islands and lakes.
func (p *plate) lands() {
	for z := range p.zones {
		a := &p.zones[z]
		if a.wet || a.rings == nil {
			continue
		}
		shape := p.shape(a.rings)
		p.fill(a.tint, shape)
		p.fill(a.tint, shape.outline(p.u(0.8)))
	}
	for z := range p.zones {
		if sign := p.zones[z].strewn; sign != nil {
			p.strew(board.Zone(z), sign)
		}
	}
	for _, a := range p.art {
		shape := path{p.line(a.ring)}
		switch a.kind {
		case "island":
			p.fill(beyond, shape)
			p.fill(coast, shape.outline(p.u(1.6)))
		case "lake":
			p.fill(strait, shape)
			p.fill(shallow2, shape.outline(p.u(4)))
			p.fill(seaway, shape.outline(p.u(1.4)))
		}
	}
}

// sands draws a beach: a pale strip with grains on it.
func (p *plate) sands(l line) {
	p.fill(sand, stroke(l, p.u(10), false))
	var grains path
	for i, q := range along(l, p.u(7)) {
		side := p.u(2.9)
		if i%2 == 1 {
			side = -side
		}
		near := l[min(len(l)-1, i*len(l)/max(1, int(l.total()/p.u(7))))]
		grains = append(grains, disc(aside(q, near, l[len(l)-1], side), p.u(1)))
	}
	p.fill(sandDot, grains)
}

// strew scatters the signs of a terrain over a zone, none near its border.
func (p *plate) strew(z board.Zone, sign func(*plate, point)) {
	home := board.SetOf(z)
	w, h, step := p.px(24), p.px(16), p.px(17)
	row := 0
	for y := p.frame.Min.Y; y < p.frame.Max.Y; y += step * 2 {
		row++
		for x := p.frame.Min.X - row%2*step*3/2; x < p.frame.Max.X; x += step * 3 {
			jx, jy := jitter(x, y, step), jitter(y, x, step/2)
			r := image.Rect(x+jx, y+jy, x+jx+w, y+jy+h)
			if p.grid.covers(&home, r.Sub(p.frame.Min)) {
				sign(p, pt(length(r.Min.X<<6), length(r.Max.Y<<6)))
			}
		}
	}
}

// jitter is a number from -n/2 to n/2 that looks random but depends on a and b only.
func jitter(a, b, n int) int {
	h := uint32(a)*2654435761 ^ uint32(b)*2246822519
	h ^= h >> 15
	h *= 2654435761
	h ^= h >> 13
	return int(h%uint32(n+1)) - n/2
}
