package host_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"keryx/adjudicator"
	hostclub "keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/mail/wire"
	"keryx/store"
)

// year is how far the clock is ahead in these tests.
const year = 365 * 24 * time.Hour

// beat has the daemon look at the clock, then at the deadlines.
func (c *club) beat() int {
	c.t.Helper()
	_, err := c.Recovery.Heartbeat(c.t.Context())
	check(c.t, err)
	return c.sweep()
}

// ticking lets some time pass with the daemon awake.
func (c *club) ticking(d time.Duration) (dealt int) {
	c.t.Helper()
	for ; d > 0; d -= 5 * time.Minute {
		c.now = c.now.Add(min(d, 5*time.Minute))
		dealt += c.beat()
	}
	return dealt
}

// busy refuses everything for now.
func busy() *carrier { return &carrier{fail: func(int, string) error { return wire.ErrTemporary }} }

// TestClockAheadAndBack lets the clock jump a year ahead, things happen there, and the
// clock come back. Everybody has the time that he would have had, and no mail waits longer
// than it ever does.
func TestClockAheadAndBack(t *testing.T) {
	for _, how := range []post.Contract{post.Defaults, post.Wait} {
		t.Run(string(how), func(t *testing.T) {
			c := newClub(t, contract(how), refereed)
			c.Rules.Operator = "operator@club.example"
			c.beat()
			c.flush(&carrier{})
			c.ticking(time.Hour)
			c.now = c.now.Add(year) // the jump
			if n := c.beat(); n != 0 {
				t.Fatalf("%d seats are late because the clock jumped ahead", n)
			}
			c.flush(busy())
			c.ticking(30 * time.Minute)
			c.order("north", "bid 1") // asks nothing of him any more
			c.order("south", "bid 0") // asks north, with a deadline of that year
			c.flush(busy())
			for range 20 {
				c.receive(letter(northAt, c.signed("north", c.orders("north", "frobnicate"))))
			}
			c.ticking(30 * time.Minute)
			asked := *c.seat("north").Deadline
			left := asked.Sub(c.now)
			c.sent()
			c.now = c.now.Add(-year) // the jump back
			if n := c.beat(); n != 0 {
				t.Errorf("%d seats are late because the clock went back", n)
			}
			seat := c.seat("north")
			if seat.Deadline == nil || seat.Deadline.Sub(c.now) != left {
				t.Fatalf("north has until %v; want %s from %s on", seat.Deadline, left, c.now)
			}
			told := map[string]string{}
			for _, m := range c.sent() {
				told[m.Recipient] += strings.Join(strings.Fields(text(t, m)), " ")
			}
			if !strings.Contains(told[northAt], "clock of this server was ahead") {
				t.Errorf("north reads %q", told[northAt])
			}
			for _, who := range []string{refereeAt, "operator@club.example"} {
				if !strings.Contains(told[who], "by 8760 h") {
					t.Errorf("%s reads %q", who, told[who])
				}
			}
			if s, err := c.Recovery.Ahead(t.Context()); err != nil || !s.Empty() {
				t.Errorf("still ahead: %+v, %v", s, err)
			}
			// What waits is sent within the longest pause between two attempts.
			c.now = c.now.Add(4 * time.Hour)
			c.flush(&carrier{})
			if waiting, err := c.Answers.Outbox(t.Context(), store.OutboxFilter{State: store.Queued}); err != nil || len(waiting) > 0 {
				t.Errorf("%d mails wait, the first for %s (%v)", len(waiting), waiting[0].NextAttempt, err)
			}
			// Mails of that year count as of now: the hour is over.
			for range 15 {
				if m := c.receive(letter(northAt, c.signed("north", c.orders("north", "frobnicate")+"\n"))); strings.Contains(m.Reason, "too many") {
					t.Fatalf("%s: %s", m.State, m.Reason)
				}
			}
			seat = c.seat("north") // what asks him was late
			c.now = seat.Deadline.Add(-time.Minute)
			c.sweep()
			if now := c.seat("north").Deadline; now == nil || !now.Equal(*seat.Deadline) {
				t.Error("he was late before his time")
			}
			c.now = seat.Deadline.Add(time.Minute)
			if n := c.sweep(); n == 0 {
				t.Error("he is late, and nothing happens")
			}
			// A new line of the ledger is dated by the clock as it is.
			c.order("north", "standing/reaction: hold")
			entries := c.ledger()
			if at := entries[len(entries)-1].Time; at.Sub(c.now) > 0 || c.now.Sub(at) > year/2 {
				t.Errorf("the ledger goes on at %s, and it is %s", at, c.now)
			}
			if _, err := c.Games.Replay(t.Context(), c.game); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestClockAheadUnseen lets the clock jump ahead and back between two looks at it.
func TestClockAheadUnseen(t *testing.T) {
	c := newClub(t, contract(post.Defaults))
	c.beat()
	c.order("north", "bid 1")
	south := *c.seat("south").Deadline
	c.now = c.now.Add(year)
	c.order("south", "bid 0")
	c.flush(busy())
	north := c.seat("north")
	if north.Deadline == nil || north.Deadline.Before(noon.Add(year)) {
		t.Fatalf("north has until %v", north.Deadline)
	}
	c.now = noon.Add(time.Minute)
	c.beat()
	if d := c.seat("north").Deadline; d == nil || d.Sub(c.now) > answerTime {
		t.Errorf("north has until %v", d)
	}
	if d := c.seat("south").Deadline; d != nil && !d.Equal(south) {
		t.Errorf("south had until %s and has until %s", south, d)
	}
	c.now = c.now.Add(4 * time.Hour)
	c.flush(&carrier{})
	if waiting, err := c.Answers.Outbox(t.Context(), store.OutboxFilter{State: store.Queued}); err != nil || len(waiting) > 0 {
		t.Errorf("%d mails wait (%v)", len(waiting), err)
	}
}

// A mail that comes before the daemon has looked at the clock again is dealt with by the
// clock as it is: nobody pays for the minutes between.
func TestMailBeforeTheClockWasLookedAt(t *testing.T) {
	c := newClub(t, contract(post.Defaults))
	c.beat()
	c.now = noon.Add(year)
	c.beat()
	c.order("north", "bid 1")
	c.now = noon.Add(time.Minute)
	c.order("south", "bid 0") // asks north
	at := c.now
	c.now = c.now.Add(4 * time.Minute)
	c.beat()
	if d := c.seat("north").Deadline; d == nil || d.Sub(at) != answerTime {
		t.Errorf("north was asked at %s and has until %v", at, d)
	}
}

// TestClockNeverForfeits sets the clock to and fro at random, by minutes and by years,
// while nobody writes. In the time that the daemon is awake, nobody is late before his time
// is up, and everybody is afterwards.
func TestClockNeverForfeits(t *testing.T) {
	for _, jumps := range [][]time.Duration{
		{year, -year}, {-year, year}, {year, -2 * year, year}, {5 * time.Hour, -5 * time.Hour}, {-3 * time.Hour, 3 * time.Hour},
		{30 * 24 * time.Hour, year, -year, -30 * 24 * time.Hour}, {answerTime, -answerTime}, {20 * year, -20 * year},
	} {
		t.Run(fmt.Sprint(jumps), func(t *testing.T) {
			c := newClub(t, contract(post.Defaults))
			c.beat()
			c.flush(&carrier{})
			awake := time.Duration(0)
			for _, jump := range jumps {
				if n := c.ticking(2 * time.Hour); n != 0 {
					t.Fatalf("late after %s awake", awake)
				}
				awake += 2 * time.Hour
				c.now = c.now.Add(jump)
				if n := c.beat(); n != 0 {
					t.Fatalf("late at the jump by %s", jump)
				}
			}
			c.flush(&carrier{})
			for _, side := range []string{"north", "south"} {
				if left := c.seat(side).Deadline.Sub(c.now); left != answerTime-awake {
					t.Errorf("%s has %s left after %s", side, left, awake)
				}
			}
		})
	}
}

// The hour that clocks are set back by in autumn is none of ours, and neither is a clock
// that is told in another zone.
func TestHourBackMovesNothing(t *testing.T) {
	c := newClub(t, contract(post.Defaults))
	c.beat()
	was := *c.seat("north").Deadline
	c.sent()
	for _, zone := range []string{"Europe/Paris", "Pacific/Auckland"} {
		there, err := time.LoadLocation(zone)
		check(t, err)
		c.now = noon.In(there)
		c.beat()
	}
	c.now = noon.Add(-time.Hour)
	c.beat()
	if d := *c.seat("north").Deadline; !d.Equal(was) {
		t.Errorf("the deadline was %s and is %s", was, d)
	}
	if got := c.sent(); len(got) != 0 {
		t.Errorf("told: %q", kinds(got))
	}
}

// TestKeyWaitComesBack: a key that was to count in some days is not kept waiting for a year.
func TestKeyWaitComesBack(t *testing.T) {
	c := newClub(t)
	c.beat()
	c.now = noon.Add(year)
	c.beat()
	key := people()["north"].ssh.Public().Fingerprint
	c.update(func(tx store.Tx) error {
		k, err := tx.KeyByFingerprint(key)
		check(t, err)
		due := c.now.Add(hostclub.Usual().KeyWait.Duration)
		k.Due, k.Changed = &due, c.now
		return tx.UpdateKey(k)
	})
	c.now = noon
	c.beat()
	c.view(func(tx store.ReadTx) error {
		k, err := tx.KeyByFingerprint(key)
		if err == nil && (k.Due == nil || !k.Due.Equal(noon.Add(hostclub.Usual().KeyWait.Duration)) || k.Changed.After(noon)) {
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
			c := newClub(t, contract(post.Defaults), refereed)
			c.beat()
			c.order("north", "bid 1")
			c.flush(&carrier{})
			c.now = noon.Add(year)
			c.beat()
			c.order("south", "bid 0")
			c.lose(how)
			c.ticking(3 * time.Hour)
			c.now = c.now.Add(-year)
			c.beat()
			check(t, c.Answers.SendAgain(t.Context(), c.asking("north").ID))
			c.flush(&carrier{})
			if left := c.seat("north").Deadline.Sub(c.now); left < answerTime-time.Minute || left > answerTime {
				t.Errorf("he has %s left", left)
			}
		})
	}
}

// TestMendClock mends a database by hand that a clock a year ahead has left behind.
func TestMendClock(t *testing.T) {
	c := newClub(t, contract(post.Defaults))
	c.beat()
	c.now = noon.Add(year)
	c.beat()
	c.order("north", "bid 1")
	c.order("south", "bid 0")
	c.now = noon.Add(time.Hour)
	s, err := c.Recovery.Ahead(t.Context())
	check(t, err)
	if s.By != year-time.Hour || len(s.Seats) == 0 || len(s.Dated) == 0 {
		t.Errorf("it shows %+v", s)
	}
	if d := c.seat("north").Deadline; d.Before(noon.Add(year)) {
		t.Errorf("looking has changed the deadline to %s", d)
	}
	mended, err := c.Recovery.MendClock(t.Context())
	check(t, err)
	if len(mended.Seats) != len(s.Seats) {
		t.Errorf("mended %+v", mended)
	}
	for range 2 { // once more changes nothing
		if d := c.seat("north").Deadline; d.Sub(c.now) != answerTime {
			t.Errorf("north has %s left", d.Sub(c.now))
		}
		s, err := c.Recovery.MendClock(t.Context())
		if err != nil || !s.Empty() {
			t.Errorf("again: %+v, %v", s, err)
		}
		c.beat()
	}
}

// TestJumpBetweenLooks lets the clock jump a year ahead at every moment in turn at which
// the daemon looks at it, so also between the look that notices and the one at the
// deadlines. Nobody is late.
func TestJumpBetweenLooks(t *testing.T) {
	for jump := int64(1); jump <= 16; jump++ {
		c := newClub(t, contract(post.Defaults))
		c.beat()
		post, _ := postOffice(t)
		var looks atomic.Int64
		c.Now = func() time.Time {
			if looks.Add(1) > jump {
				return noon.Add(year)
			}
			return noon.Add(time.Minute)
		}
		d := c.daemon(post)
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
		check(t, <-ended)
		for _, e := range c.ledger() {
			if e.Kind == string(adjudicator.Deadline) {
				t.Fatalf("%s is late by a jump at look %d", e.Side, jump)
			}
		}
	}
}
