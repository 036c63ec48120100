package post_test

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
	"keryx/adjudicator/host/post"
	"keryx/mail/wire"
	"keryx/store"
)

func TestFlush(t *testing.T) {
	c, k := hosttest.NewClub(t), &hosttest.Carrier{}
	if n := c.Flush(k); n != 2 || len(k.Bytes) != 2 {
		t.Fatalf("%d mails were sent, %d carried; want the two first reports", n, len(k.Bytes))
	}
	if n := c.Flush(k); n != 0 {
		t.Errorf("%d mails were sent again", n)
	}
}

func TestFlushTriesAgainWithTheSameBytes(t *testing.T) {
	for name, why := range map[string]error{"temporary": wire.ErrTemporary, "uncertain": wire.ErrUncertain} {
		t.Run(name, func(t *testing.T) {
			c := hosttest.NewClub(t)
			k := &hosttest.Carrier{Fail: func(n int, to string) error {
				if to == hosttest.NorthAt && n <= 8 {
					return fmt.Errorf("busy: %w", why)
				}
				return nil
			}}
			if n := c.Flush(k); n != 1 {
				t.Fatalf("%d mails were sent, want that to south", n)
			}
			var waits []time.Duration
			for len(k.Bytes) < 9 {
				row := c.Queued(1)
				if row.State != store.Queued || row.LastError == "" {
					t.Fatalf("the mail to north is %s: %s", row.State, row.LastError)
				}
				waits = append(waits, row.NextAttempt.Sub(c.Time))
				c.Time = row.NextAttempt.Add(-time.Second)
				if c.Flush(k) != 0 {
					t.Fatal("it was tried too early")
				}
				c.Time = row.NextAttempt
				c.Flush(k)
			}
			want := []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 4 * time.Hour, 4 * time.Hour, 4 * time.Hour}
			if d := cmp.Diff(want, waits); d != "" {
				t.Errorf("pauses (-want +got):\n%s", d)
			}
			if row := c.Queued(1); row.State != store.Sent {
				t.Errorf("the mail is %s", row.State)
			}
			for _, raw := range k.Bytes[2:] {
				if raw != k.Bytes[0] && !strings.Contains(raw, "Your deadline is later") {
					t.Fatal("another mail was sent than the first time")
				}
			}
		})
	}
}

func TestFlushGivesUp(t *testing.T) {
	c := hosttest.NewClub(t, func(n *post.NewGame) { n.Referee = "third@example.org" })
	k := &hosttest.Carrier{Fail: func(_ int, to string) error {
		if to == hosttest.NorthAt {
			return fmt.Errorf("no such user: %w", wire.ErrPermanent)
		}
		return nil
	}}
	c.Flush(k)
	if row := c.Queued(1); row.State != store.Failed || row.Attempts != 1 {
		t.Errorf("the mail is %s after %d attempts", row.State, row.Attempts)
	}
	if !c.Seat("north").Unreachable || c.Seat("south").Unreachable {
		t.Error("the seat is not marked, or the wrong one")
	}
	if row := c.Queued(3); row.Kind != "notice" || row.Recipient != "third@example.org" || row.State != store.Sent {
		t.Errorf("the referee got %s to %s (%s)", row.Kind, row.Recipient, row.State)
	}
}

// A mail whose sender died with it is sent again when the lease has run out: the
// same bytes.
func TestFlushAfterADeadSender(t *testing.T) {
	c, k := hosttest.NewClub(t), &hosttest.Carrier{}
	c.CrashAfter(hostclub.StepSent, func() { c.Flush(k) })
	c.Flush(k)
	if len(k.Bytes) != 2 {
		t.Fatalf("%d mails were carried while the lease holds", len(k.Bytes))
	}
	c.Time = c.Time.Add(time.Hour)
	c.Flush(k)
	if len(k.Bytes) < 3 || k.Bytes[2] != k.Bytes[0] {
		t.Errorf("%d mails were carried; the last is the first: %t", len(k.Bytes), k.Bytes[len(k.Bytes)-1] == k.Bytes[0])
	}
}

// A clean stop puts the mail under way back at once.
func TestFlushStops(t *testing.T) {
	c := hosttest.NewClub(t)
	ctx, cancel := context.WithCancel(t.Context())
	k := &hosttest.Carrier{Fail: func(int, string) error {
		cancel()
		return fmt.Errorf("cut off: %w", context.Canceled)
	}}
	if n, err := c.Outbox.Flush(ctx, k); n != 0 || err != nil && !errors.Is(err, context.Canceled) {
		t.Fatalf("%d sent: %v", n, err)
	}
	if row := c.Queued(1); row.State != store.Queued {
		t.Errorf("the mail is %s", row.State)
	}
}

// unread is a store whose next views find the database out of reach.
type unread struct {
	store.Store
	views int
}

func (u *unread) View(ctx context.Context, f func(store.ReadTx) error) error {
	if u.views--; u.views >= 0 {
		return fmt.Errorf("begin reading: %w", store.ErrUnavailable)
	}
	return u.Store.View(ctx, f)
}

// A mail that could not be looked at while the database was away waits for seconds, not for as
// long as one that a server would not take.
func TestMailWaitsForTheDatabase(t *testing.T) {
	c := hosttest.NewClub(t)
	whole := c.Store
	c.Store = &unread{Store: whole, views: 1}
	first := 0
	n, err := c.Outbox.Flush(t.Context(), hosttest.Carrying(func() error { first++; return nil }))
	hosttest.Check(t, err)
	c.Store = whole
	next := func() (at *time.Time) {
		c.View(func(tx store.ReadTx) (err error) { at, err = tx.NextSend(); return err })
		return at
	}
	at := next()
	if n != first || at == nil || at.After(c.Time.Add(5*time.Second)) {
		t.Fatalf("%d mails went out of %d, the next goes at %v", n, first, at)
	}
	c.Time = *at
	_, err = c.Outbox.Flush(t.Context(), hosttest.Carrying(func() error { return nil }))
	hosttest.Check(t, err)
	if at := next(); at != nil {
		t.Errorf("a mail waits until %s", at)
	}
}
