package chart

import (
	"image"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/gosmallcaps"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/vector"
)

// face is a style of lettering.
type face uint8

const (
	bold face = iota
	medium
	italic
	smallCaps
	numFaces
)

// fonts are the Go fonts, which have Latin, Greek and Cyrillic letters. They are
// part of the program; one that cannot be read is a fault of the program.
var fonts = sync.OnceValue(func() (all [numFaces]*sfnt.Font) {
	for f, data := range [numFaces][]byte{bold: gobold.TTF, medium: gomedium.TTF, italic: goitalic.TTF, smallCaps: gosmallcaps.TTF} {
		parsed, err := sfnt.Parse(data)
		if err != nil {
			panic("chart: embedded font: " + err.Error())
		}
		all[f] = parsed
	}
	return all
})

// style is how words are written.
type style struct {
	face  face
	size  length // of the em
	space length // between letters, besides their own
	ink   ink
	halo  ink    // colour around the letters
	glow  length // width of the halo; 0 for none
}

// glyphKey names a letter as it comes out, which is at a whole pixel.
type glyphKey struct {
	face face
	r    rune
	size length
	glow length
}

// glyph is a letter ready to be stamped.
type glyph struct {
	mask *image.Alpha
	at   image.Point // of the mask, from the base point
}

// maxGlyphs bounds the memory that drawn letters take.
const maxGlyphs = 8192

// typesetter draws letters and keeps them. It is safe for concurrent use.
type typesetter struct {
	mu     sync.Mutex
	buf    sfnt.Buffer
	glyphs map[glyphKey]glyph
	wide   map[glyphKey]length // advances
	texts  map[textKey][]placedLetter
	widths map[textKey]length
}

// advance returns how far a letter moves the pen.
func (t *typesetter) advance(f face, r rune, size length) length {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := glyphKey{face: f, r: r, size: size}
	if w, ok := t.wide[key]; ok {
		return w
	}
	fnt := fonts()[f]
	index, err := fnt.GlyphIndex(&t.buf, r)
	var w length
	if err == nil {
		w, err = fnt.GlyphAdvance(&t.buf, index, size, font.HintingNone)
	}
	if err != nil {
		w = size / 2
	}
	if t.wide == nil || len(t.wide) >= maxGlyphs {
		t.wide = make(map[glyphKey]length)
	}
	t.wide[key] = w
	return w
}

// textKey names a text as it comes out, but for its colours.
type textKey struct {
	text              string
	face              face
	size, space, glow length
}

// placedLetter is a letter of a text that is set: how far along it stands, and its shape without and with its halo.
type placedLetter struct {
	pen        length
	body, halo glyph
}

// maxTexts bounds the texts of each kind that are kept.
const maxTexts = 2048

// set sets a text.
func (t *typesetter) set(text string, s style) []placedLetter {
	key := textKey{text, s.face, s.size, s.space, s.glow}
	t.mu.Lock()
	letters, ok := t.texts[key]
	t.mu.Unlock()
	if ok {
		return letters
	}
	pen := length(0)
	for _, r := range text {
		l := placedLetter{pen: pen, body: t.glyph(glyphKey{face: s.face, r: r, size: s.size})}
		if s.glow > 0 {
			l.halo = t.glyph(glyphKey{face: s.face, r: r, size: s.size, glow: s.glow})
		}
		letters = append(letters, l)
		pen += t.advance(s.face, r, s.size) + s.space
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.texts == nil || len(t.texts) >= maxTexts {
		t.texts = make(map[textKey][]placedLetter)
	}
	t.texts[key] = letters
	return letters
}

// width returns how long a text is.
func (t *typesetter) width(text string, s style) length {
	key := textKey{text: text, face: s.face, size: s.size, space: s.space}
	t.mu.Lock()
	w, ok := t.widths[key]
	t.mu.Unlock()
	if ok {
		return w
	}
	for _, r := range text {
		w += t.advance(s.face, r, s.size) + s.space
	}
	w = max(0, w-s.space)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.widths == nil || len(t.widths) >= maxTexts {
		t.widths = make(map[textKey]length)
	}
	t.widths[key] = w
	return w
}

// shape returns the outline of a letter at the origin.
func (t *typesetter) shape(f face, r rune, size length) path {
	fnt := fonts()[f]
	index, err := fnt.GlyphIndex(&t.buf, r)
	if err != nil {
		return nil
	}
	segments, err := fnt.LoadGlyph(&t.buf, index, size, nil)
	if err != nil {
		return nil
	}
	var p path
	var pen point
	for _, s := range segments {
		last := len(p) - 1
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			pen = s.Args[0]
			p = append(p, line{pen})
		case sfnt.SegmentOpLineTo:
			pen = s.Args[0]
			p[last] = append(p[last], pen)
		case sfnt.SegmentOpQuadTo:
			p[last] = p[last].curve(pen, s.Args[0], s.Args[1], 5)
			pen = s.Args[1]
		case sfnt.SegmentOpCubeTo: // the Go fonts have none
			pen = s.Args[2]
			p[last] = append(p[last], s.Args[0], s.Args[1], pen)
		}
	}
	return p
}

