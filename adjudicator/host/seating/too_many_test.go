package seating_test

import (
	"fmt"
	"strings"
	"testing"

	"keryx/adjudicator/host/hosttest"

	"keryx/store"
)

// Whoever sends other standing orders all day is told when it is enough, since his
// opponent's mails wait while they are all read again. What he is asked he may answer
// all the same, and his opponent notices nothing.
func TestIdleFilesOfATurnAreLimited(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Rules.SeatMails = 1000
	taken, row := 0, store.InboxMessage{}
	for n := range 60 {
		file := hosttest.OrderFile(c.Game, "north", c.Seat("north").Answers, "standing/reaction: hold # "+fmt.Sprint(n))
		if row = c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", file))); row.State != store.Accepted {
			break
		}
		taken++
	}
	if taken < 40 || taken > 45 || row.State != store.Faulty {
		t.Fatalf("%d files that answer nothing are taken, the next is %s (%s)", taken, row.State, row.Reason)
	}
	if answer := hosttest.TextOf(t, hosttest.LastMail(c, hosttest.NorthAt)); !strings.Contains(strings.Join(strings.Fields(answer), " "), "answers nothing that you are asked") {
		t.Errorf("the answer does not say why:\n%s", answer)
	}
	c.Order("north", "bid 1/standing/reaction: ambush, else hold")
	c.Order("south", "bid 0")
}

// A file has no more standing orders than anybody can need, and a check says so too.
func TestStandingOrdersOfAFileAreLimited(t *testing.T) {
	c := hosttest.NewClub(t)
	before := c.World()
	for n, want := range map[int]store.InboxState{300: store.Accepted, 301: store.Faulty} {
		file := c.Orders("north", "standing"+strings.Repeat("/reaction: hold", n))
		if n > 300 {
			before = c.World()
			c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", "check\n"+file)))
			if answer := hosttest.TextOf(t, hosttest.LastMail(c, hosttest.NorthAt)); !strings.Contains(answer, "301 standing orders; 300 are the limit") {
				t.Errorf("a check of %d standing orders says\n%s", n, answer)
			}
		}
		if row := c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", file))); row.State != want {
			t.Errorf("%d standing orders: %s (%s), want %s", n, row.State, row.Reason, want)
		}
		if want == store.Faulty {
			c.Unmoved(before)
		}
	}
}
