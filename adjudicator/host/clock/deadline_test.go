package clock_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"github.com/google/go-cmp/cmp"

	hostclub "keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/store"
)

func TestWaitRemindsOnce(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Order("south", "bid 0")
	c.Sent()
	before := c.World()
	c.Time = hosttest.Noon.Add(hosttest.AnswerTime - time.Minute)
	if n := c.SweepNow(); n != 1 || !strings.Contains(hosttest.Flat(hosttest.TextOf(t, c.Sent()[0])), "less than a day away") {
		t.Fatalf("%d seats were dealt with a minute before their deadline, want one reminder", n)
	}
	c.Time = hosttest.Noon.Add(hosttest.AnswerTime)
	if n := c.SweepNow(); n != 1 {
		t.Fatalf("%d seats are late, want 1", n)
	}
	got := c.Sent()
	if d := cmp.Diff([]string{"reminder " + hosttest.NorthAt}, hosttest.KindsOf(got)); d != "" {
		t.Errorf("mails (-want +got):\n%s", d)
	}
	if !strings.Contains(hosttest.TextOf(t, got[0]), c.Seat("north").Answers) {
		t.Error("the reminder does not give the code")
	}
	for range 3 {
		c.Time = c.Time.Add(hosttest.AnswerTime)
		if n := c.SweepNow(); n != 0 || len(c.Sent()) != 0 {
			t.Error("he was reminded twice")
		}
	}
	for i := range before.Seats {
		before.Seats[i].Reminded = nil
	}
	after := c.World()
	for i := range after.Seats {
		after.Seats[i].Reminded = nil
	}
	if d := cmp.Diff(before, after); d != "" {
		t.Errorf("a reminder moves the game (-before +after):\n%s", d)
	}
	c.Order("north", "bid 1") // his orders count all the same, late as they are
	if seat := c.Seat("north"); seat.Reminded != nil || !seat.Deadline.Equal(c.Time.Add(hosttest.AnswerTime)) {
		t.Errorf("after his answer: reminded %v, deadline %v", seat.Reminded, seat.Deadline)
	}
}

func TestDefaultPlays(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Contract(post.Defaults))
	c.Order("south", "bid 0/pass")
	c.Sent()
	c.Time = hosttest.Noon.Add(hosttest.AnswerTime)
	if n := c.SweepNow(); n != 1 {
		t.Fatalf("%d seats were dealt with, want 1", n)
	}
	got := c.Sent()
	if d := cmp.Diff([]string{"question " + hosttest.NorthAt}, hosttest.KindsOf(got)); d != "" {
		t.Errorf("mails (-want +got):\n%s", d)
	}
	if !strings.Contains(hosttest.TextOf(t, got[0]), "bid 0") {
		t.Errorf("the report does not tell what was done for him:\n%s", hosttest.TextOf(t, got[0]))
	}
	if n := c.SweepNow(); n != 0 {
		t.Errorf("%d seats are late again", n)
	}
	entries, err := c.Reports.Ledger(t.Context(), c.Game)
	hosttest.Check(t, err)
	if last := entries[len(entries)-1]; last.Kind != "default" || last.Side != "north" || !strings.Contains(string(last.Body), "2026-11-24T12:00:00Z") {
		t.Errorf("the last entry is %s of %q: %s", last.Kind, last.Side, last.Body)
	}
	c.Time = c.Time.Add(hosttest.AnswerTime)
	c.SweepNow()
	_, err = c.Games.Replay(t.Context(), c.Game)
	hosttest.Check(t, err)
}

// Both deadlines pass at once: each seat is dealt with once.
func TestBothLate(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Contract(post.Defaults))
	c.Time = hosttest.Noon.Add(hosttest.AnswerTime)
	if n := c.SweepNow(); n != 2 {
		t.Errorf("%d seats were dealt with, want 2", n)
	}
	entries, err := c.Reports.Ledger(t.Context(), c.Game)
	hosttest.Check(t, err)
	if len(entries) != 5 {
		t.Errorf("%d ledger entries, want 5", len(entries))
	}
}

// A mail that was received in time and not yet worked on keeps its deadline open.
func TestMailInTimeIsNotLate(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Contract(post.Defaults))
	c.Order("south", "bid 0")
	raw := hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 3")))
	inTime := c.Fetched(raw)
	inTime.InternalDate = hosttest.Noon.Add(hosttest.AnswerTime - time.Second)
	c.Time = hosttest.Noon.Add(hosttest.AnswerTime + time.Hour)
	c.CrashAfter(hostclub.StepFetched, func() {
		_, err := c.Intake.Receive(t.Context(), inTime)
		hosttest.Check(t, err)
	})
	if n := c.SweepNow(); n != 0 {
		t.Fatal("a default was taken while the answer lay in the inbox")
	}
	hosttest.Check(t, c.Intake.Resume(t.Context()))
	if row := c.LastReceived(); row.State != store.Accepted {
		t.Errorf("state %s (%s)", row.State, row.Reason)
	}
}

