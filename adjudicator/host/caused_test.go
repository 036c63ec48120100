package host_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/mail"
	"keryx/store"
)

// arrives counts the mails to an address, since it was last asked, that go out.
func (c *club) arrives(to string) (n int, said string) {
	c.t.Helper()
	for _, m := range c.sent() {
		if m.Recipient == to && m.State != store.Cancelled {
			n++
			said += flat(text(c.t, m)) + "\n"
		}
	}
	return n, said
}

// causes are real mails that cause letters of a kind, the most of them that arrive in a day, and to
// whom they go. Where there is none, letters of the kind are queued as such a mail does.
var causes = map[string]struct {
	to   string
	most int
	mail func(c *club, i int)
	open func(t *testing.T) *club // nil: a game with a referee
}{
	"absence": {southAt, 3, func(c *club, i int) {
		day := calendar.DateOf(c.now, time.UTC).AddDate(0, 0, 2+i/2).Format(time.DateOnly)
		word := map[bool]string{true: "from " + day + " to " + day, false: "cancel " + day}[i%2 == 0]
		c.requests("north", northAt, "absence "+word+"\n")
	}, nil},
	"press": {southAt, 10, func(c *club, i int) {
		c.receive(letter(northAt, c.signed("north", fmt.Sprintf("game %s\npress\n  word %d\n", c.game, i))))
	}, nil},
	"claim": {thirdAt, 4, func(c *club, i int) {
		c.receive(letter(northAt, c.signed("north", fmt.Sprintf("game %s\nreferee: claim %d\n", c.game, i))))
		if i > 0 { // or no more than four are taken
			_, err := c.Rulings.Rule(c.t.Context(), c.game, "", fmt.Sprintf("ruling\ndismiss %d\nreason x\n", i))
			if err != nil && !strings.Contains(err.Error(), "claim") {
				check(c.t, err)
			}
		}
	}, nil},
	"offer": {southAt, 6, func(c *club, i int) {
		c.receive(letter(northAt, c.signed("north", fmt.Sprintf("game %s\n%s\n# %d\n", c.game, []string{"offer draw", "withdraw"}[i%2], i))))
	}, nil},
	// Whoever watches, and does so no more, over and over.
	"watch": {northAt, 1, func(c *club, i int) {
		c.says("third", []string{"watch ", "unwatch "}[i%2]+c.game+"\n")
	}, opened(watchedGame(play.ObservedByAll, 24*time.Hour))},
	// A volunteer who takes a seat and hands it back.
	"seat": {southAt, 6, func(c *club, i int) {
		if i%2 == 0 {
			c.call("north")
		}
		c.says("third", []string{"take " + c.game + " north", "handback " + c.game}[i%2]+"\n")
	}, sought},
	// Somebody who asks in a member's name for keys of his own to count.
	"keys": {northAt, 6, func(c *club, i int) {
		key := newSigner(fmt.Sprint("stranger ", i), mail.SSH)
		c.receive(letter("mallory@example.net", sign(c.t, key, "keryx register 1\naddress "+northAt+"\nat "+serverAddress+"\n", c.now)+"\n"+key.Public().Text))
	}, nil},
	// Appeals against one ruling after the other.
	"appeal": {secondAt(), 4, func(c *club, i int) {
		ruled, err := c.Rulings.Rule(c.t.Context(), c.game, thirdAt, fmt.Sprintf("ruling\nreason x\nextend north until 2026-12-%02d 18:00\n", 1+i))
		check(c.t, err)
		c.receive(letter(northAt, c.signed("north", fmt.Sprintf("game %s\nappeal %d: nobody asked me\n", c.game, ruled.Entry))))
		_, err = c.Rulings.Rule(c.t.Context(), c.game, secondAt(), fmt.Sprintf("ruling\nreason x\ndismiss %d\n", i+1)) // or no more than some are taken
		check(c.t, err)
	}, func(t *testing.T) *club { return judged(t) }},
	// Mails without a signature, in a player's name.
	"reading": {thirdAt, 3, func(c *club, i int) {
		c.receive(letter(northAt, fmt.Sprintf("bid %d\n", i)))
	}, nil},
	// Mail that comes back, one after the other.
	"delivery": {thirdAt, 3, func(c *club, i int) {
		for _, m := range c.ask("north", "status") {
			c.receive(dsn(m.EnvelopeFrom, "failed", "5.1.1", m.MessageID))
		}
	}, nil},
	// A challenge that is taken back, and made again.
	"league": {northAt, 12, func(c *club, i int) {
		c.says("south", []string{"challenge climb North", "cancel climb 1"}[i%2]+"\n")
	}, ladderClub},
}

