package clock_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	hostclub "keryx/adjudicator/host/club"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator"
	"keryx/adjudicator/host/post"
	"keryx/mail/wire"
	"keryx/store"
)

// year is how far the clock is ahead in these tests.
const year = 365 * 24 * time.Hour

// beat has the daemon look at the clock, then at the deadlines.
func beat(c *hosttest.Club) int {
	c.T.Helper()
	_, err := c.Recovery.Heartbeat(c.T.Context())
	hosttest.Check(c.T, err)
	return c.SweepNow()
}

// ticking lets some time pass with the daemon awake.
func ticking(c *hosttest.Club, d time.Duration) (dealt int) {
	c.T.Helper()
	for ; d > 0; d -= 5 * time.Minute {
		c.Time = c.Time.Add(min(d, 5*time.Minute))
		dealt += beat(c)
	}
	return dealt
}

// busy refuses everything for now.
func busy() *hosttest.Carrier {
	return &hosttest.Carrier{Fail: func(int, string) error { return wire.ErrTemporary }}
}

// TestClockAheadAndBack lets the clock jump a year ahead, things happen there, and the
// clock come back. Everybody has the time that he would have had, and no mail waits longer
// than it ever does.
func TestClockAheadAndBack(t *testing.T) {
	for _, how := range []post.Contract{post.Defaults, post.Wait} {
		t.Run(string(how), func(t *testing.T) {
			c := hosttest.NewClub(t, hosttest.Contract(how), hosttest.Refereed)
			c.Rules.Operator = "operator@club.example"
			beat(c)
			c.Flush(&hosttest.Carrier{})
			ticking(c, time.Hour)
			c.Time = c.Time.Add(year) // the jump
			if n := beat(c); n != 0 {
				t.Fatalf("%d seats are late because the clock jumped ahead", n)
			}
			c.Flush(busy())
			ticking(c, 30*time.Minute)
			c.Order("north", "bid 1") // asks nothing of him any more
			c.Order("south", "bid 0") // asks north, with a deadline of that year
			c.Flush(busy())
			for range 20 {
				c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "frobnicate"))))
			}
			ticking(c, 30*time.Minute)
			asked := *c.Seat("north").Deadline
			left := asked.Sub(c.Time)
			c.Sent()
			c.Time = c.Time.Add(-year) // the jump back
			if n := beat(c); n != 0 {
				t.Errorf("%d seats are late because the clock went back", n)
			}
			seat := c.Seat("north")
			if seat.Deadline == nil || seat.Deadline.Sub(c.Time) != left {
				t.Fatalf("north has until %v; want %s from %s on", seat.Deadline, left, c.Time)
			}
			told := map[string]string{}
			for _, m := range c.Sent() {
				told[m.Recipient] += strings.Join(strings.Fields(hosttest.TextOf(t, m)), " ")
			}
			if !strings.Contains(told[hosttest.NorthAt], "clock of this server was ahead") {
				t.Errorf("north reads %q", told[hosttest.NorthAt])
			}
			for _, who := range []string{hosttest.ThirdAt, "operator@club.example"} {
				if !strings.Contains(told[who], "by 8760 h") {
					t.Errorf("%s reads %q", who, told[who])
				}
			}
			if s, err := c.Recovery.Ahead(t.Context()); err != nil || !s.Empty() {
				t.Errorf("still ahead: %+v, %v", s, err)
			}
			// What waits is sent within the longest pause between two attempts.
			c.Time = c.Time.Add(4 * time.Hour)
			c.Flush(&hosttest.Carrier{})
			if waiting, err := c.Answers.Outbox(t.Context(), store.OutboxFilter{State: store.Queued}); err != nil || len(waiting) > 0 {
				t.Errorf("%d mails wait, the first for %s (%v)", len(waiting), waiting[0].NextAttempt, err)
			}
			// Mails of that year count as of now: the hour is over.
			for range 15 {
				if m := c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "frobnicate")+"\n"))); strings.Contains(m.Reason, "too many") {
					t.Fatalf("%s: %s", m.State, m.Reason)
				}
			}
			seat = c.Seat("north") // what asks him was late
			c.Time = seat.Deadline.Add(-time.Minute)
			c.SweepNow()
			if now := c.Seat("north").Deadline; now == nil || !now.Equal(*seat.Deadline) {
				t.Error("he was late before his time")
			}
			c.Time = seat.Deadline.Add(time.Minute)
			if n := c.SweepNow(); n == 0 {
				t.Error("he is late, and nothing happens")
			}
			// A new line of the ledger is dated by the clock as it is.
			c.Order("north", "standing/reaction: hold")
			entries := c.Ledger()
			if at := entries[len(entries)-1].Time; at.Sub(c.Time) > 0 || c.Time.Sub(at) > year/2 {
				t.Errorf("the ledger goes on at %s, and it is %s", at, c.Time)
			}
			if _, err := c.Games.Replay(t.Context(), c.Game); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestClockAheadUnseen lets the clock jump ahead and back between two looks at it.
