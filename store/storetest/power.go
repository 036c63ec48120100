package storetest

import (
	"context"
	"fmt"
	"testing"

	"keryx/store"
)

// A Disk records what a store writes, and shows what a power cut would have left of it.
type Disk interface {
	// Now is the moment: the number of acts that the disk has been asked for so far.
	Now() int
	// Cuts returns the moments at which the power shall be cut, ascending.
	Cuts() []int
	// After makes copies of the store as a power cut at a moment may leave it, and calls
	// f with the place of each and the words for what was lost.
	After(moment int, f func(place, lost string)) error
}

// PowerCut writes to the store at a place on a disk, and then looks at what a power cut leaves at
// each of the disk's moments: what was committed by then is there whole, what was not is there whole
// or not at all, and the store goes on from there. It returns what is wrong, and how many copies it has looked at.
func PowerCut(t *testing.T, place string, disk Disk, open func(ctx context.Context, place string) (store.Store, error)) (faults []string, looked int) {
	t.Helper()
	ctx := t.Context()
	s, err := open(ctx, place)
	ok(t, err)
	table(t, s, crashGame)
	founded := disk.Now() // from then on there is a game
	var known []int       // by when each step was committed
	for range powerCommits {
		_, err := crashStep(ctx, s)
		ok(t, err)
		known = append(known, disk.Now())
	}
	ok(t, s.Close())
	for _, moment := range disk.Cuts() {
		committed := 0
		for committed < len(known) && known[committed] <= moment {
			committed++
		}
		ok(t, disk.After(moment, func(place, lost string) {
			looked++
			if err := goesOn(ctx, place, moment >= founded, committed, open); err != nil {
				faults = append(faults, fmt.Sprintf("power cut after %d acts, %d commits, %s was lost that was not synced: %v", moment, committed, lost, err))
			}
		}))
	}
	return faults, looked
}

// powerCommits is enough for the log of a database to be taken over twice.
const powerCommits = 120

// goesOn opens what a power cut left, looks at it, and commits one step more.
func goesOn(ctx context.Context, place string, founded bool, committed int, open func(context.Context, string) (store.Store, error)) error {
	s, err := open(ctx, place)
	if err != nil {
		return err
	}
	defer s.Close()
	if !founded {
		return nil
	}
	entries, err := consistent(ctx, s, committed)
	if err != nil {
		return err
	}
	if entries > committed+1 {
		return fmt.Errorf("%d entries are there, of %d that were begun", entries, committed+1)
	}
	if _, err := crashStep(ctx, s); err != nil {
		return fmt.Errorf("go on: %w", err)
	}
	if _, err := consistent(ctx, s, entries+1); err != nil {
		return fmt.Errorf("after going on: %w", err)
	}
	return nil
}
