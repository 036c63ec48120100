package chart

import (
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// Plan is a board in shapes, for pages that draw a map themselves and let it be dragged and enlarged.
// It says nothing of any game. Paths are in the language of SVG, in whole units from the north-west
// corner; colours are names of the palette.
type Plan struct {
	Width  int         `json:"width"`
	Height int         `json:"height"`
	Boards [][4]int    `json:"boards"` // of each its left end, top, width and height
	Zones  []PlanZone  `json:"zones"`
	Lines  []PlanLine  `json:"lines"` // borders and coasts
	Shapes []PlanShape `json:"shapes"`
	Words  []PlanWord  `json:"words"` // great names of countries and seas
	Signs  []PlanSign  `json:"signs"`
}

// PlanZone is a zone on a board; one that two boards show stands here twice.
type PlanZone struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Board int    `json:"board"`
	Kind  string `json:"kind,omitempty"` // "port", "base", or empty for an area
	Fill  string `json:"fill,omitempty"`
	Path  string `json:"path,omitempty"` // empty for a zone that is a mere sign
	X     int    `json:"x"`              // of its label
	Y     int    `json:"y"`
	Wet   bool   `json:"wet,omitempty"`
}

// PlanLine is a line of a kind between zones: "land", "sea", "shore" or "beach".
type PlanLine struct {
	Kind string `json:"kind"`
	Path string `json:"path"`
}

// PlanShape is an area of a colour, or lines drawn with a pen.
type PlanShape struct {
	Ink  string  `json:"ink"`
	Path string  `json:"path"`
	Pen  float64 `json:"pen,omitempty"` // the width of the pen; 0 for an area
}

// PlanWord is a great name along a line.
type PlanWord struct {
	Text string `json:"text"`
	Path string `json:"path"`
	Size int    `json:"size"`
	Wet  bool   `json:"wet,omitempty"`
}

// signUnits are the units of a sign in a unit of its design.
const signUnits = 8

// PlanSign is the sign of an arm or of a mark, around the origin, some 400 units wide. Its colours
// "fill", "ink" and "edge" are those of a side.
type PlanSign struct {
	Name   string      `json:"name"`
	Shapes []PlanShape `json:"shapes"`
}

// planWidth is how many units a plan is wide.
const planWidth = 3000

// planSigns are a unit of design in units of a plan: a sheet of 1400 shows its signs in that size.
const planSigns = float64(planWidth) / sheetWidth

// helmetSign is the name of the sign of leaders in a plan.
const helmetSign = "leader"

// planInks are the names of the colours that a plan may have.
var planInks = map[ink]string{clear: "clear", rough: "rough", sea: "sea", strait: "strait", shallow1: "shallow1", shallow2: "shallow2", shallow3: "shallow3",
	beyond: "beyond", sand: "sand", sandDot: "grain", coast: "coast", frontier: "frontier", seaway: "seaway", hill: "hill", hillShade: "hillside", lettering: "lettering",
	waterText: "water", white: "white", gold: "gold", flame: "flame", paper: "paper",
	planFill: "fill", planInk: "ink", planEdge: "edge"}

// The colours of a side in a sign, whichever side it is.
const (
	planFill = numInks + iota
	planInk
	planEdge
)

// Plan draws the board in shapes. Names says what things are called, as of [Options].
func (t *Theatre) Plan(names func(adjudicator.Term) string) (Plan, error) {
	var d Plan
	d.Width = planWidth
	names = Options{Names: names}.names()
	gap := gutter * planWidth / sheetWidth
	x, y, high := 0, 0, 0
	for i, b := range t.boards {
		w := int(planWidth*t.widths[i] + 0.5)
		if x > 0 && x+w > planWidth+gap {
			x, y = 0, y+high+gap
			high = 0
		}
		h := b.height(w)
		d.Boards = append(d.Boards, [4]int{x, y, w, h})
		high = max(high, h)
		x += w + gap
	}
	d.Height = y + high
	for i, b := range t.boards {
		frame := image.Rect(d.Boards[i][0], d.Boards[i][1], d.Boards[i][0]+d.Boards[i][2], d.Boards[i][1]+d.Boards[i][3])
		p := &plate{Theatre: t, canvas: &canvas{clip: frame, shapes: &recording{}}, view: b, frame: frame, unit: planSigns}
		d.board(p, i, names)
		shapes, err := planned(p.shapes)
		if err != nil {
			return d, err
		}
		d.Shapes = append(d.Shapes, shapes...)
	}
	return d, d.sign(t)
}

