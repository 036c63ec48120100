package field

import (
	"math/bits"
	"math/rand/v2"
)

// UnitNo is the index of a combat unit's counter.
type UnitNo uint8

// NoUnit is the unit that there is not.
const NoUnit UnitNo = 255

// UnitSet is a set of combat units. The zero value is empty.
type UnitSet [2]uint64

// Has reports whether a unit is in the set.
func (s UnitSet) Has(u UnitNo) bool { return s[u>>6]&(1<<(u&63)) != 0 }

// Add puts a unit into the set.
func (s *UnitSet) Add(u UnitNo) { s[u>>6] |= 1 << (u & 63) }

// Drop takes a unit out of the set.
func (s *UnitSet) Drop(u UnitNo) { s[u>>6] &^= 1 << (u & 63) }

// Empty reports whether the set has no unit.
func (s UnitSet) Empty() bool { return s[0]|s[1] == 0 }

// Len is how many units the set has.
func (s UnitSet) Len() int { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

// And is the set of the units in both.
func (s UnitSet) And(t UnitSet) UnitSet { return UnitSet{s[0] & t[0], s[1] & t[1]} }

// Or is the set of the units in either.
func (s UnitSet) Or(t UnitSet) UnitSet { return UnitSet{s[0] | t[0], s[1] | t[1]} }

// Minus is the set of the units in s and not in t.
func (s UnitSet) Minus(t UnitSet) UnitSet { return UnitSet{s[0] &^ t[0], s[1] &^ t[1]} }

// Within reports whether t has every unit of s.
func (s UnitSet) Within(t UnitSet) bool { return s.Minus(t).Empty() }

// Meets reports whether both have a unit in common.
func (s UnitSet) Meets(t UnitSet) bool { return !s.And(t).Empty() }

// Pop removes the unit of the lowest index and returns it, or NoUnit.
func (s *UnitSet) Pop() UnitNo {
	for w := range s {
		if s[w] != 0 {
			b := bits.TrailingZeros64(s[w])
			s[w] &= s[w] - 1
			return UnitNo(w<<6 + b)
		}
	}
	return NoUnit
}

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