// Orders that do not answer the question do not put its deadline off.
func TestStandingOrdersKeepTheDeadline(t *testing.T) {
	c := hosttest.NewClub(t)
	deadline := *c.Seat("north").Deadline
	code := c.Seat("north").Answers
	c.Time = c.Time.Add(time.Hour)
	c.Order("north", "phase D/loot 0/standing/reaction: hold")
	if got := *c.Seat("north").Deadline; !got.Equal(deadline) {
		t.Errorf("the deadline moved from %v to %v", deadline, got)
	}
	if c.Seat("north").Answers == code {
		t.Error("the report has the code of the one before")
	}
	c.Order("north", "bid 1")
	if c.Seat("north").Deadline != nil {
		t.Error("there is a deadline and no question")
	}
	c.Order("south", "bid 0")
	if got := *c.Seat("north").Deadline; !got.Equal(c.Time.Add(hosttest.AnswerTime)) {
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
		{"an outage over the deadline", hosttest.AnswerTime + 24*time.Hour, hosttest.AnswerTime + 24*time.Hour},
		{"a clock that goes back", -time.Hour, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := hosttest.NewClub(t, hosttest.Contract(post.Defaults))
			if moved, err := c.Recovery.Heartbeat(t.Context()); err != nil || moved != 0 {
				t.Fatalf("the first beat: %v %v", moved, err)
			}
			c.Time = hosttest.Noon.Add(tt.away)
			moved, err := c.Recovery.Heartbeat(t.Context())
			if err != nil || moved != tt.move {
				t.Fatalf("moved by %v (%v), want %v", moved, err, tt.move)
			}
			for _, side := range []string{"north", "south"} {
				if got, want := *c.Seat(side).Deadline, hosttest.Noon.Add(hosttest.AnswerTime+tt.move); !got.Equal(want) {
					t.Errorf("the deadline of %s is %v, want %v", side, got, want)
				}
			}
			if n := c.SweepNow(); n != 0 {
				t.Errorf("%d seats are late because the server was away", n)
			}
		})
	}
}

// A deadline that had passed before the outage stays passed.
func TestOutageForgivesNobody(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Contract(post.Defaults))
	c.Time = hosttest.Noon.Add(hosttest.AnswerTime + time.Hour)
	_, err := c.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	c.Sent()
	c.Time = c.Time.Add(24 * time.Hour)
	_, err = c.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	if got := c.Sent(); len(got) != 0 || !c.Seat("north").Deadline.Equal(hosttest.Noon.Add(hosttest.AnswerTime)) {
		t.Errorf("the deadline is %v; told: %q", c.Seat("north").Deadline, hosttest.KindsOf(got))
	}
	if n := c.SweepNow(); n != 2 {
		t.Errorf("%d seats are late, want 2", n)
	}
}

// What happens between the list of passed deadlines and the work on one of them counts:
// an answer, a pause, a deadline that the referee has moved.
func TestMeanwhile(t *testing.T) {
	for name, meanwhile := range map[string]func(c *hosttest.Club){
		"answered": func(c *hosttest.Club) { c.Order("north", "bid 1") },
		"paused": func(c *hosttest.Club) {
			c.Change(func(tx store.Tx) error {
				g, err := tx.Game(c.Game)
				g.Status = store.Paused
				return errors.Join(err, tx.UpdateGame(g))
			})
		},
		"moved": func(c *hosttest.Club) {
			c.Change(func(tx store.Tx) error {
				seat, err := tx.Seat(c.Game, "north")
				later := c.Time.Add(hosttest.AnswerTime)
				seat.Deadline = &later
				return errors.Join(err, tx.UpdateSeat(seat))
			})
		},
	} {
		for _, how := range []post.Contract{post.Defaults, post.Wait} {
			t.Run(name+" "+string(how), func(t *testing.T) {
				c := hosttest.NewClub(t, hosttest.Contract(how))
				c.Order("south", "bid 0")
				c.Time = hosttest.Noon.Add(hosttest.AnswerTime)
				whole := c.Store
				var entries int
				c.Store = &between{Store: whole, then: func() {
					c.Store = whole
					meanwhile(c)
					all, err := c.Reports.Ledger(t.Context(), c.Game)
					hosttest.Check(t, err)
					entries = len(all)
					c.Sent()
				}}
				if n, err := c.Sweep(t.Context(), c.Time); n != 0 || err != nil {
					t.Errorf("%d seats were dealt with: %v", n, err)
				}
				all, err := c.Reports.Ledger(t.Context(), c.Game)
				hosttest.Check(t, err)
				if got := c.Sent(); len(all) != entries || len(got) != 0 {
					t.Errorf("%d entries, want %d; mails %q", len(all), entries, hosttest.KindsOf(got))
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