func TestClockAheadUnseen(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Contract(post.Defaults))
	beat(c)
	c.Order("north", "bid 1")
	south := *c.Seat("south").Deadline
	c.Time = c.Time.Add(year)
	c.Order("south", "bid 0")
	c.Flush(busy())
	north := c.Seat("north")
	if north.Deadline == nil || north.Deadline.Before(hosttest.Noon.Add(year)) {
		t.Fatalf("north has until %v", north.Deadline)
	}
	c.Time = hosttest.Noon.Add(time.Minute)
	beat(c)
	if d := c.Seat("north").Deadline; d == nil || d.Sub(c.Time) > hosttest.AnswerTime {
		t.Errorf("north has until %v", d)
	}
	if d := c.Seat("south").Deadline; d != nil && !d.Equal(south) {
		t.Errorf("south had until %s and has until %s", south, d)
	}
	c.Time = c.Time.Add(4 * time.Hour)
	c.Flush(&hosttest.Carrier{})
	if waiting, err := c.Answers.Outbox(t.Context(), store.OutboxFilter{State: store.Queued}); err != nil || len(waiting) > 0 {
		t.Errorf("%d mails wait (%v)", len(waiting), err)
	}
}

// A mail that comes before the daemon has looked at the clock again is dealt with by the
// clock as it is: nobody pays for the minutes between.
func TestMailBeforeTheClockWasLookedAt(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Contract(post.Defaults))
	beat(c)
	c.Time = hosttest.Noon.Add(year)
	beat(c)
	c.Order("north", "bid 1")
	c.Time = hosttest.Noon.Add(time.Minute)
	c.Order("south", "bid 0") // asks north
	at := c.Time
	c.Time = c.Time.Add(4 * time.Minute)
	beat(c)
	if d := c.Seat("north").Deadline; d == nil || d.Sub(at) != hosttest.AnswerTime {
		t.Errorf("north was asked at %s and has until %v", at, d)
	}
}

// TestClockNeverForfeits sets the clock to and fro at random, by minutes and by years,
// while nobody writes. In the time that the daemon is awake, nobody is late before his time
// is up, and everybody is afterwards.
func TestClockNeverForfeits(t *testing.T) {
	for _, jumps := range [][]time.Duration{
		{year, -year}, {-year, year}, {year, -2 * year, year}, {5 * time.Hour, -5 * time.Hour}, {-3 * time.Hour, 3 * time.Hour},
		{30 * 24 * time.Hour, year, -year, -30 * 24 * time.Hour}, {hosttest.AnswerTime, -hosttest.AnswerTime}, {20 * year, -20 * year},
	} {
		t.Run(fmt.Sprint(jumps), func(t *testing.T) {
			c := hosttest.NewClub(t, hosttest.Contract(post.Defaults))
			beat(c)
			c.Flush(&hosttest.Carrier{})
			awake := time.Duration(0)
			for _, jump := range jumps {
				if n := ticking(c, 2*time.Hour); n != 0 {
					t.Fatalf("late after %s awake", awake)
				}
				awake += 2 * time.Hour
				c.Time = c.Time.Add(jump)
				if n := beat(c); n != 0 {
					t.Fatalf("late at the jump by %s", jump)
				}
			}
			c.Flush(&hosttest.Carrier{})
			for _, side := range []string{"north", "south"} {
				if left := c.Seat(side).Deadline.Sub(c.Time); left != hosttest.AnswerTime-awake {
					t.Errorf("%s has %s left after %s", side, left, awake)
				}
			}
		})
	}
}

// The hour that clocks are set back by in autumn is none of ours, and neither is a clock
// that is told in another zone.
func TestHourBackMovesNothing(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Contract(post.Defaults))
	beat(c)
	was := *c.Seat("north").Deadline
	c.Sent()
	for _, zone := range []string{"Europe/Paris", "Pacific/Auckland"} {
		there, err := time.LoadLocation(zone)
		hosttest.Check(t, err)
		c.Time = hosttest.Noon.In(there)
		beat(c)
	}
	c.Time = hosttest.Noon.Add(-time.Hour)
	beat(c)
	if d := *c.Seat("north").Deadline; !d.Equal(was) {
		t.Errorf("the deadline was %s and is %s", was, d)
	}
	if got := c.Sent(); len(got) != 0 {
		t.Errorf("told: %q", hosttest.KindsOf(got))
	}
}

