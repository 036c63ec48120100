// Package draft keeps the writing transaction of a store short. The work that is to be written is done on a snapshot,
// beside all others; what it writes is held back in memory, and what it reads from the snapshot is remembered. Then one
// short transaction asks everything again that was asked of the snapshot, and writes, if each answer is still the same.
// So what is committed is what the work would have written had it been done in that transaction, whoever has written in
// between: nobody can tell the difference but by the time for which others had to wait. If an answer has changed, the work
// is done again.
//
// A draft answers what is asked of it as the store would after the writes that it holds back. Where it cannot (a list
// whose order would have to be reckoned anew, a write that belongs to commands of the operator), and where the store
// refuses in the end what a draft took for granted, the work is done in the writing transaction itself, as ever. That is
// slower, and never wrong.
package draft

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"keryx/store"
)

// drafts is how often a work is done on a snapshot at the most. Others may be faster for ever; then it is done in the
// writing transaction.
const drafts = 3

// A Watch is told of the steps of an [Update]. Nil functions are left out.
type Watch struct {
	Drafted func() // the work has been done on a snapshot, and its writes are about to be committed
	Again   func() // what was done counts for nothing, and will be done again
}

// Update is [store.Store.Update] for work that takes long: f is done on a snapshot, and what it has written is committed in
// a short transaction. It may be done several times, and only what it did the last time counts: f may change nothing but
// the transaction, and what it sets anew each time.
//
// When ctx ends while the writing transaction is waited for, the error is a [store.ErrUnavailable] as well.
func Update(ctx context.Context, s store.Store, f func(store.Tx) error, w Watch) error {
	for range drafts {
		again, err := once(ctx, s, f, w.Drafted)
		if again == nil {
			return err
		}
		if w.Again != nil {
			w.Again()
		}
		if errors.Is(again, errUnforeseen) {
			break
		}
	}
	return locked(ctx, s, f)
}

// Why a work is done again.
var (
	// errMoved: what was read has changed since. The next draft finds it as it is now.
	errMoved = errors.New("what it was drafted from has changed")
	// errUnforeseen: only the writing transaction knows the answer.
	errUnforeseen = errors.New("this is answered in the writing transaction alone")
)

// once does a work on a snapshot and commits it. Again says why it has to be done again, if it has.
func once(ctx context.Context, s store.Store, f func(store.Tx) error, drafted func()) (again, err error) {
	d := newDraft()
	again, err = d.work(ctx, s, f)
	if again != nil || err != nil || len(d.writes) == 0 {
		return again, err
	}
	if drafted != nil {
		drafted()
	}
	err = locked(ctx, s, d.commit)
	if errors.Is(err, errMoved) || errors.Is(err, errUnforeseen) {
		return err, nil
	}
	return nil, err
}

// work does a work on a snapshot.
func (d *draft) work(ctx context.Context, s store.Store, f func(store.Tx) error) (again, err error) {
	defer func() {
		d.base = nil
		if thrown := recover(); thrown != nil {
			given, ok := thrown.(givenUp)
			if !ok {
				panic(thrown)
			}
			again, err = fmt.Errorf("%w: %s", errUnforeseen, given.verb), nil
		}
	}()
	return nil, s.View(ctx, func(tx store.ReadTx) error {
		d.base = tx
		return f(d)
	})
}

// locked runs f in the writing transaction, and says so if that was not free in time.
func locked(ctx context.Context, s store.Store, f func(store.Tx) error) error {
	free := false
	err := s.Update(ctx, func(tx store.Tx) error {
		free = true
		return f(tx)
	})
	if err != nil && !free && ctx.Err() != nil {
		return fmt.Errorf("%w: it was not free in time: %w", store.ErrUnavailable, err)
	}
	return err
}

// commit asks again what the work has asked, and writes what it has written.
func (d *draft) commit(tx store.Tx) error {
	for _, r := range d.reads {
		same, err := r(tx)
		if err != nil {
			return err
		}
		if !same {
			return errMoved
		}
	}
	for _, write := range d.writes {
		err := write(tx)
		switch {
		case err == nil:
		case errors.Is(err, store.ErrUnavailable), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
			return err
		default:
			return fmt.Errorf("%w: %v", errUnforeseen, err)
		}
	}
	return nil
}

// call is a question to the snapshot: the verb, and what it was given.
type call struct {
	verb  string
	a, b  string
	n     int64
	since time.Time
}

// answer is what came of a call. It is also what comes of it again.
type answer struct {
	value any
	err   error
}

