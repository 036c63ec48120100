package chart

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
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

// insetFrame marks on the whole map what is drawn enlarged.
func (p *plate) insetFrame(w window) {
	a, b := p.at(w.low), p.at(w.high)
	ring := line{a, pt(b.X, a.Y), b, pt(a.X, b.Y), a}
	p.within(p.frame, func() { p.strokeAll(coast, dashes(ring, p.u(12), p.u(7)), p.u(1.8)) })
}

// heading is a title as it is written: its lines, and the size of its letters in units of design.
type heading struct {
	rows []string
	size float64
}

// headed fits a title into a width: in smaller letters, or on two lines, before a word of it is lost.
func (t *Theatre) headed(title string, size, unit float64, width int) heading {
	title = plain(title, 120)
	var h heading
	for _, k := range []float64{1, 0.9, 0.8} {
		h = heading{size: size * k}
		if h.rows = t.letters.wrap(title, h.style(unit), length(width<<6)); len(h.rows) < 2 {
			return h
		}
	}
	if part, rest, ok := strings.Cut(title, titleParts); ok { // a line for each part, as long as both fit
		if rows := []string{part, rest}; t.letters.width(part, h.style(unit)) <= length(width<<6) && t.letters.width(rest, h.style(unit)) <= length(width<<6) {
			h.rows = rows
			return h
		}
	}
	if len(h.rows) > 2 {
		h.rows = []string{h.rows[0], strings.Join(h.rows[1:], " ")}
	}
	return h
}

// titleParts stands between the parts of a title.
const titleParts = " · "

func (h heading) style(unit float64) style {
	u := func(v float64) length { return length(math.Round(v * unit * 64)) }
	return style{face: smallCaps, size: u(h.size), space: u(2), ink: lettering}
}

// more is how much room a heading takes beyond that of one line, in units of design.
func (h heading) more() float64 { return float64(max(0, len(h.rows)-1)) * h.size * 1.15 }

// head writes the title.
func (p *plate) head(h heading) {
	s := h.style(p.unit)
	for i, row := range h.rows {
		text := p.letters.shorten(row, s, length(p.frame.Dx()<<6))
		above := float64(len(h.rows)-1-i) * h.size * 1.15
		p.centre(&p.letters, text, pt(length(p.frame.Min.X+p.frame.Max.X)<<5, length(p.frame.Min.Y<<6)-p.u(10+h.size*0.28+above)), s)
	}
}

