package host_test

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/post"
	"keryx/store"
)

// A claim below the orders of a file goes to the referee when they are taken, is never read as
// orders, is told back in the receipt, and is nothing that the opponent reads.
func TestClaimInFile(t *testing.T) {
	c := overseen(t)
	for _, side := range []string{"north", "south"} {
		heading := map[string]string{"north": "claim", "south": "Réclamation :"}[side]
		other := map[string]string{"north": southAt, "south": northAt}[side]
		row := c.receive(c.mime8(side, c.orders(side, "bid 1/"+heading+"/My report lacks a line,/bid 2/press/Well sailed\n")))
		if row.State != store.Accepted {
			t.Fatalf("%s: %s", row.State, row.Reason)
		}
		said := c.said()
		number := map[string]string{"north": "1", "south": "2"}[side]
		wants(t, said[thirdAt], "Claim number "+number, "|", "My report lacks a line,", "bid 2")
		wants(t, flat(said[people()[side].address]), "CLAIM IN ", "It has the number "+number)
		wants(t, said[other], "> Well sailed")
		if strings.Contains(said[other], "lacks a line") {
			t.Errorf("the other side reads the claim of %s:\n%s", side, said[other])
		}
	}
	wants(t, c.rules("ruling / dismiss 1 / reason The line is there.", store.Command), "number 1 of North is dismissed")
	c.replays()
}

// A claim holds the deadline of what the receipt of its file asks, and nothing else.
func TestClaimInFileHolds(t *testing.T) {
	c := overseen(t)
	c.order("south", "bid 0")
	c.sent()
	row := c.says("north", c.orders("north", "bid 1/claim/The bids were read wrongly\n"))
	if row.State != store.Accepted || c.seat("north").Deadline == nil {
		t.Fatalf("%s: %s; asked until %v", row.State, row.Reason, c.seat("north").Deadline)
	}
	wants(t, flat(c.said()[northAt]), "It has the number 1", "Your deadline is on hold")
	c.now = c.now.Add(5 * 24 * time.Hour)
	c.sweep()
	if c.seat("north").Reminded != nil {
		t.Error("who has called the referee is late")
	}
	wants(t, c.rules("ruling / uphold 1 / reason They were.", store.Command), "number 1 of North is upheld")
	if at := *c.seat("north").Deadline; !at.Equal(c.now.Add(answerTime)) {
		t.Errorf("deadline %s, want all of the time", at)
	}
	c.replays()
}

// What is wrong with a claim in a file refuses all of the file, and its author reads that the
// claim has reached nobody.
func TestClaimInFileOfCheats(t *testing.T) {
	c := overseen(t)
	for what, tt := range map[string]struct{ text, want string }{
		"empty":           {c.orders("north", "bid 1/claim/"), "The claim says nothing"},
		"doubled":         {c.orders("north", "bid 1/claim/a/claim/b"), "a second section “claim”"},
		"in both tongues": {c.orders("north", "bid 1/claim/a/réclamation/b"), "a second section “claim”"},
		"long":            {c.orders("north", "bid 1/claim/"+strings.Repeat("eh ", 1400)), "may have at most 4000 bytes"},
		"orders below":    {c.orders("north", "bid 1/claim/a/orders/bid 2"), "where only words for people belong"},
		"a bad order":     {c.orders("north", "bid 99/claim/a"), "Your claim has reached nobody"},
		"alone, empty":    {"game " + c.game + "\nclaim\n\n", "The claim says nothing"},
		"alone, doubled":  {"game " + c.game + "\nclaim\na\nclaim\nb\n", "a second section"},
		"alone, orders":   {"game " + c.game + "\nclaim\na\norders\nbid 1\n", "where only words for people belong"},
		"another's game":  {"game ford-77\nclaim\na\n", "ford-77"},
	} {
		before := c.world()
		c.sent()
		if row := c.receive(c.mime8("north", tt.text)); row.State != store.Faulty {
			t.Errorf("%s: %s (%s)", what, row.State, row.Reason)
		}
		said := c.said()
		wants(t, flat(said[northAt]), tt.want)
		if said[thirdAt] != "" || said[southAt] != "" {
			t.Errorf("%s: others were told: %v", what, said)
		}
		c.unmoved(before)
	}
	row := c.receive(c.mime8("north", orderFile(c.game, "north", "AAAA-AAAA", "bid 1/press/Hi/claim/a")))
	wants(t, flat(c.said()[northAt]), "Your claim has reached nobody", "Your message was not passed on")
	if row.State != store.Faulty {
		t.Errorf("an unknown code: %s", row.State)
	}
}

// A mail of words alone goes where they are for, all of it or nothing, and once.
func TestWordsAlone(t *testing.T) {
	c := overseen(t)
	text := "game " + c.game + "\nclaim\nThe map is wrong.\npress\nI have asked the referee.\n"
	raw := c.mime8("north", text)
	if row := c.receive(raw); row.State != store.Command {
		t.Fatalf("%s: %s", row.State, row.Reason)
	}
	said := c.said()
	wants(t, said[thirdAt], "The map is wrong.")
	wants(t, said[southAt], "> I have asked the referee.")
	wants(t, flat(said[northAt]), "It has the number 1", "Your deadline is on hold", "was passed on to your opponent")
	wants(t, c.rules("ruling / dismiss 1 / reason It is right.", store.Command), "number 1 of North is dismissed")
	// A copy, which anybody can send, calls nobody a second time.
	c.receive([]byte(strings.Replace(string(raw), "From: north@", "From: mallory@", 1)))
	said = c.said()
	if said[thirdAt] != "" || said[southAt] != "" {
		t.Errorf("a copy was passed on: %v", said)
	}
	c = overseen(t, press(post.Silent))
	if row := c.says("north", "game "+c.game+"\nclaim\nThe map is wrong.\npress\nHello\n"); row.State != store.Faulty {
		t.Errorf("%s: %s", row.State, row.Reason)
	}
	if said := c.said(); said[thirdAt] != "" {
		t.Errorf("a mail of which a part was refused has called the referee:\n%s", said[thirdAt])
	}
}