// A draft is a transaction that is written later.
type draft struct {
	base store.ReadTx

	known  map[call]answer
	reads  []func(store.ReadTx) (same bool, err error)
	writes []func(store.Tx) error

	held
}

// held are the writes that are held back, as far as they can be read.
type held struct {
	games       map[string]store.Game
	seats       map[[2]string]store.Seat
	entries     map[string][]store.Entry
	submissions map[[2]string]store.Submission
	snapshots   map[string][]store.Snapshot
	players     map[string]store.Player
	settings    map[string][]byte
	spent       map[[2]string]int
	reports     []store.Report
	outbox      []store.OutboxMail // queued
	changed     map[int64]bool     // mails that were queued before
	dirty       map[kind]bool      // of which something was written
	numbers     map[int64]*int64   // that stand for those that rows get in the end
}

// kind is a kind of records.
type kind string

// The kinds of records that lists are asked of, or whose writes cannot be read back.
const (
	someGame    kind = "games"
	someStatus  kind = "who runs a game, and whether it runs"
	someSeat    kind = "seats"
	someHolder  kind = "who plays a seat"
	someInbox   kind = "messages"
	someOutbox  kind = "mails"
	somePlayer  kind = "players"
	someKey     kind = "keys"
	someLook    kind = "looks"
	someSetting kind = "settings"
)

func newDraft() *draft {
	return &draft{known: map[call]answer{}, held: held{
		games: map[string]store.Game{}, seats: map[[2]string]store.Seat{}, entries: map[string][]store.Entry{},
		submissions: map[[2]string]store.Submission{}, snapshots: map[string][]store.Snapshot{}, players: map[string]store.Player{},
		settings: map[string][]byte{}, spent: map[[2]string]int{}, changed: map[int64]bool{}, dirty: map[kind]bool{},
		numbers: map[int64]*int64{},
	}}
}

// givenUp is what a draft panics with that cannot answer. The work has no part in it: it is to be done in the writing
// transaction, whatever it would have made of an error here.
type givenUp struct{ verb string }

// give gives the draft up. It does not return; its result is there for the sake of those who end with it.
func (d *draft) give(verb string) error { panic(givenUp{verb}) }

// clean gives the draft up if something of a kind was written.
func (d *draft) clean(verb string, kinds ...kind) {
	for _, k := range kinds {
		if d.dirty[k] {
			d.give(verb)
		}
	}
}

// ask asks the snapshot, once for each call, and remembers to ask it again.
func ask[T any](d *draft, c call, get func(store.ReadTx) (T, error)) (T, error) {
	if a, ok := d.known[c]; ok {
		return a.value.(T), a.err
	}
	value, err := get(d.base)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return value, err
	}
	a := answer{value, err}
	d.known[c] = a
	d.reads = append(d.reads, func(tx store.ReadTx) (bool, error) {
		now, err := get(tx)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return false, err
		}
		return (err == nil) == (a.err == nil) && reflect.DeepEqual(now, a.value), nil
	})
	return value, err
}

// list is ask for lists. What it returns may be changed.
func list[T any](d *draft, c call, get func(store.ReadTx) ([]T, error)) ([]T, error) {
	rows, err := ask(d, c, get)
	return slices.Clone(rows), err
}

// write holds a write back.
func (d *draft) write(f func(store.Tx) error, kinds ...kind) error {
	d.writes = append(d.writes, f)
	for _, k := range kinds {
		d.dirty[k] = true
	}
	return nil
}

// firstNumber begins the numbers that stand for those of rows which are not written yet.
const firstNumber = int64(1) << 62

// number returns a number that stands for that of a row, until it is known.
func (d *draft) number() (stands int64, becomes *int64) {
	stands, becomes = firstNumber+int64(len(d.numbers)), new(int64)
	d.numbers[stands] = becomes
	return stands, becomes
}

// real returns the number that one stands for, once the row is written.
func (d *draft) real(n int64) int64 {
	if known := d.numbers[n]; known != nil {
		return *known
	}
	return n
}

// standIn is how every number begins, in decimal, that stands for another.
var standIn = []byte(fmt.Sprint(firstNumber))[:15]

// numbered gives the draft up if a number that stands for another is written into a text.
func (d *draft) numbered(verb string, text []byte) {
	if len(d.numbers) > 0 && bytes.Contains(text, standIn) {
		d.give(verb)
	}
}

// moment is a time as the store gives it back.
func moment(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	at := store.Time(*t)
	return &at
}

// filled are bytes as the store gives them back: none are nil.
func filled(b []byte) []byte {
	if len(b) == 0 {
		return nil
	}
	return b
}
