package kept

import (
	"bytes"
	"encoding/binary"

	"keryx/store/kept/press"
)

// A picture is told in blocks: those that are the same in another picture are only named, and the pixels of the others
// are foreseen from those around them, which are known by then, and from the one at the same place in the other picture.
const (
	blockWidth  = 16
	blockHeight = 8
	margin      = 2 // of pixels around a picture, so that each has neighbours
)

// handUnit is what the number of a hand counts in the number that tells the width of a picture, above all widths.
const handUnit = 2 * MaxPixels

// Difference tells a picture as what differs from a base, from which [Apply] makes it again.
func Difference(f, base Frame) []byte {
	head := binary.AppendUvarint(nil, uint64(f.Width)|uint64(f.hand)*handUnit)
	head = binary.AppendUvarint(head, uint64(f.Height))
	if bytes.Equal(f.palette, base.palette) {
		head = binary.AppendUvarint(head, 0)
	} else {
		head = append(binary.AppendUvarint(head, uint64(len(f.palette))+1), f.palette...)
	}
	p := newPainter(newWriter(), f.Width, f.Height, base)
	defer p.release()
	p.load(p.picture, f)
	p.paint()
	return append(head, p.finish()...)
}

// Apply makes a picture again. The error is [ErrDamaged] if that cannot be.
func Apply(difference []byte, base Frame) (f Frame, err error) {
	f, p, err := reading(difference, base)
	if err != nil {
		return f, err
	}
	defer p.release()
	f.pixels = make([]byte, 0, f.Width*f.Height)
	for y := range f.Height {
		f.pixels = append(f.pixels, p.row(y)...)
	}
	return f, nil
}

// Tells reports whether [Apply] would make that picture of a difference.
func Tells(difference []byte, base, f Frame) bool {
	again, p, err := reading(difference, base)
	if err != nil {
		return false
	}
	defer p.release()
	if again.Width != f.Width || again.Height != f.Height || again.hand != f.hand || !bytes.Equal(again.palette, f.palette) {
		return false
	}
	for y := range f.Height {
		if !bytes.Equal(p.row(y), f.pixels[y*f.Width:(y+1)*f.Width]) {
			return false
		}
	}
	return true
}

// reading reads a difference: the picture without its pixels, and the painter that has them.
func reading(difference []byte, base Frame) (f Frame, p *painter, err error) {
	w, difference, ok := number(difference)
	by := hand(w / handUnit)
	w %= handUnit
	h, difference, ok2 := number(difference)
	n, difference, ok3 := number(difference)
	if !ok || !ok2 || !ok3 || by >= hands || by == ours && w > press.MaxWidth || w == 0 || h == 0 || w > MaxPixels || h > MaxPixels || w*h > MaxPixels || n > uint64(len(difference))+1 {
		return f, nil, ErrDamaged
	}
	f = Frame{Width: int(w), Height: int(h), hand: by, palette: base.palette}
	if n > 0 {
		f.palette, difference = difference[:n-1], difference[n-1:]
	}
	p = newPainter(newReader(difference), f.Width, f.Height, base)
	if p.paint(); p.err != nil {
		defer p.release()
		return f, nil, p.err
	}
	return f, p, nil
}

// number reads a number before the rest of some bytes.
func number(b []byte) (n uint64, rest []byte, ok bool) {
	n, size := binary.Uvarint(b)
	if size <= 0 {
		return 0, nil, false
	}
	return n, b[size:], true
}

// A painter writes or reads a picture beside its base, both with a margin.
type painter struct {
	*coder
	width, height, stride int
	picture, base         []byte

	changed [16]chance     // a block, by whether those around it are
	asBase  [1 << 9]chance // a pixel is that of the base, by whether those around it are
	asFar   [4 << 5]chance // it is what followed the six around it the last time
	asNear  [4 << 5]chance // it is what followed the three around it the last time
	asWest  [1 << 5]chance
	asNorth [1 << 5]chance
	plain   [1 << 16]chance // the bits of it, by the one to the west
	far     []guess
	near    []guess
}

// painters are those whose work is done: their room is used again, since to get as much anew costs
// about as much as to paint in it.
var painters = make(chan *painter, 1)

// maxHeld bounds the pixels that are held on with a painter: those of a letter's map.
const maxHeld = 3 << 20

func newPainter(c *coder, width, height int, base Frame) *painter {
	var p *painter
	select {
	case p = <-painters:
		clear(p.far)
		clear(p.near)
	default:
		p = &painter{far: make([]guess, 1<<18), near: make([]guess, 1<<16)}
	}
	p.coder, p.width, p.height, p.stride = c, width, height, width+2*margin
	p.picture, p.base = p.sheet(p.picture), p.sheet(p.base)
	if base.Width < width || base.Height < height {
		clear(p.base)
	}
	p.load(p.base, base)
	for _, all := range [][]chance{p.changed[:], p.asBase[:], p.asFar[:], p.asNear[:], p.asWest[:], p.asNorth[:], p.plain[:]} {
		for i := range all {
			all[i] = evenChance
		}
	}
	return p
}

// sheet makes room for a picture whose margin is blank. What is within it was there before.
func (p *painter) sheet(room []byte) []byte {
	size := p.stride * (p.height + margin)
	if cap(room) < size {
		return make([]byte, size)
	}
	room = room[:size]
	clear(room[:margin*p.stride])
	for at := margin * p.stride; at < size; at += p.stride {
		clear(room[at : at+margin])
		clear(room[at+p.stride-margin : at+p.stride])
	}
	return room
}

