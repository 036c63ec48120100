package press

import "encoding/binary"

// writer writes bits, the lowest first.
type writer struct {
	out  []byte
	held uint64
	room uint // how many bits are held

	letters, ways, sizes codes // of bytes and lengths, of distances, and of the sizes of both
}

// bits writes at most 32 bits.
func (w *writer) bits(v uint64, n uint) {
	w.held |= v << w.room
	w.room += n
	if w.room >= 32 {
		w.out = binary.LittleEndian.AppendUint32(w.out, uint32(w.held))
		w.held >>= 32
		w.room -= 32
	}
}

// flush writes what is held, to whole bytes.
func (w *writer) flush() {
	for ; w.room > 0; w.room -= min(w.room, 8) {
		w.out = append(w.out, byte(w.held))
		w.held >>= 8
	}
	w.held = 0
}

const endOfBlock = 256

// block writes tokens with codes of their own, and forgets them.
func (w *writer) block(t *tokens, last bool) {
	t.literals[endOfBlock]++
	w.letters.build(t.literals[:], 15)
	w.ways.build(t.distances[:], 15)
	w.header(last)
	for _, v := range t.all[:t.n] {
		if v&repetition == 0 {
			w.bits(uint64(w.letters.code[v]), uint(w.letters.size[v]))
			continue
		}
		l := lengthCodes[v&(repetition-1)]
		size := uint(w.letters.size[l.code])
		w.bits(uint64(w.letters.code[l.code])|uint64(l.rest)<<size, size+uint(l.extra))
		d := v >> 16
		way := distanceCode(d)
		extra := distanceExtra(way)
		size = uint(w.ways.size[way])
		w.bits(uint64(w.ways.code[way])|uint64(d)&(1<<extra-1)<<size, size+extra)
	}
	w.bits(uint64(w.letters.code[endOfBlock]), uint(w.letters.size[endOfBlock]))
	t.reset()
}

// order is that in which the sizes of the codes of sizes are written.
var order = [19]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// piece is a size of a code, or a code for many, and what follows it.
type piece struct{ code, rest, extra uint8 }

// header writes the sizes of the codes of a block.
func (w *writer) header(last bool) {
	letters, ways := used(w.letters.size[:286], endOfBlock+1), used(w.ways.size[:30], 1)
	var pieces []piece
	var counts [19]uint32
	for _, p := range shorthand(append(append(make([]uint8, 0, 316), w.letters.size[:letters]...), w.ways.size[:ways]...)) {
		pieces = append(pieces, p)
		counts[p.code]++
	}
	w.sizes.build(counts[:], 7)
	listed := len(order)
	for listed > 4 && w.sizes.size[order[listed-1]] == 0 {
		listed--
	}
	final := uint64(0)
	if last {
		final = 1
	}
	w.bits(final|2<<1|uint64(letters-257)<<3|uint64(ways-1)<<8|uint64(listed-4)<<13, 17)
	for _, s := range order[:listed] {
		w.bits(uint64(w.sizes.size[s]), 3)
	}
	for _, p := range pieces {
		size := uint(w.sizes.size[p.code])
		w.bits(uint64(w.sizes.code[p.code])|uint64(p.rest)<<size, size+uint(p.extra))
	}
}

// used is how many codes there are up to the last that is used, at least some.
func used(sizes []uint8, least int) int {
	n := len(sizes)
	for n > least && sizes[n-1] == 0 {
		n--
	}
	return n
}

// shorthand writes sizes that repeat as the format does: 16 repeats the last one, 17 and 18 are zeros.
func shorthand(sizes []uint8) (pieces []piece) {
	for len(sizes) > 0 {
		first, n := sizes[0], 1
		for n < len(sizes) && sizes[n] == first {
			n++
		}
		switch {
		case first == 0 && n >= 11:
			n = min(n, 138)
			pieces = append(pieces, piece{18, uint8(n - 11), 7})
		case first == 0 && n >= 3:
			pieces = append(pieces, piece{17, uint8(n - 3), 3})
		case n >= 4:
			n = min(n, 7)
			pieces = append(pieces, piece{code: first}, piece{16, uint8(n - 4), 2})
		default:
			n = 1
			pieces = append(pieces, piece{code: first})
		}
		sizes = sizes[n:]
	}
	return pieces
}