// board draws what a board shows.
func (d *Plan) board(p *plate, n int, names func(adjudicator.Term) string) {
	for z := range p.board.All().All() {
		a := &p.zones[z]
		shape := crop(p.shape(a.rings), p.frame, true, 0)
		at := pixel(p.at(a.label))
		if len(shape) == 0 && !at.In(p.frame) {
			continue
		}
		pz := PlanZone{ID: p.board.Name(z), Name: names(adjudicator.Term{Kind: "zone", ID: p.board.Name(z)}), Board: n, X: at.X, Y: at.Y, Wet: a.wet}
		if !at.In(p.frame) { // its sign stands on another board
			pz.X, pz.Y = -1, -1
		}
		if len(shape) > 0 {
			pz.Path, pz.Fill = pathOf(shape, true), planInks[a.tint]
		}
		switch p.board.Kind(z) {
		case board.Port:
			pz.Kind = "port"
		case board.Base:
			pz.Kind = "base"
		}
		d.Zones = append(d.Zones, pz)
	}
	kinds := map[seamKind]string{landBorder: "land", seaBorder: "sea", shore: "shore", beach: "beach"}
	for _, s := range p.seams {
		if l := crop(path{p.line(s.line)}, p.frame, false, 0); len(l) > 0 {
			d.Lines = append(d.Lines, PlanLine{kinds[s.kind], pathOf(l, false)})
		}
	}
	for _, a := range p.art {
		l := p.line(a.ring)
		switch {
		case a.text != "":
			if first, last := l[0], l[len(l)-1]; !pixel(pt((first.X+last.X)/2, (first.Y+last.Y)/2)).In(p.frame) {
				continue // it stands on another board
			}
			size := min(int(l.total()>>6)*3/4/max(1, len([]rune(a.text))-1), 64*planWidth/sheetWidth)
			d.Words = append(d.Words, PlanWord{a.text, pathOf(path{l}, false), size, a.kind == "waters"})
		case a.kind == "island":
			p.fill(beyond, path{l})
			p.fill(coast, stroke(l, p.u(1.6), true))
		case a.kind == "lake":
			p.fill(strait, path{l})
			p.fill(seaway, stroke(l, p.u(1.4), true))
		}
	}
	p.passages()
	p.walledTown()
	for z := range p.board.OfKind(board.Base).All() {
		p.baseSign(p.at(p.zones[z].label))
	}
}

// sign draws the signs of arms and marks, and the helmet of leaders.
func (d *Plan) sign(t *Theatre) error {
	of := livery{fill: planFill, ink: planInk, edge: planEdge}
	names := []string{helmetSign}
	for name := range t.signs {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		p := &plate{Theatre: t, canvas: &canvas{clip: image.Rect(-1000, -1000, 1000, 1000), shapes: &recording{}}, unit: signUnits}
		if name == helmetSign && len(t.signs[name]) == 0 {
			p.helmet(point{}, 1, of)
		} else {
			p.sign(brush{p, point{}, 1}, name, of)
		}
		shapes, err := planned(p.shapes)
		if err != nil {
			return fmt.Errorf("sign %q: %w", name, err)
		}
		d.Signs = append(d.Signs, PlanSign{name, shapes})
	}
	return nil
}

// planned are the shapes of a recording in the language of a plan. Letters are left to who draws it.
func planned(r *recording) (all []PlanShape, err error) {
	for _, s := range r.shapes {
		name, ok := planInks[s.ink]
		if !ok {
			return nil, fmt.Errorf("chart: %w: colour %d in a plan", ErrLook, s.ink)
		}
		if s.text != nil {
			continue
		}
		d := PlanShape{Ink: name, Path: pathOf(s.path, s.pen == 0), Pen: float64(s.pen*10/64) / 10}
		if n := len(all); n > 0 && all[n-1].Ink == d.Ink && all[n-1].Pen == d.Pen && d.Pen > 0 {
			all[n-1].Path += d.Path
			continue
		}
		all = append(all, d)
	}
	return all, nil
}

// pathOf writes a path in the language of SVG: the first point of each line as it is, the others by
// how far they lie from the one before.
func pathOf(p path, area bool) string {
	var b strings.Builder
	for _, l := range p {
		var last image.Point
		for i, q := range thin(l) {
			at := pixel(q)
			switch {
			case i == 0:
				b.WriteString("M" + strconv.Itoa(at.X) + " " + strconv.Itoa(at.Y))
			case at != last:
				b.WriteByte('l')
				b.WriteString(strconv.Itoa(at.X - last.X))
				if at.Y >= last.Y {
					b.WriteByte(' ')
				}
				b.WriteString(strconv.Itoa(at.Y - last.Y))
			}
			last = at
		}
		if area {
			b.WriteByte('z')
		}
	}
	return b.String()
}
