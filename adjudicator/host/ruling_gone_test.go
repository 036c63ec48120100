package host_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/post"
	"keryx/store"
)

// backTo has the referee go back to an entry, and returns what everybody is told.
func (c *club) backTo(entry int) string {
	c.t.Helper()
	c.now = c.now.Add(time.Hour)
	return c.rules(fmt.Sprintf("ruling / back to %d / reason Try %d.", entry, len(c.entries())), store.Command)
}

// An offer that was made after the entry gone back to is void, which both are told and whoever
// accepts it; it may be made again at once. One that was made before it stands.
func TestBackVoidsOffers(t *testing.T) {
	c := overseen(t)
	before := c.offered("north", "south", "draw")
	c.order("north", "bid 2")
	c.order("south", "bid 1")
	at := c.orderEntries()
	void := c.offered("south", "north", "draw")
	said := c.backTo(at[0])
	wants(t, said, "The offer of South is void: a draw.")
	if strings.Contains(said, "The offer of North is void") {
		t.Errorf("an offer that stands is said to be void:\n%s", said)
	}
	wants(t, c.requests("north", northAt, void+"\n"), "is void: a ruling of the referee")
	if c.status() != store.Running {
		t.Fatal("a void offer has ended the game")
	}
	wants(t, c.requests("north", northAt, "offer draw\n# again\n"), "can be offered again from turn 3")
	anew := c.offered("south", "north", "draw")
	if anew == void {
		t.Error("the offer made anew has the code of the void one")
	}
	wants(t, c.requests("north", northAt, void+"\n# still\n"), "is void: a ruling of the referee")
	c.replays()
	if row := c.says("south", before+"\n"); row.State != store.Command || c.status() != store.Ended {
		t.Errorf("the offer that stands: %s %s", row.State, row.Reason)
	}
	c.replays()
}

// Extensions, days of the bank and missed deadlines of what is given up are as they were when
// the entry stood last; what was used up before it stays so.
func TestBackRestoresReserves(t *testing.T) {
	c := overseen(t, contract(post.Substitute), with(func(r *calendar.Rules) {
		r.Tokens, r.TokenTime, r.Missed, r.Warn = 2, calendar.Span{Duration: 48 * time.Hour}, 2, calendar.Span{}
	}))
	c.order("north", "bid 1")
	c.requests("south", southAt, "extend\n")
	c.told(noon.Add(answerTime)) // one of South is used up before the entry
	c.order("south", "bid 0")
	at := c.orderEntries()
	side, who := "north", northAt
	if c.seat(side).Deadline == nil {
		side, who = "south", southAt
	}
	used := map[string]string{"north": "1 extension left", "south": "used up all 2 extensions"}[side]
	c.requests(side, who, "extend\n# now\n")
	c.told(*c.seat(side).Deadline)
	if side == "north" {
		wants(t, c.requests(side, who, "calendar\n# used\n"), used)
	} else {
		wants(t, c.requests(side, who, "extend\n# used\n"), used)
	}
	last := at[len(at)-1]
	missed := 0
	for range 60 {
		c.told(c.now.Add(12 * time.Hour))
		if e := c.entries(); e[len(e)-1].Kind == string(adjudicator.Deadline) {
			missed++
			break
		}
	}
	if missed == 0 {
		t.Fatal("no deadline was missed")
	}
	c.sent()
	c.backTo(last)
	c.due(side, c.now.Add(answerTime))
	wants(t, c.requests("north", northAt, "calendar\n# after\n"), "2 extensions left")
	wants(t, c.requests("south", southAt, "calendar\n# after\n"), "1 extension left")
	before := len(c.entries())
	for range 60 {
		if said := c.told(c.now.Add(12 * time.Hour)); strings.Contains(said, "The game waits, and a substitute is sought") {
			t.Fatal("a deadline that was given up still counts")
		} else if len(c.entries()) > before {
			break
		}
	}
	if len(c.entries()) == before {
		t.Fatal("nothing was answered for who is silent")
	}
	c.replays()
}

// A claim about what is given up is closed, which both are told; one of before waits on. Neither
// touches the deadline of the question that is asked anew, and who is asked may hold that once.
func TestBackClosesClaims(t *testing.T) {
	c := overseen(t)
	c.now = c.now.Add(time.Hour)
	c.requests("south", southAt, "referee: the map is wrong\n")
	c.now = c.now.Add(time.Hour)
	c.order("north", "bid 2")
	c.order("south", "bid 1")
	at := c.orderEntries()
	c.now = c.now.Add(24 * time.Hour)
	side, who := "north", northAt
	if c.seat(side).Deadline == nil {
		side, who = "south", southAt
	}
	wants(t, c.requests(side, who, "referee: the bids were read wrongly\n"), "Your deadline is on hold", "number 2")
	said := c.backTo(at[0])
	wants(t, said, "Claim number 2 of", "is closed, because it was about something that is now undone")
	if strings.Contains(said, "Claim number 1 of") {
		t.Errorf("a claim of before is closed:\n%s", said)
	}
	due := c.now.Add(answerTime)
	c.due("south", due)
	c.now = c.now.Add(time.Hour)
	wants(t, c.rules("ruling / dismiss 2 / reason x", store.Faulty), "No open claim or appeal has the number")
	wants(t, c.rules("ruling / dismiss 1 / reason The map is right.", store.Command), "number 1 of South is dismissed")
	c.due("south", due)
	wants(t, c.requests("south", southAt, "referee: it is wrong all the same\n"), "Your deadline is on hold", "number 3")
	c.replays()
}
