package chart

import (
	"image"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// numbers writes the number of every zone and the names of ports and bases, and
// takes their places. They stand where they stand in every picture of the same
// part.
func (l *layout) numbers(names func(adjudicator.Term) string) {
	for z := range l.board.All().All() {
		at := pixel(l.at(l.zones[z].label))
		marker := l.board.Kind(z) == board.Port || l.board.Kind(z) == board.Base
		if !at.In(l.frame.Inset(-l.px(12))) || !marker && !at.In(l.frame.Inset(l.px(12))) {
			continue
		}
		switch l.board.Kind(z) {
		case board.Port, board.Base:
			l.take("sign "+l.board.Name(z), centred(at, l.px(2*portSize+6), l.px(2*portSize+6)))
			for _, h := range l.zones[z].anchors {
				l.take("anchor "+l.board.Name(z), centred(pixel(l.at(h.at)), l.px(16), l.px(22)))
			}
		default:
			s := l.numberStyle(z)
			text := plain(l.board.Name(z), 4)
			r := centred(at, l.letters.width(text, s).Ceil()+l.px(4), l.px(20))
			l.take("number "+l.board.Name(z), r)
			l.label(text, pt(length(at.X<<6), length(at.Y<<6)+l.u(8)), s)
		}
	}
	for _, kind := range []board.Kind{board.Port, board.Base} {
		for z := range l.board.OfKind(kind).All() {
			l.townName(z, plain(names(adjudicator.Term{Kind: "zone", ID: l.board.Name(z)}), 20))
		}
	}
}

func (l *layout) ground(z board.Zone) ink {
	switch a := &l.zones[z]; {
	case a.narrow:
		return strait
	case a.wet:
		return sea
	case a.rugged:
		return rough
	}
	return clear
}

func (l *layout) numberStyle(z board.Zone) style {
	s := style{face: bold, size: l.u(23), ink: lettering, halo: l.ground(z), glow: l.u(5)}
	if l.linked.Has(z) {
		s.size = l.u(18)
	}
	if l.zones[z].wet {
		s.ink = waterText
	}
	return s
}

// townName writes the name of a port or base beside its sign: where it is free,
// first on land.
func (l *layout) townName(z board.Zone, text string) {
	s := style{face: bold, size: l.u(18), ink: lettering, halo: paper, glow: l.u(5)}
	at := pixel(l.at(l.zones[z].label))
	if !at.In(l.frame.Inset(l.px(12))) {
		return
	}
	w, h := l.letters.width(text, s).Ceil()+l.px(4), l.px(20)
	side, up := l.px(18)+w/2, l.px(27)
	for _, o := range []image.Point{{side, 0}, {-side, 0}, {0, up}, {0, -up}, {side, up / 2}, {-side, up / 2}, {side, -up / 2}, {-side, -up / 2},
		{side / 2, up}, {-side / 2, up}, {side / 2, -up}, {-side / 2, -up}, {0, 2 * up}, {0, -2 * up}, {side, up}, {-side, up}, {side, -up}, {-side, -up}} {
		if r := centred(at.Add(o), w, h); l.free(r) {
			l.take("name "+l.board.Name(z), r)
			l.label(text, pt(length(r.Min.X+r.Max.X)<<5, length(r.Max.Y<<6)-l.u(5)), s)
			return
		}
	}
}

// zoneNames writes the names of zones under or over their numbers wherever the
// counters have left room.
func (l *layout) zoneNames(names func(adjudicator.Term) string) {
	for z := range l.board.All().All() {
		kind := l.board.Kind(z)
		at := pixel(l.at(l.zones[z].label))
		if kind == board.Port || kind == board.Base || l.linked.Has(z) || !at.In(l.frame) {
			continue
		}
		s := style{face: italic, size: l.u(16), ink: lettering, halo: l.ground(z), glow: l.u(4)}
		if l.zones[z].wet {
			s.ink = waterText
		}
		l.zoneName(z, at, plain(names(adjudicator.Term{Kind: "zone", ID: l.board.Name(z)}), 48), s)
	}
}

func (l *layout) zoneName(z board.Zone, at image.Point, text string, s style) {
	high := l.px(17)
	for _, wide := range []float64{400, 170, 110, 70} {
		rows := l.letters.wrap(text, s, l.u(wide))
		w := 0
		for _, row := range rows {
			w = max(w, l.letters.width(row, s).Ceil()+2)
		}
		h := high * len(rows)
		for _, dy := range []int{l.px(12) + h/2, -l.px(12) - h/2} {
			r := centred(at.Add(image.Pt(0, dy)), w, h)
			if !l.free(r) || !l.grid.covers(board.SetOf(z), r.Sub(l.frame.Min)) {
				continue
			}
			l.take("zone name "+l.board.Name(z), r)
			for i, row := range rows {
				l.label(row, pt(length(at.X<<6), length((r.Min.Y+i*high)<<6)+l.u(13)), s)
			}
			return
		}
	}
}
