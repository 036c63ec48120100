package hellespont

import "math/bits"

// unit is the index of a combat unit's counter.
type unit uint8

// noUnit is the unit that there is not.
const noUnit unit = 255

// unitSet is a set of combat units. The zero value is empty.
type unitSet [2]uint64

func (s unitSet) has(u unit) bool { return s[u>>6]&(1<<(u&63)) != 0 }
func (s *unitSet) add(u unit)     { s[u>>6] |= 1 << (u & 63) }
func (s *unitSet) drop(u unit)    { s[u>>6] &^= 1 << (u & 63) }
func (s unitSet) empty() bool     { return s[0]|s[1] == 0 }
func (s unitSet) len() int        { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

func (s unitSet) and(t unitSet) unitSet   { return unitSet{s[0] & t[0], s[1] & t[1]} }
func (s unitSet) or(t unitSet) unitSet    { return unitSet{s[0] | t[0], s[1] | t[1]} }
func (s unitSet) minus(t unitSet) unitSet { return unitSet{s[0] &^ t[0], s[1] &^ t[1]} }
func (s unitSet) within(t unitSet) bool   { return s.minus(t).empty() }
func (s unitSet) meets(t unitSet) bool    { return !s.and(t).empty() }

// pop removes the unit of the lowest index and returns it, or noUnit.
func (s *unitSet) pop() unit {
	for w := range s {
		if s[w] != 0 {
			b := bits.TrailingZeros64(s[w])
			s[w] &= s[w] - 1
			return unit(w<<6 + b)
		}
	}
	return noUnit
}

// nth returns the unit of rank n, from 0, in rising order of index.
func (s unitSet) nth(n int) unit {
	for ; n > 0; n-- {
		s.pop()
	}
	return s.pop()
}

func unitsOf(us ...unit) unitSet {
	var s unitSet
	for _, u := range us {
		s.add(u)
	}
	return s
}

// leader is the index of a leader's counter.
type leader uint8

// noLeader is the leader that there is not.
const noLeader leader = 255

// leaderSet is a set of leaders.
type leaderSet uint16

func (s leaderSet) has(l leader) bool { return l < maxLeaders && s&(1<<l) != 0 }
func (s *leaderSet) add(l leader)     { *s |= 1 << l }
func (s *leaderSet) drop(l leader)    { *s &^= 1 << l }
func (s leaderSet) len() int          { return bits.OnesCount16(uint16(s)) }

// pop removes the leader of the lowest index and returns him, or noLeader.
func (s *leaderSet) pop() leader {
	if *s == 0 {
		return noLeader
	}
	l := leader(bits.TrailingZeros16(uint16(*s)))
	*s &= *s - 1
	return l
}
