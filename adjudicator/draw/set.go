package draw

import "math/bits"

// Lot is one of the things of a pool, by its number from 0.
type Lot uint8

const (
	// Most is how many lots there can be.
	Most = 64
	// None is the lot that there is not. No set has it.
	None Lot = 255
)

// Set is a set of lots. The zero value is empty.
type Set uint64

// All is the set of the first n lots, n at most [Most].
func All(n int) Set { return 1<<n - 1 }

// Has reports whether a lot is in the set.
func (s Set) Has(l Lot) bool { return s&(1<<l) != 0 }

// Add puts a lot into the set.
func (s *Set) Add(l Lot) { *s |= 1 << l }

// Drop takes a lot out of the set, if it is in it.
func (s *Set) Drop(l Lot) { *s &^= 1 << l }

// Len is the number of lots in the set.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// Pop takes the lot of the lowest number out of the set and returns it, or [None].
func (s *Set) Pop() Lot {
	if *s == 0 {
		return None
	}
	l := Lot(bits.TrailingZeros64(uint64(*s)))
	*s &= *s - 1
	return l
}

// Nth returns the lot of rank n, from 0, in rising order, or [None].
func (s Set) Nth(n int) Lot {
	for ; n > 0; n-- {
		s.Pop()
	}
	return s.Pop()
}
