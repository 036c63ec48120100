package host_test

import (
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/store"
)

// What strangers sent loses its bytes after a month; what players sent never does, and
// a copy of what was dropped is not worked on again.
func TestPrune(t *testing.T) {
	c := hosttest.NewClub(t)
	spam := []byte("From: stranger@elsewhere.example\r\nTo: orders@keryx.test\r\nSubject: win\r\nMessage-ID: <1@elsewhere.example>\r\n\r\nBuy now\r\n")
	row := c.Receive(spam)
	if row.State == store.Received {
		t.Fatalf("the spam is %s", row.State)
	}
	c.Order("north", "bid 0")
	played := c.LastReceived()
	prune := func(want int) {
		t.Helper()
		got, err := c.Games.Prune(t.Context(), 30)
		hosttest.Check(t, err)
		if got.Messages != want {
			t.Errorf("%d mails pruned, want %d", got.Messages, want)
		}
	}
	prune(0)
	c.Time = c.Time.AddDate(0, 0, 31)
	prune(1)
	prune(0)
	c.View(func(tx store.ReadTx) error {
		for id, gone := range map[int64]bool{row.ID: true, played.ID: false} {
			m, err := tx.InboxMessage(id)
			hosttest.Check(t, err)
			if (len(m.Raw) == 0) != gone {
				t.Errorf("mail %d (%s) has %d bytes", id, m.State, len(m.Raw))
			}
		}
		return nil
	})
	if last := c.Receive(spam); last.ID != played.ID {
		t.Errorf("a copy of what was dropped is a new mail, %d, %s", last.ID, last.State)
	}
}
