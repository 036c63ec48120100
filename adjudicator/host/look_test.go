package host_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"keryx/adjudicator/host/post"
	"keryx/store"
)

// toLookAt lists the seats that somebody is to look at now.
func (c *club) toLookAt() (list []string) {
	c.t.Helper()
	c.view(func(tx store.ReadTx) error {
		seats, err := tx.SeatsToLookAt(c.now, 1000)
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
	c := newClub(t, contract(post.Wait))
	for range 20 {
		c.found(contract(post.Wait))
	}
	quiet := func(when string) {
		t.Helper()
		c.sweep()
		c.sweep() // what a reminder has changed is looked at once more
		if list := c.toLookAt(); len(list) != 0 {
			t.Errorf("%s: looked at %q again", when, list)
		}
	}
	quiet("at the start")
	c.now = noon.Add(answerTime/2 - time.Minute)
	if list := c.toLookAt(); len(list) != 0 {
		t.Errorf("before the first reminder: looked at %q", list)
	}
	c.now = noon.Add(answerTime / 2)
	if list := c.toLookAt(); len(list) != 42 {
		t.Errorf("at the first reminder %d seats are looked at, want all 42", len(list))
	}
	quiet("after the first reminder")
	c.now = noon.Add(answerTime)
	if n := c.sweep(); n != 42 {
		t.Errorf("%d deadlines were dealt with, want 42", n)
	}
	quiet("after the deadline")
	c.now = noon.Add(100 * answerTime)
	quiet("much later")
	c.order("north", "bid 1")
	c.order("south", "bid 0")
	if list := c.toLookAt(); len(list) == 0 || len(list) > 2 {
		t.Errorf("after two orders: %q", list)
	}
}

// A seat whose clock stands still is looked at again when its mail has reached its player,
// however long ago its deadline was.
func TestStoppedSeatIsLookedAtAgain(t *testing.T) {
	c := newClub(t, contract(post.Defaults))
	c.order("south", "bid 0")
	c.sent()
	c.now = noon.Add(answerTime - time.Minute) // the last letter goes out shortly before the deadline
	m := c.askingMail("north")
	c.update(func(tx store.Tx) error {
		_, err := tx.SetBack(store.SetBack{Now: c.now, Slack: time.Hour})
		return err
	})
	c.update(func(tx store.Tx) error {
		claim, ok, err := claimOf(tx, m.ID, c.now)
		if err != nil || !ok {
			return fmt.Errorf("mail %d: %v, %v", m.ID, ok, err)
		}
		return tx.MarkFailed(claim.ID, claim.Token, "refused")
	})
	c.now = noon.Add(answerTime)
	if n := c.sweep(); n != 0 {
		t.Fatalf("%d deadlines passed of clocks that stand still", n)
	}
	if list := c.toLookAt(); len(list) != 0 {
		t.Errorf("looked at again: %q", list)
	}
	check(t, c.Answers.LetGo(t.Context(), m.ID, "told by telephone"))
	if list := c.toLookAt(); len(list) == 0 {
		t.Error("nobody looks at the seat whose clock runs again")
	}
}

// askingMail is the mail that asks a seat.
func (c *club) askingMail(side string) (m store.OutboxMail) {
	c.t.Helper()
	c.view(func(tx store.ReadTx) error {
		report, err := tx.ReportByCode(c.game, c.seat(side).Answers)
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

// dying is a store that ends after some transactions.
type dying struct {
	store.Store
	left int
}

var errKilled = errors.New("killed")

func (s *dying) Update(ctx context.Context, f func(store.Tx) error) error {
	if s.left--; s.left < 0 {
		return errKilled
	}
	return s.Store.Update(ctx, f)
}

// However often the daemon is killed while it moves the deadlines after an outage, each is
// moved once, everybody is told once, and nobody is late before all are.
func TestOutageInPieces(t *testing.T) {
	c := newClub(t, contract(post.Wait))
	games := []string{c.game}
	for range 24 {
		games = append(games, c.found(contract(post.Wait)))
	}
	_, err := c.Recovery.Heartbeat(t.Context())
	check(t, err)
	c.sent()
	const away = answerTime + time.Hour
	c.now = noon.Add(away)
	whole := c.Store
	pieces := 0
	for left := 1; ; left = 1 {
		if pieces == 0 {
			left = 2 // the outage is noted, and the first piece done
		}
		c.Store = &dying{whole, left}
		_, err := c.Recovery.Heartbeat(t.Context())
		c.Store = whole
		if err == nil {
			break
		}
		if !errors.Is(err, errKilled) {
			t.Fatal(err)
		}
		if pieces++; pieces > 100 {
			t.Fatal("it never ends")
		}
		if n := c.sweep(); n != 0 {
			t.Fatalf("after piece %d: %d seats are late because the server was away", pieces, n)
		}
		if pieces == 2 { // what is asked anew meanwhile has its full time from now on
			c.game = games[len(games)-1]
			c.order("north", "bid 1")
			c.order("south", "bid 0")
		}
		c.Store = &dying{whole, 2}
		if _, err := c.Recovery.Heartbeat(t.Context()); err != nil && !errors.Is(err, errKilled) {
			t.Fatal(err)
		}
		c.Store = whole
	}
	if pieces < 3 {
		t.Errorf("only %d pieces", pieces)
	}
	told := map[string]int{}
	for _, m := range c.sent() {
		if m.Kind == "notice" {
			told[m.Game+" "+m.Recipient]++
		}
	}
	for i, game := range games {
		c.game = game
		for _, side := range []string{"north", "south"} {
			deadline := c.seat(side).Deadline
			if deadline == nil {
				continue
			}
			want := noon.Add(answerTime + away)
			if i == len(games)-1 {
				want = c.now.Add(answerTime)
			}
			if !deadline.Equal(want) {
				t.Errorf("%s %s: the deadline is %v, want %v", game, side, deadline, want)
			}
			if n := told[game+" "+people()[side].address]; i < len(games)-1 && n != 1 {
				t.Errorf("%s %s was told %d times", game, side, n)
			}
		}
	}
}
