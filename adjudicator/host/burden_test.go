package host_test

import (
	"fmt"
	"strings"
	"testing"

	"keryx/store"
)

// Whoever sends other standing orders all day is told when it is enough, since his
// opponent's mails wait while they are all read again. What he is asked he may answer
// all the same, and his opponent notices nothing.
func TestIdleFilesOfATurnAreLimited(t *testing.T) {
	c := newClub(t)
	c.Rules.SeatMails = 1000
	taken, row := 0, store.InboxMessage{}
	for n := range 60 {
		file := orderFile(c.game, "north", c.seat("north").Answers, "standing/reaction: hold # "+fmt.Sprint(n))
		if row = c.receive(letter(northAt, c.signed("north", file))); row.State != store.Accepted {
			break
		}
		taken++
	}
	if taken < 40 || taken > 45 || row.State != store.Faulty {
		t.Fatalf("%d files that answer nothing are taken, the next is %s (%s)", taken, row.State, row.Reason)
	}
	if answer := text(t, lastMail(c, northAt)); !strings.Contains(strings.Join(strings.Fields(answer), " "), "answers nothing that you are asked") {
		t.Errorf("the answer does not say why:\n%s", answer)
	}
	c.order("north", "bid 1/standing/reaction: ambush, else hold")
	c.order("south", "bid 0")
}

// A file has no more standing orders than anybody can need, and a check says so too.
func TestStandingOrdersOfAFileAreLimited(t *testing.T) {
	c := newClub(t)
	before := c.world()
	for n, want := range map[int]store.InboxState{300: store.Accepted, 301: store.Faulty} {
		file := c.orders("north", "standing"+strings.Repeat("/reaction: hold", n))
		if n > 300 {
			before = c.world()
			c.receive(letter(northAt, c.signed("north", "check\n"+file)))
			if answer := text(t, lastMail(c, northAt)); !strings.Contains(answer, "301 standing orders; 300 are the limit") {
				t.Errorf("a check of %d standing orders says\n%s", n, answer)
			}
		}
		if row := c.receive(letter(northAt, c.signed("north", file))); row.State != want {
			t.Errorf("%d standing orders: %s (%s), want %s", n, row.State, row.Reason, want)
		}
		if want == store.Faulty {
			c.unmoved(before)
		}
	}
}
