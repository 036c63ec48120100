package storetest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"keryx/store"
)

// mark and marked write and read one visible thing.
func mark(tx store.Tx, name string) error { return tx.SetSetting(name, []byte("yes")) }

func marked(t *testing.T, s store.Store, name string) bool {
	t.Helper()
	var err error
	view(t, s, func(tx store.ReadTx) { _, err = tx.Setting(name) })
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		t.Fatal(err)
	}
	return err == nil
}

func commit(t *testing.T, s store.Store) {
	update(t, s, func(tx store.Tx) {
		ok(t, mark(tx, "a"))
		if _, err := tx.Setting("a"); err != nil {
			t.Fatalf("a transaction does not see its own writing: %v", err)
		}
	})
	if !marked(t, s, "a") {
		t.Fatal("committed writing is not there")
	}
}

func errorRollsBack(t *testing.T, s store.Store) {
	cause := errors.New("changed my mind")
	err := s.Update(t.Context(), func(tx store.Tx) error {
		ok(t, mark(tx, "a"))
		return cause
	})
	if err != cause {
		t.Fatalf("got error %v, want the very error of the function", err)
	}
	if marked(t, s, "a") {
		t.Fatal("writing of a failed transaction is there")
	}
	if err := s.View(t.Context(), func(store.ReadTx) error { return cause }); err != cause {
		t.Fatalf("View: got error %v, want the very error of the function", err)
	}
}

func panicRollsBack(t *testing.T, s store.Store) {
	func() {
		defer func() {
			if recover() != "boom" {
				t.Error("the panic did not come through")
			}
		}()
		s.Update(t.Context(), func(tx store.Tx) error {
			ok(t, mark(tx, "a"))
			panic("boom")
		})
	}()
	if marked(t, s, "a") {
		t.Fatal("writing of a panicked transaction is there")
	}
	update(t, s, func(tx store.Tx) { ok(t, mark(tx, "b")) }) // the writer is free
	if !marked(t, s, "b") {
		t.Fatal("the store does not write after a panic")
	}
}

// cancelRollsBack ends the context inside the transaction, once before a last write and once after it.
func cancelRollsBack(t *testing.T, s store.Store) {
	for name, last := range map[string]bool{"between": false, "at the end": true} {
		ctx, cancel := context.WithCancel(t.Context())
		err := s.Update(ctx, func(tx store.Tx) error {
			ok(t, mark(tx, "a"))
			cancel()
			if last {
				return nil
			}
			return mark(tx, "b")
		})
		if err == nil {
			t.Fatalf("%s: a cancelled Update succeeded", name)
		}
		if last {
			refused(t, name, err, context.Canceled)
		}
		if marked(t, s, "a") || marked(t, s, "b") {
			t.Fatalf("%s: writing of a cancelled transaction is there", name)
		}
	}
	update(t, s, func(tx store.Tx) { ok(t, mark(tx, "c")) })
}

// cancelWhileWaiting: who waits for the writer can give up, and the writer does not notice.
func cancelWhileWaiting(t *testing.T, s store.Store) {
	update(t, s, func(tx store.Tx) {
		ctx, cancel := context.WithCancel(t.Context())
		result := make(chan error)
		go func() {
			result <- s.Update(ctx, func(tx store.Tx) error { return mark(tx, "late") })
		}()
		cancel()
		refused(t, "waiting Update", <-result, context.Canceled)
		ok(t, mark(tx, "first"))
	})
	if !marked(t, s, "first") || marked(t, s, "late") {
		t.Fatal("the waiting transaction disturbed the running one")
	}
}

// updatesAreSerial reads, decides and writes from many goroutines. A lost update shows as a count that is too low.
func updatesAreSerial(t *testing.T, s store.Store) {
	const workers, rounds = 8, 15
	start := make(chan struct{})
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			<-start
			for range rounds {
				err := s.Update(t.Context(), func(tx store.Tx) error {
					old, err := tx.Setting("count")
					if err != nil && !errors.Is(err, store.ErrNotFound) {
						return err
					}
					n, _ := strconv.Atoi(string(old)) // absent: 0
					return tx.SetSetting("count", []byte(strconv.Itoa(n+1)))
				})
				if err != nil {
					t.Errorf("Update: %v", err)
				}
			}
		})
	}
	close(start)
	wg.Wait()
	view(t, s, func(tx store.ReadTx) {
		same(t, "count", string(get[[]byte](t)(tx.Setting("count"))), strconv.Itoa(workers*rounds))
	})
}

// viewIsSnapshot: a commit in the middle of a View is not held up by it and not seen in it.
func viewIsSnapshot(t *testing.T, s store.Store) {
	update(t, s, func(tx store.Tx) { ok(t, mark(tx, "before")) })
	view(t, s, func(tx store.ReadTx) {
		if _, err := tx.Setting("before"); err != nil {
			t.Fatalf("what was committed before is not seen: %v", err)
		}
		update(t, s, func(w store.Tx) { ok(t, mark(w, "during")) })
		_, err := tx.Setting("during")
		refused(t, "commit during the View", err, store.ErrNotFound)
	})
	if !marked(t, s, "during") {
		t.Fatal("the next View does not see the commit")
	}
}