// column writes a list downwards.
type column struct {
	*plate
	sc     scene
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

// item draws a sign and writes what it means: in the largest of the smaller sizes, if any,
// in which a text too long for the column fits into it, else on two lines.
func (c *column) item(text string, high float64, sign func(middle point), smaller ...float64) {
	const lead = 22
	s, wide := style{face: medium, size: c.u(20), ink: lettering}, c.right-c.x-c.u(66)
	for _, less := range smaller {
		if c.letters.width(text, s) > wide {
			s.size = c.u(less)
		}
	}
	rows := c.letters.wrap(text, s, wide)
	if len(rows) > 2 {
		rows = []string{rows[0], strings.Join(rows[1:], " ")}
	}
	if len(rows) == 2 {
		high = max(high, 2*lead+6)
	}
	if !c.fits(high) {
		return
	}
	sign(pt(c.x+c.u(28), c.y+c.u(high/2)))
	for i := range rows {
		rows[i] = c.letters.shorten(rows[i], s, wide)
		below := lead * (float64(i) - float64(len(rows)-1)/2)
		c.write(&c.letters, rows[i], pt(c.x+c.u(66), c.y+c.u(high/2+7+below)), s)
	}
	c.explained = append(c.explained, strings.Join(rows, " "))
	c.y += c.u(high)
}

// legend explains the signs that the board and the scene have, and says where the leaders
// are.
func (p *plate) legend(r image.Rectangle, sc scene) {
	middle := length(r.Min.X+r.Max.X) << 5
	left := column{plate: p, sc: sc, x: length(r.Min.X << 6), y: length(r.Min.Y << 6), right: middle - p.u(14), bottom: length(r.Max.Y << 6)}
	right := left
	right.x, right.right = middle+p.u(8), length(r.Max.X<<6)
	left.arms()
	left.counters()
	right.places()
	right.deeds()
	right.roll(sc)
	if len(sc.tracks) > 0 {
		wide := left
		wide.right, wide.y = right.right, max(left.y, right.y)
		wide.tracks()
		left.y, right.y = wide.y, wide.y
	}
	if right.y < left.y {
		right, left = left, right
	}
	foot := pt(left.x+p.u(60), length(r.Max.Y<<6)-p.u(60))
	if left.y > foot.Y-p.u(60) {
		return
	}
	p.northArrow(foot, 44)
	if p.geometry.Scale > 0 {
		p.scaleBar(foot.Add(pt(p.u(70), p.u(30))), sc.word("map", "scale"))
	}
}

// tracks draws the tracks with their markers, in as many rows as they need.
func (c *column) tracks() {
	s := style{face: bold, size: c.u(15), ink: lettering}
	for _, track := range c.sc.tracks {
		texts, cell := make([]string, len(track.Spaces)), c.u(25)
		for i, id := range track.Spaces {
			if texts[i] = plain(id, 12); track.Kind != "" {
				texts[i] = c.sc.word(track.Kind, id)
			}
			cell = max(cell, c.letters.width(texts[i], s)+c.u(8))
		}
		row := max(1, int((c.right-c.x)/cell))
		rows := (len(texts) + row - 1) / row
		if row = (len(texts) + rows - 1) / max(1, rows); len(texts) == 0 || !c.fits(60+float64(rows)*31) {
			continue
		}
		c.heading(c.sc.word("track", track.ID))
		c.explained = append(c.explained, c.sc.word("track", track.ID))
		for i, text := range texts {
			l := livery{fill: paper, ink: lettering, edge: frontier}
			if i < len(track.Of) && track.Of[i] >= 0 {
				l.edge = liveries[track.Of[i]].edge
			}
			if i == track.At {
				l.fill, l.edge = gold, coast
			}
			x, y := c.x+cell*length(i%row), c.y+c.u(31)*length(i/row)
			space := path{box(x+c.u(1.5), y+c.u(4), x+cell-c.u(1.5), y+c.u(29))}
			c.fill(l.edge, space.outline(c.u(2.2)))
			c.fill(l.fill, space)
			s.ink = l.ink
			c.centre(&c.letters, text, pt(x+cell/2, y+c.u(22)), s)
		}
		c.y += c.u(31) * length(rows)
	}
}

// word is what the legend calls something.
func (sc *scene) word(kind, id string) string {
	return plain(sc.names(adjudicator.Term{Kind: kind, ID: id}), 48)
}

// any reports whether the scene has a counter like that.
func (sc *scene) any(like func(f *force, c chit) bool) bool {
	for i := range sc.forces {
		for _, c := range sc.forces[i].chits {
			if like(&sc.forces[i], c) {
				return true
			}
		}
	}
	return false
}

// arms lists the arms that the scene has.
func (c *column) arms() {
	var all []chit
	c.sc.any(func(_ *force, k chit) bool {
		if !k.hidden && k.id != "" && !slices.ContainsFunc(all, func(o chit) bool { return o.arm == k.arm }) {
			all = append(all, k)
		}
		return false
	})
	if len(all) == 0 {
		return
	}
	slices.SortFunc(all, func(a, b chit) int {
		return cmp.Or(cmp.Compare(afloatFirst(a), afloatFirst(b)), cmp.Compare(a.id, b.id))
	})
	c.heading(c.sc.word("map", "types"))
	for _, k := range all {
		c.item(c.sc.word("arm", k.id), 46, func(q point) { c.symbol(q, 0.62, k.arm, livery{fill: paper, ink: lettering}) })
	}
}

func afloatFirst(c chit) int {
	if c.afloat {
		return 0
	}
	return 1
}

// counters explains what is on the counters that the scene has, each by one of them.
func (c *column) counters() {
	sc := &c.sc
	headed := false
	entry := func(id string, high float64, sign func(q point)) {
		if !headed {
			c.heading(sc.word("map", "counters"))
			headed = true
		}
		c.item(sc.word("map", id), high, sign)
	}
	show := func(id string, like func(f *force, k chit) bool, as func(k chit) pile) {
		sc.any(func(f *force, k chit) bool {
			if !like(f, k) {
				return false
			}
			entry(id, 54, func(q point) { c.chit(pt(q.X-c.u(20), q.Y-c.u(20)), 40, f.side, as(k)) })
			return true
		})
	}
	one := func(k chit) pile {
		k.label = ""
		return pile{chit: k}
	}
	show("full", func(_ *force, k chit) bool { return !k.hidden && !k.weak && k.steps == 0 && k.bonus == 0 }, one)
	show("bonus", func(_ *force, k chit) bool { return !k.hidden && k.bonus > 0 }, one)
	show("weak", func(_ *force, k chit) bool { return k.weak }, one)
	show("steps", func(_ *force, k chit) bool { return k.steps > 0 }, one)
	show("hidden", func(_ *force, k chit) bool { return k.hidden }, one)
	show("equal", func(_ *force, k chit) bool { return k.count > 1 }, func(k chit) pile { return pile{chit: k, more: 1} })
	show("sum", func(f *force, k chit) bool { return !k.hidden && len(f.sums()) < len(f.chits) },
		func(k chit) pile { k.steps = 0; return pile{chit: k, more: 3, sum: true} })
	for _, f := range sc.forces {
		if len(f.leaders) > 0 {
			entry("leader", 58, func(q point) { c.token(q, 0.9, f.side, f.leaders[0]) })
			return
		}
	}
}

// places explains the signs of the board and of what has been noted of its zones.
func (c *column) places() {
	headed := false
	put := func(text string, high float64, sign func(q point)) {
		if !headed {
			c.heading(c.sc.word("map", "places"))
			headed = true
		}
		c.item(text, high, sign)
	}
	item := func(there bool, id string, high float64, sign func(q point)) {
		if there {
			put(c.sc.word("map", id), high, sign)
		}
	}
	bar := func(q point) line { return line{q.Add(pt(-c.u(26), 0)), q.Add(pt(c.u(26), 0))} }
	item(!c.board.OfKind(board.Port).Empty(), "port", 42, func(q point) {
		c.walls(q.Add(pt(-c.u(12), 0)), portSize)
		c.anchorSign(q.Add(pt(c.u(14), 0)))
	})
	item(!c.board.OfKind(board.Base).Empty(), "base", 42, func(q point) { c.baseSign(q) })
	item(slices.ContainsFunc(c.seams, func(s seam) bool { return s.kind == beach }), "beach", 34, func(q point) {
		c.sands(bar(q))
		c.fill(coast, stroke(bar(q), c.u(2.4), false))
	})
	for _, name := range lookNames {
		l := looks[name]
		item(slices.ContainsFunc(c.zones, func(a area) bool { return a.look == name }), name, 34, func(q point) {
			c.fill(l.tint, path{roundBox(q.X-c.u(26), q.Y-c.u(13), q.X+c.u(26), q.Y+c.u(13), c.u(4))})
			l.sign(c.plate, q.Add(pt(-c.u(23), c.u(8))))
			l.sign(c.plate, q.Add(pt(0, c.u(8))))
		})
	}
	for _, kind := range c.edgeKinds(c.sc.edges) {
		high := 34.0
		if kind == "bridge" {
			high = 48
		}
		put(c.sc.word("edge", kind), high, func(q point) { c.edge(kind, bar(q), q, c.sc.names) })
	}
	flown := func(m zoneMark) bool { return m.Kind == adjudicator.Held && !c.onWalls(m) }
	if i := slices.IndexFunc(c.sc.marks, flown); i >= 0 {
		item(true, adjudicator.Held, 34, func(q point) { c.zoneSign(q, c.sc.marks[i], c.sc.names) })
	}
	var seen []string
	for _, m := range c.sc.marks {
		if m.Kind != adjudicator.Held && !slices.Contains(seen, m.Kind) {
			seen = append(seen, m.Kind)
			high := 34.0
			if len(c.signs[m.Sign]) > 0 {
				high = 42
			}
			put(c.sc.word("mark", m.Kind), high, func(q point) { c.zoneSign(q, m, c.sc.names) })
		}
	}
}

// deeds explains the signs of what has happened.
func (c *column) deeds() {
	ways := func(q point) line { return line{q.Add(pt(-c.u(28), c.u(6))), q, q.Add(pt(c.u(28), -c.u(8)))} }
	for _, kind := range []string{"move", "retreat", "battle", "siege"} {
		i := slices.IndexFunc(c.sc.deeds, func(d deed) bool { return d.kind == kind })
		if i < 0 {
			continue
		}
		switch d := c.sc.deeds[i]; kind {
		case "move", "retreat":
			c.item(c.sc.word("map", kind), 36, func(q point) { c.arrow(ways(q), d) })
		default:
			c.item(c.sc.word("map", kind), 46, func(q point) { c.battleSign(q, kind) })
		}
	}
}

// scaleBar shows how long the distance is that the geometry names.
func (p *plate) scaleBar(q point, text string) {
	bar := int64(math.Round(p.geometry.Scale*1e4)) * 1000 // on the plane
	end := q.Add(pt(length(bar*int64(p.frame.Dx())<<6/(p.view.high.X-p.view.low.X)), 0))
	high := p.u(5)
	p.fill(coast, path{box(q.X, q.Y, end.X, q.Y+high)})
	for i := length(0); i < 4; i += 2 {
		a, b := between(q, end, i, 4), between(q, end, i+1, 4)
		p.fill(white, path{box(a.X+p.u(1.2), a.Y+p.u(1.2), b.X, b.Y+high-p.u(1.2))})
	}
	p.centre(&p.letters, text, pt((q.X+end.X)/2, q.Y-p.u(8)), style{face: italic, size: p.u(18), ink: lettering})
}

// whereabouts is what the roll calls a zone: one without a number by its name, all else as
// players write it in orders.
func (c *column) whereabouts(z board.Zone) string {
	if c.called(z) {
		return c.sc.word("zone", c.board.Name(z))
	}
	return c.board.Name(z)
}

// called reports whether a zone goes by its name: a base without a number, and land, waters or
// what is both without one.
func (c *column) called(z board.Zone) bool {
	name := c.board.Name(z)
	switch c.board.Kind(z) {
	case board.Base:
		return !strings.ContainsAny(name, "0123456789")
	case board.Port:
		return false
	default:
		return !nameless.MatchString(name)
	}
}

// roomFor are the sizes in which the roll may call a zone: a name takes more room than what
// stands in orders.
func (c *column) roomFor(z board.Zone) []float64 {
	if c.called(z) {
		return []float64{17.5, 15}
	}
	return nil
}

// bonusOf is a leader's bonus behind his name, " (2)"; empty if he has none.
func bonusOf(u adjudicator.UnitView) string {
	if u.Bonus == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d)", u.Bonus)
}

// roll lists the leaders of both sides and where they are.
func (c *column) roll(sc scene) {
	var lines []string
	var sides []adjudicator.Side
	var smaller [][]float64
	for side := range adjudicator.Side(2) {
		for _, f := range sc.forces {
			for _, u := range f.leaders {
				if f.side == side {
					lines = append(lines, plain(sc.names(u.Name), 18)+bonusOf(u)+"  "+c.whereabouts(f.zone))
					sides = append(sides, side)
					smaller = append(smaller, c.roomFor(f.zone))
				}
			}
		}
	}
	if len(lines) == 0 {
		return
	}
	c.heading(sc.word("map", "leaders"))
	for i, text := range lines {
		c.item(text, 25, func(m point) {
			l := liveries[sides[i]]
			shape := chitShape(sides[i], m.X+c.u(6), m.Y-c.u(7), c.u(14))
			c.fill(l.edge, shape.outline(c.u(2.4)))
			c.fill(l.fill, shape)
		}, smaller[i]...)
	}
}
