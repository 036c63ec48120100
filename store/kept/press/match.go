package press

import (
	"encoding/binary"
	"math/bits"
)

// Limits of the format: how long what is repeated may be, and how far back it may stand.
const (
	shortest = 3
	longest  = 258
	window   = 1 << 15
)

// What was found to be worth the time, by the maps of letters.
const (
	hashBits = 14
	good     = 24 // a repetition of this length is taken without looking for a better one
	hasty    = 12 // behind a shorter one the next byte is tried too
	inside   = 16 // of one up to this length every byte is remembered
)

// finder finds what was there before. What it remembers is where the bytes of a hash were last.
type finder struct {
	last [1 << hashBits]int32
}

func load(b []byte, i int) uint64 { return binary.LittleEndian.Uint64(b[i : i+8]) }

// hash is of six of eight bytes.
func hash(v uint64) uint64 { return v << 16 * 0x9e3779b97f4a7c15 >> (64 - hashBits) }

// worth is about how many bits a repetition saves.
func worth(n, distance int) int { return 4*n - bits.Len32(uint32(distance)) }

// alike returns how many bytes from i on are those from j on, before it; v are the first eight.
func alike(b []byte, v uint64, i, j int) int {
	if x := v ^ load(b, j); x != 0 {
		return bits.TrailingZeros64(x) >> 3
	}
	most := min(longest, len(b)-i)
	n := 8
	for ; n+8 <= most; n += 8 {
		if x := load(b, i+n) ^ load(b, j+n); x != 0 {
			return n + bits.TrailingZeros64(x)>>3
		}
	}
	for n < most && b[i+n] == b[j+n] {
		n++
	}
	return n
}

// find returns what at i repeats most of what was before, how far back, and what that is worth: less than shortest bytes
// if nothing does. There must be a row and a pixel before i, and eight bytes from i on.
func (f *finder) find(b []byte, i, stride int) (n, distance, best int) {
	v := load(b, i)
	n, distance = alike(b, v, i, i-1), 1
	best = worth(n, 1)
	if n >= good {
		return n, distance, best
	}
	above := alike(b, v, i, i-stride)
	if w := worth(above, stride); w > best {
		n, distance, best = above, stride, w
		if n >= good {
			return n, distance, best
		}
	}
	if n < 8 {
		for _, d := range [2]int{stride - 1, stride + 1} {
			aslant := alike(b, v, i, i-d)
			if w := worth(aslant, d); w > best {
				n, distance, best = aslant, d, w
			}
		}
	}
	h := hash(v)
	j := int(f.last[h])
	f.last[h] = int32(i)
	if d := i - j; n < 8 && d <= window {
		again := alike(b, v, i, j)
		if w := worth(again, d); w > best {
			n, distance, best = again, d, w
		}
	}
	return n, distance, best
}

// deflate writes rows, each of which is stride long.
func (b *bench) deflate(rows []byte, stride int) {
	clear(b.last[:])
	b.reset()
	i := b.firstRow(rows, min(stride+1, len(rows)))
	for i < len(rows)-longest {
		n, distance, w := b.find(rows, i, stride)
		if n >= shortest && n < hasty && w >= shortest {
			if n2, d2, w2 := b.find(rows, i+1, stride); w2 > w+4 {
				b.literal(rows[i])
				i++
				n, distance = n2, d2
			}
		}
		if n < shortest || w < shortest {
			b.literal(rows[i])
			i++
			continue
		}
		b.repeat(n, distance)
		if n <= inside {
			for k := i + 1; k < i+n; k++ {
				b.last[hash(load(rows, k))] = int32(k)
			}
		}
		i += n
	}
	for _, c := range rows[i:] {
		b.literal(c)
	}
	b.block(&b.tokens, true)
	b.flush()
}

// firstRow writes the bytes before to, of which only what goes on as before is repeated, and returns where they end.
func (b *bench) firstRow(rows []byte, to int) (i int) {
	for i < to {
		b.literal(rows[i])
		n := 1
		for i+n < to && n <= longest && rows[i+n] == rows[i] {
			n++
		}
		if i++; n > shortest {
			b.repeat(n-1, 1)
			i += n - 1
		}
	}
	return i
}
