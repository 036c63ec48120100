package host_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/mail"
	"keryx/store"
)

// arrives counts the mails to an address, since it was last asked, that go out.
func arrives(c *hosttest.Club, to string) (n int, said string) {
	c.T.Helper()
	for _, m := range c.Sent() {
		if m.Recipient == to && m.State != store.Cancelled {
			n++
			said += hosttest.Flat(hosttest.TextOf(c.T, m)) + "\n"
		}
	}
	return n, said
}

// causes are real mails that cause letters of a kind, the most of them that arrive in a day, and to
// whom they go. Where there is none, letters of the kind are queued as such a mail does.
var causes = map[string]struct {
	to   string
	most int
	mail func(c *hosttest.Club, i int)
	open func(t *testing.T) *hosttest.Club // nil: a game with a referee
}{
	"absence": {hosttest.SouthAt, 3, func(c *hosttest.Club, i int) {
		day := calendar.DateOf(c.Time, time.UTC).AddDate(0, 0, 2+i/2).Format(time.DateOnly)
		word := map[bool]string{true: "from " + day + " to " + day, false: "cancel " + day}[i%2 == 0]
		c.Requests("north", hosttest.NorthAt, "absence "+word+"\n")
	}, nil},
	"press": {hosttest.SouthAt, 10, func(c *hosttest.Club, i int) {
		c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", fmt.Sprintf("game %s\npress\n  word %d\n", c.Game, i))))
	}, nil},
	"claim": {hosttest.ThirdAt, 4, func(c *hosttest.Club, i int) {
		c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", fmt.Sprintf("game %s\nreferee: claim %d\n", c.Game, i))))
		if i > 0 { // or no more than four are taken
			_, err := c.Rulings.Rule(c.T.Context(), c.Game, "", fmt.Sprintf("ruling\ndismiss %d\nreason x\n", i))
			if err != nil && !strings.Contains(err.Error(), "claim") {
				hosttest.Check(c.T, err)
			}
		}
	}, nil},
	"offer": {hosttest.SouthAt, 6, func(c *hosttest.Club, i int) {
		c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", fmt.Sprintf("game %s\n%s\n# %d\n", c.Game, []string{"offer draw", "withdraw"}[i%2], i))))
	}, nil},
	// Whoever watches, and does so no more, over and over.
	"watch": {hosttest.NorthAt, 1, func(c *hosttest.Club, i int) {
		c.Mails("third", []string{"watch ", "unwatch "}[i%2]+c.Game+"\n")
	}, opened(hosttest.WatchedGame(play.ObservedByAll, 24*time.Hour))},
	// A volunteer who takes a seat and hands it back.
	"seat": {hosttest.SouthAt, 6, func(c *hosttest.Club, i int) {
		if i%2 == 0 {
			c.CallSubstitute("north")
		}
		c.Mails("third", []string{"take " + c.Game + " north", "handback " + c.Game}[i%2]+"\n")
	}, sought},
	// Somebody who asks in a member's name for keys of his own to count.
	"keys": {hosttest.NorthAt, 6, func(c *hosttest.Club, i int) {
		key := hosttest.NewSigner(fmt.Sprint("stranger ", i), mail.SSH)
		c.Receive(hosttest.Letter("mallory@example.net", hosttest.Sign(c.T, key, "keryx register 1\naddress "+hosttest.NorthAt+"\nat "+hosttest.ServerAddress+"\n", c.Time)+"\n"+key.Public().Text))
	}, nil},
	// Appeals against one ruling after the other.
	"appeal": {hosttest.SecondAt(), 4, func(c *hosttest.Club, i int) {
		ruled, err := c.Rulings.Rule(c.T.Context(), c.Game, hosttest.ThirdAt, fmt.Sprintf("ruling\nreason x\nextend north until 2026-12-%02d 18:00\n", 1+i))
		hosttest.Check(c.T, err)
		c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", fmt.Sprintf("game %s\nappeal %d: nobody asked me\n", c.Game, ruled.Entry))))
		_, err = c.Rulings.Rule(c.T.Context(), c.Game, hosttest.SecondAt(), fmt.Sprintf("ruling\nreason x\ndismiss %d\n", i+1)) // or no more than some are taken
		hosttest.Check(c.T, err)
	}, func(t *testing.T) *hosttest.Club { return hosttest.Judged(t) }},
	// Mails without a signature, in a player's name.
	"reading": {hosttest.ThirdAt, 3, func(c *hosttest.Club, i int) {
		c.Receive(hosttest.Letter(hosttest.NorthAt, fmt.Sprintf("bid %d\n", i)))
	}, nil},
	// Mail that comes back, one after the other.
	"delivery": {hosttest.ThirdAt, 3, func(c *hosttest.Club, i int) {
		for _, m := range c.Ask("north", "status") {
			c.Receive(hosttest.Dsn(m.EnvelopeFrom, "failed", "5.1.1", m.MessageID))
		}
	}, nil},
	// A challenge that is taken back, and made again.
	"league": {hosttest.NorthAt, 12, func(c *hosttest.Club, i int) {
		c.Mails("south", []string{"challenge climb North", "cancel climb 1"}[i%2]+"\n")
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
			open := opened(hosttest.Refereed)
			if cause.open != nil {
				open = cause.open
			}
			c := open(t)
			c.Rules.Calendar.Leave = 30
			if !real {
				cause.to, cause.most, c.Invents = hosttest.SouthAt, kind.Day, true
			}
			c.Sent()
			arrived, said := 0, ""
			const tries = 26
			for i := range tries {
				if real {
					known := c.Known
					cause.mail(c, i)
					c.Known = known
				} else {
					key := strings.NewReplacer("*", "x").Replace(kind.Keys[len(kind.Keys)-1])
					hosttest.Check(t, causeLetters(t.Context(), c.Host, hosttest.NorthAt, cause.to, key, i+1))
				}
				n, words := arrives(c, cause.to)
				arrived, said = arrived+n, said+words
			}
			if arrived > cause.most || arrived == 0 {
				t.Errorf("%d letters arrive, want %d at the most:\n%s", arrived, cause.most, said)
			}
			c.Time = c.Time.Add(25 * time.Hour)
			if _, err := c.Letters.SendJoined(t.Context(), c.Time); err != nil {
				t.Fatal(err)
			}
			if n, words := arrives(c, cause.to); n > 1 || kind.Day > 0 && !real && n != 1 {
				t.Errorf("then come %d, want one that joins the others:\n%s", n, words)
			}
			if n, err := c.Letters.SendJoined(t.Context(), c.Time.Add(48*time.Hour)); n != 0 || err != nil {
				t.Errorf("joined again: %d, %v", n, err)
			}
		})
	}
}

