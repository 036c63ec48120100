package intake_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/store"
)

// What is looked at for the server's keeper does not replay every game: a broken one is known
// from where it was found to be, by a mail or by the inspection, until it is whole.
func TestBrokenGamesAreKnown(t *testing.T) {
	c := hosttest.NewClub(t)
	for range 3 {
		c.NewGame()
	}
	broken := func() string {
		t.Helper()
		o, err := c.Answers.Overview(t.Context())
		hosttest.Check(t, err)
		if o.Running != 4 || o.Paused != 0 || o.Ended != 0 {
			t.Errorf("%d games run, %d are paused, %d over", o.Running, o.Paused, o.Ended)
		}
		ids := ""
		for id := range o.Broken {
			ids += id
		}
		return ids
	}
	mend := breakGame(c)
	if got := broken(); got != "" {
		t.Errorf("%s is known to be broken, and nobody has looked", got)
	}
	c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 1"))))
	if got := broken(); got != c.Game {
		t.Errorf("after a mail %q is known to be broken, want %s", got, c.Game)
	}
	mend()
	if got := broken(); got != "" {
		t.Errorf("%s is called broken, and is whole", got)
	}
	if n, err := c.Upkeep.Inspect(t.Context()); n != 0 || err != nil {
		t.Errorf("%d games are broken: %v", n, err)
	}
	breakGame(c)
	if n, err := c.Upkeep.Inspect(t.Context()); n != 1 || err != nil {
		t.Errorf("%d games are broken: %v", n, err)
	}
	if got := broken(); got != c.Game {
		t.Errorf("after the inspection %q is known to be broken, want %s", got, c.Game)
	}
}

// counting is a store that counts its transactions.
type counting struct {
	store.Store
	views, updates int
}

func (s *counting) View(ctx context.Context, f func(store.ReadTx) error) error {
	s.views++
	return s.Store.View(ctx, f)
}

func (s *counting) Update(ctx context.Context, f func(store.Tx) error) error {
	s.updates++
	return s.Store.Update(ctx, f)
}

// The inspection writes nothing where all is whole, and takes up no more than what was set
// aside for a game that was broken.
func TestInspectionOnlyLooks(t *testing.T) {
	c := hosttest.NewClub(t)
	for range 5 {
		c.NewGame()
	}
	var other int64
	c.Change(func(tx store.Tx) error {
		row, _, err := tx.AddInbox(store.InboxMessage{ContentHash: store.Digest{1}, InternalDate: c.Time, FirstSeen: c.Time, Receipt: c.Time,
			State: store.Poison, Reason: "panic", Game: c.Game, Side: "north"})
		other = row.ID
		return err
	})
	whole := c.Store
	watch := &counting{Store: whole}
	c.Store = watch
	n, err := c.Upkeep.Inspect(t.Context())
	c.Store = whole
	if n != 0 || err != nil || watch.updates != 0 {
		t.Errorf("%d games are broken (%v), %d transactions wrote", n, err, watch.updates)
	}
	c.View(func(tx store.ReadTx) error {
		row, err := tx.InboxMessage(other)
		if row.State != store.Poison {
			t.Errorf("a message that was set aside for another reason is %s", row.State)
		}
		return err
	})
}

// The keys of many players are looked at in pieces, and each is told of once however often
// the look is cut off.
func TestExpiryInPieces(t *testing.T) {
	c := hosttest.NewClub(t)
	for n := range 250 {
		hosttest.Check(t, c.Seats.AddPlayer(t.Context(), store.Player{Address: fmt.Sprintf("p%03d@example.org", n), Name: "P", Language: "en", TimeZone: "UTC"}))
	}
	fingerprint := hosttest.People()["third"].SSH.Public().Fingerprint
	_, err := c.Keys.ExpireKey(t.Context(), fingerprint, c.Time.Add(5*24*time.Hour))
	hosttest.Check(t, err)
	c.Sent()
	whole := c.Store
	told := 0
	for range 10 {
		c.Store = &hosttest.Dying{Store: whole, Left: 1}
		n, err := c.Keys.WarnExpiry(t.Context())
		c.Store = whole
		if told += n; err == nil {
			break
		}
	}
	if told != 1 {
		t.Errorf("%d keys were told of, want 1", told)
	}
	var notices []string
	for _, m := range c.Sent() {
		notices = append(notices, m.Recipient)
	}
	if len(notices) != 1 || notices[0] != hosttest.People()["third"].Address {
		t.Errorf("notices to %q", notices)
	}
	if n, err := c.Keys.WarnExpiry(t.Context()); n != 0 || err != nil {
		t.Errorf("%d keys were told of again: %v", n, err)
	}
}
