package field

import (
	"math/bits"
)

// UnitNo is the index of a combat unit's counter.
type UnitNo uint8

// NoUnit is the unit that there is not.
const NoUnit UnitNo = 255

// UnitSet is a set of combat units. The zero value is empty.
type UnitSet [2]uint64

func (s UnitSet) Has(u UnitNo) bool { return s[u>>6]&(1<<(u&63)) != 0 }

func (s *UnitSet) Add(u UnitNo) { s[u>>6] |= 1 << (u & 63) }

func (s *UnitSet) Drop(u UnitNo) { s[u>>6] &^= 1 << (u & 63) }

func (s UnitSet) Empty() bool { return s[0]|s[1] == 0 }

func (s UnitSet) Len() int { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

func (s UnitSet) And(t UnitSet) UnitSet { return UnitSet{s[0] & t[0], s[1] & t[1]} }

func (s UnitSet) Or(t UnitSet) UnitSet { return UnitSet{s[0] | t[0], s[1] | t[1]} }

func (s UnitSet) Minus(t UnitSet) UnitSet { return UnitSet{s[0] &^ t[0], s[1] &^ t[1]} }

func (s UnitSet) Within(t UnitSet) bool { return s.Minus(t).Empty() }

func (s UnitSet) Meets(t UnitSet) bool { return !s.And(t).Empty() }

// Pop removes the unit of the lowest index and returns it, or noUnit.
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

func (s LeaderSet) Has(l LeaderNo) bool { return l < maxLeaders && s&(1<<l) != 0 }

func (s *LeaderSet) Add(l LeaderNo) { *s |= 1 << l }

func (s *LeaderSet) drop(l LeaderNo) { *s &^= 1 << l }

func (s LeaderSet) Len() int { return bits.OnesCount16(uint16(s)) }

// Pop removes the leader of the lowest index and returns him, or noLeader.
func (s *LeaderSet) Pop() LeaderNo {
	if *s == 0 {
		return NoLeader
	}
	l := LeaderNo(bits.TrailingZeros16(uint16(*s)))
	*s &= *s - 1
	return l
}
