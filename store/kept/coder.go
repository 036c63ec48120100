package kept

// A coder writes bits that can be foreseen in less than a bit each, and reads them again: a range coder with
// probabilities that learn. One type does both, so that one function describes what is written and what is read.
type coder struct {
	reading bool
	span    uint32 // what is left of the range

	low     uint64 // writing: the lower end of the range
	held    byte   // a byte that a carry may still change
	pending int    // how many bytes wait for that, the held one and 0xFF after it
	out     []byte

	value uint32 // reading: where in the range the text lies
	in    []byte
	err   error
}

// A chance is the probability of a true bit in 65536ths, and in the low four bits how often it has learned.
type chance uint32

const (
	evenChance chance = 1 << 15 << 4
	surest            = 1<<16 - 48 // so that the improbable stays possible
)

// rates are how slowly a chance follows what happens: quickly at first.
var rates = [16]uint8{1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5}

func newWriter() *coder { return &coder{span: 0xffffffff, pending: 1} }

func newReader(in []byte) *coder {
	c := &coder{reading: true, span: 0xffffffff, in: in}
	for range 5 {
		c.value = c.value<<8 | uint32(c.next())
	}
	return c
}

// next is the next byte that is read. Text that has ended is damaged.
func (c *coder) next() byte {
	if len(c.in) == 0 {
		c.err = ErrDamaged
		return 0
	}
	b := c.in[0]
	c.in = c.in[1:]
	return b
}

// bit writes b and returns it, or reads a bit. Its chance learns from it.
func (c *coder) bit(p *chance, b bool) bool {
	likely, rate := uint32(*p>>4), rates[*p&15]
	bound := (c.span >> 16) * likely
	if c.reading {
		if b = c.value < bound; !b {
			c.value -= bound
		}
	} else if !b {
		c.low += uint64(bound)
	}
	if b {
		c.span = bound
		likely = min(likely+(1<<16-likely)>>rate, surest)
	} else {
		c.span -= bound
		likely = max(likely-likely>>rate, 1<<16-surest)
	}
	*p = chance(likely)<<4 | min(*p&15+1, 15)
	for c.span < 1<<24 {
		c.span <<= 8
		if c.reading {
			c.value = c.value<<8 | uint32(c.next())
		} else {
			c.shift()
		}
	}
	return b
}

// shift writes the highest byte of the range, once no carry can change it.
func (c *coder) shift() {
	if c.low < 0xff000000 || c.low>>32 != 0 {
		for b := c.held; c.pending > 0; c.pending-- {
			c.out = append(c.out, b+byte(c.low>>32))
			b = 0xff
		}
		c.held = byte(c.low >> 24)
	}
	c.pending++
	c.low = uint64(uint32(c.low) << 8)
}

// finish returns what was written.
func (c *coder) finish() []byte {
	for range 5 {
		c.shift()
	}
	return c.out
}
