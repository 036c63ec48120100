package host_test

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/store"
)

// The first receipt of a player goes at once; a later one that waits to be joined with what follows
// is written within two minutes, however long receipts may wait here.
func TestReceiptsArePrompt(t *testing.T) {
	for _, first := range []bool{true, false} {
		c := hosttest.NewClub(t)
		c.Rules.ReceiptsWait.Duration = time.Hour
		c.Sent()
		if !first {
			hosttest.HadReceipts(c, hosttest.NorthAt, hosttest.SouthAt)
		}
		c.Order("south", "bid 0")
		got := hosttest.MailsTo(c.Sent(), hosttest.SouthAt)
		if first {
			if len(got) != 1 || got[0].Kind != "receipt" {
				t.Errorf("the first receipt: %q", hosttest.KindsOf(got))
			}
			continue
		}
		if n, err := c.Reports.Receipts(t.Context(), c.Time.Add(2*time.Minute-time.Second)); err != nil || n != 0 || len(got) > 0 {
			t.Errorf("%d receipts are written at once, %q is sent: %v", n, hosttest.KindsOf(got), err)
		}
		if n, err := c.Reports.Receipts(t.Context(), c.Time.Add(2*time.Minute)); err != nil || n != 1 {
			t.Errorf("%d receipts are written after two minutes: %v", n, err)
		}
	}
}

// A second unsigned mail of a day in the name of a player who is awaited is answered in one line, without a
// word of it: once an hour, and eight times a day. Who is not awaited hears of the first alone.
func TestFurtherUnsignedMail(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	plain := func(from, text string) []store.OutboxMail {
		c.Receive(hosttest.Letter(from, text))
		return hosttest.MailsTo(c.Sent(), from)
	}
	if got := plain(hosttest.NorthAt, "bid 1 canary"); len(got) != 1 || got[0].Kind != "unsigned" {
		t.Fatalf("the first: %q", hosttest.KindsOf(got))
	}
	lines := 0
	for i := range 26 {
		got := plain(hosttest.NorthAt, strings.Repeat("canary ", i+2))
		for _, m := range got {
			if m.Kind == "unsigned" {
				continue // of another day
			}
			lines++
			if said := hosttest.TextOf(t, m); strings.Contains(string(m.Raw), "canary") || strings.Contains(strings.TrimSpace(said), "\n\n") || !hosttest.Says(t, m, "contained no valid orders either") {
				t.Errorf("the line: %s", said)
			}
		}
		if i == 0 && len(got) != 1 || i == 1 && len(got) != 0 {
			t.Errorf("mail %d in the hour: %q", i+2, hosttest.KindsOf(got))
		}
		if i%2 == 1 && i < 23 {
			c.Time = c.Time.Add(55 * time.Minute)
		}
	}
	if lines < 4 || lines > 10 {
		t.Errorf("%d lines in half a day", lines)
	}
	c.AddObserver("mallory")
	c.Sent()
	plain("mallory@example.org", "one")
	if got := plain("mallory@example.org", "two"); len(got) != 0 {
		t.Errorf("who is not awaited is told again: %q", hosttest.KindsOf(got))
	}
}

// A receipt says until when the game waits for the opponent, who is asked by the same orders and gets his
// letter after it: the date that his own letter gives.
func TestReceiptSaysUntilWhen(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	for _, side := range []string{"south", "north", "south", "north"} {
		seat := c.Seat(side)
		if seat.Deadline == nil {
			continue
		}
		hosttest.Planned(c, side)
		for _, m := range c.Sent() {
			if _, after, ok := strings.Cut(strings.Join(strings.Fields(hosttest.TextOf(t, m)), " "), "Waiting for "); ok {
				if who, _, _ := strings.Cut(after, " Report code"); !strings.Contains(who, "until") {
					t.Errorf("%s: waiting for %q", m.Kind, who)
				} else {
					return
				}
			}
		}
	}
	t.Error("no letter says for whom the game waits")
}
