package chart

import (
	"encoding/binary"
	"math/bits"
	"sync"
)

// A press compresses the rows of a picture into a zlib stream (RFC 1950, 1951). What lies on
// a map goes on to the right or repeats the row above it, a pixel aside where a line slants:
// so these few places are looked at for a match before the last one with the same four
// bytes. That finds nearly all that a general search finds, in a third of its time.
type press struct {
	heads  [1 << hashBits]int32 // where four bytes stood last, counted from 1
	tokens []uint32
	out    bitWriter
	lits   coder
	dists  coder
}

// Bounds of matches, RFC 1951.
const (
	shortest    = 4
	longest     = 258
	reach       = 32768
	hashBits    = 14
	enough      = 24    // a match that long is taken without a look at the next byte
	ample       = 100   // and one that long at once
	blockTokens = 16384 // with one code
)

// presses are those that have done their work.
var presses = sync.Pool{New: func() any { return new(press) }}

// run compresses data whose rows are stride bytes long, and returns a copy of its own.
func (p *press) run(data []byte, stride int) []byte {
	p.heads = [1 << hashBits]int32{}
	p.tokens = p.tokens[:0]
	p.out.reset()
	p.out.bytes = append(p.out.bytes, 0x78, 0x5e)
	for i := 0; i < len(data); {
		n, dist := p.match(data, i, stride)
		for n >= shortest && n < enough {
			later, far := p.match(data, i+1, stride)
			if later <= n {
				break
			}
			p.token(uint32(data[i]))
			n, dist, i = later, far, i+1
		}
		if n < shortest {
			p.token(uint32(data[i]))
			i++
			continue
		}
		p.token(1<<31 | uint32(n-3)<<16 | uint32(dist-1))
		for k := i + 1; k < min(i+n, len(data)-3); k++ {
			if k == i+8 && k < i+n-8 {
				k = i + n - 8 // within a long match only its ends are likely to come again
			}
			p.heads[hash(binary.LittleEndian.Uint32(data[k:]))] = int32(k + 1)
		}
		i += n
	}
	p.block(true)
	p.out.flush()
	sum := adler(data)
	return append(append([]byte(nil), p.out.bytes...), byte(sum>>24), byte(sum>>16), byte(sum>>8), byte(sum))
}

func hash(four uint32) uint32 { return four * 2654435761 >> (32 - hashBits) }

// match finds a long match for what stands at i, and remembers that place.
func (p *press) match(data []byte, i, stride int) (n, dist int) {
	most := min(longest, len(data)-i)
	if most < shortest {
		return 0, 0
	}
	four := binary.LittleEndian.Uint32(data[i:])
	at := hash(four)
	last := int(p.heads[at]) - 1
	p.heads[at] = int32(i + 1)
	for _, d := range [...]int{1, stride, stride - 1, stride + 1} {
		if uint(d-1) < uint(min(i, reach)) && binary.LittleEndian.Uint32(data[i-d:]) == four {
			if l := common(data[i-d:], data[i:], most); l > n {
				if n, dist = l, d; n == most || n >= ample {
					return n, dist
				}
			}
		}
	}
	if last >= 0 && i-last <= reach && binary.LittleEndian.Uint32(data[last:]) == four {
		if l := common(data[last:], data[i:], most); l > n+1 {
			n, dist = l, i-last
		}
	}
	return n, dist
}

// common is how many bytes a and b have in common, at most so many, that both have.
func common(a, b []byte, most int) int {
	n := 0
	for ; n+8 <= most; n += 8 {
		if x := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); x != 0 {
			return n + bits.TrailingZeros64(x)>>3
		}
	}
	for n < most && a[n] == b[n] {
		n++
	}
	return n
}

// token is a byte, or with the highest bit set a length less 3 and a distance less 1.
func (p *press) token(t uint32) {
	if p.tokens = append(p.tokens, t); len(p.tokens) == blockTokens {
		p.block(false)
	}
}

// block writes the tokens with the codes that are best for them.
func (p *press) block(final bool) {
	p.lits.begin(286)
	p.dists.begin(30)
	for _, t := range p.tokens {
		if t>>31 == 0 {
			p.lits.freq[t]++
			continue
		}
		length, _, _ := lengthCode(t >> 16 & 0xff)
		far, _, _ := distCode(t & 0x7fff)
		p.lits.freq[length]++
		p.dists.freq[far]++
	}
	p.lits.freq[256]++
	p.lits.make(15)
	p.dists.make(15)
	w := &p.out
	if final {
		w.put(0b101, 3)
	} else {
		w.put(0b100, 3)
	}
	writeCodes(w, &p.lits, &p.dists)
	for _, t := range p.tokens {
		if t>>31 == 0 {
			w.put(uint64(p.lits.code[t]), uint(p.lits.bits[t]))
			continue
		}
		length, extra, n := lengthCode(t >> 16 & 0xff)
		w.put(uint64(p.lits.code[length])|uint64(extra)<<p.lits.bits[length], uint(p.lits.bits[length])+n)
		far, extra, n := distCode(t & 0x7fff)
		w.put(uint64(p.dists.code[far])|uint64(extra)<<p.dists.bits[far], uint(p.dists.bits[far])+n)
	}
	w.put(uint64(p.lits.code[256]), uint(p.lits.bits[256]))
	p.tokens = p.tokens[:0]
}

// lengthCode is the symbol for a length less 3, and its extra bits.
func lengthCode(l uint32) (symbol int, extra uint32, n uint) {
	switch {
	case l == 255:
		return 285, 0, 0
	case l < 8:
		return 257 + int(l), 0, 0
	}
	n = uint(bits.Len32(l)) - 3
	return 257 + int(n)<<2 + int(l>>n), l & (1<<n - 1), n
}

// distCode is the symbol for a distance less 1, and its extra bits.
func distCode(d uint32) (symbol int, extra uint32, n uint) {
	if d < 4 {
		return int(d), 0, 0
	}
	n = uint(bits.Len32(d)) - 2
	return int(n)<<1 + int(d>>n), d & (1<<n - 1), n
}

// adler is the Adler-32 checksum (RFC 1950), of which it adds up eight bytes at once: the
// sum of each fourth of 16 bits stays below 65536 for 22 rounds.
func adler(data []byte) uint32 {
	const modulus, even = 65521, 0x00ff00ff00ff00ff
	a, b := uint64(1), uint64(0)
	for len(data) >= 8 {
		rounds := min(22, len(data)/8)
		var s0, s1, t0, t1 uint64 // the bytes of even and odd places, and their sums before each round
		for k := 0; k < rounds*8; k += 8 {
			x := binary.LittleEndian.Uint64(data[k:])
			t0, t1 = t0+s0, t1+s1
			s0, s1 = s0+x&even, s1+x>>8&even
		}
		b += 8 * (uint64(rounds)*a + lanes(t0, 1, 1, 1, 1) + lanes(t1, 1, 1, 1, 1))
		b += lanes(s0, 8, 6, 4, 2) + lanes(s1, 7, 5, 3, 1)
		a += lanes(s0, 1, 1, 1, 1) + lanes(s1, 1, 1, 1, 1)
		a, b = a%modulus, b%modulus
		data = data[rounds*8:]
	}
	for _, x := range data {
		a += uint64(x)
		b += a
	}
	return uint32(b%modulus)<<16 | uint32(a%modulus)
}

// lanes adds up the four parts of 16 bits of x, each so many times.
func lanes(x uint64, w0, w1, w2, w3 uint64) uint64 {
	return x&0xffff*w0 + x>>16&0xffff*w1 + x>>32&0xffff*w2 + x>>48*w3
}
