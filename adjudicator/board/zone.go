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

// MaxZones is the largest number of zones that a map can have.
const MaxZones = 255

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
// compared with == and copied freely.
type Set [4]uint64

// SetOf returns the set of the given zones.
func SetOf(zones ...Zone) Set {
	var s Set
	for _, z := range zones {
		s.Add(z)
	}
	return s
}

// Add puts z into s.
func (s *Set) Add(z Zone) { s[z>>6] |= 1 << (z & 63) }

// Remove takes z out of s.
func (s *Set) Remove(z Zone) { s[z>>6] &^= 1 << (z & 63) }

// Has reports whether z is in s.
func (s Set) Has(z Zone) bool { return s[z>>6]&(1<<(z&63)) != 0 }

// Empty reports whether s has no zone.
func (s Set) Empty() bool { return s[0]|s[1]|s[2]|s[3] == 0 }

// Len returns the number of zones in s.
func (s Set) Len() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) + bits.OnesCount64(s[3])
}

// Union returns the zones in s or t.
func (s Set) Union(t Set) Set {
	return Set{s[0] | t[0], s[1] | t[1], s[2] | t[2], s[3] | t[3]}
}

// Intersect returns the zones in both s and t.
func (s Set) Intersect(t Set) Set {
	return Set{s[0] & t[0], s[1] & t[1], s[2] & t[2], s[3] & t[3]}
}

// Minus returns the zones in s but not in t.
func (s Set) Minus(t Set) Set {
	return Set{s[0] &^ t[0], s[1] &^ t[1], s[2] &^ t[2], s[3] &^ t[3]}
}

// Meets reports whether s and t have a zone in common.
func (s Set) Meets(t Set) bool {
	return s[0]&t[0]|s[1]&t[1]|s[2]&t[2]|s[3]&t[3] != 0
}

// Within reports whether every zone of s is in t.
func (s Set) Within(t Set) bool { return s.Minus(t).Empty() }

// First returns the zone of s with the lowest index, or NoZone.
func (s Set) First() Zone {
	for w, word := range s {
		if word != 0 {
			return Zone(w<<6 + bits.TrailingZeros64(word))
		}
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
	for w := range s {
		if s[w] != 0 {
			b := bits.TrailingZeros64(s[w])
			s[w] &= s[w] - 1
			return Zone(w<<6 + b)
		}
	}
	return NoZone
}

// All yields the zones of s in rising order.
func (s Set) All() iter.Seq[Zone] {
	return func(yield func(Zone) bool) {
		for w, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(Zone(w<<6 + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}
