package host_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"keryx/store"
)

// The first receipt of a player goes at once; a later one that waits to be joined with what follows
// is written within two minutes, however long receipts may wait here.
func TestReceiptsArePrompt(t *testing.T) {
	for _, first := range []bool{true, false} {
		c := newClub(t)
		c.Rules.ReceiptsWait.Duration = time.Hour
		c.sent()
		if !first {
			c.hadReceipts(northAt, southAt)
		}
		c.order("south", "bid 0")
		got := mailsTo(c.sent(), southAt)
		if first {
			if len(got) != 1 || got[0].Kind != "receipt" {
				t.Errorf("the first receipt: %q", kinds(got))
			}
			continue
		}
		if n, err := c.Reports.Receipts(t.Context(), c.now.Add(2*time.Minute-time.Second)); err != nil || n != 0 || len(got) > 0 {
			t.Errorf("%d receipts are written at once, %q is sent: %v", n, kinds(got), err)
		}
		if n, err := c.Reports.Receipts(t.Context(), c.now.Add(2*time.Minute)); err != nil || n != 1 {
			t.Errorf("%d receipts are written after two minutes: %v", n, err)
		}
	}
}

// hadReceipts notes of players that they have had a receipt before.
func (c *club) hadReceipts(addresses ...string) {
	c.t.Helper()
	for _, address := range addresses {
		check(c.t, c.Store.Update(c.t.Context(), func(tx store.Tx) error {
			player, err := tx.Player(address)
			player.Prefs = []byte(`{"receipt":true}`)
			return errors.Join(err, tx.UpdatePlayer(player))
		}))
	}
}

// A second unsigned mail of a day in the name of a player who is awaited is answered in one line, without a
// word of it: once an hour, and eight times a day. Who is not awaited hears of the first alone.
func TestFurtherUnsignedMail(t *testing.T) {
	c := newClub(t)
	c.sent()
	plain := func(from, text string) []store.OutboxMail {
		c.receive(letter(from, text))
		return mailsTo(c.sent(), from)
	}
	if got := plain(northAt, "bid 1 canary"); len(got) != 1 || got[0].Kind != "unsigned" {
		t.Fatalf("the first: %q", kinds(got))
	}
	lines := 0
	for i := range 26 {
		got := plain(northAt, strings.Repeat("canary ", i+2))
		for _, m := range got {
			if m.Kind == "unsigned" {
				continue // of another day
			}
			lines++
			if said := text(t, m); strings.Contains(string(m.Raw), "canary") || strings.Contains(strings.TrimSpace(said), "\n\n") || !says(t, m, "contained no valid orders either") {
				t.Errorf("the line: %s", said)
			}
		}
		if i == 0 && len(got) != 1 || i == 1 && len(got) != 0 {
			t.Errorf("mail %d in the hour: %q", i+2, kinds(got))
		}
		if i%2 == 1 && i < 23 {
			c.now = c.now.Add(55 * time.Minute)
		}
	}
	if lines < 4 || lines > 10 {
		t.Errorf("%d lines in half a day", lines)
	}
	c.join("mallory")
	c.sent()
	plain("mallory@example.org", "one")
	if got := plain("mallory@example.org", "two"); len(got) != 0 {
		t.Errorf("who is not awaited is told again: %q", kinds(got))
	}
}

// A receipt says until when the game waits for the opponent, who is asked by the same orders and gets his
// letter after it: the date that his own letter gives.
func TestReceiptSaysUntilWhen(t *testing.T) {
	c := newClub(t)
	c.sent()
	for _, side := range []string{"south", "north", "south", "north"} {
		seat := c.seat(side)
		if seat.Deadline == nil {
			continue
		}
		c.planned(side)
		for _, m := range c.sent() {
			if _, after, ok := strings.Cut(strings.Join(strings.Fields(text(t, m)), " "), "Waiting for "); ok {
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