// release gives a painter back, once nothing of its picture is needed any more.
func (p *painter) release() {
	if p.coder = nil; cap(p.picture) > maxHeld {
		return
	}
	select {
	case painters <- p:
	default:
	}
}

// row is a row of the picture.
func (p *painter) row(y int) []byte {
	at := p.at(0, y)
	return p.picture[at : at+p.width]
}

// at is where a pixel stands.
func (p *painter) at(x, y int) int { return (y+margin)*p.stride + x + margin }

// load puts as much of a picture as there is room for behind the margin.
func (p *painter) load(into []byte, f Frame) {
	for y := range min(p.height, f.Height) {
		copy(into[p.at(0, y):][:p.width], f.pixels[y*f.Width:(y+1)*f.Width])
	}
}

// paint goes through the blocks, row by row, and through the pixels of those that are not as in the base.
func (p *painter) paint() {
	blocks := (p.width + blockWidth - 1) / blockWidth
	above, row := make([]bool, blocks+2), make([]bool, blocks+2)
	for top := 0; top < p.height && p.err == nil; top += blockHeight {
		for b := range blocks {
			ctx := flag(row[b]) | flag(above[b])<<1 | flag(above[b+1])<<2 | flag(above[b+2])<<3
			row[b+1] = p.bit(&p.changed[ctx], !p.reading && p.differs(b, top))
			if p.reading && !row[b+1] {
				p.copyBlock(b, top)
			}
		}
		for y := top; y < min(p.height, top+blockHeight); y++ {
			for b := range blocks {
				if row[b+1] {
					p.pixels(p.at(b*blockWidth, y), p.at(min(p.width, (b+1)*blockWidth), y))
				}
			}
		}
		above, row = row, above
		clear(row)
	}
}

// differs compares a block with that of the base.
func (p *painter) differs(b, top int) bool {
	for y := top; y < min(p.height, top+blockHeight); y++ {
		from, to := p.at(b*blockWidth, y), p.at(min(p.width, (b+1)*blockWidth), y)
		if !bytes.Equal(p.picture[from:to], p.base[from:to]) {
			return true
		}
	}
	return false
}

// copyBlock takes a block from the base.
func (p *painter) copyBlock(b, top int) {
	for y := top; y < min(p.height, top+blockHeight); y++ {
		from, to := p.at(b*blockWidth, y), p.at(min(p.width, (b+1)*blockWidth), y)
		copy(p.picture[from:to], p.base[from:to])
	}
}

// A guess is a pixel that followed others, and above it how sure that is, from 0 to 3.
type guess uint16

// learn notes what followed.
func (g *guess) learn(v byte) {
	switch sure := *g >> 8; {
	case byte(*g) == v && sure < 3:
		*g += 1 << 8
	case byte(*g) == v:
	case sure > 0:
		*g -= 1 << 8
	default:
		*g = guess(v)
	}
}

// pixels goes through a row of pixels.
func (p *painter) pixels(from, to int) {
	pic, base, s := p.picture, p.base, p.stride
	for i := from; i < to; i++ {
		w, n, ne, nw := pic[i-1], pic[i-s], pic[i-s+1], pic[i-s-1]
		around := uint32(w) | uint32(n)<<8 | uint32(ne)<<16
		far := (around | uint32(nw)<<24) * 0x9e3779b1
		far ^= (uint32(pic[i-2]) | uint32(pic[i-2*s])<<8) * 0x85ebca6b
		far = (far ^ far>>15) * 0x2c1b3c6d >> 14
		likely, perhaps := &p.far[far], &p.near[around*0x9e3779b1>>16]
		v := p.pixel(pic[i], base[i], w, n, *likely, *perhaps,
			flag(w == base[i-1])|flag(n == base[i-s])<<1|flag(ne == base[i-s+1])<<2|flag(nw == base[i-s-1])<<3,
			flag(n == w)|flag(nw == n)<<1|flag(ne == n)<<2)
		likely.learn(v)
		perhaps.learn(v)
		pic[i] = v
	}
}

// pixel writes v, or reads it: by asking of what it may be, the likeliest first, whether it is that.
func (p *painter) pixel(v, under, w, n byte, likely, perhaps guess, same, flat int) byte {
	a, b := byte(likely), byte(perhaps)
	if p.bit(&p.asBase[same|flag(under == a)<<4|int(likely>>8)<<5|flag(under == w)<<7|flag(under == n)<<8], v == under) {
		return under
	}
	flat |= flag(w == a)<<3 | flag(n == a)<<4
	if a != under && p.bit(&p.asFar[int(likely>>8)<<5|flat], v == a) {
		return a
	}
	if b != under && b != a && p.bit(&p.asNear[int(perhaps>>8)<<5|flat], v == b) {
		return b
	}
	if w != under && w != a && w != b && p.bit(&p.asWest[flat], v == w) {
		return w
	}
	if n != under && n != a && n != b && n != w && p.bit(&p.asNorth[flat], v == n) {
		return n
	}
	node := 1
	for i := 7; i >= 0; i-- {
		node = node<<1 | flag(p.bit(&p.plain[int(w)<<8|node], v>>i&1 == 1))
	}
	return byte(node)
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}
