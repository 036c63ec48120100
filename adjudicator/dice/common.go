package dice

import "math/rand/v2"

// Spot is where something is thrown or drawn: a phase, counted from the first of the turn that is
// called so, whose it is, and a place of the board if the rules name one.
type Spot struct {
	Phase string
	Count int
	Side  int8
	Place string
}

// Spotted is a [Source] whose numbers hang on where they are thrown and not on how many were thrown
// before. A table tells it the spot of the next one.
type Spotted interface {
	Source
	At(Spot)
}

// Common are dice for games that begin alike and part, such as plans that are tried out: what is
// thrown in the same phase at the same place is the same in all of them, whatever else they threw.
// It is for play without people, and is used by one goroutine at a time.
type Common struct {
	seed uint64
	at   Spot
	used map[Spot]uint64 // how many numbers of each spot have been used
}

// NewCommon returns common dice; equal seeds give equal numbers at equal spots.
func NewCommon(seed uint64) *Common { return &Common{seed: seed, used: map[Spot]uint64{}} }

// At implements [Spotted].
func (c *Common) At(s Spot) { c.at = s }

// Roll implements [Source], disregarding the head.
func (c *Common) Roll(_ Head, _, faces int) int { return c.next(faces) + 1 }

// Draw implements [Source], disregarding the head.
func (c *Common) Draw(_ Head, _, n int) int { return c.next(n) }

// next is the next number of the spot, 0 to n-1.
func (c *Common) next(n int) int {
	k := c.used[c.at]
	c.used[c.at]++
	h := fnv(c.seed, c.at.Phase)
	h = fnv(h^uint64(c.at.Count)<<8^uint64(uint8(c.at.Side)), c.at.Place)
	return rand.New(rand.NewPCG(h, k)).IntN(n)
}

// fnv is the FNV-1a hash of a text, begun with a number.
func fnv(h uint64, text string) uint64 {
	const offset, prime = 14695981039346656037, 1099511628211
	h = (h ^ offset) * prime
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * prime
	}
	return h * prime
}
