package host_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/post"
	"keryx/store"
)

// toLookAt lists the seats that somebody is to look at now.
func toLookAt(c *hosttest.Club) (list []string) {
	c.T.Helper()
	c.View(func(tx store.ReadTx) error {
		seats, err := tx.SeatsToLookAt(c.Time, 1000)
		for _, seat := range seats {
			list = append(list, seat.Game+" "+seat.Side)
		}
		return err
	})
	return list
}

// A seat is looked at when there may be something to do about it, and not in each round:
// those whose players have let their deadlines pass cost nothing any more.
func TestQuietSeatsAreNotLookedAt(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Contract(post.Wait))
	for range 20 {
		c.NewGame(hosttest.Contract(post.Wait))
	}
	quiet := func(when string) {
		t.Helper()
		c.SweepNow()
		c.SweepNow() // what a reminder has changed is looked at once more
		if list := toLookAt(c); len(list) != 0 {
			t.Errorf("%s: looked at %q again", when, list)
		}
	}
	quiet("at the start")
	c.Time = hosttest.Noon.Add(hosttest.AnswerTime/2 - time.Minute)
	if list := toLookAt(c); len(list) != 0 {
		t.Errorf("before the first reminder: looked at %q", list)
	}
	c.Time = hosttest.Noon.Add(hosttest.AnswerTime / 2)
	if list := toLookAt(c); len(list) != 42 {
		t.Errorf("at the first reminder %d seats are looked at, want all 42", len(list))
	}
	quiet("after the first reminder")
	c.Time = hosttest.Noon.Add(hosttest.AnswerTime)
	if n := c.SweepNow(); n != 42 {
		t.Errorf("%d deadlines were dealt with, want 42", n)
	}
	quiet("after the deadline")
	c.Time = hosttest.Noon.Add(100 * hosttest.AnswerTime)
	quiet("much later")
	c.Order("north", "bid 1")
	c.Order("south", "bid 0")
	if list := toLookAt(c); len(list) == 0 || len(list) > 2 {
		t.Errorf("after two orders: %q", list)
	}
}

// A seat whose clock stands still is looked at again when its mail has reached its player,
// however long ago its deadline was.
func TestStoppedSeatIsLookedAtAgain(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Contract(post.Defaults))
	c.Order("south", "bid 0")
	c.Sent()
	c.Time = hosttest.Noon.Add(hosttest.AnswerTime - time.Minute) // the last letter goes out shortly before the deadline
	m := askingMail(c, "north")
	c.Change(func(tx store.Tx) error {
		_, err := tx.SetBack(store.SetBack{Now: c.Time, Slack: time.Hour})
		return err
	})
	c.Change(func(tx store.Tx) error {
		claim, ok, err := claimOf(tx, m.ID, c.Time)
		if err != nil || !ok {
			return fmt.Errorf("mail %d: %v, %v", m.ID, ok, err)
		}
		return tx.MarkFailed(claim.ID, claim.Token, "refused")
	})
	c.Time = hosttest.Noon.Add(hosttest.AnswerTime)
	if n := c.SweepNow(); n != 0 {
		t.Fatalf("%d deadlines passed of clocks that stand still", n)
	}
	if list := toLookAt(c); len(list) != 0 {
		t.Errorf("looked at again: %q", list)
	}
	hosttest.Check(t, c.Answers.LetGo(t.Context(), m.ID, "told by telephone"))
	if list := toLookAt(c); len(list) == 0 {
		t.Error("nobody looks at the seat whose clock runs again")
	}
}

// askingMail is the mail that asks a seat.
func askingMail(c *hosttest.Club, side string) (m store.OutboxMail) {
	c.T.Helper()
	c.View(func(tx store.ReadTx) error {
		report, err := tx.ReportByCode(c.Game, c.Seat(side).Answers)
		if err != nil {
			return err
		}
		m, err = tx.OutboxMail(report.Outbox)
		return err
	})
	return m
}

// claimOf claims a mail among those that wait.
func claimOf(tx store.Tx, id int64, now time.Time) (store.Claim, bool, error) {
	for {
		claim, ok, err := tx.ClaimOutbox(now, time.Hour, time.Hour)
		if err != nil || !ok || claim.ID == id {
			return claim, ok, err
		}
		if err := tx.MarkSent(claim.ID, claim.Token, now); err != nil {
			return claim, false, err
		}
	}
}

// However often the daemon is killed while it moves the deadlines after an outage, each is
// moved once, everybody is told once, and nobody is late before all are.
func TestOutageInPieces(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Contract(post.Wait))
	games := []string{c.Game}
	for range 24 {
		games = append(games, c.NewGame(hosttest.Contract(post.Wait)))
	}
	_, err := c.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	c.Sent()
	const away = hosttest.AnswerTime + time.Hour
	c.Time = hosttest.Noon.Add(away)
	whole := c.Store
	pieces := 0
	for left := 1; ; left = 1 {
		if pieces == 0 {
			left = 2 // the outage is noted, and the first piece done
		}
		c.Store = &hosttest.Dying{Store: whole, Left: left}
		_, err := c.Recovery.Heartbeat(t.Context())
		c.Store = whole
		if err == nil {
			break
		}
		if !errors.Is(err, hosttest.ErrKilled) {
			t.Fatal(err)
		}
		if pieces++; pieces > 100 {
			t.Fatal("it never ends")
		}
		if n := c.SweepNow(); n != 0 {
			t.Fatalf("after piece %d: %d seats are late because the server was away", pieces, n)
		}
		if pieces == 2 { // what is asked anew meanwhile has its full time from now on
			c.Game = games[len(games)-1]
			c.Order("north", "bid 1")
			c.Order("south", "bid 0")
		}
		c.Store = &hosttest.Dying{Store: whole, Left: 2}
		if _, err := c.Recovery.Heartbeat(t.Context()); err != nil && !errors.Is(err, hosttest.ErrKilled) {
			t.Fatal(err)
		}
		c.Store = whole
	}
	if pieces < 3 {
		t.Errorf("only %d pieces", pieces)
	}
	told := map[string]int{}
	for _, m := range c.Sent() {
		if m.Kind == "notice" {
			told[m.Game+" "+m.Recipient]++
		}
	}
	for i, game := range games {
		c.Game = game
		for _, side := range []string{"north", "south"} {
			deadline := c.Seat(side).Deadline
			if deadline == nil {
				continue
			}
			want := hosttest.Noon.Add(hosttest.AnswerTime + away)
			if i == len(games)-1 {
				want = c.Time.Add(hosttest.AnswerTime)
			}
			if !deadline.Equal(want) {
				t.Errorf("%s %s: the deadline is %v, want %v", game, side, deadline, want)
			}
			if n := told[game+" "+hosttest.People()[side].Address]; i < len(games)-1 && n != 1 {
				t.Errorf("%s %s was told %d times", game, side, n)
			}
		}
	}
}
