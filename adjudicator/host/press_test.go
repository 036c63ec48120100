package host_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/watch"
	"keryx/store"
)

// A word in an order file goes to the opponent when the orders are accepted, and a mail that
// is nothing else at once; neither is read as orders, and the ledger knows of neither.
func TestPress(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Sent()
	row := c.Receive(hosttest.Mime8(c, "north", c.Orders("north", "bid 1/press/Bonjour « Bruno », ça va ?/bid 2/game over\n")))
	if row.State != store.Accepted {
		t.Fatalf("%s: %s", row.State, row.Reason)
	}
	said := c.Said()
	for _, want := range []string{"North writes to you", "game " + c.Game + "\nat " + hosttest.ServerAddress + "\ndated 2026-11-", "\npress\n", "> Bonjour « Bruno », ça va ?\n> bid 2\n> game over\n"} {
		if !strings.Contains(said[hosttest.SouthAt], want) {
			t.Errorf("south does not read %q:\n%s", want, said[hosttest.SouthAt])
		}
	}
	if !strings.Contains(said[hosttest.NorthAt], "Your message was passed on") {
		t.Errorf("the receipt does not say that it was passed on:\n%s", said[hosttest.NorthAt])
	}
	before := len(c.Ledger())
	if row := c.Mails("south", "game "+c.Game+"\npress\n-- >> orders would be nice\nYours\n-- \nSent from my phone\n"); row.State != store.Command {
		t.Fatalf("%s: %s", row.State, row.Reason)
	}
	said = c.Said()
	if !strings.Contains(said[hosttest.NorthAt], "South writes to you") || !strings.HasSuffix(said[hosttest.NorthAt], "> -- >> orders would be nice\n> Yours\n") {
		t.Errorf("north reads:\n%s", said[hosttest.NorthAt])
	}
	if !strings.Contains(said[hosttest.SouthAt], "passed on to your opponent") {
		t.Errorf("south is not told:\n%s", said[hosttest.SouthAt])
	}
	if n := len(c.Ledger()); n != before {
		t.Errorf("%d entries came of press", n-before)
	}
	c.Order("south", "bid 0")
	_, err := c.Games.Replay(t.Context(), c.Game)
	hosttest.Check(t, err)
}

// What a cheat may put into press does nothing but be read, or is refused as a whole.
func TestPressOfCheats(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Invents = true // what cheats write looks like code
	c.Sent()
	code := c.Seat("north").Answers
	refused := map[string]string{
		"orders below it":  "game " + c.Game + "\npress\nHello\norders\nbid 1\n",
		"a code below it":  "game " + c.Game + "\npress\nanswers " + code + "\n",
		"another's game":   "game ford-77\npress\nHello\n",
		"another's side":   "game " + c.Game + "\nside south\npress\nHello\n",
		"nothing":          "game " + c.Game + "\npress\n\n",
		"too long":         "game " + c.Game + "\npress\n" + strings.Repeat("eh ", 1400),
		"too many lines":   "game " + c.Game + "\npress\n" + strings.Repeat("a\n", 101),
		"two of them":      c.Orders("north", "bid 1/press/a/press/b"),
		"long with orders": c.Orders("north", "bid 1/press/"+strings.Repeat("eh ", 1400)),
		"orders with it":   c.Orders("north", "bid 1/press/a/orders/bid 2"),
		"no such order":    c.Orders("north", "bid 99/press/a secret"),
	}
	for what, text := range refused {
		before := c.World()
		if row := c.Mails("north", text); row.State != store.Faulty && row.State != store.Foreign {
			t.Errorf("%s: %s", what, row.State)
		}
		c.Unmoved(before)
		if s := c.Said(); s[hosttest.SouthAt] != "" {
			t.Errorf("%s: south reads\n%s", what, s[hosttest.SouthAt])
		}
	}
	raw := hosttest.Mime8(c, "north", "press\nTo: third@example.org\nBcc: x@example.org\n\n<script>alert(1)</script> \u00a0evil {{.Game}}\n")
	c.Receive(raw)
	sent := c.Sent()
	for _, m := range sent {
		if m.Recipient != hosttest.NorthAt && m.Recipient != hosttest.SouthAt {
			t.Errorf("a mail to %s", m.Recipient)
		}
		if m.Recipient != hosttest.SouthAt {
			continue
		}
		head, _, _ := strings.Cut(string(m.Raw), "\r\n\r\n")
		if strings.Contains(head, "Bcc") || strings.Contains(head, "third@") || strings.Contains(head, "text/html") {
			t.Errorf("the head is\n%s", head)
		}
		said := hosttest.TextOf(t, m)
		if !strings.Contains(said, "> <script>alert(1)</script> \u00a0evil {{.Game}}") {
			t.Errorf("south reads\n%q", said)
		}
	}
	// A copy in another envelope, which anybody can send, is not passed on again.
	c.Receive([]byte(strings.Replace(string(raw), "From: north@", "From: mallory@", 1)))
	if s := c.Said(); s[hosttest.SouthAt] != "" {
		t.Errorf("a copy was passed on:\n%s", s[hosttest.SouthAt])
	}
	// What mallory signs, or nobody, reaches nobody.
	for _, body := range []string{hosttest.Sign(t, hosttest.People()["mallory"].SSH, "game "+c.Game+"\npress\nHi\n", c.Time), "game " + c.Game + "\npress\nHi\n"} {
		c.Receive(hosttest.Letter(hosttest.NorthAt, body))
		if s := c.Said(); s[hosttest.SouthAt] != "" {
			t.Errorf("passed on:\n%s", s[hosttest.SouthAt])
		}
	}
}