// Thirty mails of absences brought the opponent of five games 155 letters in a day.
func TestPairsOfAbsencesFloodNobody(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Rules.Calendar.Leave = 30
	for range 2 {
		c.NewGame()
	}
	c.Sent()
	arrived, last := 0, ""
	for i := range 16 {
		known := c.Known
		causes["absence"].mail(c, i)
		c.Known = known
		n, words := arrives(c, hosttest.SouthAt)
		arrived, last = arrived+n, last+words
	}
	if arrived != 3 {
		t.Errorf("%d letters arrive in a day, want 3:\n%s", arrived, last)
	}
	if n := strings.Count(last, "ford-1, ford-2 and ford-3"); n != 3 {
		t.Errorf("not one letter for all games:\n%s", last)
	}
	c.Time = c.Time.Add(25 * time.Hour)
	c.SweepNow()
	n, words := arrives(c, hosttest.SouthAt)
	if n == 0 || strings.Count(words, "has cancelled the absence") == 0 || !strings.Contains(words, "exceed the number that one person can cause you to receive") {
		t.Errorf("%d letters join the others:\n%s", n, words)
	}
	if on, err := c.Letters.SendJoined(t.Context(), c.Time); on != 0 || err != nil {
		t.Errorf("joined again: %d, %v", on, err)
	}
}
