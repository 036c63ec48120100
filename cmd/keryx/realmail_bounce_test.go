//go:build linux

package main

import (
	"strings"
	"testing"

	"keryx/store"
)

// requests asks for this and that with the players' own programs.
func (c *realClub) requests(t *testing.T) {
	for _, tt := range []struct {
		from *realPlayer
		shape
		file, says string
	}{
		{c.anna, thunderbird, "keryx request 1\nhelp hellespont\n", "use advantage for initiative"},
		{c.anna, mutt, "status\n", "This is the state of the game"},
		{c.bruno, outlook, "odds naval in M4 2xT10 against T20\n", "Athens wins in"},
		{c.bruno, outlook, "report turn 1\n", "a copy of the report"},
	} {
		before := len(c.arrived(t))
		d := tt.from.draft("<none@players.test>", "requests", tt.file)
		tt.from.send(d, tt.shape)
		if m := c.next(t, before); m.State != store.Command {
			t.Errorf("%q is %s (%s)", tt.file, m.State, m.Reason)
			continue
		}
		if r := c.reply(t, tt.from, d.id); !strings.Contains(r.Text, tt.says) {
			t.Errorf("the answer to %q does not say %q:\n%s", tt.file, tt.says, r.Text)
		}
	}
}

// bounce moves a player to an address that Postfix accepts mail for and cannot
// deliver to: its own notification marks the seat, and a mail from him unmarks it.
func (c *realClub) bounce(t *testing.T) {
	const gone = "gone@players.test"
	move := func(from, to string) {
		err := c.host.Store.Update(t.Context(), func(tx store.Tx) error { return tx.ChangeAddress(from, to) })
		if err != nil {
			t.Fatal(err)
		}
	}
	unreachable := func() (is bool) {
		err := c.host.Store.View(t.Context(), func(tx store.ReadTx) error {
			seat, err := tx.Seat(realGame, "sparta")
			is = seat.Unreachable
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return is
	}
	move(c.bruno.address, gone)
	before := len(c.arrived(t))
	c.bruno.send(c.bruno.draft("<none@players.test>", "requests", "status\n"), outlook)
	c.until(t, "notification from Postfix", func() bool { return len(c.arrived(t)) == before+2 && unreachable() })
	if m := c.arrived(t)[0]; m.State != store.Automatic || !strings.Contains(m.Reason, "failed 5.") {
		t.Errorf("the notification is %s (%s)", m.State, m.Reason)
	}
	move(gone, c.bruno.address)
	c.bruno.send(c.bruno.draft("<none@players.test>", "requests", "help\n"), outlook)
	c.until(t, "end of the mark", func() bool { return !unreachable() })
}
