package intake_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"github.com/google/go-cmp/cmp"

	hostclub "keryx/adjudicator/host/club"
	"keryx/mail/wire"
	"keryx/store"
)

// die begins the work on all that waits and ends the process in the middle of it, as far
// as the store can tell.
func die(c *hosttest.Club, at hostclub.Step) {
	c.T.Helper()
	defer func() {
		c.Trace = nil
		_ = recover()
	}()
	c.Trace = func(s hostclub.Step) {
		if s == at {
			panic("killed")
		}
	}
	_ = c.Intake.Resume(c.T.Context())
}

// TestInterruptionsAreNoFault ends the process in the middle of the work on an honest
// mail, again and again. The mail waits longer each time, others go on, and in the end
// it is played.
func TestInterruptionsAreNoFault(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Refereed)
	c.Sent()
	c.Stored(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1"))))
	id := c.LastReceived().ID
	waited := time.Duration(0)
	for death := range 7 {
		die(c, hostclub.StepTried)
		row := storedMessage(c, id)
		if row.State != store.Received || row.Tries != death+1 {
			t.Fatalf("after %d deaths it is %s (%s), %d tries", death+1, row.State, row.Reason, row.Tries)
		}
		if pause := row.NextTry.Sub(c.Time); pause < waited {
			t.Errorf("after %d deaths the pause is %s, before it was %s", death+1, pause, waited)
		} else {
			waited = pause
		}
		c.Time = *row.NextTry
	}
	if waited < time.Hour {
		t.Errorf("the last pause is %s", waited)
	}
	c.Order("south", "bid 0") // nobody else waits for it
	hosttest.Check(t, c.Intake.Resume(t.Context()))
	if row := storedMessage(c, id); row.State != store.Accepted {
		t.Errorf("it is %s (%s)", row.State, row.Reason)
	}
	if got := hosttest.KindsOf(c.Sent()); !slices.Contains(got, "receipt "+hosttest.NorthAt) || slices.Contains(got, "notice "+hosttest.ThirdAt) {
		t.Errorf("mails %q", got)
	}
}

// storedMessage reads a message of the inbox.
func storedMessage(c *hosttest.Club, id int64) (row store.InboxMessage) {
	c.T.Helper()
	c.View(func(tx store.ReadTx) (err error) {
		row, err = tx.InboxMessage(id)
		return err
	})
	return row
}

