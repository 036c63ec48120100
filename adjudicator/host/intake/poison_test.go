package intake_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

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
	c := hosttest.NewClub(t, func(n *post.NewGame) { n.Ruleset, n.Referee = "frail", "third@example.org" })
	c.Order("south", "bid 0")
	c.Sent()
	before := c.World()
	f := c.Fetched(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1/march 3"))))
	if _, err := c.Intake.Receive(t.Context(), f); err == nil {
		t.Fatal("no error")
	}
	if row := c.LastReceived(); row.State != store.Received || row.Faults != 1 || row.Tries != 0 {
		t.Fatalf("state %s after %d faults and %d tries", row.State, row.Faults, row.Tries)
	}
	if _, err := c.Intake.Receive(t.Context(), f); !errors.Is(err, wire.ErrLater) {
		t.Fatalf("at once: %v", err)
	}
	c.Time = c.Time.Add(time.Minute)
	disposition, err := c.Intake.Receive(t.Context(), f)
	if row := c.LastReceived(); err != nil || row.State != store.Poison || disposition.Folder != wire.FolderRefused {
		t.Fatalf("the second time: %v, state %s, filed in %q", err, row.State, disposition.Folder)
	}
	got := c.Sent()
	if d := cmp.Diff([]string{"notice third@example.org", "notice " + hosttest.NorthAt}, hosttest.KindsOf(got)); d != "" {
		t.Fatalf("mails (-want +got):\n%s", d)
	}
	if !hosttest.Says(t, got[1], "could not be processed because of a fault of this server") {
		t.Errorf("its author reads:\n%s", hosttest.TextOf(t, got[1]))
	}
	if _, err := c.Intake.Receive(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	if got := c.Sent(); len(got) != 0 {
		t.Errorf("it comes again, and mails go out: %q", hosttest.KindsOf(got))
	}
	c.Unmoved(before)
	c.Order("north", "bid 2/march 1") // the game goes on, and so does the player
}

// A transaction that fails at its very end leaves nothing behind.
func TestHalfATransaction(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	before := c.World()
	broken := fmt.Errorf("%w: disk full", store.ErrUnavailable)
	c.Store = &hosttest.Failing{Store: c.Store, Fail: 3, Err: broken}
	f := c.Fetched(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1"))))
	if _, err := c.Intake.Receive(t.Context(), f); !errors.Is(err, broken) {
		t.Fatalf("the error is %v", err)
	}
	c.Unmoved(before)
	if got := c.Sent(); len(got) != 0 {
		t.Errorf("mails of what was not committed: %q", hosttest.KindsOf(got))
	}
	c.Time = c.Time.Add(time.Minute)
	if _, err := c.Intake.Receive(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	if row := c.LastReceived(); row.State != store.Accepted {
		t.Errorf("state %s", row.State)
	}
	if d := cmp.Diff([]string{"receipt " + hosttest.NorthAt}, hosttest.KindsOf(c.Sent())); d != "" {
		t.Errorf("mails (-want +got):\n%s", d)
	}
}

// What was stored and not finished is taken up at the next start, even if it is
// gone from the mailbox.
func TestResume(t *testing.T) {
	for _, step := range []hostclub.Step{hostclub.StepFetched, hostclub.StepTried, hostclub.StepRead, hostclub.StepPlayed} {
		t.Run(string(step), func(t *testing.T) {
			c := hosttest.NewClub(t)
			f := c.Fetched(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1"))))
			c.CutOff(step, func() { _, _ = c.Intake.Receive(t.Context(), f) })
			if row := c.LastReceived(); row.State != store.Received {
				t.Fatalf("state %s before", row.State)
			}
			c.Time = c.Time.Add(time.Minute) // a fault that was noticed has its pause
			hosttest.Check(t, c.Intake.Resume(t.Context()))
			if row := c.LastReceived(); row.State != store.Accepted {
				t.Errorf("state %s", row.State)
			}
		})
	}
}

// Two handlers with the same mail do its work once.
func TestTwoHandlers(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	f := c.Fetched(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1"))))
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
	if row := c.LastReceived(); row.State != store.Accepted {
		t.Errorf("state %s (%s)", row.State, row.Reason)
	}
	if d := cmp.Diff([]string{"receipt " + hosttest.NorthAt}, hosttest.KindsOf(c.Sent())); d != "" {
		t.Errorf("mails (-want +got):\n%s", d)
	}
}

// The sweep and the intake meet: either the orders count or the default, never
// both and never neither.
func TestSweepAgainstIntake(t *testing.T) {
	for range 10 {
		c := hosttest.NewClub(t, hosttest.Contract(post.Defaults))
		c.Order("south", "bid 0")
		raw := hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 3")))
		c.Time = hosttest.Noon.Add(hosttest.AnswerTime)
		f, until := c.Fetched(raw), c.Time
		done := make(chan error)
		go func() {
			_, err := c.Sweep(context.Background(), until)
			done <- err
		}()
		_, err := c.Intake.Receive(t.Context(), f)
		hosttest.Check(t, err)
		hosttest.Check(t, <-done)
		entries, err := c.Reports.Ledger(t.Context(), c.Game)
		hosttest.Check(t, err)
		last, row := entries[len(entries)-1], c.LastReceived()
		bids := 0
		for _, e := range entries {
			if e.Side == "north" {
				bids++
			}
		}
		played := last.Kind == "orders" && row.State == store.Accepted
		late := last.Kind == "default" && row.State == store.Stale
		if bids != 1 || !played && !late || c.Seat("north").Deadline == nil {
			t.Errorf("%d entries of north, the last is %s, the mail is %s (%s)", bids, last.Kind, row.State, row.Reason)
		}
	}
}

// A game that was played under another version of its ruleset is left alone, and
// does not hold up the deadlines of the others.
func TestOtherVersion(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Contract(post.Defaults))
	c.Change(func(tx store.Tx) error {
		snap, err := tx.LatestSnapshot(c.Game)
		if err != nil {
			return err
		}
		snap.Body = []byte(strings.Replace(string(snap.Body), `"version":"1"`, `"version":"0"`, 1))
		return tx.PutSnapshot(snap)
	})
	before := c.World()
	if _, err := c.Answers.Status(t.Context(), c.Game); !errors.Is(err, play.ErrReplay) {
		t.Errorf("the error is %v", err)
	}
	c.Time = hosttest.Noon.Add(hosttest.AnswerTime)
	if n := c.SweepNow(); n != 0 {
		t.Errorf("%d seats of a game that does not replay were dealt with", n)
	}
	c.Unmoved(before)
	c.Time = hosttest.Noon
	c.NewGame(hosttest.Contract(post.Defaults))
	c.Time = hosttest.Noon.Add(hosttest.AnswerTime)
	if n := c.SweepNow(); n != 2 {
		t.Errorf("%d seats of the other game were dealt with, want 2", n)
	}
}

// A database that fails for a moment breaks no game: the mail comes again.
func TestDatabaseFailsForAMoment(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Refereed)
	c.Sent()
	whole := c.Store
	sick := fmt.Errorf("%w: disk I/O error", store.ErrUnavailable)
	c.Store = &sickly{Store: whole, err: sick}
	f := c.Fetched(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1"))))
	if _, err := c.Intake.Receive(t.Context(), f); !errors.Is(err, sick) {
		t.Fatalf("the error is %v", err)
	}
	if row := c.LastReceived(); row.State != store.Received {
		t.Errorf("state %s (%s)", row.State, row.Reason)
	}
	if got := c.Sent(); len(got) != 0 {
		t.Errorf("mails: %q", hosttest.KindsOf(got))
	}
	c.Store = whole
	c.Time = c.Time.Add(time.Minute)
	if _, err := c.Intake.Receive(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	if row := c.LastReceived(); row.State != store.Accepted {
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
