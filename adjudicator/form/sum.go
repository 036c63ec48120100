package form

import (
	"math/rand/v2"

	"keryx/adjudicator/draw"
)

// maxSum bounds what things are worth together.
const maxSum = 255

// sums is a set of numbers 0 to maxSum.
type sums [4]uint64

func (s *sums) has(n int) bool { return n >= 0 && n <= maxSum && s[n>>6]&(1<<(n&63)) != 0 }

// plus returns s and every number of s raised by n, 0 <= n < 64.
func (s sums) plus(n int) sums {
	if n == 0 {
		return s
	}
	up := sums{s[0] << n}
	for i := 1; i < len(s); i++ {
		up[i] = s[i]<<n | s[i-1]>>(64-n)
	}
	for i := range s {
		up[i] |= s[i]
	}
	return up
}

// LeastSum returns the smallest sum of some of the values that is at least
// need, and false if all of them together are less. Values are 0 to 63 and sum
// to at most 255.
func LeastSum(values []int, need int) (int, bool) {
	all := sums{1}
	for _, v := range values {
		all = all.plus(v)
	}
	for n := max(need, 0); n <= maxSum; n++ {
		if all.has(n) {
			return n, true
		}
	}
	return 0, false
}

// PickSum returns a set of indices, as bits, of values that add up to exactly
// sum; ok is false if there is none. Each index is decided in turn, from the
// first: with r nil it is taken whenever the rest can still be made up without
// what is left, otherwise at random, so that every possible set can come out.
func PickSum(values []int, sum int, r *rand.Rand) (set uint64, ok bool) {
	var rest [draw.Most + 1]sums // rest[i]: the sums of values[i:]
	rest[len(values)] = sums{1}
	for i := len(values) - 1; i >= 0; i-- {
		rest[i] = rest[i+1].plus(values[i])
	}
	if !rest[0].has(sum) {
		return 0, false
	}
	for i, v := range values {
		with, without := rest[i+1].has(sum-v), rest[i+1].has(sum)
		if with && (!without || r == nil || r.IntN(2) == 0) {
			set |= 1 << i
			sum -= v
		}
	}
	return set, true
}
