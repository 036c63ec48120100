package board

import (
	"iter"
	"math/bits"
)

// Zone is the dense index of a zone on its map: 0 for the first zone of the map
// file, and so on in file order. It means nothing without its [Map].
type Zone uint8

// NoZone is the Zone that no map has.
const NoZone Zone = 255

// MaxZones is the largest number of zones that a map can have: with [NoZone] they fill the bits
// of a [Set].
const MaxZones = 127

// Kind says what sort of place a zone is. It decides who can enter it and, with
// the kind of its neighbour, how an edge can be crossed (see [Way]).
type Kind uint8

// The kinds of zones.
const (
	Land  Kind = iota // entered by land units
	Sea               // entered by naval units
	Port              // counts as land or sea for movement (Hellespont rule 0.2)
	Base              // off the map: units leave it over its outlets, none walks in
	Mixed             // land and sea at once (Amphipolis O zones, the land-sea zones of Plutôt mort que Perse !)
	numKinds
)

var kindIDs = [numKinds]string{"land", "sea", "port", "base", "mixed"}

// String returns the identifier used in map files: "land", "sea", "port",
// "base" or "mixed".
func (k Kind) String() string {
	if k < numKinds {
		return kindIDs[k]
	}
	return "unknown"
}

// Set is a set of zones. The zero value is empty. Sets are values: they can be
// compared with == and copied freely. They are two numbers and no array, which would be kept
// in memory: so they stay in registers where rules work with them.
type Set struct{ low, high uint64 } // the zones to 63, and those from 64

// SetOf returns the set of the given zones.
func SetOf(zones ...Zone) Set {
	var s Set
	for _, z := range zones {
		s.Add(z)
	}
	return s
}

// Everywhere returns the set of all zones that a map can have, and of [NoZone].
func Everywhere() Set { return Set{^uint64(0), ^uint64(0)} }

// bit is the set of one zone. [NoZone] has a bit that no zone has.
func bit(z Zone) Set {
	one := uint64(1) << (z & 63)
	if z&64 != 0 {
		return Set{high: one}
	}
	return Set{low: one}
}

// Add puts z into s.
func (s *Set) Add(z Zone) { *s = s.Union(bit(z)) }

// Remove takes z out of s.
func (s *Set) Remove(z Zone) { *s = s.Minus(bit(z)) }

// Put puts z into s, or takes it out.
func (s *Set) Put(z Zone, in bool) {
	other := s.Minus(bit(z))
	if in {
		other = other.Union(bit(z))
	}
	*s = other
}

// Has reports whether z is in s.
func (s Set) Has(z Zone) bool {
	word := s.low
	if z&64 != 0 {
		word = s.high
	}
	return word>>(z&63)&1 != 0
}

// Empty reports whether s has no zone.
func (s Set) Empty() bool { return s.low|s.high == 0 }

// Len returns the number of zones in s.
func (s Set) Len() int { return bits.OnesCount64(s.low) + bits.OnesCount64(s.high) }

// Union returns the zones in s or t.
func (s Set) Union(t Set) Set { return Set{s.low | t.low, s.high | t.high} }

// Intersect returns the zones in both s and t.
func (s Set) Intersect(t Set) Set { return Set{s.low & t.low, s.high & t.high} }

// Minus returns the zones in s but not in t.
func (s Set) Minus(t Set) Set { return Set{s.low &^ t.low, s.high &^ t.high} }

// Meets reports whether s and t have a zone in common.
func (s Set) Meets(t Set) bool { return s.low&t.low|s.high&t.high != 0 }

// Within reports whether every zone of s is in t.
func (s Set) Within(t Set) bool { return s.Minus(t).Empty() }

// numbered is the zone of a bit; the last one is that of [NoZone].
func numbered(n int) Zone {
	if n == MaxZones {
		return NoZone
	}
	return Zone(n)
}

// First returns the zone of s with the lowest index, or NoZone.
func (s Set) First() Zone {
	switch {
	case s.low != 0:
		return Zone(bits.TrailingZeros64(s.low))
	case s.high != 0:
		return numbered(64 + bits.TrailingZeros64(s.high))
	}
	return NoZone
}

// Nth returns the zone of s of rank n, from 0, in rising order, or NoZone.
func (s Set) Nth(n int) Zone {
	for ; n > 0; n-- {
		s.Pop()
	}
	return s.First()
}

// Pop removes the zone with the lowest index from s and returns it, or returns
// NoZone when s is empty.
func (s *Set) Pop() Zone {
	z := s.First()
	if s.low != 0 {
		s.low &= s.low - 1
	} else {
		s.high &= s.high - 1
	}
	return z
}

// All yields the zones of s in rising order.
func (s Set) All() iter.Seq[Zone] {
	return func(yield func(Zone) bool) {
		for ; s.low != 0; s.low &= s.low - 1 {
			if !yield(Zone(bits.TrailingZeros64(s.low))) {
				return
			}
		}
		for ; s.high != 0; s.high &= s.high - 1 {
			if !yield(numbered(64 + bits.TrailingZeros64(s.high))) {
				return
			}
		}
	}
}