func (t *typesetter) glyph(key glyphKey) glyph {
	t.mu.Lock()
	defer t.mu.Unlock()
	if g, ok := t.glyphs[key]; ok {
		return g
	}
	p := t.shape(key.face, key.r, key.size)
	if key.glow > 0 {
		p = unify(append(p.outline(key.glow), p...))
	}
	g := rasterise(p)
	if t.glyphs == nil || len(t.glyphs) >= maxGlyphs {
		t.glyphs = make(map[glyphKey]glyph)
	}
	t.glyphs[key] = g
	return g
}

// unify turns all outlines the same way, so that they add up instead of cutting
// holes into each other.
func unify(p path) path {
	for _, l := range p {
		var area int64
		for i, q := range l {
			n := l[(i+1)%len(l)]
			area += int64(q.X)*int64(n.Y) - int64(n.X)*int64(q.Y)
		}
		if area < 0 {
			for i, j := 0, len(l)-1; i < j; i, j = i+1, j-1 {
				l[i], l[j] = l[j], l[i]
			}
		}
	}
	return p
}

// moved returns the path at another place.
func (p path) moved(by point) path {
	out := make(path, len(p))
	for i, l := range p {
		out[i] = make(line, len(l))
		for j, q := range l {
			out[i][j] = q.Add(by)
		}
	}
	return out
}

// rasterise turns a small shape into a mask.
func rasterise(p path) glyph {
	r := p.bounds()
	if r.Dx() > tile || r.Dy() > tile || r.Empty() {
		return glyph{mask: image.NewAlpha(image.Rectangle{})}
	}
	g := glyph{mask: image.NewAlpha(image.Rect(0, 0, r.Dx(), r.Dy())), at: r.Min}
	rasteriseTile(vector.NewRasterizer(1, 1), p, r, g.mask)
	return g
}

// write sets a text with its base line beginning at p.
func (c *canvas) write(t *typesetter, text string, p point, s style) {
	if c.shapes != nil {
		c.shapes.write(t, text, p, s, c.clip)
		return
	}
	letters := t.set(text, s)
	for _, halo := range []bool{true, false} {
		if halo && s.glow == 0 {
			continue
		}
		c.hard = halo
		for i := range letters {
			l, with := &letters[i].body, s.ink
			if halo {
				l, with = &letters[i].halo, s.halo
			}
			if len(l.mask.Pix) > 0 {
				c.stamp(with, l.mask, l.at.Add(image.Pt((p.X+letters[i].pen+32).Floor(), p.Y.Round())))
			}
		}
	}
	c.hard = false
}

// centre sets a text with its middle at x and its base line at y.
func (c *canvas) centre(t *typesetter, text string, p point, s style) {
	c.write(t, text, pt(p.X-t.width(text, s)/2, p.Y), s)
}

// writeAlong spreads upright letters evenly along a line.
func (c *canvas) writeAlong(t *typesetter, text string, l line, s style) {
	letters := []rune(text)
	whole := l.total()
	for i, r := range letters {
		if r == ' ' {
			continue
		}
		d := whole / 2
		if len(letters) > 1 {
			d = length(int64(whole) * int64(i) / int64(len(letters)-1))
		}
		at, _, _ := l.at(d)
		c.centre(t, string(r), at, s)
	}
}

// plain makes a text from outside fit to be drawn: no control characters, no runs
// of spaces, at most n letters.
func plain(text string, n int) string {
	var b strings.Builder
	for _, r := range strings.Join(strings.Fields(text), " ") {
		if !unicode.IsPrint(r) || unicode.Is(unicode.Mn, r) {
			continue
		}
		if n--; n < 0 {
			b.WriteRune('…')
			break
		}
		b.WriteRune(r)
	}
	return b.String()
}

// wrap breaks a text into lines that are at most w long where words allow.
func (t *typesetter) wrap(text string, s style, w length) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		if n := len(lines); n > 0 && t.width(lines[n-1]+" "+word, s) <= w {
			lines[n-1] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}

// shorten cuts a text to a length.
func (t *typesetter) shorten(text string, s style, w length) string {
	if t.width(text, s) <= w {
		return text
	}
	letters := []rune(text)
	for len(letters) > 0 && t.width(string(letters)+"…", s) > w {
		letters = letters[:len(letters)-1]
	}
	return strings.TrimRight(string(letters), " ") + "…"
}