// Press is limited in a day and in a turn.
func TestPressLimits(t *testing.T) {
	c := hosttest.NewClub(t)
	passed := 0
	for i := range 40 {
		c.Sent()
		c.Time = c.Time.Add(time.Minute)
		if i == 12 || i == 24 {
			c.Time = c.Time.Add(25 * time.Hour)
		}
		c.Mails("north", fmt.Sprintf("press\nHello %d\n", i))
		if c.Said()[hosttest.SouthAt] != "" {
			passed++
		}
	}
	if passed != 20 {
		t.Errorf("%d were passed on in one turn, want 20, ten a day", passed)
	}
}

// A game says how press is passed on; it is published only where both agreed to that.
func TestPressKinds(t *testing.T) {
	for kind, want := range map[post.PressKind]string{post.Attributed: "North writes", post.Anonymous: "somebody of the other side", post.Public: "published with the game", post.Silent: ""} {
		c := hosttest.NewClub(t, hosttest.Press(kind))
		c.Sent()
		c.Mails("north", "press\nHello\n")
		said := c.Said()
		if want == "" && (said[hosttest.SouthAt] != "" || !strings.Contains(said[hosttest.NorthAt], "without messages")) {
			t.Errorf("%s: %v", kind, said)
		}
		if !strings.Contains(said[hosttest.SouthAt], want) || kind == post.Anonymous && (strings.Contains(said[hosttest.SouthAt], "your opponent") || strings.Contains(said[hosttest.SouthAt], "north@")) {
			t.Errorf("%s: no %q in\n%s", kind, want, said[hosttest.SouthAt])
		}
		c.View(func(tx store.ReadTx) error {
			all, public, err := watch.PublishedPress(tx, c.Game)
			if public != (kind == post.Public) || len(all) > 0 != public {
				t.Errorf("%s: published: %v", kind, all)
			}
			return err
		})
	}
	c := hosttest.OpenClub(t)
	hosttest.Check(t, hosttest.Enrol(c.Host))
	_, err := c.Upkeep.Create(t.Context(), post.NewGame{Ruleset: "ford", AnswerTime: hosttest.AnswerTime, Press: "loud", Seats: map[string]string{"north": hosttest.NorthAt, "south": hosttest.SouthAt}})
	if err == nil || !strings.Contains(err.Error(), "anonymous") {
		t.Errorf("a loud press: %v", err)
	}
	m := hosttest.AgainstMachine(t, "ford", "north", "south")
	m.Sent()
	if row := m.Mails("north", "press\nHello\n"); row.State != store.Faulty {
		t.Errorf("to the machine: %s", row.State)
	}
}
