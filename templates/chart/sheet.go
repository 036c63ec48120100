package chart

import (
	"bytes"
	"fmt"
	"image"
	"strconv"

	"keryx/adjudicator"
)

// Sheet draws the map for printing: a PDF of one page of A4 whose areas, lines and letters are
// shapes, in colours that stay apart in black and white too. Letters are shapes as well, so
// that no font is needed, and the file refers to nothing outside it. lang is the language of
// its words, for programs that read the title aloud. What o says of width and pressing
// does not matter. The errors are those of [Theatre.Draw].
func (t *Theatre) Sheet(v adjudicator.View, marks []adjudicator.Mark, o Options, lang string) ([]byte, error) {
	rec := &recording{}
	o.Width, o.shapes = sheetWidth, rec
	sc, o, err := t.scene(v, marks, o)
	if err != nil {
		return nil, err
	}
	s, err := t.draw(sc, o)
	if err != nil {
		return nil, err
	}
	size := s.img.Rect.Size()
	s.release()
	w := &inkWriter{theatre: t, glyphs: map[glyphKey][]byte{}}
	page, err := w.page(rec, size)
	if err != nil {
		return nil, err
	}
	page.title, page.lang = plain(o.Title, 200), lang
	return page.file()
}

// printed are the colours of the map on paper: land is white and water nearly so, what is
// written is dark, and the counters of one side are light and those of the other dark.
var printed = [numInks]uint32{
	paper: 0xffffff, beyond: 0xeee9df, clear: 0xffffff, rough: 0xeadfc8,
	sea: 0xdfecf0, strait: 0xd3e5ea, shallow1: 0xe7f1f3, shallow2: 0xeef5f6, shallow3: 0xf6fafa,
	sand: 0xf4dd9c, sandDot: 0x7a551a, coast: 0x1d1712, frontier: 0x6e5a3c, seaway: 0x3f6b78,
	faintLand: 0xcfc4ad, faintSea: 0xaac6ce, hill: 0x5c452a, hillShade: 0xf5edda, lettering: 0x000000, waterText: 0x0d3a4b,
	white: 0xffffff, shadow: 0x8a8474, blueFill: 0xe4eefb, blueInk: 0x0a2456, redFill: 0x8c1a18, redInk: 0xffffff,
	redEdge: 0x2e0608, gold: 0xe8ac1e, flame: 0xd8431f,
}

// inkWriter writes what was drawn as the content of a page, in steps of a fortieth of a millimetre.
type inkWriter struct {
	bytes.Buffer
	theatre      *Theatre
	glyphs       map[glyphKey][]byte
	filled, pens string // colours in force
	width        int
	cap          bool
}

// page turns a recording of a size into a page of A4, upright or across as suits it.
func (w *inkWriter) page(r *recording, size image.Point) (pdfPage, error) {
	p := pdfPage{width: a4Short, height: a4Long}
	if size.X > size.Y {
		p.width, p.height = a4Long, a4Short
	}
	scale := min((p.width-2*pdfMargin)/float64(size.X), (p.height-2*pdfMargin)/float64(size.Y))
	left, top := (p.width-scale*float64(size.X))/2, p.height-(p.height-scale*float64(size.Y))/2
	fmt.Fprintf(w, "%.5f 0 0 %.5f %.2f %.2f cm 1 j\n", scale/fine, -scale/fine, left, top)
	for i := 0; i < len(r.shapes); {
		clip := r.shapes[i].clip
		fmt.Fprintf(w, "q %d %d %d %d re W n\n", clip.Min.X*fine, clip.Min.Y*fine, clip.Dx()*fine, clip.Dy()*fine)
		w.filled, w.pens, w.width, w.cap = "", "", 0, false
		for ; i < len(r.shapes) && r.shapes[i].clip == clip; i++ {
			w.shape(r.shapes[i])
		}
		w.WriteString("Q\n")
	}
	p.content = w.Bytes()
	return p, nil
}

