package clock_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
	"keryx/mail/wire"
	"keryx/store"
)

// blocks refuses, for good, mail to the addresses that it holds.
func blocks(refused map[string]bool) *hosttest.Carrier {
	return &hosttest.Carrier{Fail: func(_ int, to string) error {
		if refused[to] {
			return &wire.SendError{Kind: wire.ErrPermanent, Stage: wire.StageFinal, Code: 550, Err: wire.ErrPermanent}
		}
		return nil
	}}
}

// asking is the mail that a side has to answer.
func asking(c *hosttest.Club, side string) (m store.OutboxMail) {
	c.T.Helper()
	c.View(func(tx store.ReadTx) error {
		seat, err := tx.Seat(c.Game, side)
		if err != nil {
			return err
		}
		report, err := tx.ReportByCode(c.Game, seat.Answers)
		if err != nil {
			return err
		}
		m, err = tx.OutboxMail(report.Outbox)
		return err
	})
	return m
}

// lose has the mail that asks north refused, or taken and returned.
func lose(c *hosttest.Club, how string) {
	c.T.Helper()
	if how == "refused" {
		c.Flush(blocks(map[string]bool{hosttest.NorthAt: true}))
		return
	}
	c.Flush(&hosttest.Carrier{})
	m := asking(c, "north")
	c.Receive(hosttest.Dsn(m.EnvelopeFrom, "failed", "5.7.1", m.MessageID))
}

// TestLostReportStopsTheClock loses the report that asks north, in a game that would go
// on without him. It does not: his clock stands until the report has reached him, or he
// has shown that he has it, or somebody has decided.
func TestLostReportStopsTheClock(t *testing.T) {
	long := 10 * hosttest.AnswerTime
	for _, how := range []string{"refused", "returned"} {
		for name, tt := range map[string]struct {
			mend    func(c *hosttest.Club)
			answers bool // he has answered by it
		}{
			"he writes":  {mend: func(c *hosttest.Club) { c.Ask("north", "status") }},
			"on command": {mend: func(c *hosttest.Club) { hosttest.Check(t, c.Answers.SendAgain(t.Context(), asking(c, "north").ID)) }},
			"let go": {mend: func(c *hosttest.Club) {
				hosttest.Check(t, c.Answers.LetGo(t.Context(), asking(c, "north").ID, "he reads the web page"))
			}},
			"he moves": {mend: func(c *hosttest.Club) {
				_, err := c.Seats.ChangePlayer(t.Context(), hosttest.NorthAt, seating.PlayerChange{Address: hosttest.Ptr("north@elsewhere.example")})
				hosttest.Check(t, err)
			}},
			"he answers it": {mend: func(c *hosttest.Club) { c.Order("north", "bid 1") }, answers: true},
			"he answers it wrongly": {mend: func(c *hosttest.Club) {
				c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "frobnicate"))))
			}},
		} {
			t.Run(how+", "+name, func(t *testing.T) {
				c := hosttest.NewClub(t, hosttest.Refereed, hosttest.Contract(post.Defaults))
				lose(c, how)
				if seat := c.Seat("north"); !seat.Unreachable || seat.Deadline == nil {
					t.Fatalf("unreachable: %t, deadline %v", seat.Unreachable, seat.Deadline)
				}
				if m := asking(c, "north"); m.State != store.Failed {
					t.Fatalf("the report is %s", m.State)
				}
				was := *c.Seat("north").Deadline
				var notices []string
				for _, m := range c.Sent() {
					if m.Recipient == hosttest.ThirdAt {
						notices = append(notices, hosttest.TextOf(t, m))
					}
				}
				if len(notices) != 1 || !strings.Contains(strings.Join(strings.Fields(notices[0]), " "), "the clock of that side is stopped") {
					t.Errorf("the referee reads %q", notices)
				}
				c.Order("south", "bid 0") // his own clock runs
				c.Time = c.Time.Add(long)
				c.SweepNow()
				if deadline := c.Seat("north").Deadline; deadline == nil || !deadline.Equal(was) {
					t.Fatalf("his deadline was %s, and is %v", was, deadline)
				}
				o, err := c.Answers.Overview(t.Context())
				hosttest.Check(t, err)
				if len(o.Stopped) != 1 || o.Stopped[0].Side != "north" || o.Stopped[0].Mail.ID != asking(c, "north").ID {
					t.Errorf("status shows %+v", o.Stopped)
				}
				tt.mend(c)
				k := &hosttest.Carrier{}
				c.Flush(k)
				if o, err = c.Answers.Overview(t.Context()); err != nil || len(o.Stopped) != 0 {
					t.Errorf("then status shows %+v, error %v", o.Stopped, err)
				}
				seat := c.Seat("north")
				if tt.answers {
					return
				}
				if seat.Deadline == nil || seat.Deadline.Sub(was) < long-time.Minute || seat.Deadline.Sub(was) > long+time.Minute {
					t.Errorf("his deadline was %s, and is %v", was, seat.Deadline)
				}
				told := slices.ContainsFunc(c.Sent(), func(m store.OutboxMail) bool {
					return m.Recipient == seat.Player && hosttest.Says(t, m, "could not be delivered to you")
				})
				if !told {
					t.Error("he does not hear of it")
				}
				c.Time = seat.Deadline.Add(-time.Minute)
				c.SweepNow()
				if now := c.Seat("north").Deadline; now == nil || !now.Equal(*seat.Deadline) {
					t.Error("he was late before his time")
				}
				c.Time = seat.Deadline.Add(time.Hour)
				if n := c.SweepNow(); n == 0 {
					t.Error("his clock still stands")
				}
			})
		}
	}
}

