package ground

import (
	"math/rand/v2"

	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
)

// Preference is a kind of blocks, and where one is to be raised; nowhere for any place.
type Preference struct {
	Kind string
	At   board.Zone
}

// Nowhere stands where no zone is named.
const Nowhere = board.NoZone

// One is the set of a block.
func One(p fog.Piece) (set fog.Set) {
	set.Add(p)
	return set
}

// Some are random ones of a set, at least one.
func Some(set fog.Set, r *rand.Rand) fog.Set {
	if part := set & fog.Set(r.Uint64()); part != 0 {
		return part
	}
	return set
}

// First are the first of some blocks.
func First(set fog.Set, n int) (some fog.Set) {
	for ; n > 0 && set != 0; n-- {
		some.Add(set.Pop())
	}
	return some
}
