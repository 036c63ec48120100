package seating_test

import (
	"strings"
	"testing"
	"time"

	hostclub "keryx/adjudicator/host/club"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
	"keryx/mail"
	"keryx/store"
)

// A volunteer who is asked takes a side over by mail, gets its past in one mail and plays on; the
// one before him hears no more, and can do no more; then he has it back.
func TestTakeOver(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Order("north", "bid 1")
	old := c.Orders("north", "bid 2")
	c.Mails("third", "volunteer\n")
	c.Sent()
	c.CallSubstitute("north")
	c.CallSubstitute("north")
	said := c.Said()
	if len(said) != 1 || strings.Count(said[hosttest.ThirdAt], "take "+c.Game+" north") != 1 {
		t.Fatalf("who is asked: %v", said)
	}
	c.Time = c.Time.Add(time.Hour)
	if row := c.Mails("third", "take "+c.Game+" north\n"); row.State != store.Command {
		t.Fatalf("%s: %s", row.State, row.Reason)
	}
	for _, m := range c.Sent() {
		r, err := mail.ReadReport(m.Raw)
		hosttest.Check(t, err)
		switch {
		case m.Recipient == hosttest.NorthAt && (!strings.Contains(r.Text, "in your place") || strings.Contains(r.Text, c.Seat("north").Answers)):
			t.Errorf("the one before reads:\n%s", r.Text)
		case m.Recipient == hosttest.SouthAt && !strings.Contains(r.Text, "Third plays North"):
			t.Errorf("the opponent reads:\n%s", r.Text)
		case m.Recipient == hosttest.ThirdAt && m.Kind == "welcome":
			whole := string(m.Raw)
			if !strings.Contains(whole, c.Game+"-north-orders.txt") || !strings.Contains(whole, c.Game+"-north-reports.txt") || !strings.Contains(r.Text, "taken over") {
				t.Errorf("the pack:\n%s", whole)
			}
		}
	}
	for _, text := range []string{old, c.Orders("north", "bid 2"), "game " + c.Game + "\nstatus\nreport\n", "game " + c.Game + "\npress\nhello\n", "take " + c.Game + " north\n"} {
		before := c.World()
		if row := c.Mails("north", text); row.State == store.Accepted || row.State == store.Command {
			t.Errorf("the one before is %s: %q", row.State, text)
		}
		c.Unmoved(before)
		if s := c.Said(); strings.Contains(s[hosttest.NorthAt], "game status") || s[hosttest.SouthAt] != "" {
			t.Errorf("%q is answered\n%v", text, s)
		}
	}
	if row := c.Receive(hosttest.Letter(hosttest.ThirdAt, hosttest.Sign(t, hosttest.People()["third"].SSH, c.Orders("north", "bid 2"), c.Time))); row.State != store.Accepted && row.State != store.Faulty {
		t.Errorf("the substitute: %s %s", row.State, row.Reason)
	}
	c.OrderAs("south", "south", "bid 0")
	c.View(func(tx store.ReadTx) error {
		held, err := seating.Holdings(tx, c.Game, "north")
		if len(held) != 2 || held[0].Player != hosttest.NorthAt || held[1].Player != hosttest.ThirdAt || held[1].How != seating.BySubstitute || held[1].Turn < 1 {
			t.Errorf("held by %+v", held)
		}
		return err
	})
	if row := c.Mails("third", "rendre "+c.Game+"\n"); row.State != store.Command {
		t.Errorf("handing back: %s %s", row.State, row.Reason)
	}
	if c.Seat("north").Player != hosttest.NorthAt {
		t.Error("it was not handed back")
	}
	if row := c.Mails("third", "game "+c.Game+"\nstatus\n"); row.State != store.Faulty {
		t.Errorf("the substitute still asks: %s", row.State)
	}
	_, err := c.Games.Replay(t.Context(), c.Game)
	hosttest.Check(t, err)
}

// Where nobody comes forward the machine takes the side, if the club lets it; else the referee
// is told. Who writes again keeps his side.
func TestLastResort(t *testing.T) {
	for _, allowed := range []bool{true, false} {
		c := hosttest.NewClub(t)
		c.Rules.Substitutes.Machine, c.Rules.Operator = allowed, "operator@example.org"
		c.Sent()
		c.Mails("third", "volunteer\n")
		c.CallSubstitute("north")
		c.Sent()
		c.SweepNow()
		if s := c.Said(); len(s) != 0 {
			t.Errorf("at once: %v", s)
		}
		c.Time = c.Time.Add(hostclub.Usual().Substitutes.Wait.Duration)
		c.SweepNow()
		said := c.Said()
		if machine := c.Seat("north").Player == post.MachineAddress; machine != allowed {
			t.Errorf("the machine plays: %t", machine)
		}
		if allowed && !strings.Contains(said[hosttest.SouthAt], "the machine plays") || !allowed && !strings.Contains(said["operator@example.org"], "no volunteer") {
			t.Errorf("allowed %t: %v", allowed, said)
		}
		c.SweepNow()
		if s := c.Said(); s["operator@example.org"] != "" {
			t.Errorf("told again: %v", s)
		}
	}
	c := hosttest.NewClub(t)
	c.Mails("third", "volunteer\n")
	c.CallSubstitute("north")
	c.Order("north", "bid 1")
	if row := c.Mails("third", "take "+c.Game+" north\n"); row.State != store.Faulty {
		t.Errorf("taken from who is back: %s", row.State)
	}
}

// Nobody gets a side who has to do with the other one, or with the game.
func TestWhoMayTakeOver(t *testing.T) {
	c := hosttest.NewClub(t, func(n *post.NewGame) { n.Referee = hosttest.ThirdAt })
	for _, by := range []string{hosttest.SouthAt, hosttest.NorthAt, hosttest.ThirdAt, "mallory@example.org", ""} {
		if err := c.Seats.TakeOver(t.Context(), c.Game, "north", by, seating.ByRuling); err == nil {
			t.Errorf("%q has it", by)
		}
	}
	hosttest.Check(t, c.Seats.TakeOver(t.Context(), c.Game, "north", "machine", seating.ByRuling))
	if err := c.Seats.TakeOver(t.Context(), c.Game, "south", hosttest.NorthAt, seating.ByRuling); err == nil {
		t.Error("who knows the north plays the south")
	}
}
