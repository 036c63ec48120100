package host_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	hostclub "keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/store"
)

// sweep deals with the deadlines that have passed by now.
func (c *club) sweep() int {
	c.t.Helper()
	n, err := c.Sweep(c.t.Context(), c.now)
	check(c.t, err)
	return n
}

func TestWaitRemindsOnce(t *testing.T) {
	c := newClub(t)
	c.order("south", "bid 0")
	c.sent()
	before := c.world()
	c.now = noon.Add(answerTime - time.Minute)
	if n := c.sweep(); n != 1 || !strings.Contains(flat(text(t, c.sent()[0])), "less than a day away") {
		t.Fatalf("%d seats were dealt with a minute before their deadline, want one reminder", n)
	}
	c.now = noon.Add(answerTime)
	if n := c.sweep(); n != 1 {
		t.Fatalf("%d seats are late, want 1", n)
	}
	got := c.sent()
	if d := cmp.Diff([]string{"reminder " + northAt}, kinds(got)); d != "" {
		t.Errorf("mails (-want +got):\n%s", d)
	}
	if !strings.Contains(text(t, got[0]), c.seat("north").Answers) {
		t.Error("the reminder does not give the code")
	}
	for range 3 {
		c.now = c.now.Add(answerTime)
		if n := c.sweep(); n != 0 || len(c.sent()) != 0 {
			t.Error("he was reminded twice")
		}
	}
	for i := range before.Seats {
		before.Seats[i].Reminded = nil
	}
	after := c.world()
	for i := range after.Seats {
		after.Seats[i].Reminded = nil
	}
	if d := cmp.Diff(before, after); d != "" {
		t.Errorf("a reminder moves the game (-before +after):\n%s", d)
	}
	c.order("north", "bid 1") // his orders count all the same, late as they are
	if seat := c.seat("north"); seat.Reminded != nil || !seat.Deadline.Equal(c.now.Add(answerTime)) {
		t.Errorf("after his answer: reminded %v, deadline %v", seat.Reminded, seat.Deadline)
	}
}

func TestDefaultPlays(t *testing.T) {
	c := newClub(t, contract(post.Defaults))
	c.order("south", "bid 0/pass")
	c.sent()
	c.now = noon.Add(answerTime)
	if n := c.sweep(); n != 1 {
		t.Fatalf("%d seats were dealt with, want 1", n)
	}
	got := c.sent()
	if d := cmp.Diff([]string{"question " + northAt}, kinds(got)); d != "" {
		t.Errorf("mails (-want +got):\n%s", d)
	}
	if !strings.Contains(text(t, got[0]), "bid 0") {
		t.Errorf("the report does not tell what was done for him:\n%s", text(t, got[0]))
	}
	if n := c.sweep(); n != 0 {
		t.Errorf("%d seats are late again", n)
	}
	entries, err := c.Reports.Ledger(t.Context(), c.game)
	check(t, err)
	if last := entries[len(entries)-1]; last.Kind != "default" || last.Side != "north" || !strings.Contains(string(last.Body), "2026-11-24T12:00:00Z") {
		t.Errorf("the last entry is %s of %q: %s", last.Kind, last.Side, last.Body)
	}
	c.now = c.now.Add(answerTime)
	c.sweep()
	_, err = c.Games.Replay(t.Context(), c.game)
	check(t, err)
}

// Both deadlines pass at once: each seat is dealt with once.
func TestBothLate(t *testing.T) {
	c := newClub(t, contract(post.Defaults))
	c.now = noon.Add(answerTime)
	if n := c.sweep(); n != 2 {
		t.Errorf("%d seats were dealt with, want 2", n)
	}
	entries, err := c.Reports.Ledger(t.Context(), c.game)
	check(t, err)
	if len(entries) != 5 {
		t.Errorf("%d ledger entries, want 5", len(entries))
	}
}

// A mail that was received in time and not yet worked on keeps its deadline open.
func TestMailInTimeIsNotLate(t *testing.T) {
	c := newClub(t, contract(post.Defaults))
	c.order("south", "bid 0")
	raw := letter(northAt, c.signed("north", c.orders("north", "bid 3")))
	inTime := c.fetched(raw)
	inTime.InternalDate = noon.Add(answerTime - time.Second)
	c.now = noon.Add(answerTime + time.Hour)
	c.stop(hostclub.StepFetched, func() {
		_, err := c.Intake.Receive(t.Context(), inTime)
		check(t, err)
	})
	if n := c.sweep(); n != 0 {
		t.Fatal("a default was taken while the answer lay in the inbox")
	}
	check(t, c.Intake.Resume(t.Context()))
	if row := c.lastReceived(); row.State != store.Accepted {
		t.Errorf("state %s (%s)", row.State, row.Reason)
	}
}

// stop runs f and cuts it off after a step, as a crash would.
func (c *club) stop(at hostclub.Step, f func()) {
	c.t.Helper()
	c.Trace = func(s hostclub.Step) {
		if s == at {
			panic(at)
		}
	}
	defer func() {
		c.Trace = nil
		if r := recover(); r != at {
			c.t.Fatalf("stopped by %v, want a stop after %s", r, at)
		}
	}()
	f()
}

