package chart

import (
	"image"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// numbers writes the number of every zone and the names of ports and bases, and
// takes their places: those nearest to where they belong through which no line runs.
func (l *layout) numbers(forces []force, names func(adjudicator.Term) string) {
	var crowded, stacked board.Set // zones with little room for both their number and their counters; zones with counters
	for i := range forces {
		stacked.Add(forces[i].zone)
		if z := forces[i].zone; l.grid.size[z] < littleRoom {
			crowded.Add(z)
		}
	}
	l.stood = make([]image.Rectangle, l.board.Len())
	for z := range l.board.All().All() {
		if at := pixel(l.at(l.zones[z].label)); marker(l.board.Kind(z)) && at.In(l.frame.Inset(-l.px(12))) {
			l.take("sign "+l.board.Name(z), centred(at, l.px(2*portSize+6), l.px(2*portSize+6)))
			for _, h := range l.zones[z].anchors {
				l.take("anchor "+l.board.Name(z), centred(pixel(l.at(h.at)), l.px(16), l.px(22)))
			}
		}
	}
	for z := range l.board.All().All() {
		if !marker(l.board.Kind(z)) {
			if !l.zones[z].town || stacked.Has(z) && !l.linked.Has(z) || !l.townNumber(z, names) {
				l.number(z, crowded.Has(z), l.called(z, names))
			}
		}
	}
	for _, kind := range []board.Kind{board.Port, board.Base} {
		for z := range l.board.OfKind(kind).All() {
			l.townName(z, plain(names(adjudicator.Term{Kind: "zone", ID: l.board.Name(z)}), 20))
		}
	}
}

// marker reports whether zones of a kind are drawn as a sign with a name.
func marker(k board.Kind) bool { return k == board.Port || k == board.Base }

// called is what a zone is called on the map: the number that players write in orders, or
// where it has none its name.
func (l *layout) called(z board.Zone, names func(adjudicator.Term) string) string {
	id := l.board.Name(z)
	if nameless.MatchString(id) {
		return plain(id, 4)
	}
	return plain(names(adjudicator.Term{Kind: "zone", ID: id}), 32)
}

// number writes what a zone is called. Where it is drawn enlarged elsewhere and there is no
// room, it stands there only. In a crowded zone it makes way for the counters. A name that
// is too wide for its zone is written on several lines.
func (l *layout) number(z board.Zone, crowded bool, text string) {
	at := pixel(l.at(l.zones[z].label))
	edge := !at.In(l.frame.Inset(l.px(12)))
	if edge {
		if at = l.cut(z); at == (image.Point{}) {
			return
		}
		crowded = false
	}
	s, high, wides, below := l.numberStyle(z), l.px(20), []float64{400}, l.u(2)
	named := !nameless.MatchString(l.board.Name(z))
	if named {
		s, high, wides, below = l.nameStyle(z), l.px(17), []float64{400, 90, 60}, l.u(4)
	}
	home := board.SetOf(z)
	inside := func(r image.Rectangle) bool { return l.grid.covers(&home, r.Sub(l.frame.Min)) && l.clear(r) }
	middle := func(r image.Rectangle) bool {
		return l.grid.at(r.Min.Add(r.Max).Div(2).Sub(l.frame.Min)) == z && l.clear(r)
	}
	tries := []func(image.Rectangle) bool{inside, middle, l.clear, l.free}
	if edge {
		tries = tries[:1]
	}
	for _, fits := range tries {
		for _, wide := range wides {
			rows := l.letters.wrap(text, s, l.u(wide))
			w := 0
			for _, row := range rows {
				w = max(w, l.letters.width(row, s).Ceil()+l.px(4))
			}
			for i := range numberTries {
				o := offsets()[i]
				if crowded {
					o = offsets()[numberTries-1-i]
				}
				r := centred(at.Add(o.Mul(l.px(3))), w, high*len(rows))
				if !fits(r) {
					continue
				}
				l.takeWord("number "+l.board.Name(z), r)
				l.stood[z] = r
				if named {
					l.named.Add(z)
				}
				for i, row := range rows {
					l.label(row, pt(length(r.Min.X+r.Max.X)<<5, length((r.Min.Y+(i+1)*high)<<6)-below), s)
				}
				return
			}
		}
		if l.linked.Has(z) {
			return
		}
		crowded = false
	}
}

// cut is the middle of what a close-up shows of a zone whose label lies outside: the reader is to
// know what lies at the edge of the picture. It is zero where there is no room for a number, and on plates of
// the whole map.
func (l *layout) cut(z board.Zone) image.Point {
	if l.focus.Empty() || l.grid.size[z] < littleRoom/4 {
		return image.Point{}
	}
	home := board.SetOf(z)
	r := l.grid.around(&home)
	return l.frame.Min.Add(r.Min.Add(r.Max).Div(2))
}

// townNumber writes the number of a town that has no counters on the plate and its name, on
// one line or on two, within its walls. It reports whether there was room.
func (l *layout) townNumber(z board.Zone, names func(adjudicator.Term) string) bool {
	text, s := plain(l.board.Name(z), 4), l.numberStyle(z)
	name := plain(names(adjudicator.Term{Kind: "zone", ID: l.board.Name(z)}), 20)
	home, at := board.SetOf(z), pixel(l.at(l.zones[z].label))
	if name == text || !at.In(l.frame.Inset(l.px(12))) {
		return false
	}
	for _, rows := range [][]string{{text + " " + name}, {text, name}} {
		w, high := 0, l.px(20)
		for _, row := range rows {
			w = max(w, l.letters.width(row, s).Ceil()+l.px(4))
		}
		for _, o := range offsets()[:numberTries] {
			r := centred(at.Add(o.Mul(l.px(3))), w, high*len(rows))
			if !l.clear(r) || !l.grid.covers(&home, r.Sub(l.frame.Min)) {
				continue
			}
			l.takeWord("number "+l.board.Name(z), r)
			l.stood[z], l.named = r, l.named.Union(home)
			for i, row := range rows {
				l.label(row, pt(length(r.Min.X+r.Max.X)<<5, length((r.Min.Y+(i+1)*high)<<6)-l.u(3)), s)
			}
			return true
		}
	}
	return false
}

// littleRoom is the size, in squares of the grid, of a zone 120 units wide and high.
const littleRoom = 900

// numberTries is how many places are tried for a number: as far as 35 steps away.
const numberTries = 3800

// nameStyle is how the name of a zone without a number is written: that of waters in italics.
func (l *layout) nameStyle(z board.Zone) style {
	s := style{face: bold, size: l.u(17), ink: lettering, halo: l.zones[z].tint, glow: l.u(4)}
	if l.zones[z].wet {
		s.face, s.ink = italic, waterText
	}
	return s
}

func (l *layout) numberStyle(z board.Zone) style {
	s := style{face: bold, size: l.u(23), ink: lettering, halo: l.zones[z].tint, glow: l.u(5)}
	if l.linked.Has(z) {
		s.size = l.u(18)
	}
	if l.zones[z].wet {
		s.ink = waterText
	}
	return s
}

// townName writes the name of a port or base beside its sign: where it is free, to its
// right if possible.
func (l *layout) townName(z board.Zone, text string) {
	s := style{face: bold, size: l.u(18), ink: lettering, halo: paper, glow: l.u(5)}
	at := pixel(l.at(l.zones[z].label))
	if !at.In(l.frame.Inset(l.px(12))) {
		return
	}
	w, h := l.letters.width(text, s).Ceil()+l.px(4), l.px(20)
	side, up := l.px(18)+w/2, l.px(27)
	tries := []image.Point{{side, 0}, {-side, 0}, {0, up}, {0, -up}, {side, up / 2}, {-side, up / 2}, {side, -up / 2}, {-side, -up / 2},
		{side / 2, up}, {-side / 2, up}, {side / 2, -up}, {-side / 2, -up}, {0, 2 * up}, {0, -2 * up}, {side, up}, {-side, up}, {side, -up}, {-side, -up}}
	for _, fits := range []func(image.Rectangle) bool{l.clear, l.free} {
		for i := range len(tries) + numberTries {
			o := offsets()[max(0, i-len(tries))].Mul(l.px(3))
			if i < len(tries) {
				o = tries[i]
			}
			if r := centred(at.Add(o), w, h); fits(r) {
				l.takeWord("name "+l.board.Name(z), r)
				l.label(text, pt(length(r.Min.X+r.Max.X)<<5, length(r.Max.Y<<6)-l.u(5)), s)
				return
			}
		}
	}
}

// zoneNames writes the names of zones under or over their numbers wherever the
// counters have left room.
func (l *layout) zoneNames(names func(adjudicator.Term) string) {
	for z, number := range l.stood {
		z, at := board.Zone(z), number.Min.Add(number.Max).Div(2)
		text := plain(names(adjudicator.Term{Kind: "zone", ID: l.board.Name(z)}), 48)
		if number.Empty() || l.linked.Has(z) || text == l.board.Name(z) || l.named.Has(z) {
			continue
		}
		s := style{face: italic, size: l.u(16), ink: lettering, halo: l.zones[z].tint, glow: l.u(4)}
		if l.zones[z].wet {
			s.ink = waterText
		}
		l.zoneName(z, at, text, s)
	}
}

func (l *layout) zoneName(z board.Zone, at image.Point, text string, s style) {
	high, home := l.px(17), board.SetOf(z)
	for _, wide := range []float64{400, 170, 110, 70} {
		rows := l.letters.wrap(text, s, l.u(wide))
		w := 0
		for _, row := range rows {
			w = max(w, l.letters.width(row, s).Ceil()+2)
		}
		h := high * len(rows)
		near, far := l.px(12)+h/2, l.px(34)+h/2
		aside := (l.stood[z].Dx()+w)/2 + l.px(4)
		for _, o := range []image.Point{{0, near}, {0, -near}, {aside, 0}, {-aside, 0}, {0, far}, {0, -far}} {
			r := centred(at.Add(o), w, h)
			if !l.clear(r) || !l.grid.covers(&home, r.Sub(l.frame.Min)) {
				continue
			}
			l.takeWord("zone name "+l.board.Name(z), r)
			for i, row := range rows {
				l.label(row, pt(length((r.Min.X+r.Max.X)<<5), length((r.Min.Y+i*high)<<6)+l.u(13)), s)
			}
			return
		}
	}
}
