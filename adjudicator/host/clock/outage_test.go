package clock_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"
)

// madeAway is a club with games that were made while its server was away for two hours.
func madeAway(t *testing.T) (c *hosttest.Club, games []string) {
	t.Helper()
	c = hosttest.NewClub(t)
	c.Flush(&hosttest.Carrier{})
	_, err := c.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	c.Time = c.Time.Add(110 * time.Minute)
	for range 3 {
		games = append(games, c.NewGame())
	}
	for _, m := range c.Sent() {
		if m.Game != c.Game && !strings.Contains(hosttest.Flat(hosttest.TextOf(t, m)), "Your time begins when the email leaves") {
			t.Errorf("the letter to %s does not say that its time has not begun:\n%s", m.Recipient, hosttest.TextOf(t, m))
		}
	}
	c.Time = c.Time.Add(10 * time.Minute)
	return c, games
}

// A game that was made while the server was away has its whole answer time from when its letters
// leave, the same for both sides, in whatever order the server gets to its work; nobody is told that
// his deadline has moved.
func TestGamesMadeWhileTheServerIsAway(t *testing.T) {
	beat := func(c *hosttest.Club) {
		_, err := c.Recovery.Heartbeat(t.Context())
		hosttest.Check(t, err)
	}
	for name, steps := range map[string][]func(c *hosttest.Club){
		"deadlines first":       {beat, func(c *hosttest.Club) { c.Flush(&hosttest.Carrier{}) }, beat},
		"letters first":         {func(c *hosttest.Club) { c.Flush(&hosttest.Carrier{}) }, beat, beat},
		"a letter, then others": {func(c *hosttest.Club) { flushOne(c, t) }, beat, func(c *hosttest.Club) { c.Flush(&hosttest.Carrier{}) }, beat},
	} {
		t.Run(name, func(t *testing.T) {
			c, games := madeAway(t)
			old := c.Game
			back := c.Time
			for _, step := range steps {
				step(c)
				c.Time = c.Time.Add(20 * time.Second)
			}
			for _, game := range games {
				c.Game = game
				north, south := *c.Seat("north").Deadline, *c.Seat("south").Deadline
				if !north.Equal(south) {
					t.Errorf("%s: north has until %s, south until %s", game, north, south)
				}
				if late := north.Sub(back.Add(hosttest.AnswerTime)); late < 0 || late > time.Minute {
					t.Errorf("%s: the deadline is %s, want %s", game, north, back.Add(hosttest.AnswerTime))
				}
			}
			c.Game = old
			if late := c.Seat("north").Deadline.Sub(hosttest.Noon.Add(hosttest.AnswerTime + 2*time.Hour)); late < 0 || late > time.Minute {
				t.Errorf("the deadline of the game of before is %s later than two hours", late)
			}
			for _, m := range c.Sent() {
				if said := hosttest.TextOf(t, m); m.Game != old && (strings.Contains(said, "has moved") || strings.Contains(said, "clock of your side was stopped")) {
					t.Errorf("%s is told of a deadline that has not moved:\n%s", m.Recipient, said)
				}
			}
		})
	}
}

// flushOne sends the first letter that waits, and no other.
func flushOne(c *hosttest.Club, t *testing.T) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	if n, err := c.Outbox.Flush(ctx, &hosttest.Carrier{Fail: func(int, string) error { stop(); return nil }}); err != nil || n != 1 {
		t.Fatalf("%d letters were sent: %v", n, err)
	}
}
