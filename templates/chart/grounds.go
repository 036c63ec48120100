package chart

import (
	"encoding/binary"
	"image"
	"slices"
	"sync"
)

// maxGrounds bounds the bytes that the finished grounds of a theatre take: the whole
// theatre in a few sizes, and some seventy close-ups.
const maxGrounds = 8 << 20

// ground is a finished ground.
type ground struct {
	view window
	size image.Point
	grid *grid
	runs []byte // row by row: how many pixels follow one another, less 1, and their colour
}

// bytes is about how much memory a ground takes.
func (g *ground) bytes() int { return len(g.runs) + 3*len(g.grid.zones) + 2500 }

// grounds are the finished grounds of a theatre. It is safe for concurrent use; what it
// gives away is only read.
type grounds struct {
	mu   sync.Mutex
	kept []*ground // the one that was used last comes last
	held int       // bytes
}

// find returns the ground of a window in a size, or nil.
func (all *grounds) find(view window, size image.Point) *ground {
	all.mu.Lock()
	defer all.mu.Unlock()
	i := all.index(view, size)
	if i < 0 {
		return nil
	}
	g := all.kept[i]
	all.kept = append(slices.Delete(all.kept, i, i+1), g)
	return g
}

func (all *grounds) index(view window, size image.Point) int {
	return slices.IndexFunc(all.kept, func(g *ground) bool { return g.view == view && g.size == size })
}

// add keeps a ground in place of those that were not used for longest.
func (all *grounds) add(g *ground) {
	all.mu.Lock()
	defer all.mu.Unlock()
	if all.index(g.view, g.size) >= 0 {
		return // painted twice at once
	}
	all.kept = append(all.kept, g)
	for all.held += g.bytes(); all.held > maxGrounds && len(all.kept) > 1; {
		all.held -= all.kept[0].bytes()
		all.kept = slices.Delete(all.kept, 0, 1)
	}
}

// pack writes a picture as runs.
func pack(img *image.Paletted) []byte {
	var runs []byte
	for y := range img.Rect.Dy() {
		row := img.Pix[y*img.Stride:][:img.Rect.Dx()]
		for x := 0; x < len(row); {
			n := 1
			for n < 256 && x+n < len(row) && row[x+n] == row[x] {
				n++
			}
			runs = append(runs, byte(n-1), row[x])
			x += n
		}
	}
	return slices.Clip(runs)
}

// unpack lays a ground on a picture with its corner at a place.
func (g *ground) unpack(img *image.Paletted, at image.Point) {
	from, i := img.PixOffset(at.X, at.Y), 0
	for range g.size.Y {
		for x := 0; x < g.size.X; i += 2 {
			n := int(g.runs[i]) + 1
			lay(img.Pix[from+x:][:n], g.runs[i+1])
			x += n
		}
		from += img.Stride
	}
}

// lay makes all pixels of one colour.
func lay(row []byte, colour byte) {
	eight := uint64(colour) * 0x0101010101010101
	n := len(row)
	if n < 8 {
		for x := range row {
			row[x] = colour
		}
		return
	}
	for x := 0; x+8 <= n; x += 8 {
		binary.LittleEndian.PutUint64(row[x:], eight)
	}
	binary.LittleEndian.PutUint64(row[n-8:], eight)
}
