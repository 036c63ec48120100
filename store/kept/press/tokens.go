package press

import "math/bits"

// tokens are bytes and repetitions: a byte is its value, a repetition has a bit set above its length and, in the upper
// half, its distance less 1.
type tokens struct {
	all       [blockTokens]uint32
	n         int
	literals  [286]uint32 // how often each code occurs
	distances [30]uint32
}

const (
	repetition  = 1 << 9
	blockTokens = 1 << 14 // after which the codes are chosen anew
)

// literal adds a byte.
func (b *bench) literal(c byte) {
	if b.tokens.n == blockTokens {
		b.block(&b.tokens, false)
	}
	b.all[b.tokens.n] = uint32(c)
	b.tokens.n++
	b.literals[c]++
}

// repeat adds a repetition.
func (b *bench) repeat(n, distance int) {
	if b.tokens.n == blockTokens {
		b.block(&b.tokens, false)
	}
	b.all[b.tokens.n] = uint32(n) | repetition | uint32(distance-1)<<16
	b.tokens.n++
	b.literals[lengthCodes[n].code]++
	b.distances[distanceCode(uint32(distance-1))]++
}

func (t *tokens) reset() {
	t.n = 0
	clear(t.literals[:])
	clear(t.distances[:])
}

// lengthCode says how a length is written.
type lengthCode struct {
	code  uint16
	extra uint8 // how many bits follow
	rest  uint8 // what they are
}

// lengthCodes are those of all lengths, by the table of the format: eight of one length each, then four of twice as many
// each time; the longest has one of its own.
var lengthCodes = func() (all [longest + 1]lengthCode) {
	n, code := shortest, uint16(endOfBlock+1)
	for extra := range uint8(6) {
		kinds := 4
		if extra == 0 {
			kinds = 8
		}
		for range kinds {
			for rest := 0; rest < 1<<extra && n <= longest; rest++ {
				all[n] = lengthCode{code, extra, uint8(rest)}
				n++
			}
			code++
		}
	}
	all[longest] = lengthCode{code: code}
	return all
}()

// distanceCode is the code of a distance less 1; what follows it is that number without its two highest bits.
func distanceCode(d uint32) uint32 {
	if d < 4 {
		return d
	}
	n := uint32(bits.Len32(d))
	return 2*(n-1) + d>>(n-2)&1
}

// distanceExtra is how many bits follow the code of a distance.
func distanceExtra(code uint32) uint { return uint(max(code, 2)/2 - 1) }
