package host_test

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host"
	hostclub "keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
	"keryx/mail"
	"keryx/store"
)

// call looks for a substitute of a side.
func (c *club) call(side string) {
	c.t.Helper()
	check(c.t, c.Write(c.t.Context(), func(tx hostclub.Tx) error {
		game, err := tx.Game(c.game)
		check(c.t, err)
		seat, err := tx.Seat(c.game, side)
		check(c.t, err)
		return c.Offers.CallForSubstitute(tx, game, seat)
	}))
}

// A volunteer who is asked takes a side over by mail, gets its past in one mail and plays on; the
// one before him hears no more, and can do no more; then he has it back.
func TestTakeOver(t *testing.T) {
	c := newClub(t)
	c.order("north", "bid 1")
	old := c.orders("north", "bid 2")
	c.says("third", "volunteer\n")
	c.sent()
	c.call("north")
	c.call("north")
	said := c.said()
	if len(said) != 1 || strings.Count(said[thirdAt], "take "+c.game+" north") != 1 {
		t.Fatalf("who is asked: %v", said)
	}
	c.now = c.now.Add(time.Hour)
	if row := c.says("third", "take "+c.game+" north\n"); row.State != store.Command {
		t.Fatalf("%s: %s", row.State, row.Reason)
	}
	for _, m := range c.sent() {
		r, err := mail.ReadReport(m.Raw)
		check(t, err)
		switch {
		case m.Recipient == northAt && (!strings.Contains(r.Text, "in your place") || strings.Contains(r.Text, c.seat("north").Answers)):
			t.Errorf("the one before reads:\n%s", r.Text)
		case m.Recipient == southAt && !strings.Contains(r.Text, "Third plays North"):
			t.Errorf("the opponent reads:\n%s", r.Text)
		case m.Recipient == thirdAt && m.Kind == "welcome":
			whole := string(m.Raw)
			if !strings.Contains(whole, c.game+"-north-orders.txt") || !strings.Contains(whole, c.game+"-north-reports.txt") || !strings.Contains(r.Text, "taken over") {
				t.Errorf("the pack:\n%s", whole)
			}
		}
	}
	for _, text := range []string{old, c.orders("north", "bid 2"), "game " + c.game + "\nstatus\nreport\n", "game " + c.game + "\npress\nhello\n", "take " + c.game + " north\n"} {
		before := c.world()
		if row := c.says("north", text); row.State == store.Accepted || row.State == store.Command {
			t.Errorf("the one before is %s: %q", row.State, text)
		}
		c.unmoved(before)
		if s := c.said(); strings.Contains(s[northAt], "game status") || s[southAt] != "" {
			t.Errorf("%q is answered\n%v", text, s)
		}
	}
	if row := c.receive(letter(thirdAt, sign(t, people()["third"].ssh, c.orders("north", "bid 2"), c.now))); row.State != store.Accepted && row.State != store.Faulty {
		t.Errorf("the substitute: %s %s", row.State, row.Reason)
	}
	c.order2("south", "south", "bid 0")
	c.view(func(tx store.ReadTx) error {
		held, err := seating.Holdings(tx, c.game, "north")
		if len(held) != 2 || held[0].Player != northAt || held[1].Player != thirdAt || held[1].How != seating.BySubstitute || held[1].Turn < 1 {
			t.Errorf("held by %+v", held)
		}
		return err
	})
	if row := c.says("third", "rendre "+c.game+"\n"); row.State != store.Command {
		t.Errorf("handing back: %s %s", row.State, row.Reason)
	}
	if c.seat("north").Player != northAt {
		t.Error("it was not handed back")
	}
	if row := c.says("third", "game "+c.game+"\nstatus\n"); row.State != store.Faulty {
		t.Errorf("the substitute still asks: %s", row.State)
	}
	_, err := c.Games.Replay(t.Context(), c.game)
	check(t, err)
}

// order2 sends orders of somebody for a side, that must be accepted.
func (c *club) order2(name, side, text string) {
	c.t.Helper()
	if row := c.receive(letter(people()[name].address, c.signed(name, c.orders(side, text)))); row.State != store.Accepted {
		c.t.Fatalf("%s: %s", row.State, row.Reason)
	}
}

// Where nobody comes forward the machine takes the side, if the club lets it; else the referee
// is told. Who writes again keeps his side.
func TestLastResort(t *testing.T) {
	for _, allowed := range []bool{true, false} {
		c := newClub(t)
		c.Rules.Substitutes.Machine, c.Rules.Operator = allowed, "operator@example.org"
		c.sent()
		c.says("third", "volunteer\n")
		c.call("north")
		c.sent()
		c.sweep()
		if s := c.said(); len(s) != 0 {
			t.Errorf("at once: %v", s)
		}
		c.now = c.now.Add(hostclub.Usual().Substitutes.Wait.Duration)
		c.sweep()
		said := c.said()
		if machine := c.seat("north").Player == host.MachineAddress; machine != allowed {
			t.Errorf("the machine plays: %t", machine)
		}
		if allowed && !strings.Contains(said[southAt], "the machine plays") || !allowed && !strings.Contains(said["operator@example.org"], "no volunteer") {
			t.Errorf("allowed %t: %v", allowed, said)
		}
		c.sweep()
		if s := c.said(); s["operator@example.org"] != "" {
			t.Errorf("told again: %v", s)
		}
	}
	c := newClub(t)
	c.says("third", "volunteer\n")
	c.call("north")
	c.order("north", "bid 1")
	if row := c.says("third", "take "+c.game+" north\n"); row.State != store.Faulty {
		t.Errorf("taken from who is back: %s", row.State)
	}
}

// Nobody gets a side who has to do with the other one, or with the game.
func TestWhoMayTakeOver(t *testing.T) {
	c := newClub(t, func(n *post.NewGame) { n.Referee = thirdAt })
	for _, by := range []string{southAt, northAt, thirdAt, "mallory@example.org", ""} {
		if err := c.Seats.TakeOver(t.Context(), c.game, "north", by, seating.ByRuling); err == nil {
			t.Errorf("%q has it", by)
		}
	}
	check(t, c.Seats.TakeOver(t.Context(), c.game, "north", "machine", seating.ByRuling))
	if err := c.Seats.TakeOver(t.Context(), c.game, "south", northAt, seating.ByRuling); err == nil {
		t.Error("who knows the north plays the south")
	}
}
