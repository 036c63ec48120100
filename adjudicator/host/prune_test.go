package host_test

import (
	"testing"

	"keryx/store"
)

// What strangers sent loses its bytes after a month; what players sent never does, and
// a copy of what was dropped is not worked on again.
func TestPrune(t *testing.T) {
	c := newClub(t)
	spam := []byte("From: stranger@elsewhere.example\r\nTo: orders@keryx.test\r\nSubject: win\r\nMessage-ID: <1@elsewhere.example>\r\n\r\nBuy now\r\n")
	row := c.receive(spam)
	if row.State == store.Received {
		t.Fatalf("the spam is %s", row.State)
	}
	c.order("north", "bid 0")
	played := c.lastReceived()
	prune := func(want int) {
		t.Helper()
		got, err := c.Games.Prune(t.Context(), 30)
		check(t, err)
		if got.Messages != want {
			t.Errorf("%d mails pruned, want %d", got.Messages, want)
		}
	}
	prune(0)
	c.now = c.now.AddDate(0, 0, 31)
	prune(1)
	prune(0)
	c.view(func(tx store.ReadTx) error {
		for id, gone := range map[int64]bool{row.ID: true, played.ID: false} {
			m, err := tx.InboxMessage(id)
			check(t, err)
			if (len(m.Raw) == 0) != gone {
				t.Errorf("mail %d (%s) has %d bytes", id, m.State, len(m.Raw))
			}
		}
		return nil
	})
	if last := c.receive(spam); last.ID != played.ID {
		t.Errorf("a copy of what was dropped is a new mail, %d, %s", last.ID, last.State)
	}
}
