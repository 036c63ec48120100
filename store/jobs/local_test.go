package jobs

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"keryx/store"
	"keryx/store/sqlite"
)

func quietLocal() *Local { return NewLocal(slog.New(slog.DiscardHandler)) }

// run lets an engine work until what is under way has come to rest, and stops it.
func run(t *testing.T, l *Local, rest time.Duration, hands Hands) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- l.Run(ctx, hands) }()
	time.Sleep(rest) // of the bubble's clock
	synctest.Wait()
	cancel()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
}

func TestLocalDoesEachJobOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := quietLocal()
		var mu sync.Mutex
		count, now, most := map[Job]int{}, 0, 0
		for i := range 50 {
			l.Put(Job{Kind: Message, Of: int64(i)}, Job{Kind: Message, Of: int64(i)}, Job{Kind: Mail, Of: int64(i)})
		}
		work := func(_ context.Context, j Job) error {
			mu.Lock()
			count[j]++
			if j.Kind == Message {
				now++
				most = max(most, now)
			}
			mu.Unlock()
			time.Sleep(time.Second)
			mu.Lock()
			defer mu.Unlock()
			if j.Kind == Message {
				now--
			}
			return nil
		}
		run(t, l, time.Hour, Hands{Message: {Most: 3, Work: work}, Mail: {Most: 1, Work: work}})
		if len(count) != 100 || most != 3 {
			t.Errorf("%d jobs were done, at most %d at a time; want 100 and 3", len(count), most)
		}
		for j, n := range count {
			if n != 1 {
				t.Errorf("%v was done %d times", j, n)
			}
		}
	})
}

func TestLocalJobComesAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := quietLocal()
		l.Put(Job{Kind: Message, Of: 1}, Job{Kind: Message, Of: 2})
		begun, at := time.Now(), map[int64][]time.Duration{}
		run(t, l, time.Hour, Hands{Message: {Most: 1, Work: func(_ context.Context, j Job) error {
			if at[j.Of] = append(at[j.Of], time.Since(begun)); len(at[j.Of]) > 1 {
				return nil
			}
			if j.Of == 1 {
				return &Later{In: time.Minute}
			}
			return errors.New("it fails by itself")
		}}})
		if a := at[1]; len(a) != 2 || a[1] != time.Minute {
			t.Errorf("what waits a minute was done at %v", a)
		}
		if a := at[2]; len(a) != 2 || a[1] != again {
			t.Errorf("what failed was done at %v", a)
		}
	})
}

// A job that comes while its like is worked on is not lost: what it tells of may be newer than what the work has seen.
func TestWakeUpDuringWorkIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := quietLocal()
		j := Job{Kind: Mail, Of: 1}
		l.Put(j)
		n := 0
		run(t, l, time.Hour, Hands{Mail: {Most: 2, Work: func(context.Context, Job) error {
			if n++; n == 1 {
				l.Put(j)
			}
			return nil
		}}})
		if n != 2 {
			t.Errorf("it was done %d times, want 2", n)
		}
	})
}

// A job that comes by itself while its like waits for the end of a pause is done at once, and not again after the pause.
func TestDelayedJobComesSooner(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := quietLocal()
		j, begun := Job{Kind: Message, Of: 1}, time.Now()
		var at []time.Duration
		l.Put(j)
		go func() {
			for range 3 {
				time.Sleep(time.Minute)
				l.Put(j)
			}
		}()
		run(t, l, 3*time.Hour, Hands{Message: {Most: 1, Work: func(context.Context, Job) error {
			if at = append(at, time.Since(begun)); len(at) < 4 {
				return &Later{In: time.Hour}
			}
			return nil
		}}})
		if len(at) != 4 || at[1] != time.Minute || at[3] != 3*time.Minute {
			t.Errorf("it was done at %v", at)
		}
	})
}

func TestLocalLocks(t *testing.T) {
	l := quietLocal()
	unlock, ok, err := l.TryLock(t.Context(), 1, "hel-1")
	if !ok || err != nil {
		t.Fatal("a free lock is not to be had", err)
	}
	if _, ok, _ := l.TryLock(t.Context(), 1, "hel-1"); ok {
		t.Error("two have the lock")
	}
	if _, ok, _ := l.TryLock(t.Context(), 2, "hel-1"); !ok {
		t.Error("a lock of another class is not to be had")
	}
	unlock()
	if _, ok, _ := l.TryLock(t.Context(), 1, "hel-1"); !ok {
		t.Error("a lock that was given back is not to be had")
	}
	unlock() // again, which is not the holder's
	if _, ok, _ := l.TryLock(t.Context(), 1, "hel-1"); ok {
		t.Error("a lock was given back by who had it before")
	}
}

// told is an engine that only listens.
type told struct {
	noted, committed []Job
	claimed          []int64
	refuse           error
}

func (e *told) Note(_ context.Context, _ store.Tx, woken []Job) error {
	e.noted = append(e.noted, woken...)
	return e.refuse
}
func (e *told) Committed(woken []Job) { e.committed = append(e.committed, woken...) }
func (e *told) Claimed(_ context.Context, _ store.Tx, c store.Claim) error {
	e.claimed = append(e.claimed, c.ID)
	return nil
}

func TestAnnounce(t *testing.T) {
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "keryx.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	e := &told{}
	s := Announce(db, e)
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	message := store.InboxMessage{ContentHash: store.Digest{1}, InternalDate: now, FirstSeen: now, Receipt: now, Raw: []byte("x")}
	letter := store.OutboxMail{MessageID: "<1@x>", Kind: "report", Recipient: "a@x", Raw: []byte("y"), Created: now}
	update := func(f func(store.Tx) error) error { return s.Update(t.Context(), f) }

	var in store.InboxMessage
	var out int64
	both := func(tx store.Tx) (err error) {
		if in, _, err = tx.AddInbox(message); err == nil {
			out, err = tx.Enqueue(letter)
		}
		return err
	}
	e.refuse = errors.New("the queue is not to be had")
	if err := update(both); !errors.Is(err, e.refuse) {
		t.Fatalf("what cannot be announced is done: %v", err)
	}
	e.refuse, e.noted = nil, nil
	undone := errors.New("undone")
	if err := update(func(tx store.Tx) error { return errors.Join(both(tx), undone) }); !errors.Is(err, undone) {
		t.Fatal(err)
	}
	if len(e.noted)+len(e.committed) != 0 {
		t.Fatalf("what was undone is announced: %v %v", e.noted, e.committed)
	}
	if err := update(both); err != nil {
		t.Fatal(err)
	}
	if err := update(func(tx store.Tx) error { _, _, err := tx.AddInbox(message); return err }); err != nil { // known
		t.Fatal(err)
	}
	want := []Job{{Kind: Message, Of: in.ID}, {Kind: Mail, Of: out}}
	if len(e.committed) != 2 || e.committed[0] != want[0] || e.committed[1] != want[1] {
		t.Errorf("announced: %v, want %v", e.committed, want)
	}
	if err := update(func(tx store.Tx) error { _, _, err := tx.ClaimOutbox(now, time.Hour, time.Hour); return err }); err != nil {
		t.Fatal(err)
	}
	if len(e.claimed) != 1 || e.claimed[0] != out {
		t.Errorf("claimed: %v, want %d", e.claimed, out)
	}
}
