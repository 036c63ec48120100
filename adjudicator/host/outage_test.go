package host_test

import (
	"context"
	"strings"
	"testing"
	"time"
)

// madeAway is a club with games that were made while its server was away for two hours.
func madeAway(t *testing.T) (c *club, games []string) {
	t.Helper()
	c = newClub(t)
	c.flush(&carrier{})
	_, err := c.Recovery.Heartbeat(t.Context())
	check(t, err)
	c.now = c.now.Add(110 * time.Minute)
	for range 3 {
		games = append(games, c.found())
	}
	for _, m := range c.sent() {
		if m.Game != c.game && !strings.Contains(flat(text(t, m)), "Your time begins when the email leaves") {
			t.Errorf("the letter to %s does not say that its time has not begun:\n%s", m.Recipient, text(t, m))
		}
	}
	c.now = c.now.Add(10 * time.Minute)
	return c, games
}

// A game that was made while the server was away has its whole answer time from when its letters
// leave, the same for both sides, in whatever order the server gets to its work; nobody is told that
// his deadline has moved.
func TestGamesMadeWhileTheServerIsAway(t *testing.T) {
	beat := func(c *club) {
		_, err := c.Recovery.Heartbeat(t.Context())
		check(t, err)
	}
	for name, steps := range map[string][]func(c *club){
		"deadlines first":       {beat, func(c *club) { c.flush(&carrier{}) }, beat},
		"letters first":         {func(c *club) { c.flush(&carrier{}) }, beat, beat},
		"a letter, then others": {func(c *club) { c.flushOne(t) }, beat, func(c *club) { c.flush(&carrier{}) }, beat},
	} {
		t.Run(name, func(t *testing.T) {
			c, games := madeAway(t)
			old := c.game
			back := c.now
			for _, step := range steps {
				step(c)
				c.now = c.now.Add(20 * time.Second)
			}
			for _, game := range games {
				c.game = game
				north, south := *c.seat("north").Deadline, *c.seat("south").Deadline
				if !north.Equal(south) {
					t.Errorf("%s: north has until %s, south until %s", game, north, south)
				}
				if late := north.Sub(back.Add(answerTime)); late < 0 || late > time.Minute {
					t.Errorf("%s: the deadline is %s, want %s", game, north, back.Add(answerTime))
				}
			}
			c.game = old
			if late := c.seat("north").Deadline.Sub(noon.Add(answerTime + 2*time.Hour)); late < 0 || late > time.Minute {
				t.Errorf("the deadline of the game of before is %s later than two hours", late)
			}
			for _, m := range c.sent() {
				if said := text(t, m); m.Game != old && (strings.Contains(said, "has moved") || strings.Contains(said, "clock of your side was stopped")) {
					t.Errorf("%s is told of a deadline that has not moved:\n%s", m.Recipient, said)
				}
			}
		})
	}
}

// flushOne sends the first letter that waits, and no other.
func (c *club) flushOne(t *testing.T) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	if n, err := c.Outbox.Flush(ctx, &carrier{fail: func(int, string) error { stop(); return nil }}); err != nil || n != 1 {
		t.Fatalf("%d letters were sent: %v", n, err)
	}
}