// Orders that do not answer the question do not put its deadline off.
func TestStandingOrdersKeepTheDeadline(t *testing.T) {
	c := newClub(t)
	deadline := *c.seat("north").Deadline
	code := c.seat("north").Answers
	c.now = c.now.Add(time.Hour)
	c.order("north", "phase D/loot 0/standing/reaction: hold")
	if got := *c.seat("north").Deadline; !got.Equal(deadline) {
		t.Errorf("the deadline moved from %v to %v", deadline, got)
	}
	if c.seat("north").Answers == code {
		t.Error("the report has the code of the one before")
	}
	c.order("north", "bid 1")
	if c.seat("north").Deadline != nil {
		t.Error("there is a deadline and no question")
	}
	c.order("south", "bid 0")
	if got := *c.seat("north").Deadline; !got.Equal(c.now.Add(answerTime)) {
		t.Errorf("the new question has the deadline %v", got)
	}
}

func TestOutageMovesDeadlines(t *testing.T) {
	tests := []struct {
		name string
		away time.Duration
		move time.Duration
	}{
		{"a short pause", 9 * time.Minute, 0},
		{"an outage", 5 * time.Hour, 5 * time.Hour},
		{"an outage over the deadline", answerTime + 24*time.Hour, answerTime + 24*time.Hour},
		{"a clock that goes back", -time.Hour, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := newClub(t, contract(post.Defaults))
			if moved, err := c.Recovery.Heartbeat(t.Context()); err != nil || moved != 0 {
				t.Fatalf("the first beat: %v %v", moved, err)
			}
			c.now = noon.Add(tt.away)
			moved, err := c.Recovery.Heartbeat(t.Context())
			if err != nil || moved != tt.move {
				t.Fatalf("moved by %v (%v), want %v", moved, err, tt.move)
			}
			for _, side := range []string{"north", "south"} {
				if got, want := *c.seat(side).Deadline, noon.Add(answerTime+tt.move); !got.Equal(want) {
					t.Errorf("the deadline of %s is %v, want %v", side, got, want)
				}
			}
			if n := c.sweep(); n != 0 {
				t.Errorf("%d seats are late because the server was away", n)
			}
		})
	}
}

// A deadline that had passed before the outage stays passed.
func TestOutageForgivesNobody(t *testing.T) {
	c := newClub(t, contract(post.Defaults))
	c.now = noon.Add(answerTime + time.Hour)
	_, err := c.Recovery.Heartbeat(t.Context())
	check(t, err)
	c.sent()
	c.now = c.now.Add(24 * time.Hour)
	_, err = c.Recovery.Heartbeat(t.Context())
	check(t, err)
	if got := c.sent(); len(got) != 0 || !c.seat("north").Deadline.Equal(noon.Add(answerTime)) {
		t.Errorf("the deadline is %v; told: %q", c.seat("north").Deadline, kinds(got))
	}
	if n := c.sweep(); n != 2 {
		t.Errorf("%d seats are late, want 2", n)
	}
}

// What happens between the list of passed deadlines and the work on one of them counts:
// an answer, a pause, a deadline that the referee has moved.
func TestMeanwhile(t *testing.T) {
	for name, meanwhile := range map[string]func(c *club){
		"answered": func(c *club) { c.order("north", "bid 1") },
		"paused": func(c *club) {
			c.update(func(tx store.Tx) error {
				g, err := tx.Game(c.game)
				g.Status = store.Paused
				return errors.Join(err, tx.UpdateGame(g))
			})
		},
		"moved": func(c *club) {
			c.update(func(tx store.Tx) error {
				seat, err := tx.Seat(c.game, "north")
				later := c.now.Add(answerTime)
				seat.Deadline = &later
				return errors.Join(err, tx.UpdateSeat(seat))
			})
		},
	} {
		for _, how := range []post.Contract{post.Defaults, post.Wait} {
			t.Run(name+" "+string(how), func(t *testing.T) {
				c := newClub(t, contract(how))
				c.order("south", "bid 0")
				c.now = noon.Add(answerTime)
				whole := c.Store
				var entries int
				c.Store = &between{Store: whole, then: func() {
					c.Store = whole
					meanwhile(c)
					all, err := c.Reports.Ledger(t.Context(), c.game)
					check(t, err)
					entries = len(all)
					c.sent()
				}}
				if n, err := c.Sweep(t.Context(), c.now); n != 0 || err != nil {
					t.Errorf("%d seats were dealt with: %v", n, err)
				}
				all, err := c.Reports.Ledger(t.Context(), c.game)
				check(t, err)
				if got := c.sent(); len(all) != entries || len(got) != 0 {
					t.Errorf("%d entries, want %d; mails %q", len(all), entries, kinds(got))
				}
			})
		}
	}
}

// between is a store in which something happens after it was looked at for the first time.
type between struct {
	store.Store
	then func()
}

func (s *between) View(ctx context.Context, f func(store.ReadTx) error) error {
	err := s.Store.View(ctx, f)
	if then := s.then; then != nil {
		s.then = nil
		then()
	}
	return err
}
