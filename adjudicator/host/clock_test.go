package host_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/seating"
	"keryx/mail/wire"
	"keryx/store"
)

// blocks refuses, for good, mail to the addresses that it holds.
func blocks(refused map[string]bool) *carrier {
	return &carrier{fail: func(_ int, to string) error {
		if refused[to] {
			return &wire.SendError{Kind: wire.ErrPermanent, Stage: wire.StageFinal, Code: 550, Err: wire.ErrPermanent}
		}
		return nil
	}}
}

// asking is the mail that a side has to answer.
func (c *club) asking(side string) (m store.OutboxMail) {
	c.t.Helper()
	c.view(func(tx store.ReadTx) error {
		seat, err := tx.Seat(c.game, side)
		if err != nil {
			return err
		}
		report, err := tx.ReportByCode(c.game, seat.Answers)
		if err != nil {
			return err
		}
		m, err = tx.OutboxMail(report.Outbox)
		return err
	})
	return m
}

// lose has the mail that asks north refused, or taken and returned.
func (c *club) lose(how string) {
	c.t.Helper()
	if how == "refused" {
		c.flush(blocks(map[string]bool{northAt: true}))
		return
	}
	c.flush(&carrier{})
	m := c.asking("north")
	c.receive(dsn(m.EnvelopeFrom, "failed", "5.7.1", m.MessageID))
}

// TestLostReportStopsTheClock loses the report that asks north, in a game that would go
// on without him. It does not: his clock stands until the report has reached him, or he
// has shown that he has it, or somebody has decided.
func TestLostReportStopsTheClock(t *testing.T) {
	long := 10 * answerTime
	for _, how := range []string{"refused", "returned"} {
		for name, tt := range map[string]struct {
			mend    func(c *club)
			answers bool // he has answered by it
		}{
			"he writes":  {mend: func(c *club) { c.ask("north", "status") }},
			"on command": {mend: func(c *club) { check(t, c.Answers.SendAgain(t.Context(), c.asking("north").ID)) }},
			"let go":     {mend: func(c *club) { check(t, c.Answers.LetGo(t.Context(), c.asking("north").ID, "he reads the web page")) }},
			"he moves": {mend: func(c *club) {
				_, err := c.Seats.ChangePlayer(t.Context(), northAt, seating.PlayerChange{Address: ptr("north@elsewhere.example")})
				check(t, err)
			}},
			"he answers it": {mend: func(c *club) { c.order("north", "bid 1") }, answers: true},
			"he answers it wrongly": {mend: func(c *club) {
				c.receive(letter(northAt, c.signed("north", c.orders("north", "frobnicate"))))
			}},
		} {
			t.Run(how+", "+name, func(t *testing.T) {
				c := newClub(t, refereed, contract(post.Defaults))
				c.lose(how)
				if seat := c.seat("north"); !seat.Unreachable || seat.Deadline == nil {
					t.Fatalf("unreachable: %t, deadline %v", seat.Unreachable, seat.Deadline)
				}
				if m := c.asking("north"); m.State != store.Failed {
					t.Fatalf("the report is %s", m.State)
				}
				was := *c.seat("north").Deadline
				var notices []string
				for _, m := range c.sent() {
					if m.Recipient == refereeAt {
						notices = append(notices, text(t, m))
					}
				}
				if len(notices) != 1 || !strings.Contains(strings.Join(strings.Fields(notices[0]), " "), "the clock of that side is stopped") {
					t.Errorf("the referee reads %q", notices)
				}
				c.order("south", "bid 0") // his own clock runs
				c.now = c.now.Add(long)
				c.sweep()
				if deadline := c.seat("north").Deadline; deadline == nil || !deadline.Equal(was) {
					t.Fatalf("his deadline was %s, and is %v", was, deadline)
				}
				o, err := c.Answers.Overview(t.Context())
				check(t, err)
				if len(o.Stopped) != 1 || o.Stopped[0].Side != "north" || o.Stopped[0].Mail.ID != c.asking("north").ID {
					t.Errorf("status shows %+v", o.Stopped)
				}
				tt.mend(c)
				k := &carrier{}
				c.flush(k)
				if o, err = c.Answers.Overview(t.Context()); err != nil || len(o.Stopped) != 0 {
					t.Errorf("then status shows %+v, error %v", o.Stopped, err)
				}
				seat := c.seat("north")
				if tt.answers {
					return
				}
				if seat.Deadline == nil || seat.Deadline.Sub(was) < long-time.Minute || seat.Deadline.Sub(was) > long+time.Minute {
					t.Errorf("his deadline was %s, and is %v", was, seat.Deadline)
				}
				told := slices.ContainsFunc(c.sent(), func(m store.OutboxMail) bool {
					return m.Recipient == seat.Player && says(t, m, "could not be delivered to you")
				})
				if !told {
					t.Error("he does not hear of it")
				}
				c.now = seat.Deadline.Add(-time.Minute)
				c.sweep()
				if now := c.seat("north").Deadline; now == nil || !now.Equal(*seat.Deadline) {
					t.Error("he was late before his time")
				}
				c.now = seat.Deadline.Add(time.Hour)
				if n := c.sweep(); n == 0 {
					t.Error("his clock still stands")
				}
			})
		}
	}
}