// Every kind of letter that one person can cause to another has a limit in a day: what is beyond it
// comes in one letter when the day is over, or is refused.
func TestCausedLettersHaveLimits(t *testing.T) {
	for _, kind := range post.CausedKinds {
		t.Run(kind.Kind, func(t *testing.T) {
			cause, real := causes[kind.Kind]
			if kind.Day == 0 && !real {
				if kind.Means == "" {
					t.Error("nothing says why there is no limit")
				}
				return
			}
			open := opened(judge)
			if cause.open != nil {
				open = cause.open
			}
			c := open(t)
			c.Rules.Calendar.Leave = 30
			if !real {
				cause.to, cause.most, c.invents = southAt, kind.Day, true
			}
			c.sent()
			arrived, said := 0, ""
			const tries = 26
			for i := range tries {
				if real {
					known := c.known
					cause.mail(c, i)
					c.known = known
				} else {
					key := strings.NewReplacer("*", "x").Replace(kind.Keys[len(kind.Keys)-1])
					check(t, c.Cause(t.Context(), northAt, cause.to, key, i+1))
				}
				n, words := c.arrives(cause.to)
				arrived, said = arrived+n, said+words
			}
			if arrived > cause.most || arrived == 0 {
				t.Errorf("%d letters arrive, want %d at the most:\n%s", arrived, cause.most, said)
			}
			c.now = c.now.Add(25 * time.Hour)
			if _, err := c.Letters.SendJoined(t.Context(), c.now); err != nil {
				t.Fatal(err)
			}
			if n, words := c.arrives(cause.to); n > 1 || kind.Day > 0 && !real && n != 1 {
				t.Errorf("then come %d, want one that joins the others:\n%s", n, words)
			}
			if n, err := c.Letters.SendJoined(t.Context(), c.now.Add(48*time.Hour)); n != 0 || err != nil {
				t.Errorf("joined again: %d, %v", n, err)
			}
		})
	}
}

// Thirty mails of absences brought the opponent of five games 155 letters in a day.
func TestPairsOfAbsencesFloodNobody(t *testing.T) {
	c := newClub(t)
	c.Rules.Calendar.Leave = 30
	for range 2 {
		c.found()
	}
	c.sent()
	arrived, last := 0, ""
	for i := range 16 {
		known := c.known
		causes["absence"].mail(c, i)
		c.known = known
		n, words := c.arrives(southAt)
		arrived, last = arrived+n, last+words
	}
	if arrived != 3 {
		t.Errorf("%d letters arrive in a day, want 3:\n%s", arrived, last)
	}
	if n := strings.Count(last, "ford-1, ford-2 and ford-3"); n != 3 {
		t.Errorf("not one letter for all games:\n%s", last)
	}
	c.now = c.now.Add(25 * time.Hour)
	c.sweep()
	n, words := c.arrives(southAt)
	if n == 0 || strings.Count(words, "has cancelled the absence") == 0 || !strings.Contains(words, "exceed the number that one person can cause you to receive") {
		t.Errorf("%d letters join the others:\n%s", n, words)
	}
	if on, err := c.Letters.SendJoined(t.Context(), c.now); on != 0 || err != nil {
		t.Errorf("joined again: %d, %v", on, err)
	}
}
