package field

import (
	"math/bits"
	"math/rand/v2"
)

// UnitNo is the index of a combat unit's counter.
type UnitNo uint8

// NoUnit is the unit that there is not.
const NoUnit UnitNo = 255

// UnitSet is a set of combat units. The zero value is empty. As a [board.Set] it is two
// numbers and no array, so that it stays in registers where rules work with it.
type UnitSet struct{ low, high uint64 } // the units to 63, and those from 64

// bitOf is the set of one unit.
func bitOf(u UnitNo) UnitSet {
	one := uint64(1) << (u & 63)
	if u&64 != 0 {
		return UnitSet{high: one}
	}
	return UnitSet{low: one}
}

// Has reports whether a unit is in the set.
func (s UnitSet) Has(u UnitNo) bool {
	word := s.low
	if u&64 != 0 {
		word = s.high
	}
	return word>>(u&63)&1 != 0
}

// Add puts a unit into the set.
func (s *UnitSet) Add(u UnitNo) { *s = s.Or(bitOf(u)) }

// Drop takes a unit out of the set.
func (s *UnitSet) Drop(u UnitNo) { *s = s.Minus(bitOf(u)) }

// Empty reports whether the set has no unit.
func (s UnitSet) Empty() bool { return s.low|s.high == 0 }

// Len is how many units the set has.
func (s UnitSet) Len() int { return bits.OnesCount64(s.low) + bits.OnesCount64(s.high) }

// And is the set of the units in both.
func (s UnitSet) And(t UnitSet) UnitSet { return UnitSet{s.low & t.low, s.high & t.high} }

// Or is the set of the units in either.
func (s UnitSet) Or(t UnitSet) UnitSet { return UnitSet{s.low | t.low, s.high | t.high} }

// Minus is the set of the units in s and not in t.
func (s UnitSet) Minus(t UnitSet) UnitSet { return UnitSet{s.low &^ t.low, s.high &^ t.high} }

// Within reports whether t has every unit of s.
func (s UnitSet) Within(t UnitSet) bool { return s.Minus(t).Empty() }

// Meets reports whether both have a unit in common.
func (s UnitSet) Meets(t UnitSet) bool { return s.low&t.low|s.high&t.high != 0 }

// Pop removes the unit of the lowest index and returns it, or NoUnit.
func (s *UnitSet) Pop() UnitNo {
	switch {
	case s.low != 0:
		u := UnitNo(bits.TrailingZeros64(s.low))
		s.low &= s.low - 1
		return u
	case s.high != 0:
		u := UnitNo(64 + bits.TrailingZeros64(s.high))
		s.high &= s.high - 1
		return u
	}
	return NoUnit
}

// Some is every unit of the set that a coin picks: each bit of two random numbers is one.
func (s UnitSet) Some(r *rand.Rand) UnitSet { return s.And(UnitSet{r.Uint64(), r.Uint64()}) }

// Nth returns the unit of rank n, from 0, in rising order of index.
func (s UnitSet) Nth(n int) UnitNo {
	for ; n > 0; n-- {
		s.Pop()
	}
	return s.Pop()
}

// Where is the units of the set that something is true of.
func (s UnitSet) Where(is func(UnitNo) bool) (some UnitSet) {
	for !s.Empty() {
		if u := s.Pop(); is(u) {
			some.Add(u)
		}
	}
	return some
}

// Draw is so many units of the set at random, or all if there are no more.
func (s UnitSet) Draw(r *rand.Rand, n int) (drawn UnitSet) {
	for ; n > 0 && !s.Empty(); n-- {
		u := s.Nth(r.IntN(s.Len()))
		s.Drop(u)
		drawn.Add(u)
	}
	return drawn
}

// Best is so many units of the set, or all if there are no more: those that are worth most,
// and of equal ones those of the lowest index.
func (s UnitSet) Best(n int, worth func(UnitNo) int) (best UnitSet) {
	for ; n > 0 && !s.Empty(); n-- {
		found, most := NoUnit, 0
		for rest := s; !rest.Empty(); {
			u := rest.Pop()
			if w := worth(u); found == NoUnit || w > most {
				found, most = u, w
			}
		}
		s.Drop(found)
		best.Add(found)
	}
	return best
}

// UnitsOf is the set of some units.
func UnitsOf(us ...UnitNo) UnitSet {
	var s UnitSet
	for _, u := range us {
		s.Add(u)
	}
	return s
}

// LeaderNo is the index of a leader's counter.
type LeaderNo uint8

// NoLeader is the leader that there is not.
const NoLeader LeaderNo = 255

// LeaderSet is a set of leaders.
type LeaderSet uint16

// Has reports whether a leader is in the set.
func (s LeaderSet) Has(l LeaderNo) bool { return l < maxLeaders && s&(1<<l) != 0 }

// Add puts a leader into the set.
func (s *LeaderSet) Add(l LeaderNo) { *s |= 1 << l }

func (s *LeaderSet) drop(l LeaderNo) { *s &^= 1 << l }

// Len is how many leaders the set has.
func (s LeaderSet) Len() int { return bits.OnesCount16(uint16(s)) }

// Pop removes the leader of the lowest index and returns him, or NoLeader.
func (s *LeaderSet) Pop() LeaderNo {
	if *s == 0 {
		return NoLeader
	}
	l := LeaderNo(bits.TrailingZeros16(uint16(*s)))
	*s &= *s - 1
	return l
}
