package chart

import (
	"errors"
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// ErrFull means that a picture has no room left for a stack, which takes more
// stacks than any game has.
var ErrFull = errors.New("no room left on the map")

func errSide(s adjudicator.Side) error { return fmt.Errorf("chart: a stack of side %d", s) }

// Sizes of counters in units of design.
const (
	bigChit   = 50
	smallChit = 36
	tinyChit  = 28
)

// stacks places the counters. Where the plate is drawn again at a larger scale, a
// pennant says whose they are.
func (l *layout) stacks(forces []force, names func(adjudicator.Term) string) error {
	for i := range forces {
		f := &forces[i]
		at := pixel(l.at(l.zones[f.zone].label))
		if !at.In(l.frame.Inset(l.px(6))) {
			continue
		}
		if l.linked.Has(f.zone) {
			l.pennant(f, at)
			continue
		}
		for _, p := range l.parts(f) {
			if err := l.stand(&p, at, names); err != nil {
				return err
			}
		}
	}
	return nil
}

// holders shows who holds the ports.
func (l *layout) holders(marks []zoneMark) {
	for _, m := range marks {
		if l.onWalls(m) && m.Side >= 0 {
			c, half := l.town(m.zone)
			l.words = append(l.words, func() {
				l.walls(c, half)
				l.flag(c, half, m.Side)
			})
		}
	}
}

// onWalls reports whether a mark is shown by the walls of a port.
func (t *Theatre) onWalls(m zoneMark) bool {
	return m.Kind == adjudicator.Held && t.board.Kind(m.zone) == board.Port
}

// zoneSigns puts the other marks of zones beside their numbers.
func (l *layout) zoneSigns(marks []zoneMark, names func(adjudicator.Term) string) {
	for _, m := range marks {
		if l.onWalls(m) || l.linked.Has(m.zone) ||
			!pixel(l.at(l.zones[m.zone].label)).In(l.frame.Inset(l.px(6))) {
			continue
		}
		size := l.px(26)
		if len(l.signs[m.Sign]) > 0 {
			size = l.px(36)
		}
		sign := []block{{w: size, h: size}}
		_, r, away, ok := l.settle("mark "+m.Kind+" "+l.board.Name(m.zone), m.zone, []pitch{
			{zones: l.homes(m.zone), blocks: sign, strides: nearby}, {zones: anywhere, blocks: sign, away: true, loose: true, strides: afield}})
		if !ok {
			continue // the tables of a letter tell of it
		}
		c := fromPixel(r.Min.Add(r.Max).Div(2))
		if away {
			l.tie(m.zone, c, coast)
		}
		l.tops = append(l.tops, func() { l.zoneSign(c, m, names) })
	}
}

// zoneSign draws a mark of a zone in the colours of whose it is: a flag for who holds it,
// its own sign if it has one, or a disc with its strength or the first letter of its name.
func (p *plate) zoneSign(c point, m zoneMark, names func(adjudicator.Term) string) {
	l := livery{fill: white, ink: lettering, edge: coast}
	if m.Side >= 0 {
		l = liveries[m.Side]
	}
	if m.Kind == adjudicator.Held {
		p.fill(coast, stroke(line{c.Add(pt(-p.u(7), -p.u(11))), c.Add(pt(-p.u(7), p.u(11)))}, p.u(2.4), false))
		flag := path{{c.Add(pt(-p.u(6), -p.u(11))), c.Add(pt(p.u(11), -p.u(5))), c.Add(pt(-p.u(6), p.u(1)))}}
		p.fill(l.edge, flag.outline(p.u(2.4)))
		p.fill(l.fill, flag)
		return
	}
	text := initial(names(adjudicator.Term{Kind: "mark", ID: m.Kind}))
	if m.Strength > 0 {
		text = strconv.Itoa(m.Strength)
	}
	if !p.sign(brush{p, c, 0.5}, m.Sign, l) {
		p.disc(c, text, l)
		return
	}
	if m.Strength > 0 {
		p.centre(&p.letters, text, c.Add(pt(0, p.u(11))), style{face: bold, size: p.u(20), ink: l.ink})
	}
}

// disc draws a disc with a letter or a number.
func (p *plate) disc(c point, text string, l livery) {
	shape := path{disc(c, p.u(11))}
	p.fill(l.edge, shape.outline(p.u(2.6)))
	p.fill(l.fill, shape)
	p.centre(&p.letters, text, c.Add(pt(0, p.u(6))), style{face: bold, size: p.u(17), ink: l.ink})
}

// initial is the first letter of a name.
func initial(name string) string {
	for _, r := range plain(name, 8) {
		return strings.ToUpper(string(r))
	}
	return ""
}

// part is what of a force stands together.
type part struct {
	force
	home board.Set // where it is
	yard board.Set // where it can be drawn if there is no room
}

// parts says where a force may stand: what floats on water and nowhere else, what does not
// on land if it can be helped. In a port, ships lie before it and the others stand behind
// it.
func (l *layout) parts(f *force) []part {
	homes, wet := l.homes(f.zone), l.wet
	dry := anywhere.Minus(wet)
	afloat, ashore := *f, *f
	afloat.chits, ashore.chits = nil, nil
	for _, c := range f.chits {
		if c.afloat {
			afloat.chits = append(afloat.chits, c)
		} else {
			ashore.chits = append(ashore.chits, c)
		}
	}
	switch {
	case len(afloat.chits) == 0 && l.zones[f.zone].wet:
		return []part{{*f, homes, wet}}
	case len(afloat.chits) == 0 && !homes.Minus(wet).Empty():
		return []part{{*f, homes.Minus(wet), dry}}
	case len(afloat.chits) == 0:
		return []part{{*f, homes, dry}}
	case l.board.Kind(f.zone) == board.Port && len(ashore.chits) > 0:
		afloat.leaders = nil
		return []part{{afloat, homes.Intersect(wet), wet}, {ashore, homes.Minus(wet), dry}}
	case l.zones[f.zone].wet || homes.Meets(wet):
		return []part{{*f, homes.Intersect(wet), wet}}
	}
	return []part{{*f, homes, anywhere}} // ships in a zone without water: on a river, on a lake
}

// stand places a part of a force and draws it, with a line to where it is if that is not
// plain.
func (l *layout) stand(p *part, at image.Point, names func(adjudicator.Term) string) error {
	inner, outer := l.variants(&p.force, names)
	what := fmt.Sprintf("stack %s %d", l.board.Name(p.zone), p.side)
	if len(p.chits) > 0 && p.chits[0].afloat {
		what += " afloat"
	}
	port, barred := l.board.Kind(p.zone) == board.Port, l.barred(p.zone)
	var small []block // what is tried at home before it would seem to stand in another zone
	if l.focus.Has(p.zone) || !barred.Empty() {
		last := len(inner) - 1
		small = slices.Concat([]block{l.abreast(&p.force)}, outer)
		if l.focus.Has(p.zone) { // in narrow waters a counter as large as fits, since a telephone shows it small
			small = slices.Concat(l.shrunk(&p.force), small)
		}
		if !l.focus.Has(p.zone) {
			inner = slices.Concat(inner[:last], small[:1], inner[last:])
		}
	}
	near := l.board.Near(p.zone, board.Any).Minus(barred)
	for i, b := range outer {
		outer[i] = l.titled(b, p, names)
	}
	least := outer[len(outer)-1:]
	b, r, away, ok := l.settle(what, p.zone, []pitch{
		{zones: p.home, blocks: inner, away: port, strides: nearby},
		{zones: p.home, blocks: small, away: port, strides: nearby},
		// Its frame says where it is: that it is near counts for more there than land and water.
		{zones: near, blocks: outer, away: true, strides: nearby},
		{zones: anywhere, blocks: outer, away: true, strides: afield},
		{zones: p.yard, blocks: least, away: true, loose: true, strides: afield},
		{zones: anywhere, blocks: least, away: true, loose: true, strides: afield},
	})
	if !ok {
		return fmt.Errorf("chart: %w: %s", ErrFull, what)
	}
	if away || port {
		l.tie(p.zone, fromPixel(l.mooring(at, r)), liveries[p.side].edge)
	}
	l.tops = append(l.tops, func() { b.draw(r.Min) })
	return nil
}

// titled is a block in a frame with the name of where it is: it stands in another zone, and would be
// taken to be there.
func (l *layout) titled(b block, p *part, names func(adjudicator.Term) string) block {
	text := plain(l.board.Name(p.zone), 4)
	if marker(l.board.Kind(p.zone)) || !nameless.MatchString(text) {
		text = plain(names(adjudicator.Term{Kind: "zone", ID: l.board.Name(p.zone)}), 12)
	}
	s := style{face: bold, size: l.u(15), ink: lettering}
	high, pad := l.px(17), l.px(3)
	draw, inner := b.draw, b.w
	b.titled = true
	b.w, b.h = max(inner, l.letters.width(text, s).Ceil())+2*pad, b.h+high+pad
	b.draw = func(corner image.Point) {
		r := image.Rectangle{corner, corner.Add(image.Pt(b.w, b.h))}
		box := path{line{fromPixel(r.Min), fromPixel(image.Pt(r.Max.X, r.Min.Y)), fromPixel(r.Max), fromPixel(image.Pt(r.Min.X, r.Max.Y))}}
		l.fill(liveries[p.side].edge, box.outline(l.u(3)))
		l.fill(paper, box)
		l.centre(&l.letters, text, fromPixel(corner.Add(image.Pt(b.w/2, high-l.px(3)))), s)
		draw(corner.Add(image.Pt((b.w-inner)/2, high)))
	}
	return b
}

// barred are the neighbours of a zone with something in between: a river, a wall.
func (t *Theatre) barred(z board.Zone) (zones board.Set) {
	for _, e := range t.board.Edges(z) {
		if e.Tags != 0 {
			zones.Add(e.To)
		}
	}
	return zones
}

// pennant marks a side's presence in a zone that is shown enlarged elsewhere.
func (l *layout) pennant(f *force, at image.Point) {
	size := l.px(17)
	home, yard := l.homes(f.zone), l.board.All().Minus(l.wet)
	if f.floats() {
		yard = l.wet
		if home.Meets(l.wet) {
			home = home.Intersect(l.wet)
		}
	}
	for _, zones := range []board.Set{home, yard, anywhere} {
		for _, o := range offsets()[:1200] {
			r := centred(at.Add(o.Mul(l.px(3))), size, size)
			if !l.grid.covers(&zones, r.Sub(l.frame.Min)) || !l.free(r.Inset(-l.px(1))) {
				continue
			}
			l.take(fmt.Sprintf("pennant %s %d", l.board.Name(f.zone), f.side), r)
			shape := chitShape(f.side, length(r.Min.X<<6), length(r.Min.Y<<6), length(size<<6))
			livery := liveries[f.side]
			l.tops = append(l.tops, func() {
				l.fill(white, shape.outline(l.u(5)))
				l.fill(livery.edge, shape.outline(l.u(2.6)))
				l.fill(livery.fill, shape)
			})
			return
		}
	}
}

// tie draws the line that ties something to its zone: it begins at the sign or beside the
// number of the zone.
func (l *layout) tie(z board.Zone, end point, i ink) {
	from := l.at(l.zones[z].label)
	if distance(from, end) < l.u(12) {
		return
	}
	whole := distance(from, end)
	start := l.u(11)
	for number := l.stood[z]; start < whole && pixel(between(from, end, start, whole)).In(number); {
		start += l.u(2)
	}
	from = between(from, end, start, whole)
	l.fill(white, stroke(line{from, end}, l.u(5), false))
	l.fill(i, stroke(line{from, end}, l.u(2.2), false))
	l.pave(line{from, end}, l.u(5))
}

// variants are the ways to draw a stack in its zone, the fullest first, and those
// for a place outside it.
func (l *layout) variants(f *force, names func(adjudicator.Term) string) (inner, outer []block) {
	all, small, tiny := f.piles(), l.rows(f, sumUp(f), 2, smallChit, nil), l.badge(f)
	var out []block
	if len(all) <= 8 {
		for _, cols := range []int{4, 3, 2} {
			if cols-1 < len(all) || cols == 2 {
				out = append(out, l.rows(f, all, cols, bigChit, names))
			}
		}
	}
	sums := []block{l.rows(f, sumUp(f), 2, bigChit, names), l.rows(f, sumUp(f), 2, bigChit, nil)}
	if l.focus.Has(f.zone) { // what a close-up is about is large, beside its zone rather than small in it
		if len(out) == 0 {
			out = sums
		}
		return out, append(append(slices.Clone(out), sums...), small, tiny)
	}
	return append(append(out, sums...), small, tiny), []block{small, tiny}
}

// shrunk are ways to draw the sum of a stack between its full size and its small one, the largest first.
func (l *layout) shrunk(f *force) (all []block) {
	for size := bigChit - 2.0; size > smallChit; size -= 2 {
		for _, cols := range []int{2, 1} {
			all = append(all, l.rows(f, sumUp(f), cols, size, nil))
		}
	}
	return all
}

// badge is the smallest way to draw a stack: its counters one above the other, and a small
// helmet at the corner of the first for whatever leaders there are.
func (l *layout) badge(f *force) block {
	led := *f
	led.leaders = nil
	b := l.rows(&led, sumUp(f), 1, tinyChit, nil)
	if len(f.leaders) == 0 || len(f.chits) == 0 {
		return l.rows(f, sumUp(f), 1, tinyChit, nil)
	}
	counters := b.draw
	side := l.px(9)
	b.w, b.h = b.w+side, b.h+side
	b.draw = func(corner image.Point) {
		counters(corner.Add(image.Pt(side, side)))
		l.token(fromPixel(corner.Add(image.Pt(side+l.px(3), side+l.px(5)))), 0.42, f.side, adjudicator.UnitView{Leader: true})
	}
	return b
}

// abreast is a small way to draw a stack where there is more room sideways: its leaders
// beside its counters.
func (l *layout) abreast(f *force) block {
	led := *f
	led.leaders = nil
	b, token := l.rows(&led, sumUp(f), 2, smallChit, nil), l.px(32)
	counters := b.draw
	side := token * len(f.leaders)
	b.w += side
	b.h = max(b.h, l.px(38))
	b.draw = func(corner image.Point) {
		for i, u := range f.leaders {
			l.token(fromPixel(corner.Add(image.Pt(token*i+token/2+l.px(2), b.h/2))), 0.64, f.side, u)
		}
		counters(corner.Add(image.Pt(side, 0)))
	}
	return b
}

func sumUp(f *force) []pile {
	all := f.sums()
	for i := range all {
		all[i].sum = true
	}
	return all
}

// rows arranges counters in columns, the leaders above them with their names, or
// without if there are no names to write.
func (l *layout) rows(f *force, piles []pile, cols int, size float64, names func(adjudicator.Term) string) block {
	k := size / 48
	pad, gap := l.px(5*k), l.px(12*k)
	chitPx, tokenPx := l.px(size), l.px(46*k)
	nameStyle := style{face: bold, size: l.u(15), ink: lettering, halo: paper, glow: l.u(5)}
	type seat struct {
		x, y int
		text string
	}
	var seats []seat
	x, y, w := pad, pad, 0
	rowHigh := tokenPx + l.px(5*k)
	if names != nil {
		rowHigh += l.px(15)
	}
	for i, u := range f.leaders {
		text, wide := "", tokenPx
		if names != nil {
			text = plain(names(u.Name), 16)
			wide = max(wide, l.letters.width(text, nameStyle).Ceil()+l.px(6))
		}
		if i > 0 && i%3 == 0 {
			x, y = pad, y+rowHigh
		}
		seats = append(seats, seat{x + wide/2, y + tokenPx/2, text})
		x += wide + l.px(3)
		w = max(w, x)
	}
	if len(f.leaders) > 0 {
		y += rowHigh
	}
	top := y
	cols = max(1, min(cols, len(piles)))
	cellWide, cellHigh := chitPx+gap, chitPx+gap
	called := func(c pile) string { // the names of a few hidden pieces, below their counter
		if names == nil || c.more == 0 {
			return ""
		}
		return c.label
	}
	for _, c := range piles {
		if text := called(c); text != "" {
			cellWide = max(cellWide, l.letters.width(text, nameStyle).Ceil()+l.px(6))
			cellHigh = chitPx + gap + l.px(13)
		}
	}
	w = max(w, pad+cols*cellWide)
	h := top + (len(piles)+cols-1)/cols*cellHigh
	draw := func(corner image.Point) {
		for i, c := range piles {
			q := corner.Add(image.Pt(pad+i%cols*cellWide+(cellWide-chitPx-gap)/2, top+i/cols*cellHigh))
			l.chit(fromPixel(q.Add(image.Pt(0, pad))), size, f.side, c)
			if text := called(c); text != "" {
				l.centre(&l.letters, text, fromPixel(q.Add(image.Pt(chitPx/2, pad+chitPx+l.px(17)))), nameStyle)
			}
		}
		for i, s := range seats {
			c := fromPixel(corner.Add(image.Pt(s.x, s.y)))
			l.token(c, k, f.side, f.leaders[i])
			l.centre(&l.letters, s.text, pt(c.X, c.Y+l.u(23*k+15)), nameStyle)
		}
	}
	return block{w: w, h: h, draw: draw}
}
