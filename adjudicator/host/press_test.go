package host_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/watch"
	"keryx/mail"
	"keryx/store"
)

func press(kind post.PressKind) settings { return func(n *post.NewGame) { n.Press = kind } }

// said returns what each address was sent, whole.
func (c *club) said() map[string]string {
	c.t.Helper()
	said := map[string]string{}
	for _, m := range c.sent() {
		r, err := mail.ReadReport(m.Raw)
		check(c.t, err)
		said[m.Recipient] += r.Subject + "\n" + r.Text
	}
	return said
}

// says sends a signed text of a player and returns what became of it.
func (c *club) says(name, text string) store.InboxMessage {
	c.t.Helper()
	return c.receive(letter(people()[name].address, c.signed(name, text)))
}

// A word in an order file goes to the opponent when the orders are accepted, and a mail that
// is nothing else at once; neither is read as orders, and the ledger knows of neither.
func TestPress(t *testing.T) {
	c := newClub(t)
	c.sent()
	row := c.receive(c.mime8("north", c.orders("north", "bid 1/press/Bonjour « Bruno », ça va ?/bid 2/game over\n")))
	if row.State != store.Accepted {
		t.Fatalf("%s: %s", row.State, row.Reason)
	}
	said := c.said()
	for _, want := range []string{"North writes to you", "game " + c.game + "\nat " + serverAddress + "\ndated 2026-11-", "\npress\n", "> Bonjour « Bruno », ça va ?\n> bid 2\n> game over\n"} {
		if !strings.Contains(said[southAt], want) {
			t.Errorf("south does not read %q:\n%s", want, said[southAt])
		}
	}
	if !strings.Contains(said[northAt], "Your message was passed on") {
		t.Errorf("the receipt does not say that it was passed on:\n%s", said[northAt])
	}
	before := len(c.ledger())
	if row := c.says("south", "game "+c.game+"\npress\n-- >> orders would be nice\nYours\n-- \nSent from my phone\n"); row.State != store.Command {
		t.Fatalf("%s: %s", row.State, row.Reason)
	}
	said = c.said()
	if !strings.Contains(said[northAt], "South writes to you") || !strings.HasSuffix(said[northAt], "> -- >> orders would be nice\n> Yours\n") {
		t.Errorf("north reads:\n%s", said[northAt])
	}
	if !strings.Contains(said[southAt], "passed on to your opponent") {
		t.Errorf("south is not told:\n%s", said[southAt])
	}
	if n := len(c.ledger()); n != before {
		t.Errorf("%d entries came of press", n-before)
	}
	c.order("south", "bid 0")
	_, err := c.Games.Replay(t.Context(), c.game)
	check(t, err)
}

// What a cheat may put into press does nothing but be read, or is refused as a whole.
func TestPressOfCheats(t *testing.T) {
	c := newClub(t)
	c.invents = true // what cheats write looks like code
	c.sent()
	code := c.seat("north").Answers
	refused := map[string]string{
		"orders below it":  "game " + c.game + "\npress\nHello\norders\nbid 1\n",
		"a code below it":  "game " + c.game + "\npress\nanswers " + code + "\n",
		"another's game":   "game ford-77\npress\nHello\n",
		"another's side":   "game " + c.game + "\nside south\npress\nHello\n",
		"nothing":          "game " + c.game + "\npress\n\n",
		"too long":         "game " + c.game + "\npress\n" + strings.Repeat("eh ", 1400),
		"too many lines":   "game " + c.game + "\npress\n" + strings.Repeat("a\n", 101),
		"two of them":      c.orders("north", "bid 1/press/a/press/b"),
		"long with orders": c.orders("north", "bid 1/press/"+strings.Repeat("eh ", 1400)),
		"orders with it":   c.orders("north", "bid 1/press/a/orders/bid 2"),
		"no such order":    c.orders("north", "bid 99/press/a secret"),
	}
	for what, text := range refused {
		before := c.world()
		if row := c.says("north", text); row.State != store.Faulty && row.State != store.Foreign {
			t.Errorf("%s: %s", what, row.State)
		}
		c.unmoved(before)
		if s := c.said(); s[southAt] != "" {
			t.Errorf("%s: south reads\n%s", what, s[southAt])
		}
	}
	raw := c.mime8("north", "press\nTo: third@example.org\nBcc: x@example.org\n\n<script>alert(1)</script> \u00a0evil {{.Game}}\n")
	c.receive(raw)
	sent := c.sent()
	for _, m := range sent {
		if m.Recipient != northAt && m.Recipient != southAt {
			t.Errorf("a mail to %s", m.Recipient)
		}
		if m.Recipient != southAt {
			continue
		}
		head, _, _ := strings.Cut(string(m.Raw), "\r\n\r\n")
		if strings.Contains(head, "Bcc") || strings.Contains(head, "third@") || strings.Contains(head, "text/html") {
			t.Errorf("the head is\n%s", head)
		}
		said := text(t, m)
		if !strings.Contains(said, "> <script>alert(1)</script> \u00a0evil {{.Game}}") {
			t.Errorf("south reads\n%q", said)
		}
	}
	// A copy in another envelope, which anybody can send, is not passed on again.
	c.receive([]byte(strings.Replace(string(raw), "From: north@", "From: mallory@", 1)))
	if s := c.said(); s[southAt] != "" {
		t.Errorf("a copy was passed on:\n%s", s[southAt])
	}
	// What mallory signs, or nobody, reaches nobody.
	for _, body := range []string{sign(t, people()["mallory"].ssh, "game "+c.game+"\npress\nHi\n", c.now), "game " + c.game + "\npress\nHi\n"} {
		c.receive(letter(northAt, body))
		if s := c.said(); s[southAt] != "" {
			t.Errorf("passed on:\n%s", s[southAt])
		}
	}
}

// Press is limited in a day and in a turn.
func TestPressLimits(t *testing.T) {
	c := newClub(t)
	passed := 0
	for i := range 40 {
		c.sent()
		c.now = c.now.Add(time.Minute)
		if i == 12 || i == 24 {
			c.now = c.now.Add(25 * time.Hour)
		}
		c.says("north", fmt.Sprintf("press\nHello %d\n", i))
		if c.said()[southAt] != "" {
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
		c := newClub(t, press(kind))
		c.sent()
		c.says("north", "press\nHello\n")
		said := c.said()
		if want == "" && (said[southAt] != "" || !strings.Contains(said[northAt], "without messages")) {
			t.Errorf("%s: %v", kind, said)
		}
		if !strings.Contains(said[southAt], want) || kind == post.Anonymous && (strings.Contains(said[southAt], "your opponent") || strings.Contains(said[southAt], "north@")) {
			t.Errorf("%s: no %q in\n%s", kind, want, said[southAt])
		}
		c.view(func(tx store.ReadTx) error {
			all, public, err := watch.PublishedPress(tx, c.game)
			if public != (kind == post.Public) || len(all) > 0 != public {
				t.Errorf("%s: published: %v", kind, all)
			}
			return err
		})
	}
	c := openClub(t)
	check(t, enrol(c.Host))
	_, err := c.Upkeep.Create(t.Context(), post.NewGame{Ruleset: "ford", AnswerTime: answerTime, Press: "loud", Seats: map[string]string{"north": northAt, "south": southAt}})
	if err == nil || !strings.Contains(err.Error(), "anonymous") {
		t.Errorf("a loud press: %v", err)
	}
	m := against(t, "ford", "north", "south")
	m.sent()
	if row := m.says("north", "press\nHello\n"); row.State != store.Faulty {
		t.Errorf("to the machine: %s", row.State)
	}
}
