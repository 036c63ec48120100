package perse

import (
	"fmt"
	"strings"
)

// counts are how many of each kind.
type counts [64]uint8

// tally reads counters as an act writes them; unknown kinds are passed over.
func (r *catalogue) tally(units string) (c counts) {
	for _, f := range strings.Fields(units) {
		n, id, ok := strings.Cut(f, "x")
		many := 1
		if ok {
			fmt.Sscan(n, &many)
		} else {
			id = f
		}
		if k, known := r.kinds[id]; known && k >= 0 {
			c[k] += uint8(many)
		}
	}
	return c
}

// write is the opposite of tally.
func (r *catalogue) write(c counts) string {
	var all []string
	for k, n := range c {
		switch {
		case n == 1:
			all = append(all, r.Kinds[k].ID)
		case n > 1:
			all = append(all, fmt.Sprintf("%dx%s", n, r.Kinds[k].ID))
		}
	}
	return strings.Join(all, " ")
}
