package chart

import (
	"errors"
	"fmt"
	"image"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// Limits of the width of a picture, in pixels.
const (
	MinWidth     = 480
	MaxWidth     = 2432
	DefaultWidth = 1000
)

// Options say how to draw. The zero value draws the whole theatre, DefaultWidth
// wide and without a title.
type Options struct {
	Title  string   // written at the head, shortened to fit
	Width  int      // pixels, MinWidth to MaxWidth
	Region []string // zones to draw a close-up of; none draws the whole theatre
	// Kept presses the file harder, for a picture that stays: it takes twice the time and a
	// seventh less room.
	Kept bool
	// Names says what things are called: zones and leaders, and for the legend arms (of kind
	// "arm"), marks of zones ("mark"), tags of edges ("edge") and the words of any map
	// ("map"). Nil writes their IDs.
	Names func(adjudicator.Term) string

	shapes *recording // nil for a picture in pixels
}

// names says what things are called.
func (o Options) names() func(adjudicator.Term) string {
	if o.Names == nil {
		return func(t adjudicator.Term) string { return t.ID }
	}
	return o.Names
}

// ErrWidth is returned for a width outside the limits.
var ErrWidth = errors.New("width of a map out of range")

// Picture is a finished picture.
type Picture struct {
	PNG           []byte
	Width, Height int // pixels
}

// Draw draws what the view knows, and the marks of what its side was told. Zones
// that the board does not have give an error matching [ErrUnknownZone].
func (t *Theatre) Draw(v adjudicator.View, marks []adjudicator.Mark, o Options) (Picture, error) {
	sc, o, err := t.scene(v, marks, o)
	if err != nil {
		return Picture{}, err
	}
	of := t.madeOf(sc, o)
	if p, ok := t.again(of); ok {
		return p, nil
	}
	s, err := t.draw(sc, o)
	if err != nil {
		return Picture{}, err
	}
	defer s.release()
	file, err := s.encode(o.Kept)
	if err != nil {
		return Picture{}, err
	}
	p := Picture{PNG: file, Width: s.img.Rect.Dx(), Height: s.img.Rect.Dy()}
	t.keep(of, p)
	return p, nil
}

// sheet is a drawn picture and what stands where on each of its plates.
type sheet struct {
	*canvas
	plates []*layout
}

// scene is what is drawn on every plate of a sheet.
type scene struct {
	forces []force
	deeds  []deed
	marks  []zoneMark
	edges  []standing
	names  func(adjudicator.Term) string
	tracks []adjudicator.TrackView
	bare   bool // nothing of the game is drawn
}

// scene reads what is to be drawn, and fills in the options.
func (t *Theatre) scene(v adjudicator.View, marks []adjudicator.Mark, o Options) (sc scene, _ Options, err error) {
	if o.Width == 0 {
		o.Width = DefaultWidth
	}
	if o.Width < MinWidth || o.Width > MaxWidth {
		return sc, o, fmt.Errorf("chart: %w: %d pixels, want %d to %d", ErrWidth, o.Width, MinWidth, MaxWidth)
	}
	sc.names = o.names()
	if sc.forces, err = t.forces(v); err != nil {
		return sc, o, err
	}
	if sc.marks, err = t.zoneMarks(v); err != nil {
		return sc, o, err
	}
	sc.tracks = v.Tracks
	if sc.edges, err = t.standing(v); err != nil {
		return sc, o, err
	}
	sc.deeds, err = t.deeds(marks)
	return sc, o, err
}

// draw draws a scene.
func (t *Theatre) draw(sc scene, o Options) (*sheet, error) {
	if len(o.Region) > 0 {
		return t.closeUp(sc, o)
	}
	return t.whole(sc, o)
}

// Measures of a sheet in units of design: the sheet is 1400 wide.
const (
	sheetWidth = 1400
	margin     = 20
	headHigh   = 62
	gutter     = 16
)

// whole draws the sheet with every board, and below them what is enlarged and the legend.
func (t *Theatre) whole(sc scene, o Options) (*sheet, error) {
	unit := float64(o.Width) / sheetWidth
	px := func(v float64) int { return int(v*unit + 0.5) }
	w, left := o.Width-2*px(margin), px(margin)
	title := t.headed(o.Title, 36, unit, w)
	y := px(headHigh + title.more())
	type place struct {
		view  window
		frame image.Rectangle
	}
	var boards, insets []place
	beside, top := left, 0
	for i, b := range t.boards {
		bw := int(float64(w)*t.widths[i] + 0.5)
		if beside > left && bw == w {
			beside = left // what follows a narrow board is as wide as the sheet: the legend goes below
		}
		if bw < w && beside == left {
			top = y
		}
		boards = append(boards, place{b, image.Rect(left, y, left+bw, y+b.height(bw))})
		y += b.height(bw) + px(gutter)
		if bw < w {
			beside = max(beside, left+bw+px(gutter))
		}
	}
	if beside == left {
		top = y
	}
	for _, b := range t.insets {
		dw := px(800)
		insets = append(insets, place{b, image.Rect(left, y, left+dw, y+b.height(dw))})
		y += b.height(dw) + px(gutter)
		beside = max(beside, left+dw+px(gutter))
	}
	legend := image.Rect(beside, top, o.Width-px(margin), max(y-px(gutter), top+px(legendHigh)))
	s := &sheet{canvas: newCanvas(o.Width, legend.Max.Y+px(margin))}
	s.shapes = o.shapes
	s.flood(paper, s.img.Rect)
	var first *plate
	for _, b := range boards {
		p := &plate{Theatre: t, canvas: s.canvas, view: b.view, frame: b.frame, unit: unit, linked: t.crowded}
		if err := s.plate(p, sc); err != nil {
			return nil, err
		}
		for _, in := range insets {
			p.insetFrame(in.view)
		}
		if first == nil {
			first = p
		}
	}
	for _, b := range insets {
		if err := s.plate(&plate{Theatre: t, canvas: s.canvas, view: b.view, frame: b.frame, unit: unit}, sc); err != nil {
			return nil, err
		}
	}
	if !sc.bare {
		first.head(title)
		first.legend(legend, sc)
	}
	return s, nil
}

// legendHigh is the least height of a legend in units of design.
const legendHigh = 560

// Measures of a close-up in units of design. It is not wide, so that signs and words are
// large: a close-up is for telephones.
const (
	closeUpWidth  = 640
	closeUpMargin = 12
	closeUpHead   = 46
)

// closeUp draws the surroundings of some zones.
func (t *Theatre) closeUp(sc scene, o Options) (*sheet, error) {
	var zones board.Set
	for _, id := range o.Region {
		z, err := t.zone(id)
		if err != nil {
			return nil, err
		}
		zones.Add(z)
	}
	view := t.around(zones)
	// What is wider than a close-up should be gets smaller signs.
	design := min(max(closeUpWidth, closeUpWidth*(view.high.X-view.low.X)/widestCloseUp), sheetWidth)
	if n := t.crowd(view); !t.numbered {
		design = min(design, max(closeUpWidth, closeUpWidth*n/fewInCloseUp)) // names need their size more than room
	}
	unit := float64(o.Width) / float64(design)
	px := func(v float64) int { return int(v*unit + 0.5) }
	w := o.Width - 2*px(closeUpMargin)
	title := t.headed(o.Title, 26, unit, w)
	top := px(closeUpHead + title.more())
	frame := image.Rect(px(closeUpMargin), top, px(closeUpMargin)+w, top+view.height(w))
	s := &sheet{canvas: newCanvas(o.Width, frame.Max.Y+px(closeUpMargin))}
	s.shapes = o.shapes
	s.flood(paper, s.img.Rect)
	p := &plate{Theatre: t, canvas: s.canvas, view: view, frame: frame, unit: unit, focus: zones}
	if err := s.plate(p, sc); err != nil {
		return nil, err
	}
	p.head(title)
	return s, nil
}

// fewInCloseUp is how many zones a close-up shows at most with signs and words of full size,
// on a map whose zones are written by their names.
const fewInCloseUp = 16

// crowd is how many zones have their label in a window.
func (t *Theatre) crowd(w window) (n int64) {
	for i := range t.zones {
		if w.has(t.zones[i].label) {
			n++
		}
	}
	return n
}

// around is the window for a close-up of some zones: all of their labels and a fair
// part of what lies around on their board, in the proportions of a photograph.
func (t *Theatre) around(zones board.Set) window {
	first := t.zones[zones.First()].label
	w := window{first, first}
	for z := range zones.All() {
		l := t.zones[z].label
		w.low = spot{min(w.low.X, l.X), min(w.low.Y, l.Y)}
		w.high = spot{max(w.high.X, l.X), max(w.high.Y, l.Y)}
	}
	in := t.boardOf(zones)
	const apron = 750_000 // three quarters of a tenth of a degree
	// Three tenths of a degree, and more on a board that shows more of the world.
	least := max(3_000_000, (in.high.X-in.low.X)*2/15)
	midX, midY := (w.low.X+w.high.X)/2, (w.low.Y+w.high.Y)/2
	wide := max(least, w.high.X-w.low.X+2*apron, (w.high.Y-w.low.Y+2*apron)*10/9)
	wide = min(wide, in.high.X-in.low.X)
	high := max(wide*7/10, w.high.Y-w.low.Y+2*apron)
	high = min(high, in.high.Y-in.low.Y)
	x := min(max(midX-wide/2, in.low.X), in.high.X-wide)
	y := min(max(midY-high/2, in.low.Y), in.high.Y-high)
	return window{spot{x, y}, spot{x + wide, y + high}}
}

// boardOf is the first board that shows where some zones are, or the whole plane if none
// shows them all.
func (t *Theatre) boardOf(zones board.Set) window {
	for _, w := range t.boards {
		on := true
		for z := range zones.All() {
			on = on && w.has(t.zones[z].label)
		}
		if on {
			return w
		}
	}
	return window{t.low, t.high}
}

// plate draws the scene on a plate.
func (s *sheet) plate(p *plate, sc scene) error {
	p.prepare()
	if sc.bare {
		p.border()
		return nil
	}
	n := len(s.plates)
	if n == len(s.used) {
		s.used = append(s.used, nil)
	}
	l := &layout{plate: p, roads: newRoads(p.grid, s.used[n])}
	s.used[n] = l.roads.used
	s.plates = append(s.plates, l)
	var err error
	s.within(p.frame, func() {
		l.built(sc.edges, sc.names)
		l.arrows(sc.deeds)
		l.holders(sc.marks)
		l.numbers(sc.forces, sc.names)
		l.zoneSigns(sc.marks, sc.names)
		if err = l.battles(sc.deeds); err != nil {
			return
		}
		if err = l.stacks(sc.forces, sc.names); err != nil {
			return
		}
		l.zoneNames(sc.names)
		l.finish()
	})
	if err != nil {
		return err
	}
	p.border()
	return nil
}
