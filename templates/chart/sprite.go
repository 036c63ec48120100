package chart

import (
	"image"
	"sync"

	"keryx/adjudicator"
)

// maxSprites bounds the bytes that the kept counters of a theatre take: some two hundred.
const maxSprites = 2 << 20

// spriteKey tells counters apart. Two that are the same to it look the same, wherever they stand.
type spriteKey struct {
	within point   // its place within a pixel
	unit   float64 // of the plate
	size   float64
	side   adjudicator.Side
	pile   pile // of a counter
	leader bool // weak and bonus of a leader stand in pile
}

// sprite is a counter as it is stamped: its layers from the lowest up.
type sprite struct {
	layers []layer
	box    image.Rectangle // around all of them
	bytes  int
}

// layer is a shape or letter of a sprite.
type layer struct {
	ink  ink
	hard bool
	mask *image.Alpha
	at   image.Point
}

// sprites are counters that have been drawn. It is safe for concurrent use; what it gives away is only read.
type sprites struct {
	mu   sync.Mutex
	kept map[spriteKey]*sprite
	held int // bytes
}

func (all *sprites) find(key spriteKey) *sprite {
	all.mu.Lock()
	defer all.mu.Unlock()
	return all.kept[key]
}

// add keeps a sprite; where there are too many, all others are forgotten.
func (all *sprites) add(key spriteKey, s *sprite) {
	all.mu.Lock()
	defer all.mu.Unlock()
	if all.held += s.bytes; all.kept == nil || all.held > maxSprites {
		all.kept, all.held = make(map[spriteKey]*sprite), s.bytes
	}
	all.kept[key] = s
}

// add puts a layer on top.
func (s *sprite) add(l layer) {
	s.layers = append(s.layers, l)
	s.box = s.box.Union(l.mask.Rect.Add(l.at))
}

// fill adds a shape.
func (s *sprite) fill(c *canvas, i ink, p path) {
	r := p.bounds()
	if r.Empty() {
		return
	}
	mask := image.NewAlpha(image.Rect(0, 0, r.Dx(), r.Dy()))
	rasteriseTile(c.ras, p, r, mask)
	s.bytes += len(mask.Pix) + 100
	s.add(layer{i, c.hard, mask, r.Min})
}

// drawnAt is where sprites are drawn, in pixels: far enough from the origin that nothing of them is at a negative place,
// where halves are rounded the other way.
const drawnAt = 1 << 12

// stampSprite draws what draw draws at a place, of which the key says all that it depends on besides.
func (p *plate) stampSprite(key spriteKey, at point, draw func(at point)) {
	if p.shapes != nil || p.taking != nil {
		draw(at)
		return
	}
	corner := image.Pt(at.X.Floor(), at.Y.Floor())
	key.within, key.unit = at.Sub(fromPixel(corner)), p.unit
	corner = corner.Sub(image.Pt(drawnAt, drawnAt))
	s := p.sprites.find(key)
	if s == nil {
		s = &sprite{bytes: 300}
		p.taking = s
		draw(at.Sub(fromPixel(corner)))
		p.taking = nil
		p.sprites.add(key, s)
	}
	if !s.box.Add(corner).In(p.clip) { // cut off, which a rasteriser may round otherwise
		draw(at)
		return
	}
	for _, l := range s.layers {
		p.hard = l.hard
		p.stamp(l.ink, l.mask, l.at.Add(corner))
	}
	p.hard = false
}