// TestKeyWaitComesBack: a key that was to count in some days is not kept waiting for a year.
func TestKeyWaitComesBack(t *testing.T) {
	c := hosttest.NewClub(t)
	beat(c)
	c.Time = hosttest.Noon.Add(year)
	beat(c)
	key := hosttest.People()["north"].SSH.Public().Fingerprint
	c.Change(func(tx store.Tx) error {
		k, err := tx.KeyByFingerprint(key)
		hosttest.Check(t, err)
		due := c.Time.Add(hostclub.Usual().KeyWait.Duration)
		k.Due, k.Changed = &due, c.Time
		return tx.UpdateKey(k)
	})
	c.Time = hosttest.Noon
	beat(c)
	c.View(func(tx store.ReadTx) error {
		k, err := tx.KeyByFingerprint(key)
		if err == nil && (k.Due == nil || !k.Due.Equal(hosttest.Noon.Add(hostclub.Usual().KeyWait.Duration)) || k.Changed.After(hosttest.Noon)) {
			t.Errorf("due %v, changed %s", k.Due, k.Changed)
		}
		return err
	})
}

// TestStoppedClockComesBack: the report that asks north was refused while the clock was
// ahead. When it goes out, he has the time that he had when it was refused.
func TestStoppedClockComesBack(t *testing.T) {
	for _, how := range []string{"refused", "returned"} {
		t.Run(how, func(t *testing.T) {
			c := hosttest.NewClub(t, hosttest.Contract(post.Defaults), hosttest.Refereed)
			beat(c)
			c.Order("north", "bid 1")
			c.Flush(&hosttest.Carrier{})
			c.Time = hosttest.Noon.Add(year)
			beat(c)
			c.Order("south", "bid 0")
			lose(c, how)
			ticking(c, 3*time.Hour)
			c.Time = c.Time.Add(-year)
			beat(c)
			hosttest.Check(t, c.Answers.SendAgain(t.Context(), asking(c, "north").ID))
			c.Flush(&hosttest.Carrier{})
			if left := c.Seat("north").Deadline.Sub(c.Time); left < hosttest.AnswerTime-time.Minute || left > hosttest.AnswerTime {
				t.Errorf("he has %s left", left)
			}
		})
	}
}

// TestMendClock mends a database by hand that a clock a year ahead has left behind.
func TestMendClock(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Contract(post.Defaults))
	beat(c)
	c.Time = hosttest.Noon.Add(year)
	beat(c)
	c.Order("north", "bid 1")
	c.Order("south", "bid 0")
	c.Time = hosttest.Noon.Add(time.Hour)
	s, err := c.Recovery.Ahead(t.Context())
	hosttest.Check(t, err)
	if s.By != year-time.Hour || len(s.Seats) == 0 || len(s.Dated) == 0 {
		t.Errorf("it shows %+v", s)
	}
	if d := c.Seat("north").Deadline; d.Before(hosttest.Noon.Add(year)) {
		t.Errorf("looking has changed the deadline to %s", d)
	}
	mended, err := c.Recovery.MendClock(t.Context())
	hosttest.Check(t, err)
	if len(mended.Seats) != len(s.Seats) {
		t.Errorf("mended %+v", mended)
	}
	for range 2 { // once more changes nothing
		if d := c.Seat("north").Deadline; d.Sub(c.Time) != hosttest.AnswerTime {
			t.Errorf("north has %s left", d.Sub(c.Time))
		}
		s, err := c.Recovery.MendClock(t.Context())
		if err != nil || !s.Empty() {
			t.Errorf("again: %+v, %v", s, err)
		}
		beat(c)
	}
}

// TestJumpBetweenLooks lets the clock jump a year ahead at every moment in turn at which
// the daemon looks at it, so also between the look that notices and the one at the
// deadlines. Nobody is late.
func TestJumpBetweenLooks(t *testing.T) {
	for jump := int64(1); jump <= 16; jump++ {
		c := hosttest.NewClub(t, hosttest.Contract(post.Defaults))
		beat(c)
		post, _ := hosttest.PostOffice(t)
		var looks atomic.Int64
		c.Now = func() time.Time {
			if looks.Add(1) > jump {
				return hosttest.Noon.Add(year)
			}
			return hosttest.Noon.Add(time.Minute)
		}
		d := c.NewDaemon(post)
		swept := make(chan struct{}, 100)
		d.After = func(pause time.Duration) <-chan time.Time {
			if pause == 5*time.Minute { // the loop of the deadlines rests
				swept <- struct{}{}
			}
			return nil
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- d.Run(ctx) }()
		<-swept
		stop()
		hosttest.Check(t, <-ended)
		for _, e := range c.Ledger() {
			if e.Kind == string(adjudicator.Deadline) {
				t.Fatalf("%s is late by a jump at look %d", e.Side, jump)
			}
		}
	}
}
