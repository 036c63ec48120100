package adjudicator_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
)

func ledger() []adjudicator.Entry {
	at := time.Date(2026, 11, 21, 18, 4, 5, 0, time.UTC)
	var all []adjudicator.Entry
	var last adjudicator.Entry
	for i, kind := range []adjudicator.EntryKind{adjudicator.Created, adjudicator.Seats, adjudicator.Commit, adjudicator.Ordered, adjudicator.Reveal} {
		e := adjudicator.Entry{Game: "ford-1", Kind: kind, Time: at.Add(time.Duration(i) * time.Minute), Body: []byte{'a', byte(i)}}
		if kind == adjudicator.Ordered {
			e.Side, e.Salt = "north", [32]byte{9}
		}
		last = e.Follow(last)
		all = append(all, last)
	}
	return all
}

func TestVerifyChain(t *testing.T) {
	if err := adjudicator.VerifyChain(ledger()); err != nil {
		t.Fatalf("a good ledger: %v", err)
	}
	if err := adjudicator.VerifyChain(nil); err != nil {
		t.Fatalf("an empty ledger: %v", err)
	}
	changes := map[string]func(e *adjudicator.Entry){
		"game":           func(e *adjudicator.Entry) { e.Game = "ford-2" },
		"number":         func(e *adjudicator.Entry) { e.Seq++ },
		"kind":           func(e *adjudicator.Entry) { e.Kind = adjudicator.Ruling },
		"side":           func(e *adjudicator.Entry) { e.Side = "south" },
		"time":           func(e *adjudicator.Entry) { e.Time = e.Time.Add(time.Millisecond) },
		"body":           func(e *adjudicator.Entry) { e.Body = []byte("b") },
		"body cut":       func(e *adjudicator.Entry) { e.Body = e.Body[:1] },
		"salt":           func(e *adjudicator.Entry) { e.Salt[31] ^= 1 },
		"link":           func(e *adjudicator.Entry) { e.Prev[0] ^= 1 },
		"hash":           func(e *adjudicator.Entry) { e.Hash[31] ^= 1 },
		"body, resealed": func(e *adjudicator.Entry) { e.Body = []byte("b"); e.Hash = e.Sum() },
	}
	for name, change := range changes {
		for i := range ledger() {
			all := ledger()
			change(&all[i])
			err := adjudicator.VerifyChain(all)
			if i == len(all)-1 && name == "body, resealed" {
				continue // the end can be made anew by whoever holds the ledger: its hash stands in the reports
			}
			if !errors.Is(err, adjudicator.ErrChain) {
				t.Errorf("%s of entry %d changed: %v", name, i+1, err)
			}
		}
	}
	for i := range 4 {
		if err := adjudicator.VerifyChain(slices.Delete(ledger(), i, i+1)); !errors.Is(err, adjudicator.ErrChain) {
			t.Errorf("entry %d left out: %v", i+1, err)
		}
	}
	swapped := ledger()
	swapped[1], swapped[2] = swapped[2], swapped[1]
	if err := adjudicator.VerifyChain(swapped); !errors.Is(err, adjudicator.ErrChain) {
		t.Errorf("two entries swapped: %v", err)
	}
}

// The hash was computed with another program, from the eight lines.
func TestSum(t *testing.T) {
	const want = "cc0257f115073fc82991eebf736d0fef5c076fb79ba9eada6987b774b8a2caf5"
	e := ledger()[3]
	e.Prev = dice.Head{}
	if got := e.Sum().String(); got != want {
		t.Errorf("the hash is %s, want %s", got, want)
	}
}