// A server that takes a report late has not lost it, but its reader has lost no time.
func TestLateReportMovesTheDeadline(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Contract(post.Defaults))
	busy := true
	k := &hosttest.Carrier{Fail: func(_ int, to string) error {
		if busy && to == hosttest.NorthAt {
			return wire.ErrTemporary
		}
		return nil
	}}
	c.Flush(k)
	was, south := *c.Seat("north").Deadline, *c.Seat("south").Deadline
	c.Time = c.Time.Add(hosttest.AnswerTime - time.Hour)
	c.Flush(k)
	c.Time = c.Time.Add(24 * time.Hour)
	c.SweepNow()
	if seat := c.Seat("north"); seat.Deadline == nil || !seat.Deadline.Equal(was) {
		t.Fatalf("before the report went out, his deadline became %v", seat.Deadline)
	}
	busy = false
	c.Flush(k)
	if got := c.Seat("north").Deadline.Sub(was); got != hosttest.AnswerTime+23*time.Hour {
		t.Errorf("his deadline moved by %s", got)
	}
	if seat := c.Seat("south"); seat.Deadline != nil && seat.Deadline.Equal(was) && !south.Equal(was) {
		t.Error("the other's deadline moved")
	}
}

// An outage of our own while a clock stands still counts once.
func TestOutageWhileTheClockStands(t *testing.T) {
	c := hosttest.NewClub(t)
	_, err := c.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	lose(c, "refused")
	was := *c.Seat("north").Deadline
	c.Time = c.Time.Add(48 * time.Hour)
	_, err = c.Recovery.Heartbeat(t.Context())
	hosttest.Check(t, err)
	hosttest.Check(t, c.Answers.SendAgain(t.Context(), asking(c, "north").ID))
	c.Flush(&hosttest.Carrier{})
	if moved := c.Seat("north").Deadline.Sub(was); moved != 48*time.Hour {
		t.Errorf("the deadline moved by %s", moved)
	}
}

// A substitute takes the place of a holder whose report was refused: he is sent it at
// once, and the clock runs.
func TestLostReportGoesToTheSubstitute(t *testing.T) {
	for _, how := range []string{"refused", "returned"} {
		t.Run(how, func(t *testing.T) {
			c := hosttest.NewClub(t, hosttest.Contract(post.Defaults))
			c.Substitute("north", "third")
			lose(c, how)
			if got := hosttest.KindsOf(c.Sent()); !slices.Contains(got, "again third@example.org") {
				t.Errorf("mails %q", got)
			}
			c.Flush(&hosttest.Carrier{})
			c.Time = c.Time.Add(hosttest.AnswerTime + time.Hour)
			if n := c.SweepNow(); n == 0 {
				t.Error("the clock is stopped, though the substitute was asked")
			}
		})
	}
}

// TestRefusedMailIsTriedAgain: what was refused goes out when its reader writes, the same
// bytes, once a day; not what is old, and not by itself.
func TestRefusedMailIsTriedAgain(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Refereed)
	refused := map[string]bool{hosttest.NorthAt: true}
	k := blocks(refused)
	c.Flush(k)
	first := asking(c, "north")
	tries := func() (n int) {
		for _, sent := range k.Bytes {
			if sent == hosttest.NorthAt+"\n"+string(first.Raw) {
				n++
			}
		}
		return n
	}
	c.Time = c.Time.Add(20 * 24 * time.Hour)
	c.Flush(k)
	c.Receive(hosttest.Letter(hosttest.NorthAt, "hello")) // proves nothing
	c.Flush(k)
	if n := tries(); n != 1 {
		t.Fatalf("tried %d times by itself", n)
	}
	for range 3 {
		c.Ask("north", "status")
		c.Flush(k)
	}
	if n := tries(); n != 2 {
		t.Errorf("tried %d times when he has written three times in a day, want once more", n)
	}
	refused[hosttest.NorthAt] = false
	c.Time = c.Time.Add(24 * time.Hour)
	c.Ask("north", "help")
	c.Flush(k)
	if m := asking(c, "north"); m.State != store.Sent || tries() != 3 {
		t.Errorf("the report is %s after %d tries", m.State, tries())
	}
	if c.Seat("north").Unreachable {
		t.Error("the seat is still marked")
	}
	if d := cmp.Diff([]store.OutboxMail(nil), failed(c)); d != "" {
		t.Errorf("still refused (-want +got):\n%s", d)
	}
}

// failed lists the mails that were given up.
func failed(c *hosttest.Club) (rows []store.OutboxMail) {
	c.T.Helper()
	rows, err := c.Answers.Outbox(c.T.Context(), store.OutboxFilter{State: store.Failed})
	hosttest.Check(c.T, err)
	return rows
}
