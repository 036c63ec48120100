package host_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	hostclub "keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/mail/wire"
	"keryx/store"
)

// A mail that makes the handler fail is set aside after two tries. It holds up
// nothing else, and the referee is told once.
func TestPoison(t *testing.T) {
	c := newClub(t, func(n *post.NewGame) { n.Ruleset, n.Referee = "frail", "third@example.org" })
	c.order("south", "bid 0")
	c.sent()
	before := c.world()
	f := c.fetched(letter(northAt, c.signed("north", c.orders("north", "bid 1/march 3"))))
	if _, err := c.Intake.Receive(t.Context(), f); err == nil {
		t.Fatal("no error")
	}
	if row := c.lastReceived(); row.State != store.Received || row.Faults != 1 || row.Tries != 0 {
		t.Fatalf("state %s after %d faults and %d tries", row.State, row.Faults, row.Tries)
	}
	if _, err := c.Intake.Receive(t.Context(), f); !errors.Is(err, wire.ErrLater) {
		t.Fatalf("at once: %v", err)
	}
	c.now = c.now.Add(time.Minute)
	disposition, err := c.Intake.Receive(t.Context(), f)
	if row := c.lastReceived(); err != nil || row.State != store.Poison || disposition.Folder != wire.FolderRefused {
		t.Fatalf("the second time: %v, state %s, filed in %q", err, row.State, disposition.Folder)
	}
	got := c.sent()
	if d := cmp.Diff([]string{"notice third@example.org", "notice " + northAt}, kinds(got)); d != "" {
		t.Fatalf("mails (-want +got):\n%s", d)
	}
	if !says(t, got[1], "could not be processed because of a fault of this server") {
		t.Errorf("its author reads:\n%s", text(t, got[1]))
	}
	if _, err := c.Intake.Receive(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	if got := c.sent(); len(got) != 0 {
		t.Errorf("it comes again, and mails go out: %q", kinds(got))
	}
	c.unmoved(before)
	c.order("north", "bid 2/march 1") // the game goes on, and so does the player
}

// A transaction that fails at its very end leaves nothing behind.
func TestHalfATransaction(t *testing.T) {
	c := newClub(t)
	c.sent()
	before := c.world()
	broken := fmt.Errorf("%w: disk full", store.ErrUnavailable)
	c.Store = &failing{Store: c.Store, fail: 3, err: broken}
	f := c.fetched(letter(northAt, c.signed("north", c.orders("north", "bid 1"))))
	if _, err := c.Intake.Receive(t.Context(), f); !errors.Is(err, broken) {
		t.Fatalf("the error is %v", err)
	}
	c.unmoved(before)
	if got := c.sent(); len(got) != 0 {
		t.Errorf("mails of what was not committed: %q", kinds(got))
	}
	c.now = c.now.Add(time.Minute)
	if _, err := c.Intake.Receive(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	if row := c.lastReceived(); row.State != store.Accepted {
		t.Errorf("state %s", row.State)
	}
	if d := cmp.Diff([]string{"receipt " + northAt}, kinds(c.sent())); d != "" {
		t.Errorf("mails (-want +got):\n%s", d)
	}
}

// failing is a store whose n-th update fails when all is done but the commit.
type failing struct {
	store.Store
	fail int
	err  error
}

func (s *failing) Update(ctx context.Context, f func(store.Tx) error) error {
	s.fail--
	if s.fail != 0 {
		return s.Store.Update(ctx, f)
	}
	return s.Store.Update(ctx, func(tx store.Tx) error { return errors.Join(f(tx), s.err) })
}

// What was stored and not finished is taken up at the next start, even if it is
// gone from the mailbox.
func TestResume(t *testing.T) {
	for _, step := range []hostclub.Step{hostclub.StepFetched, hostclub.StepTried, hostclub.StepRead, hostclub.StepPlayed} {
		t.Run(string(step), func(t *testing.T) {
			c := newClub(t)
			f := c.fetched(letter(northAt, c.signed("north", c.orders("north", "bid 1"))))
			c.cut(step, func() { _, _ = c.Intake.Receive(t.Context(), f) })
			if row := c.lastReceived(); row.State != store.Received {
				t.Fatalf("state %s before", row.State)
			}
			c.now = c.now.Add(time.Minute) // a fault that was noticed has its pause
			check(t, c.Intake.Resume(t.Context()))
			if row := c.lastReceived(); row.State != store.Accepted {
				t.Errorf("state %s", row.State)
			}
		})
	}
}

// cut runs f and cuts it off after a step, whether f notices or not.
func (c *club) cut(at hostclub.Step, f func()) {
	c.t.Helper()
	cut := false
	c.Trace = func(s hostclub.Step) {
		if s == at {
			cut = true
			panic("cut off")
		}
	}
	defer func() {
		c.Trace = nil
		_ = recover() // the host itself recovers in some steps
		if !cut {
			c.t.Fatalf("there was no step %q", at)
		}
	}()
	f()
}

// Two handlers with the same mail do its work once.
func TestTwoHandlers(t *testing.T) {
	c := newClub(t)
	c.sent()
	f := c.fetched(letter(northAt, c.signed("north", c.orders("north", "bid 1"))))
	done := make(chan error)
	for range 4 {
		go func() {
			_, err := c.Intake.Receive(context.Background(), f)
			done <- err
		}()
	}
	for range 4 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if row := c.lastReceived(); row.State != store.Accepted {
		t.Errorf("state %s (%s)", row.State, row.Reason)
	}
	if d := cmp.Diff([]string{"receipt " + northAt}, kinds(c.sent())); d != "" {
		t.Errorf("mails (-want +got):\n%s", d)
	}
}

// The sweep and the intake meet: either the orders count or the default, never
// both and never neither.
func TestSweepAgainstIntake(t *testing.T) {
	for range 10 {
		c := newClub(t, contract(post.Defaults))
		c.order("south", "bid 0")
		raw := letter(northAt, c.signed("north", c.orders("north", "bid 3")))
		c.now = noon.Add(answerTime)
		f, until := c.fetched(raw), c.now
		done := make(chan error)
		go func() {
			_, err := c.Sweep(context.Background(), until)
			done <- err
		}()
		_, err := c.Intake.Receive(t.Context(), f)
		check(t, err)
		check(t, <-done)
		entries, err := c.Reports.Ledger(t.Context(), c.game)
		check(t, err)
		last, row := entries[len(entries)-1], c.lastReceived()
		bids := 0
		for _, e := range entries {
			if e.Side == "north" {
				bids++
			}
		}
		played := last.Kind == "orders" && row.State == store.Accepted
		late := last.Kind == "default" && row.State == store.Stale
		if bids != 1 || !played && !late || c.seat("north").Deadline == nil {
			t.Errorf("%d entries of north, the last is %s, the mail is %s (%s)", bids, last.Kind, row.State, row.Reason)
		}
	}
}

// A game that was played under another version of its ruleset is left alone, and
// does not hold up the deadlines of the others.
func TestOtherVersion(t *testing.T) {
	c := newClub(t, contract(post.Defaults))
	c.update(func(tx store.Tx) error {
		snap, err := tx.LatestSnapshot(c.game)
		if err != nil {
			return err
		}
		snap.Body = []byte(strings.Replace(string(snap.Body), `"version":"1"`, `"version":"0"`, 1))
		return tx.PutSnapshot(snap)
	})
	before := c.world()
	if _, err := c.Answers.Status(t.Context(), c.game); !errors.Is(err, play.ErrReplay) {
		t.Errorf("the error is %v", err)
	}
	c.now = noon.Add(answerTime)
	if n := c.sweep(); n != 0 {
		t.Errorf("%d seats of a game that does not replay were dealt with", n)
	}
	c.unmoved(before)
	c.now = noon
	c.found(contract(post.Defaults))
	c.now = noon.Add(answerTime)
	if n := c.sweep(); n != 2 {
		t.Errorf("%d seats of the other game were dealt with, want 2", n)
	}
}

// A database that fails for a moment breaks no game: the mail comes again.
func TestDatabaseFailsForAMoment(t *testing.T) {
	c := newClub(t, refereed)
	c.sent()
	whole := c.Store
	sick := fmt.Errorf("%w: disk I/O error", store.ErrUnavailable)
	c.Store = &sickly{Store: whole, err: sick}
	f := c.fetched(letter(northAt, c.signed("north", c.orders("north", "bid 1"))))
	if _, err := c.Intake.Receive(t.Context(), f); !errors.Is(err, sick) {
		t.Fatalf("the error is %v", err)
	}
	if row := c.lastReceived(); row.State != store.Received {
		t.Errorf("state %s (%s)", row.State, row.Reason)
	}
	if got := c.sent(); len(got) != 0 {
		t.Errorf("mails: %q", kinds(got))
	}
	c.Store = whole
	c.now = c.now.Add(time.Minute)
	if _, err := c.Intake.Receive(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	if row := c.lastReceived(); row.State != store.Accepted {
		t.Errorf("state %s (%s)", row.State, row.Reason)
	}
}

// sickly is a store that cannot read snapshots.
type sickly struct {
	store.Store
	err error
}

func (s *sickly) Update(ctx context.Context, f func(store.Tx) error) error {
	return s.Store.Update(ctx, func(tx store.Tx) error { return f(sickTx{tx, s.err}) })
}

type sickTx struct {
	store.Tx
	err error
}

func (tx sickTx) LatestSnapshot(string) (store.Snapshot, error) { return store.Snapshot{}, tx.err }
