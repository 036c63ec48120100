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
	"keryx/adjudicator/host/post"
	"keryx/mail/wire"
	"keryx/store"
)

// carrier notes what it is given, and fails as told.
type carrier struct {
	bytes []string
	fail  func(n int, to string) error
}

func (c *carrier) Send(_ context.Context, _, to string, raw []byte) error {
	c.bytes = append(c.bytes, to+"\n"+string(raw))
	if c.fail != nil {
		return c.fail(len(c.bytes), to)
	}
	return nil
}

func (c *club) flush(k *carrier) int {
	c.t.Helper()
	n, err := c.Outbox.Flush(c.t.Context(), k)
	check(c.t, err)
	return n
}

func (c *club) outbox(id int64) (m store.OutboxMail) {
	c.t.Helper()
	c.view(func(tx store.ReadTx) (err error) {
		m, err = tx.OutboxMail(id)
		return err
	})
	return m
}

func TestFlush(t *testing.T) {
	c, k := newClub(t), &carrier{}
	if n := c.flush(k); n != 2 || len(k.bytes) != 2 {
		t.Fatalf("%d mails were sent, %d carried; want the two first reports", n, len(k.bytes))
	}
	if n := c.flush(k); n != 0 {
		t.Errorf("%d mails were sent again", n)
	}
}

func TestFlushTriesAgainWithTheSameBytes(t *testing.T) {
	for name, why := range map[string]error{"temporary": wire.ErrTemporary, "uncertain": wire.ErrUncertain} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t)
			k := &carrier{fail: func(n int, to string) error {
				if to == northAt && n <= 8 {
					return fmt.Errorf("busy: %w", why)
				}
				return nil
			}}
			if n := c.flush(k); n != 1 {
				t.Fatalf("%d mails were sent, want that to south", n)
			}
			var waits []time.Duration
			for len(k.bytes) < 9 {
				row := c.outbox(1)
				if row.State != store.Queued || row.LastError == "" {
					t.Fatalf("the mail to north is %s: %s", row.State, row.LastError)
				}
				waits = append(waits, row.NextAttempt.Sub(c.now))
				c.now = row.NextAttempt.Add(-time.Second)
				if c.flush(k) != 0 {
					t.Fatal("it was tried too early")
				}
				c.now = row.NextAttempt
				c.flush(k)
			}
			want := []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 4 * time.Hour, 4 * time.Hour, 4 * time.Hour}
			if d := cmp.Diff(want, waits); d != "" {
				t.Errorf("pauses (-want +got):\n%s", d)
			}
			if row := c.outbox(1); row.State != store.Sent {
				t.Errorf("the mail is %s", row.State)
			}
			for _, raw := range k.bytes[2:] {
				if raw != k.bytes[0] && !strings.Contains(raw, "Your deadline is later") {
					t.Fatal("another mail was sent than the first time")
				}
			}
		})
	}
}

func TestFlushGivesUp(t *testing.T) {
	c := newClub(t, func(n *post.NewGame) { n.Referee = "third@example.org" })
	k := &carrier{fail: func(_ int, to string) error {
		if to == northAt {
			return fmt.Errorf("no such user: %w", wire.ErrPermanent)
		}
		return nil
	}}
	c.flush(k)
	if row := c.outbox(1); row.State != store.Failed || row.Attempts != 1 {
		t.Errorf("the mail is %s after %d attempts", row.State, row.Attempts)
	}
	if !c.seat("north").Unreachable || c.seat("south").Unreachable {
		t.Error("the seat is not marked, or the wrong one")
	}
	if row := c.outbox(3); row.Kind != "notice" || row.Recipient != "third@example.org" || row.State != store.Sent {
		t.Errorf("the referee got %s to %s (%s)", row.Kind, row.Recipient, row.State)
	}
}

// A mail whose sender died with it is sent again when the lease has run out: the
// same bytes.
func TestFlushAfterADeadSender(t *testing.T) {
	c, k := newClub(t), &carrier{}
	c.stop(hostclub.StepSent, func() { c.flush(k) })
	c.flush(k)
	if len(k.bytes) != 2 {
		t.Fatalf("%d mails were carried while the lease holds", len(k.bytes))
	}
	c.now = c.now.Add(time.Hour)
	c.flush(k)
	if len(k.bytes) < 3 || k.bytes[2] != k.bytes[0] {
		t.Errorf("%d mails were carried; the last is the first: %t", len(k.bytes), k.bytes[len(k.bytes)-1] == k.bytes[0])
	}
}

// A clean stop puts the mail under way back at once.
func TestFlushStops(t *testing.T) {
	c := newClub(t)
	ctx, cancel := context.WithCancel(t.Context())
	k := &carrier{fail: func(int, string) error {
		cancel()
		return fmt.Errorf("cut off: %w", context.Canceled)
	}}
	if n, err := c.Outbox.Flush(ctx, k); n != 0 || err != nil && !errors.Is(err, context.Canceled) {
		t.Fatalf("%d sent: %v", n, err)
	}
	if row := c.outbox(1); row.State != store.Queued {
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
	c := newClub(t)
	whole := c.Store
	c.Store = &unread{Store: whole, views: 1}
	first := 0
	n, err := c.Outbox.Flush(t.Context(), carrying(func() error { first++; return nil }))
	check(t, err)
	c.Store = whole
	next := func() (at *time.Time) {
		c.view(func(tx store.ReadTx) (err error) { at, err = tx.NextSend(); return err })
		return at
	}
	at := next()
	if n != first || at == nil || at.After(c.now.Add(5*time.Second)) {
		t.Fatalf("%d mails went out of %d, the next goes at %v", n, first, at)
	}
	c.now = *at
	_, err = c.Outbox.Flush(t.Context(), carrying(func() error { return nil }))
	check(t, err)
	if at := next(); at != nil {
		t.Errorf("a mail waits until %s", at)
	}
}
