package rulings_test

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/post"
	"keryx/store"
)

// A claim below the orders of a file goes to the referee when they are taken, is never read as
// orders, is told back in the receipt, and is nothing that the opponent reads.
func TestClaimInFile(t *testing.T) {
	c := hosttest.Overseen(t)
	for _, side := range []string{"north", "south"} {
		heading := map[string]string{"north": "claim", "south": "Réclamation :"}[side]
		other := map[string]string{"north": hosttest.SouthAt, "south": hosttest.NorthAt}[side]
		row := c.Receive(hosttest.Mime8(c, side, c.Orders(side, "bid 1/"+heading+"/My report lacks a line,/bid 2/press/Well sailed\n")))
		if row.State != store.Accepted {
			t.Fatalf("%s: %s", row.State, row.Reason)
		}
		said := c.Said()
		number := map[string]string{"north": "1", "south": "2"}[side]
		hosttest.Wants(t, said[hosttest.ThirdAt], "Claim number "+number, "|", "My report lacks a line,", "bid 2")
		hosttest.Wants(t, hosttest.Flat(said[hosttest.People()[side].Address]), "CLAIM IN ", "It has the number "+number)
		hosttest.Wants(t, said[other], "> Well sailed")
		if strings.Contains(said[other], "lacks a line") {
			t.Errorf("the other side reads the claim of %s:\n%s", side, said[other])
		}
	}
	hosttest.Wants(t, c.Rule("ruling / dismiss 1 / reason The line is there.", store.Command), "number 1 of North is dismissed")
	c.Replays()
}

// A claim holds the deadline of what the receipt of its file asks, and nothing else.
func TestClaimInFileHolds(t *testing.T) {
	c := hosttest.Overseen(t)
	c.Order("south", "bid 0")
	c.Sent()
	row := c.Mails("north", c.Orders("north", "bid 1/claim/The bids were read wrongly\n"))
	if row.State != store.Accepted || c.Seat("north").Deadline == nil {
		t.Fatalf("%s: %s; asked until %v", row.State, row.Reason, c.Seat("north").Deadline)
	}
	hosttest.Wants(t, hosttest.Flat(c.Said()[hosttest.NorthAt]), "It has the number 1", "Your deadline is on hold")
	c.Time = c.Time.Add(5 * 24 * time.Hour)
	c.SweepNow()
	if c.Seat("north").Reminded != nil {
		t.Error("who has called the referee is late")
	}
	hosttest.Wants(t, c.Rule("ruling / uphold 1 / reason They were.", store.Command), "number 1 of North is upheld")
	if at := *c.Seat("north").Deadline; !at.Equal(c.Time.Add(hosttest.AnswerTime)) {
		t.Errorf("deadline %s, want all of the time", at)
	}
	c.Replays()
}

// What is wrong with a claim in a file refuses all of the file, and its author reads that the
// claim has reached nobody.
func TestClaimInFileOfCheats(t *testing.T) {
	c := hosttest.Overseen(t)
	for what, tt := range map[string]struct{ text, want string }{
		"empty":           {c.Orders("north", "bid 1/claim/"), "The claim says nothing"},
		"doubled":         {c.Orders("north", "bid 1/claim/a/claim/b"), "a second section “claim”"},
		"in both tongues": {c.Orders("north", "bid 1/claim/a/réclamation/b"), "a second section “claim”"},
		"long":            {c.Orders("north", "bid 1/claim/"+strings.Repeat("eh ", 1400)), "may have at most 4000 bytes"},
		"orders below":    {c.Orders("north", "bid 1/claim/a/orders/bid 2"), "where only words for people belong"},
		"a bad order":     {c.Orders("north", "bid 99/claim/a"), "Your claim has reached nobody"},
		"alone, empty":    {"game " + c.Game + "\nclaim\n\n", "The claim says nothing"},
		"alone, doubled":  {"game " + c.Game + "\nclaim\na\nclaim\nb\n", "a second section"},
		"alone, orders":   {"game " + c.Game + "\nclaim\na\norders\nbid 1\n", "where only words for people belong"},
		"another's game":  {"game ford-77\nclaim\na\n", "ford-77"},
	} {
		before := c.World()
		c.Sent()
		if row := c.Receive(hosttest.Mime8(c, "north", tt.text)); row.State != store.Faulty {
			t.Errorf("%s: %s (%s)", what, row.State, row.Reason)
		}
		said := c.Said()
		hosttest.Wants(t, hosttest.Flat(said[hosttest.NorthAt]), tt.want)
		if said[hosttest.ThirdAt] != "" || said[hosttest.SouthAt] != "" {
			t.Errorf("%s: others were told: %v", what, said)
		}
		c.Unmoved(before)
	}
	row := c.Receive(hosttest.Mime8(c, "north", hosttest.OrderFile(c.Game, "north", "AAAA-AAAA", "bid 1/press/Hi/claim/a")))
	hosttest.Wants(t, hosttest.Flat(c.Said()[hosttest.NorthAt]), "Your claim has reached nobody", "Your message was not passed on")
	if row.State != store.Faulty {
		t.Errorf("an unknown code: %s", row.State)
	}
}

// A mail of words alone goes where they are for, all of it or nothing, and once.
func TestWordsAlone(t *testing.T) {
	c := hosttest.Overseen(t)
	text := "game " + c.Game + "\nclaim\nThe map is wrong.\npress\nI have asked the referee.\n"
	raw := hosttest.Mime8(c, "north", text)
	if row := c.Receive(raw); row.State != store.Command {
		t.Fatalf("%s: %s", row.State, row.Reason)
	}
	said := c.Said()
	hosttest.Wants(t, said[hosttest.ThirdAt], "The map is wrong.")
	hosttest.Wants(t, said[hosttest.SouthAt], "> I have asked the referee.")
	hosttest.Wants(t, hosttest.Flat(said[hosttest.NorthAt]), "It has the number 1", "Your deadline is on hold", "was passed on to your opponent")
	hosttest.Wants(t, c.Rule("ruling / dismiss 1 / reason It is right.", store.Command), "number 1 of North is dismissed")
	// A copy, which anybody can send, calls nobody a second time.
	c.Receive([]byte(strings.Replace(string(raw), "From: north@", "From: mallory@", 1)))
	said = c.Said()
	if said[hosttest.ThirdAt] != "" || said[hosttest.SouthAt] != "" {
		t.Errorf("a copy was passed on: %v", said)
	}
	c = hosttest.Overseen(t, hosttest.Press(post.Silent))
	if row := c.Mails("north", "game "+c.Game+"\nclaim\nThe map is wrong.\npress\nHello\n"); row.State != store.Faulty {
		t.Errorf("%s: %s", row.State, row.Reason)
	}
	if said := c.Said(); said[hosttest.ThirdAt] != "" {
		t.Errorf("a mail of which a part was refused has called the referee:\n%s", said[hosttest.ThirdAt])
	}
}
