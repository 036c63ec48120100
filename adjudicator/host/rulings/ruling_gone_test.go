package rulings_test

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/post"
	"keryx/store"
)

// An offer that was made after the entry gone back to is void, which both are told and whoever
// accepts it; it may be made again at once. One that was made before it stands.
func TestBackVoidsOffers(t *testing.T) {
	c := hosttest.Overseen(t)
	before := c.Offered("north", "south", "draw")
	c.Order("north", "bid 2")
	c.Order("south", "bid 1")
	at := c.OrderEntries()
	void := c.Offered("south", "north", "draw")
	said := c.BackTo(at[0])
	hosttest.Wants(t, said, "The offer of South is void: a draw.")
	if strings.Contains(said, "The offer of North is void") {
		t.Errorf("an offer that stands is said to be void:\n%s", said)
	}
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, void+"\n"), "is void: a ruling of the referee")
	if c.Status() != store.Running {
		t.Fatal("a void offer has ended the game")
	}
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "offer draw\n# again\n"), "can be offered again from turn 3")
	anew := c.Offered("south", "north", "draw")
	if anew == void {
		t.Error("the offer made anew has the code of the void one")
	}
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, void+"\n# still\n"), "is void: a ruling of the referee")
	c.Replays()
	if row := c.Mails("south", before+"\n"); row.State != store.Command || c.Status() != store.Ended {
		t.Errorf("the offer that stands: %s %s", row.State, row.Reason)
	}
	c.Replays()
}

// Extensions, days of the bank and missed deadlines of what is given up are as they were when
// the entry stood last; what was used up before it stays so.
func TestBackRestoresReserves(t *testing.T) {
	c := hosttest.Overseen(t, hosttest.Contract(post.Substitute), hosttest.WithCalendar(func(r *calendar.Rules) {
		r.Tokens, r.TokenTime, r.Missed, r.Warn = 2, calendar.Span{Duration: 48 * time.Hour}, 2, calendar.Span{}
	}))
	c.Order("north", "bid 1")
	c.Requests("south", hosttest.SouthAt, "extend\n")
	c.ToldAt(hosttest.Noon.Add(hosttest.AnswerTime)) // one of South is used up before the entry
	c.Order("south", "bid 0")
	at := c.OrderEntries()
	side, who := "north", hosttest.NorthAt
	if c.Seat(side).Deadline == nil {
		side, who = "south", hosttest.SouthAt
	}
	used := map[string]string{"north": "1 extension left", "south": "used up all 2 extensions"}[side]
	c.Requests(side, who, "extend\n# now\n")
	c.ToldAt(*c.Seat(side).Deadline)
	if side == "north" {
		hosttest.Wants(t, c.Requests(side, who, "calendar\n# used\n"), used)
	} else {
		hosttest.Wants(t, c.Requests(side, who, "extend\n# used\n"), used)
	}
	last := at[len(at)-1]
	missed := 0
	for range 60 {
		c.ToldAt(c.Time.Add(12 * time.Hour))
		if e := c.Ledger(); e[len(e)-1].Kind == string(adjudicator.Deadline) {
			missed++
			break
		}
	}
	if missed == 0 {
		t.Fatal("no deadline was missed")
	}
	c.Sent()
	c.BackTo(last)
	c.WantDeadline(side, c.Time.Add(hosttest.AnswerTime))
	hosttest.Wants(t, c.Requests("north", hosttest.NorthAt, "calendar\n# after\n"), "2 extensions left")
	hosttest.Wants(t, c.Requests("south", hosttest.SouthAt, "calendar\n# after\n"), "1 extension left")
	before := len(c.Ledger())
	for range 60 {
		if said := c.ToldAt(c.Time.Add(12 * time.Hour)); strings.Contains(said, "The game waits, and a substitute is sought") {
			t.Fatal("a deadline that was given up still counts")
		} else if len(c.Ledger()) > before {
			break
		}
	}
	if len(c.Ledger()) == before {
		t.Fatal("nothing was answered for who is silent")
	}
	c.Replays()
}

// A claim about what is given up is closed, which both are told; one of before waits on. Neither
// touches the deadline of the question that is asked anew, and who is asked may hold that once.
func TestBackClosesClaims(t *testing.T) {
	c := hosttest.Overseen(t)
	c.Time = c.Time.Add(time.Hour)
	c.Requests("south", hosttest.SouthAt, "referee: the map is wrong\n")
	c.Time = c.Time.Add(time.Hour)
	c.Order("north", "bid 2")
	c.Order("south", "bid 1")
	at := c.OrderEntries()
	c.Time = c.Time.Add(24 * time.Hour)
	side, who := "north", hosttest.NorthAt
	if c.Seat(side).Deadline == nil {
		side, who = "south", hosttest.SouthAt
	}
	hosttest.Wants(t, c.Requests(side, who, "referee: the bids were read wrongly\n"), "Your deadline is on hold", "number 2")
	said := c.BackTo(at[0])
	hosttest.Wants(t, said, "Claim number 2 of", "is closed, because it was about something that is now undone")
	if strings.Contains(said, "Claim number 1 of") {
		t.Errorf("a claim of before is closed:\n%s", said)
	}
	due := c.Time.Add(hosttest.AnswerTime)
	c.WantDeadline("south", due)
	c.Time = c.Time.Add(time.Hour)
	hosttest.Wants(t, c.Rule("ruling / dismiss 2 / reason x", store.Faulty), "No open claim or appeal has the number")
	hosttest.Wants(t, c.Rule("ruling / dismiss 1 / reason The map is right.", store.Command), "number 1 of South is dismissed")
	c.WantDeadline("south", due)
	hosttest.Wants(t, c.Requests("south", hosttest.SouthAt, "referee: it is wrong all the same\n"), "Your deadline is on hold", "number 3")
	c.Replays()
}
