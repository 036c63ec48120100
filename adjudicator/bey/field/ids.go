package field

import "fmt"

// fateIDs are the fates as saved games and cases write them.
var fateIDs = [...]string{Waiting: "waiting", InPlay: "", Eliminated: "eliminated",
	Detained: "detained", Captured: "captured", Removed: "removed"}

// ID is the fate as saved games and cases write it; empty in play.
func (f Fate) ID() string { return fateIDs[f] }

// FateByID returns the fate that is written so. It returns an error for one that there is not.
func FateByID(id string) (Fate, error) {
	for f, have := range fateIDs {
		if have == id {
			return Fate(f), nil
		}
	}
	return Waiting, fmt.Errorf("no such fate: %q", id)
}

// ChitIDs lists the identifiers of stratagem counters: "S18A/S10A".
func (f *Facts) ChitIDs(set ChitSet) []string {
	ids := []string{}
	for set != 0 {
		ids = append(ids, f.Counters[set.Pop()].ID)
	}
	return ids
}

// Chit returns the stratagem counter with this identifier. It returns an error for one
// that there is not.
func (f *Facts) Chit(id string) (ChitNo, error) {
	for i := range f.Counters {
		if f.Counters[i].ID == id {
			return ChitNo(i), nil
		}
	}
	return NoChit, fmt.Errorf("no stratagem counter %q", id)
}
