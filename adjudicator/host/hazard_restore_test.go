package host_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"keryx/store"
	"keryx/store/sqlite"
)

// TestHazardRestore goes back to a copy of the database that is older than the last
// mails. The orders come again from the mailbox; what was mailed of them before is
// mailed again under the same Message-IDs, so that readers see it is the same.
func TestHazardRestore(t *testing.T) {
	c := newClub(t)
	copied := filepath.Join(t.TempDir(), "older.db")
	check(t, c.Store.Backup(t.Context(), copied))
	c.sent()
	file := letter(northAt, c.signed("north", c.orders("north", "bid 2")))
	ids := func(c *club) (all []string) {
		t.Helper()
		if row := c.receive(file); row.State != store.Accepted {
			t.Fatalf("state %s (%s)", row.State, row.Reason)
		}
		for _, m := range c.sent() {
			all = append(all, m.Kind+" "+m.MessageID)
		}
		return all
	}
	before := ids(c)

	db, err := sqlite.Open(t.Context(), copied)
	check(t, err)
	t.Cleanup(func() { check(t, db.Close()) })
	later := noon.Add(time.Hour)
	restored := &club{t: t, now: later, path: copied, game: c.game, Host: newHost(db, func() time.Time { return later })}
	restored.sent()
	if d := cmp.Diff(before, ids(restored)); d != "" {
		t.Errorf("mails (-first +after the restore):\n%s", d)
	}
}

// TestHazardHandover gives a seat to another player.
func TestHazardHandover(t *testing.T) {
	c := newClub(t)
	thirdAt := people()["third"].address
	c.update(func(tx store.Tx) error {
		seat, err := tx.Seat(c.game, "north")
		if err != nil {
			return err
		}
		seat.Player = thirdAt
		return tx.UpdateSeat(seat)
	})
	c.sent()
	c.wantState(letter(northAt, c.signed("north", c.orders("north", "bid 1"))), store.Foreign)
	for _, m := range c.sent() {
		if m.Recipient != northAt || strings.Contains(text(t, m), c.seat("north").Answers) || m.Game != "" {
			t.Errorf("who has given up the seat gets a %s:\n%s", m.Kind, text(t, m))
		}
	}
	c.wantState(letter(thirdAt, c.signed("third", c.orders("north", "bid 2"))), store.Accepted)
	c.order("south", "bid 0")
	for _, m := range c.sent() {
		if m.Recipient == northAt {
			t.Errorf("a %s still goes to the former player", m.Kind)
		}
	}
}