// A server that takes a report late has not lost it, but its reader has lost no time.
func TestLateReportMovesTheDeadline(t *testing.T) {
	c := newClub(t, contract(post.Defaults))
	busy := true
	k := &carrier{fail: func(_ int, to string) error {
		if busy && to == northAt {
			return wire.ErrTemporary
		}
		return nil
	}}
	c.flush(k)
	was, south := *c.seat("north").Deadline, *c.seat("south").Deadline
	c.now = c.now.Add(answerTime - time.Hour)
	c.flush(k)
	c.now = c.now.Add(24 * time.Hour)
	c.sweep()
	if seat := c.seat("north"); seat.Deadline == nil || !seat.Deadline.Equal(was) {
		t.Fatalf("before the report went out, his deadline became %v", seat.Deadline)
	}
	busy = false
	c.flush(k)
	if got := c.seat("north").Deadline.Sub(was); got != answerTime+23*time.Hour {
		t.Errorf("his deadline moved by %s", got)
	}
	if seat := c.seat("south"); seat.Deadline != nil && seat.Deadline.Equal(was) && !south.Equal(was) {
		t.Error("the other's deadline moved")
	}
}

// An outage of our own while a clock stands still counts once.
func TestOutageWhileTheClockStands(t *testing.T) {
	c := newClub(t)
	_, err := c.Recovery.Heartbeat(t.Context())
	check(t, err)
	c.lose("refused")
	was := *c.seat("north").Deadline
	c.now = c.now.Add(48 * time.Hour)
	_, err = c.Recovery.Heartbeat(t.Context())
	check(t, err)
	check(t, c.Answers.SendAgain(t.Context(), c.asking("north").ID))
	c.flush(&carrier{})
	if moved := c.seat("north").Deadline.Sub(was); moved != 48*time.Hour {
		t.Errorf("the deadline moved by %s", moved)
	}
}

// A substitute takes the place of a holder whose report was refused: he is sent it at
// once, and the clock runs.
func TestLostReportGoesToTheSubstitute(t *testing.T) {
	for _, how := range []string{"refused", "returned"} {
		t.Run(how, func(t *testing.T) {
			c := newClub(t, contract(post.Defaults))
			c.substitute("north", "third")
			c.lose(how)
			if got := kinds(c.sent()); !slices.Contains(got, "again third@example.org") {
				t.Errorf("mails %q", got)
			}
			c.flush(&carrier{})
			c.now = c.now.Add(answerTime + time.Hour)
			if n := c.sweep(); n == 0 {
				t.Error("the clock is stopped, though the substitute was asked")
			}
		})
	}
}

// TestRefusedMailIsTriedAgain: what was refused goes out when its reader writes, the same
// bytes, once a day; not what is old, and not by itself.
func TestRefusedMailIsTriedAgain(t *testing.T) {
	c := newClub(t, refereed)
	refused := map[string]bool{northAt: true}
	k := blocks(refused)
	c.flush(k)
	first := c.asking("north")
	tries := func() (n int) {
		for _, sent := range k.bytes {
			if sent == northAt+"\n"+string(first.Raw) {
				n++
			}
		}
		return n
	}
	c.now = c.now.Add(20 * 24 * time.Hour)
	c.flush(k)
	c.receive(letter(northAt, "hello")) // proves nothing
	c.flush(k)
	if n := tries(); n != 1 {
		t.Fatalf("tried %d times by itself", n)
	}
	for range 3 {
		c.ask("north", "status")
		c.flush(k)
	}
	if n := tries(); n != 2 {
		t.Errorf("tried %d times when he has written three times in a day, want once more", n)
	}
	refused[northAt] = false
	c.now = c.now.Add(24 * time.Hour)
	c.ask("north", "help")
	c.flush(k)
	if m := c.asking("north"); m.State != store.Sent || tries() != 3 {
		t.Errorf("the report is %s after %d tries", m.State, tries())
	}
	if c.seat("north").Unreachable {
		t.Error("the seat is still marked")
	}
	if d := cmp.Diff([]store.OutboxMail(nil), c.failed()); d != "" {
		t.Errorf("still refused (-want +got):\n%s", d)
	}
}

// failed lists the mails that were given up.
func (c *club) failed() (rows []store.OutboxMail) {
	c.t.Helper()
	rows, err := c.Answers.Outbox(c.t.Context(), store.OutboxFilter{State: store.Failed})
	check(c.t, err)
	return rows
}
