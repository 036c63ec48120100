package press

import (
	"cmp"
	"math/bits"
	"slices"
)

// most is how many symbols an alphabet has at most.
const most = 286

// codes are the codes of an alphabet, the bits of each in the order in which they are written.
type codes struct {
	code [most]uint16
	size [most]uint8
}

// A node of the tree of an alphabet: a symbol, or two nodes joined.
type node struct {
	count  uint32
	symbol int16
	up     int16 // the node that joins it with another
}

// build finds the shortest codes of at most limit bits for symbols that occur so often. A lone one gets a bit.
func (c *codes) build(counts []uint32, limit int) {
	var nodes [2 * most]node
	n := 0
	for s, k := range counts {
		c.size[s], c.code[s] = 0, 0
		if k > 0 {
			nodes[n] = node{count: k, symbol: int16(s)}
			n++
		}
	}
	slices.SortFunc(nodes[:n], func(a, b node) int {
		return cmp.Or(cmp.Compare(a.count, b.count), cmp.Compare(a.symbol, b.symbol))
	})
	if n < 2 {
		if n == 1 {
			c.size[nodes[0].symbol] = 1
		}
		return
	}
	join(nodes[:2*n-1], n)
	// The rarest get the longest.
	sizes := sizesOf(nodes[:2*n-1], n, limit)
	i := 0
	for d := limit; d > 0; d-- {
		for range sizes[d] {
			c.size[nodes[i].symbol] = uint8(d)
			i++
		}
	}
	c.assign(len(counts))
}

// join makes a tree of n leaves, the rarest first, always joining the two rarest. The root comes last.
func join(nodes []node, n int) {
	leaf, joined := 0, n
	for i := n; i < len(nodes); i++ {
		for range 2 {
			rarest := &joined
			if leaf < n && (joined >= i || nodes[leaf].count <= nodes[joined].count) {
				rarest = &leaf
			}
			nodes[i].count += nodes[*rarest].count
			nodes[*rarest].up = int16(i)
			*rarest++
		}
	}
}

// sizesOf counts the leaves of each depth. Where the tree is deeper than the limit, leaves above are lengthened until all
// have room.
func sizesOf(nodes []node, n, limit int) (sizes [16]int) {
	var depth [2 * most]uint8
	taken := 0 // of the codes of the longest size
	for i := len(nodes) - 2; i >= 0; i-- {
		depth[i] = depth[nodes[i].up] + 1
		if i < n {
			d := min(int(depth[i]), limit)
			sizes[d]++
			taken += 1 << (limit - d)
		}
	}
	for ; taken > 1<<limit; taken-- {
		d := limit - 1
		for sizes[d] == 0 {
			d--
		}
		sizes[d]--
		sizes[d+1] += 2
		sizes[limit]--
	}
	return sizes
}

// assign numbers the codes of each size, in the order of the symbols.
func (c *codes) assign(n int) {
	var count, next [17]uint16
	for _, s := range c.size[:n] {
		count[s]++
	}
	count[0] = 0
	for d := 1; d <= 16; d++ {
		next[d] = (next[d-1] + count[d-1]) << 1
	}
	for s, d := range c.size[:n] {
		if d > 0 {
			c.code[s] = bits.Reverse16(next[d]) >> (16 - d)
			next[d]++
		}
	}
}
