package chart

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
)

// coder is a Huffman code of an alphabet.
type coder struct {
	freq []int32  // how often each symbol comes
	bits []uint8  // of its code; 0 for one that does not come
	code []uint16 // the first bit lowest

	order []int32 // of the symbols, the rarest first
	nodes []node
}

// node is a symbol, or two nodes together, of a tree in the making.
type node struct {
	freq   int32
	parent int32
	depth  uint8
}

// begin begins an alphabet of n symbols, none of which comes.
func (c *coder) begin(n int) {
	if c.freq == nil {
		c.freq, c.bits, c.code = make([]int32, n), make([]uint8, n), make([]uint16, n)
	}
	for s := range c.freq {
		c.freq[s], c.bits[s] = 0, 0
	}
}

// make makes the code, in which no symbol has more bits than most. Of two symbols that come
// equally often the lower has no more bits than the other, so that one alphabet gets one code.
func (c *coder) make(most int) {
	c.order = c.order[:0]
	for s, f := range c.freq {
		if f > 0 {
			c.order = append(c.order, int32(s))
		}
	}
	if len(c.order) < 2 { // a code has two symbols at least: some readers want that
		for s := int32(0); len(c.order) < 2; s++ {
			if !slices.Contains(c.order, s) {
				c.order = append(c.order, s)
				c.freq[s] = max(1, c.freq[s])
			}
		}
	}
	slices.SortFunc(c.order, func(a, b int32) int { return cmp.Or(cmp.Compare(c.freq[a], c.freq[b]), cmp.Compare(b, a)) })
	var count [64]int
	c.tree(&count)
	shorten(&count, most)
	next := 0
	for length := most; length > 0; length-- {
		for range count[length] {
			c.bits[c.order[next]] = uint8(length)
			next++
		}
	}
	var first [17]uint16
	for length := 1; length <= most; length++ {
		first[length+1] = (first[length] + uint16(count[length])) << 1
	}
	for s, n := range c.bits {
		if n > 0 {
			c.code[s] = bits.Reverse16(first[n]) >> (16 - n)
			first[n]++
		}
	}
}

// tree counts how many symbols have how many bits in the best code. The symbols and the pairs
// both lie in the order of how often they come, so the two rarest are the next of either.
func (c *coder) tree(count *[64]int) {
	leaves := len(c.order)
	c.nodes = c.nodes[:0]
	for _, s := range c.order {
		c.nodes = append(c.nodes, node{freq: c.freq[s]})
	}
	leaf, pair := 0, leaves
	rarest := func() (at int) {
		if leaf < leaves && (pair == len(c.nodes) || c.nodes[leaf].freq <= c.nodes[pair].freq) {
			leaf++
			return leaf - 1
		}
		pair++
		return pair - 1
	}
	for range leaves - 1 {
		a, b := rarest(), rarest()
		c.nodes[a].parent, c.nodes[b].parent = int32(len(c.nodes)), int32(len(c.nodes))
		c.nodes = append(c.nodes, node{freq: c.nodes[a].freq + c.nodes[b].freq})
	}
	for i := len(c.nodes) - 2; i >= 0; i-- {
		c.nodes[i].depth = c.nodes[c.nodes[i].parent].depth + 1
		if i < leaves {
			count[c.nodes[i].depth]++
		}
	}
}

// shorten gives no symbol more bits than most, by giving others more than would be best.
func shorten(count *[64]int, most int) {
	for length := most + 1; length < len(count); length++ {
		count[most] += count[length]
		count[length] = 0
	}
	total := 0
	for length := 1; length <= most; length++ {
		total += count[length] << (most - length)
	}
	for ; total > 1<<most; total-- {
		count[most]--
		for length := most - 1; ; length-- {
			if count[length] > 0 {
				count[length]--
				count[length+1] += 2
				break
			}
		}
	}
}

// lengthOrder is the order in which the lengths of the code of lengths are written.
var lengthOrder = [19]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// writeCodes writes the head of a block: the two codes of its tokens, as lengths in runs in a
// code of their own.
func writeCodes(w *bitWriter, lits, dists *coder) {
	lastUsed := func(c *coder, least int) int {
		n := len(c.bits)
		for n > least && c.bits[n-1] == 0 {
			n--
		}
		return n
	}
	hlit, hdist := lastUsed(lits, 257), lastUsed(dists, 1)
	type run struct {
		symbol int
		extra  uint64
		n      uint
	}
	var runs []run
	var c coder
	c.begin(19)
	add := func(symbol int, extra int, n uint) {
		runs = append(runs, run{symbol, uint64(extra), n})
		c.freq[symbol]++
	}
	all := slices.Concat(lits.bits[:hlit], dists.bits[:hdist])
	for i := 0; i < len(all); {
		n := 1
		for i+n < len(all) && all[i+n] == all[i] {
			n++
		}
		i += n
		length := int(all[i-1])
		for length == 0 && n >= 3 {
			if take := min(n, 138); take >= 11 {
				add(18, take-11, 7)
				n -= take
			} else {
				add(17, take-3, 3)
				n -= take
			}
		}
		if length > 0 {
			add(length, 0, 0)
			for n--; n >= 3; {
				take := min(n, 6)
				add(16, take-3, 2)
				n -= take
			}
		}
		for range n {
			add(length, 0, 0)
		}
	}
	c.make(7)
	hclen := 19
	for hclen > 4 && c.bits[lengthOrder[hclen-1]] == 0 {
		hclen--
	}
	w.put(uint64(hlit-257), 5)
	w.put(uint64(hdist-1), 5)
	w.put(uint64(hclen-4), 4)
	for _, s := range lengthOrder[:hclen] {
		w.put(uint64(c.bits[s]), 3)
	}
	for _, r := range runs {
		w.put(uint64(c.code[r.symbol])|r.extra<<c.bits[r.symbol], uint(c.bits[r.symbol])+r.n)
	}
}

// bitWriter puts bits into bytes, the lowest first.
type bitWriter struct {
	bytes []byte
	acc   uint64
	n     uint // bits in acc, fewer than 32 between two calls
}

func (w *bitWriter) reset() { w.bytes, w.acc, w.n = w.bytes[:0], 0, 0 }

// put writes the n lowest bits of v, at most 32, of which the others are 0.
func (w *bitWriter) put(v uint64, n uint) {
	w.acc |= v << w.n
	if w.n += n; w.n >= 32 {
		w.bytes = binary.LittleEndian.AppendUint32(w.bytes, uint32(w.acc))
		w.acc >>= 32
		w.n -= 32
	}
}

// flush fills the last byte.
func (w *bitWriter) flush() {
	for ; w.n > 0; w.n -= min(w.n, 8) {
		w.bytes = append(w.bytes, byte(w.acc))
		w.acc >>= 8
	}
}