// viewCannotWrite: should a reading transaction be able to write by its type, the database refuses.
func viewCannotWrite(t *testing.T, s store.Store) {
	view(t, s, func(r store.ReadTx) {
		if w, writes := r.(store.Tx); writes {
			if err := mark(w, "a"); err == nil {
				t.Error("a View has written")
			}
		}
	})
	if marked(t, s, "a") {
		t.Fatal("a View has committed")
	}
}

// refusalLeavesTxUsable: a refusal is an answer; what was written before and after it is committed.
func refusalLeavesTxUsable(t *testing.T, s store.Store) {
	update(t, s, func(tx store.Tx) {
		ok(t, tx.AddPlayer(aPlayer("red@x")))
		ok(t, tx.CreateGame(aGame("hel-1")))
		refused(t, "player twice", tx.AddPlayer(aPlayer("red@x")), store.ErrDuplicate)
		refused(t, "seat of no game", tx.AddSeat(aSeat("hel-9", "athens", "red@x")), store.ErrNotFound)
		refused(t, "entry with a gap", tx.AppendEntry(nextEntry("hel-1", store.Head{Seq: 4}, "x")), store.ErrBroken)
		ok(t, mark(tx, "after"))
	})
	view(t, s, func(tx store.ReadTx) {
		if _, err := tx.Player("red@x"); err != nil {
			t.Errorf("written before the refusal: %v", err)
		}
		if _, err := tx.Setting("after"); err != nil {
			t.Errorf("written after the refusal: %v", err)
		}
	})
}

func txEnds(t *testing.T, s store.Store) {
	var kept store.Tx
	update(t, s, func(tx store.Tx) { kept = tx })
	if err := mark(kept, "a"); err == nil {
		t.Error("a transaction writes after its end")
	}
	if marked(t, s, "a") {
		t.Fatal("a write after the end was committed")
	}
}

func lock(t *testing.T, s store.Store) {
	release, err := s.AcquireLock(t.Context(), "keryx 41 on herald", noon)
	ok(t, err)
	_, err = s.AcquireLock(t.Context(), "keryx 42 on herald", after(1))
	refused(t, "second daemon", err, store.ErrLocked)
	var locked *store.LockedError
	if !errors.As(err, &locked) {
		t.Fatalf("got %T, want *store.LockedError", err)
	}
	same(t, "holder", *locked, store.LockedError{Holder: "keryx 41 on herald", Since: noon})
	holder(t, s, locked)
	update(t, s, func(tx store.Tx) { ok(t, mark(tx, "a")) }) // a command still works

	ok(t, release())
	holder(t, s, nil)
	release, err = s.AcquireLock(t.Context(), "keryx 42 on herald", noon)
	ok(t, err)
	holder(t, s, &store.LockedError{Holder: "keryx 42 on herald", Since: noon})
	ok(t, release())
}

// holder wants the lock to be held so, or by nobody.
func holder(t *testing.T, s store.Store, want *store.LockedError) {
	t.Helper()
	got, err := s.Holder(t.Context())
	ok(t, err)
	same(t, "who has the lock", got, want)
}

// looked wants that whoever only looks never shuts out whoever takes the lock.
func looked(t *testing.T, s store.Store) {
	holder(t, s, nil) // of a lock that was never taken
	ctx, stop := context.WithCancel(t.Context())
	var looking sync.WaitGroup
	for range 4 {
		looking.Go(func() {
			for ctx.Err() == nil {
				if _, err := s.Holder(ctx); err != nil && ctx.Err() == nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for range 50 {
		release, err := s.AcquireLock(t.Context(), "keryx 41 on herald", noon)
		if err != nil {
			t.Errorf("the lock, while others look at it: %v", err)
			break
		}
		ok(t, release())
	}
	stop()
	looking.Wait()
}

// backup only looks at the file from outside; what is in it is for the tests of the implementation.
func backup(t *testing.T, s store.Store) {
	table(t, s, "hel-1")
	path := filepath.Join(t.TempDir(), "copy")
	ok(t, s.Backup(t.Context(), path))
	info, err := os.Stat(path)
	ok(t, err)
	if info.Size() == 0 {
		t.Error("the backup is empty")
	}
	if err := s.Backup(t.Context(), path); !errors.Is(err, os.ErrExist) {
		t.Errorf("backup over a file: got error %v, want one that says it exists", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	other := filepath.Join(t.TempDir(), "cancelled")
	if err := s.Backup(ctx, other); err == nil {
		t.Error("a cancelled backup succeeded")
	}
	if _, err := os.Stat(other); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a cancelled backup left a file: %v", err)
	}
}