// TestDeadlyMailIsSetAside has a mail end the process each time that it is worked on, and
// still do so while its author is looked for, a few times or always. It is set aside, and
// its author hears of it where he can be found.
func TestDeadlyMailIsSetAside(t *testing.T) {
	for name, tt := range map[string]struct {
		readings int // that end the process too
		want     []string
	}{
		"can be read":       {0, []string{"notice " + hosttest.ThirdAt, "notice " + hosttest.NorthAt}},
		"can be read later": {2, []string{"notice " + hosttest.ThirdAt, "notice " + hosttest.NorthAt}},
		"cannot be read":    {9, []string{"notice " + hosttest.ThirdAt}},
	} {
		t.Run(name, func(t *testing.T) {
			c := hosttest.NewClub(t, hosttest.Refereed)
			c.Sent()
			c.Stored(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1"))))
			for n := range 8 + tt.readings {
				if row := c.LastReceived(); row.State.Final() {
					if n < 8+3 {
						t.Fatalf("%s after %d deaths", row.State, n)
					}
					break
				}
				if row := c.LastReceived(); row.NextTry != nil {
					c.Time = *row.NextTry
				}
				die(c, hostclub.StepTried)
			}
			if row := c.LastReceived(); !row.State.Final() {
				c.Time = *row.NextTry
				hosttest.Check(t, c.Intake.Resume(t.Context()))
			}
			if row := c.LastReceived(); row.State != store.Poison || !strings.Contains(row.Reason, "begun 8 times") {
				t.Errorf("it is %s (%s)", row.State, row.Reason)
			}
			if d := cmp.Diff(tt.want, hosttest.KindsOf(c.Sent())); d != "" {
				t.Errorf("mails (-want +got):\n%s", d)
			}
		})
	}
}

// full is a store without room: what is written is refused, from some update on and as
// long as it is.
type full struct {
	store.Store
	after int // updates that still find room
	err   error
}

func (s *full) Update(ctx context.Context, f func(store.Tx) error) error {
	if s.after--; s.after >= 0 || s.err == nil {
		return s.Store.Update(ctx, f)
	}
	return s.Store.Update(ctx, func(tx store.Tx) error { return errors.Join(f(tx), s.err) })
}

// TestFullDiskIsNoFault fills the disk at each moment of the work on a mail, a hundred
// times over. The mail is never set aside, waits longer and longer, and is played when
// there is room.
func TestFullDiskIsNoFault(t *testing.T) {
	for after := range 4 {
		t.Run(fmt.Sprint(after), func(t *testing.T) {
			c := hosttest.NewClub(t, hosttest.Refereed)
			c.Sent()
			c.Stored(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1"))))
			disk := &full{Store: c.Store, err: fmt.Errorf("%w: database or disk is full", store.ErrUnavailable)}
			c.Store = disk
			for range 100 {
				disk.after = after
				_ = c.Intake.Resume(t.Context())
				row := c.LastReceived()
				if row.State.Final() {
					break
				}
				c.Time = c.Time.Add(time.Hour)
			}
			if row := c.LastReceived(); row.State != store.Received && (row.State != store.Accepted || after < 2) {
				t.Fatalf("it is %s (%s)", row.State, row.Reason)
			}
			disk.err = nil
			hosttest.Check(t, c.Intake.Resume(t.Context()))
			if row := c.LastReceived(); row.State != store.Accepted {
				t.Errorf("it is %s (%s)", row.State, row.Reason)
			}
			if d := cmp.Diff([]string{"receipt " + hosttest.NorthAt}, hosttest.KindsOf(c.Sent())); d != "" {
				t.Errorf("mails (-want +got):\n%s", d)
			}
		})
	}
}

// A player is told what became of his mail whether there is a referee or not, and
// strangers hear nothing.
func TestAuthorIsToldWithoutAReferee(t *testing.T) {
	for name, tt := range map[string]struct {
		from, body func(c *hosttest.Club) string
		want       []string
	}{
		"proven":               {nil, nil, []string{"notice " + hosttest.NorthAt}},
		"proven, from another": {func(*hosttest.Club) string { return "mallory@example.net" }, nil, []string{"notice " + hosttest.NorthAt}},
		"a claim":              {nil, func(*hosttest.Club) string { return "hello\n" }, []string{"notice " + hosttest.NorthAt}},
		"a stranger":           {func(*hosttest.Club) string { return "mallory@example.net" }, func(*hosttest.Club) string { return "hello\n" }, []string{}},
	} {
		t.Run(name, func(t *testing.T) {
			c := hosttest.NewClub(t)
			c.Sent()
			from, body := hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1"))
			if tt.from != nil {
				from = tt.from(c)
			}
			if tt.body != nil {
				body = tt.body(c)
			}
			whole := c.Store
			c.Store = &sickly{Store: whole, err: errors.New("a fault of ours")}
			f := c.Fetched(hosttest.Letter(from, body))
			for range 2 {
				c.Trace = func(s hostclub.Step) {
					if s == hostclub.StepRead && tt.body != nil {
						panic("a fault of ours")
					}
				}
				_, _ = c.Intake.Receive(t.Context(), f)
				c.Time = c.Time.Add(time.Minute)
			}
			if row := c.LastReceived(); row.State != store.Poison {
				t.Errorf("it is %s (%s)", row.State, row.Reason)
			}
			if d := cmp.Diff(tt.want, hosttest.KindsOf(c.Sent())); d != "" {
				t.Errorf("mails (-want +got):\n%s", d)
			}
		})
	}
}

// A message that is put off comes again without an alarm in the log.
func TestPutOffIsQuiet(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Store = &sickly{Store: c.Store, err: fmt.Errorf("%w: locked", store.ErrUnavailable)}
	f := c.Fetched(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1"))))
	if _, err := c.Intake.Receive(t.Context(), f); err == nil || errors.Is(err, wire.ErrLater) {
		t.Errorf("the first time: %v", err)
	}
	if _, err := c.Intake.Receive(t.Context(), f); !errors.Is(err, wire.ErrLater) {
		t.Errorf("at once again: %v", err)
	}
	if row := c.LastReceived(); row.Delays != 1 || row.Tries != 0 || row.Faults != 0 || !strings.Contains(row.Reason, "locked") {
		t.Errorf("%d delays, %d tries, %d faults: %s", row.Delays, row.Tries, row.Faults, row.Reason)
	}
}
