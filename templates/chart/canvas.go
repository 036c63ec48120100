package chart

import (
	"encoding/binary"
	"image"
	"image/draw"

	"golang.org/x/image/vector"
)

// tile is the side of the largest area rasterised at once. Up to this size the
// rasteriser computes in whole numbers.
const tile = 512

// canvas is a picture in the making.
type canvas struct {
	img  *image.Paletted
	clip image.Rectangle // nothing is drawn outside
	mix  *mixtures
	hard bool // edges are not smoothed: for tints whose steps the eye hardly sees, it makes smaller files
	ras  *vector.Rasterizer
	mask []uint8
	rows []byte   // those of img as a file has them: before each a byte that says how it is filtered
	used [][]bool // the squares of the roads of each plate

	shapes *recording // of a picture in shapes, which are noted instead of painted; nil for one in pixels

	taking *sprite // that is drawn for later, instead of on the picture; nil while none is

	explained []string // by the legend, for tests
}

// canvases are those whose pictures are finished, as many as are drawn at once. They are held for the next: a pool of the
// runtime would be emptied several times between two letters.
var canvases = make(chan *canvas, 2)

// maxHeld bounds the pixels that are held on with a canvas: those of a letter's map.
const maxHeld = 3 << 20

// newCanvas is a canvas of a size on which is whatever was there before.
func newCanvas(w, h int) *canvas {
	var c *canvas
	select {
	case c = <-canvases:
	default:
		c = &canvas{ras: vector.NewRasterizer(1, 1), mask: make([]uint8, tile*tile)}
	}
	palette, mix := colours()
	stride := 1 + w
	if cap(c.rows) < h*stride {
		c.rows = make([]byte, h*stride)
	}
	c.rows = c.rows[:h*stride]
	for at := 0; at < len(c.rows); at += stride {
		c.rows[at] = 0
	}
	c.img = &image.Paletted{Pix: c.rows[1:], Stride: stride, Rect: image.Rect(0, 0, w, h), Palette: palette}
	c.clip, c.mix, c.hard, c.explained, c.shapes, c.taking = c.img.Rect, mix, false, nil, nil, nil
	return c
}

// release gives a canvas back, once nothing of its picture is needed any more.
func (c *canvas) release() {
	if c.img, c.shapes = nil, nil; cap(c.rows) > maxHeld {
		c.rows = nil
	}
	select {
	case canvases <- c:
	default:
	}
}

// fill paints a shape.
func (c *canvas) fill(i ink, p path) {
	if c.shapes != nil {
		c.shapes.fill(i, p, c.clip)
		return
	}
	if c.taking != nil {
		c.taking.fill(c, i, p)
		return
	}
	area := p.bounds().Intersect(c.clip)
	for y := area.Min.Y; y < area.Max.Y; y += tile {
		for x := area.Min.X; x < area.Max.X; x += tile {
			c.fillTile(i, p, image.Rect(x, y, x+tile, y+tile).Intersect(area))
		}
	}
}

func (c *canvas) fillTile(i ink, p path, r image.Rectangle) {
	mask := &image.Alpha{Pix: c.mask[:r.Dx()*r.Dy()], Stride: r.Dx(), Rect: image.Rect(0, 0, r.Dx(), r.Dy())}
	rasteriseTile(c.ras, p, r, mask)
	c.stamp(i, mask, r.Min)
}

// rasteriseTile writes how far a shape covers each pixel of r, which is at most a
// tile large.
func rasteriseTile(ras *vector.Rasterizer, p path, r image.Rectangle, mask *image.Alpha) {
	ras.Reset(r.Dx(), r.Dy())
	ox, oy := length(r.Min.X<<6), length(r.Min.Y<<6)
	for _, l := range p {
		if outside(l, r) {
			continue
		}
		for k, q := range l {
			x, y := float32(q.X-ox)/64, float32(q.Y-oy)/64
			if k == 0 {
				ras.MoveTo(x, y)
			} else {
				ras.LineTo(x, y)
			}
		}
		ras.ClosePath()
	}
	ras.DrawOp = draw.Src
	ras.Draw(mask, mask.Rect, image.Opaque, image.Point{})
}

// outside reports whether an outline cannot touch a rectangle. What lies to its
// left or right still counts, because it closes the outline.
func outside(l line, r image.Rectangle) bool {
	top, bottom, right := length(r.Min.Y<<6), length(r.Max.Y<<6), length(r.Max.X<<6)
	above, below, beside := true, true, true
	for _, q := range l {
		above, below, beside = above && q.Y <= top, below && q.Y >= bottom, beside && q.X >= right
	}
	return above || below || beside
}

// stamp paints through a mask whose corner comes to at.
func (c *canvas) stamp(i ink, mask *image.Alpha, at image.Point) {
	if c.taking != nil {
		c.taking.add(layer{i, c.hard, mask, at})
		return
	}
	r := mask.Rect.Add(at).Intersect(c.clip)
	table := &c.mix[i]
	least, full := uint8(80), uint8(176)
	if c.hard {
		least, full = 128, 128
	}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := c.img.Pix[c.img.PixOffset(r.Min.X, y):][:r.Dx()]
		cover8 := mask.Pix[(y-at.Y)*mask.Stride+r.Min.X-at.X:][:r.Dx()]
		x := 0
		for ; x+8 <= len(row); x += 8 {
			switch binary.LittleEndian.Uint64(cover8[x:]) {
			case 0: // most of the area around a line, which is thin
			case 0xffff_ffff_ffff_ffff:
				lay(row[x:x+8], uint8(i))
			default:
				cover(row[x:x+8], cover8[x:x+8], uint8(i), table, least, full)
			}
		}
		cover(row[x:], cover8[x:], uint8(i), table, least, full)
	}
}

// cover paints pixels that are covered so far: all of a pixel from full on, half from least on.
func cover(row, far []uint8, i uint8, table *[256]uint8, least, full uint8) {
	for x, a := range far {
		if a >= full {
			row[x] = i
		} else if a >= least {
			row[x] = table[row[x]]
		}
	}
}

// flood paints every pixel of a rectangle.
func (c *canvas) flood(i ink, r image.Rectangle) {
	if c.shapes != nil {
		a, b := fromPixel(r.Min), fromPixel(r.Max)
		c.shapes.add(shape{ink: i, clip: c.clip, path: path{box(a.X, a.Y, b.X, b.Y)}})
		return
	}
	r = r.Intersect(c.clip)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		lay(c.img.Pix[c.img.PixOffset(r.Min.X, y):][:r.Dx()], uint8(i))
	}
}

// within runs draw with the canvas clipped to r.
func (c *canvas) within(r image.Rectangle, draw func()) {
	old := c.clip
	c.clip = r.Intersect(old)
	draw()
	c.clip = old
}