// shape writes one shape.
func (w *inkWriter) shape(s shape) {
	rgb := printed[s.ink]
	part := func(shift uint) string {
		return strconv.FormatFloat(float64(rgb>>shift&255)/255, 'g', 3, 64)
	}
	colour := part(16) + " " + part(8) + " " + part(0)
	if s.pen == 0 && w.filled != colour {
		w.filled = colour
		w.WriteString(colour + " rg\n")
	}
	if s.pen > 0 {
		w.take(s, colour)
	}
	for _, l := range s.text {
		w.apart(l.at, s, func() { w.Write(w.glyph(l.glyph)) })
	}
	switch r := s.path.bounds(); {
	case s.text != nil:
	case max(r.Dx(), r.Dy()) <= small && len(s.path[0]) > 0:
		at := s.path[0][0]
		w.apart(at, s, func() { w.path(s.path.moved(pt(-at.X, -at.Y)), s.pen == 0) })
	default:
		w.path(s.path, s.pen == 0)
		w.WriteString(ending(s))
	}
}

// small is how large a sign is at the most, in units of design.
const small = 70

// apart writes a letter or a sign as it looks from a point, which is the same bytes
// wherever it stands: that is what a compressor finds.
func (w *inkWriter) apart(at point, s shape, draw func()) {
	fmt.Fprintf(w, "q 1 0 0 1 %d %d cm\n", onPaper(at.X), onPaper(at.Y))
	draw()
	w.WriteString(ending(s))
	w.WriteString("Q\n")
}

// take takes the pen of a shape.
func (w *inkWriter) take(s shape, colour string) {
	if w.pens != colour {
		w.pens = colour
		w.WriteString(colour + " RG\n")
	}
	if wide := onPaper(s.pen); w.width != wide {
		w.width = wide
		fmt.Fprintf(w, "%d w\n", wide)
	}
	if round := s.round || s.text != nil; w.cap != round {
		w.cap = round
		w.WriteString(map[bool]string{false: "0 J\n", true: "1 J\n"}[round])
	}
}

// ending is what is done with a path.
func ending(s shape) string {
	if s.pen > 0 {
		return "S\n"
	}
	return "f\n"
}

// glyph is the outline of a letter.
func (w *inkWriter) glyph(key glyphKey) []byte {
	if outline, ok := w.glyphs[key]; ok {
		return outline
	}
	t := &w.theatre.letters
	t.mu.Lock()
	shape := t.shape(key.face, key.r, key.size)
	t.mu.Unlock()
	inner := &inkWriter{}
	inner.path(shape, true)
	w.glyphs[key] = inner.Bytes()
	return inner.Bytes()
}

// path writes lines from point to point; areas are closed.
func (w *inkWriter) path(p path, area bool) {
	for _, l := range p {
		verb := byte('m')
		for _, q := range thin(l) {
			w.Write(strconv.AppendInt(w.AvailableBuffer(), int64(onPaper(q.X)), 10))
			w.WriteByte(' ')
			w.Write(strconv.AppendInt(w.AvailableBuffer(), int64(onPaper(q.Y)), 10))
			w.Write([]byte{' ', verb, '\n'})
			verb = 'l'
		}
		if area {
			w.WriteString("h\n")
		}
	}
}

// fine is how many steps a unit of design has on paper: each is a fortieth of a millimetre.
const fine = 5

// onPaper turns a length into steps.
func onPaper(l length) int { return (int(l)*fine + 32) >> 6 }

// stray is how far a line on paper may run beside what was drawn: a thirtieth of a millimetre.
const stray = 16

// thin leaves out points of a line that do not show.
func thin(l line) line {
	if len(l) < 3 {
		return l
	}
	at, far := 0, length(stray)
	a, b := l[0], l[len(l)-1]
	whole := distance(a, b)
	for i := 1; i < len(l)-1; i++ {
		off := distance(a, l[i])
		if whole > 0 {
			cross := int64(b.X-a.X)*int64(l[i].Y-a.Y) - int64(b.Y-a.Y)*int64(l[i].X-a.X)
			off = abs(length(cross / int64(whole)))
			if dot := int64(b.X-a.X)*int64(l[i].X-a.X) + int64(b.Y-a.Y)*int64(l[i].Y-a.Y); dot < 0 || dot > int64(whole)*int64(whole) {
				off = max(off, min(distance(a, l[i]), distance(b, l[i])))
			}
		}
		if off > far {
			at, far = i, off
		}
	}
	if at == 0 {
		return line{a, b}
	}
	return append(thin(l[:at+1]), thin(l[at:])[1:]...)
}
