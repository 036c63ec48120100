package post_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator/host/post"
	"keryx/mail/wire"
	"keryx/store"
)

// TestReturnPaths: every mail to a seat has a return path of its own, that differs
// from all others, fits into an address and names our mailbox.
func TestReturnPaths(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Refereed)
	c.Order("north", "bid 1")
	c.Order("south", "bid 2")
	c.Ask("north", "status/report/help")
	c.Time, c.Known = c.Time.Add(4*hosttest.AnswerTime), 0
	c.SweepNow()
	seen := map[string]bool{}
	for _, m := range c.Sent() {
		if m.Side == "" {
			if m.EnvelopeFrom != hosttest.ServerAddress {
				t.Errorf("the return path of a %s is %s", m.Kind, m.EnvelopeFrom)
			}
			continue
		}
		local, domain, _ := strings.Cut(m.EnvelopeFrom, "@")
		if !strings.HasPrefix(local, "keryx+b-") || domain != "club.example" || len(local) > 64 || seen[local] {
			t.Errorf("the return path of a %s is %s", m.Kind, m.EnvelopeFrom)
		}
		seen[local] = true
	}
	if len(seen) < 6 {
		t.Errorf("only %d mails to seats", len(seen))
	}

	for address, want := range map[string]bool{"a-very-long-name-of-a-server@club.example": false, "eighteen-character@club.example": true} {
		c.Post.Address = address
		got := c.Ask("south", "status")[0].EnvelopeFrom
		if local, _, _ := strings.Cut(got, "@"); strings.Contains(got, "+b-") != want || len(local) > 64 {
			t.Errorf("the return path of %s is %s", address, got)
		}
	}
	c.Post.Address, c.Post.PlainReturn = hosttest.ServerAddress, true
	if got := c.Ask("south", "status")[0].EnvelopeFrom; got != hosttest.ServerAddress {
		t.Errorf("a plain return path is %s", got)
	}
}

// TestBounce sends notifications and looks at the mark of the seat and at what the
// referee is told. Nobody else is ever written to.
func TestBounce(t *testing.T) {
	other := func(c *hosttest.Club, from string) string { // the return path of another mail
		local, domain, _ := strings.Cut(from, "@")
		return local[:len(local)-1] + map[bool]string{true: "a", false: "b"}[local[len(local)-1] != 'a'] + "@" + domain
	}
	for name, tt := range map[string]struct {
		dsn   func(c *hosttest.Club, m store.OutboxMail) []byte
		plain bool
		marks bool
	}{
		"failed": {dsn: func(c *hosttest.Club, m store.OutboxMail) []byte {
			return hosttest.Dsn(m.EnvelopeFrom, "failed", "5.1.1", m.MessageID)
		}, marks: true},
		"failed, nothing returned": {dsn: func(c *hosttest.Club, m store.OutboxMail) []byte {
			return hosttest.Dsn(m.EnvelopeFrom, "failed", "5.1.1", "")
		}, marks: true},
		"failed, in capitals": {dsn: func(c *hosttest.Club, m store.OutboxMail) []byte {
			return hosttest.Dsn(strings.ToUpper(m.EnvelopeFrom), "failed", "5.1.1", "")
		}, marks: true},
		"given up after a time": {dsn: func(c *hosttest.Club, m store.OutboxMail) []byte {
			return hosttest.Dsn(m.EnvelopeFrom, "failed", "4.4.7", m.MessageID)
		}, marks: true},
		"delayed": {dsn: func(c *hosttest.Club, m store.OutboxMail) []byte {
			return hosttest.Dsn(m.EnvelopeFrom, "delayed", "4.4.1", m.MessageID)
		}},
		"delivered": {dsn: func(c *hosttest.Club, m store.OutboxMail) []byte {
			return hosttest.Dsn(m.EnvelopeFrom, "delivered", "2.0.0", m.MessageID)
		}},
		"forged, with the Message-ID alone": {dsn: func(c *hosttest.Club, m store.OutboxMail) []byte {
			return hosttest.Dsn(hosttest.ServerAddress, "failed", "5.1.1", m.MessageID)
		}},
		"forged, with a wrong token": {dsn: func(c *hosttest.Club, m store.OutboxMail) []byte {
			return hosttest.Dsn(other(c, m.EnvelopeFrom), "failed", "5.1.1", m.MessageID)
		}},
		"forged, with no token": {dsn: func(c *hosttest.Club, m store.OutboxMail) []byte {
			id, _, _ := strings.Cut(strings.Trim(m.MessageID, "<>"), "@")
			return hosttest.Dsn("keryx+b-"+id+"@club.example", "failed", "5.1.1", m.MessageID)
		}},
		"of nothing of ours": {dsn: func(c *hosttest.Club, m store.OutboxMail) []byte {
			return hosttest.Dsn("keryx+b-x@club.example", "failed", "5.1.1", "<x@y>")
		}},
		"plain": {dsn: func(c *hosttest.Club, m store.OutboxMail) []byte {
			return hosttest.Dsn(hosttest.ServerAddress, "failed", "5.1.1", m.MessageID)
		}, plain: true, marks: true},
		"plain, without a name": {dsn: func(c *hosttest.Club, m store.OutboxMail) []byte {
			return hosttest.Dsn(hosttest.ServerAddress, "failed", "5.1.1", "")
		}, plain: true},
	} {
		t.Run(name, func(t *testing.T) {
			c := hosttest.NewClub(t, hosttest.Refereed)
			c.Post.PlainReturn = tt.plain
			c.Ask("north", "status")
			m := c.Queued(c.Known)
			before := c.World()
			for n := range 2 { // the second one tells nothing new
				row := c.Receive(tt.dsn(c, m))
				if row.State != store.Automatic || row.Reason == "" {
					t.Errorf("state %s (%s)", row.State, row.Reason)
				}
				want := []string{}
				if tt.marks && n == 0 {
					want = append(want, "notice "+hosttest.ThirdAt)
				}
				if d := cmp.Diff(want, hosttest.KindsOf(c.Sent())); d != "" {
					t.Errorf("mails after notification %d (-want +got):\n%s", n+1, d)
				}
			}
			if c.Seat("north").Unreachable != tt.marks || c.Seat("south").Unreachable {
				t.Errorf("north is unreachable: %t, south: %t", c.Seat("north").Unreachable, c.Seat("south").Unreachable)
			}
			if !tt.marks {
				c.Unmoved(before)
				return
			}
			// A server that takes his mail proves nothing; a mail from him does.
			c.Flush(&hosttest.Carrier{})
			if !c.Seat("north").Unreachable {
				t.Error("the mark went when a mail was handed over")
			}
			c.Ask("north", "help")
			if seat := c.Seat("north"); seat.Unreachable || seat.Bounces != 0 {
				t.Error("a signed mail from him leaves the mark")
			}
			// If it happens again, the referee is told again.
			c.Ask("north", "status")
			m = c.Queued(c.Known)
			c.Receive(tt.dsn(c, m))
			if d := cmp.Diff([]string{"notice " + hosttest.ThirdAt}, hosttest.KindsOf(c.Sent())); d != "" {
				t.Errorf("mails when it happens again (-want +got):\n%s", d)
			}
		})
	}
}

// A notification that is too large to be fetched is read from its beginning.
func TestBounceTooLarge(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Refereed)
	c.Sent()
	raw := hosttest.Dsn(c.Queued(1).EnvelopeFrom, "failed", "5.1.1", "")
	f := c.Fetched(nil)
	f.TooLarge, f.Raw, f.Size, f.Head = true, nil, 1<<20, raw[:len(raw)-40]
	disposition, err := c.Intake.Receive(t.Context(), f)
	hosttest.Check(t, err)
	if row := c.LastReceived(); row.State != store.Automatic || disposition.Folder != wire.FolderIgnored || !c.Seat("north").Unreachable {
		t.Errorf("state %s, filed in %s, unreachable: %t", row.State, disposition.Folder, c.Seat("north").Unreachable)
	}
	if d := cmp.Diff([]string{"notice " + hosttest.ThirdAt}, hosttest.KindsOf(c.Sent())); d != "" {
		t.Error(d)
	}
}

// A notification about a mail that went to somebody who plays no more has no effect.
func TestBounceOfAFormerPlayer(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Refereed)
	first := c.Queued(1)
	c.Change(func(tx store.Tx) error { return tx.ChangeAddress(hosttest.NorthAt, "new@example.org") })
	c.Sent()
	before := c.World()
	c.Receive(hosttest.Dsn(first.EnvelopeFrom, "failed", "5.1.1", first.MessageID))
	c.Unmoved(before)
	if got := c.Sent(); len(got) != 0 {
		t.Errorf("mails: %q", hosttest.KindsOf(got))
	}
}

// A mail that was refused on the spot marks the seat until another is taken.
func TestRefusedThenTaken(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Refereed)
	refuse := true
	k := &hosttest.Carrier{Fail: func(_ int, to string) error {
		if refuse && to == hosttest.NorthAt {
			return fmt.Errorf("mailbox full: %w", wire.ErrPermanent)
		}
		return nil
	}}
	c.Flush(k)
	c.Ask("north", "help") // no mail of the seat
	if seat := c.Seat("north"); seat.Unreachable {
		t.Error("a signed mail from him leaves the mark")
	}
	c.Ask("north", "status")
	c.Flush(k)
	if !c.Seat("north").Unreachable {
		t.Fatal("the seat is not marked")
	}
	refuse = false
	c.Order("south", "bid 1")
	c.Change(func(tx store.Tx) error { return tx.RequeueOutbox(1, c.Time) })
	c.Flush(k)
	if c.Seat("north").Unreachable {
		t.Error("the mark stays when a mail was taken")
	}
}

// A server that takes mail from the account's own address alone gets it from there. No
// other refusal is worth a second try.
func TestPlainRetry(t *testing.T) {
	for name, tt := range map[string]struct {
		why   *wire.SendError
		plain bool
		tries int
	}{
		"sender refused":            {&wire.SendError{Kind: wire.ErrPermanent, Stage: wire.StageMail, Code: 553}, false, 4},
		"sender refused for now":    {&wire.SendError{Kind: wire.ErrTemporary, Stage: wire.StageMail, Code: 451}, false, 2},
		"recipient refused":         {&wire.SendError{Kind: wire.ErrPermanent, Stage: wire.StageRcpt, Code: 550}, false, 2},
		"the plain address refused": {&wire.SendError{Kind: wire.ErrPermanent, Stage: wire.StageMail, Code: 553}, true, 2},
	} {
		t.Run(name, func(t *testing.T) {
			c := hosttest.NewClub(t)
			tt.why.Err = fmt.Errorf("no")
			k := &strict{why: tt.why, always: tt.plain}
			if tt.plain { // what goes out with the plain address is not tried twice
				err := hosttest.PlainRetry(k, c.Host).Send(t.Context(), hosttest.ServerAddress, hosttest.NorthAt, nil)
				err2 := hosttest.PlainRetry(k, c.Host).Send(t.Context(), hosttest.ServerAddress, hosttest.SouthAt, nil)
				if err == nil || err2 == nil || len(k.from) != tt.tries {
					t.Errorf("sent from %q: %v, %v", k.from, err, err2)
				}
				return
			}
			sent, err := c.Outbox.Flush(t.Context(), hosttest.PlainRetry(k, c.Host))
			hosttest.Check(t, err)
			if want := tt.tries - 2; sent != want || len(k.from) != tt.tries || want > 0 && k.from[1] != hosttest.ServerAddress {
				t.Errorf("%d mails were sent, from %q", sent, k.from)
			}
		})
	}
}

// strict is a server that knows one sender only, or not even that.
type strict struct {
	from   []string
	why    *wire.SendError
	always bool
}

func (s *strict) Send(_ context.Context, envelopeFrom, _ string, _ []byte) error {
	s.from = append(s.from, envelopeFrom)
	if envelopeFrom != hosttest.ServerAddress || s.always {
		return s.why
	}
	return nil
}

// A notice to the referee that comes back concerns no seat; neither does what went to a
// substitute. Of a seat that is marked the referee is not told again.
func TestBounceOfOthers(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Refereed)
	c.Substitute("north", "south")
	first, second := c.Queued(1), c.Queued(2)
	c.Receive(hosttest.Dsn(first.EnvelopeFrom, "failed", "5.1.1", ""))
	notice := c.Queued(3)
	if notice.Recipient != hosttest.ThirdAt || !c.Seat("north").Unreachable {
		t.Fatalf("%s to %s", notice.Kind, notice.Recipient)
	}
	c.Sent()
	c.Order("north", "phase D/loot 0")
	c.Ask("north", "status")
	again := c.Queued(c.Known)
	c.Receive(hosttest.Dsn(again.EnvelopeFrom, "failed", "5.1.1", ""))
	c.Sent()
	c.Receive(hosttest.Dsn(first.EnvelopeFrom, "failed", "5.1.1", ""))
	if got := c.Sent(); len(got) != 0 {
		t.Errorf("told again: %q", hosttest.KindsOf(got))
	}
	before := c.World()
	if row := c.Receive(hosttest.Dsn(notice.EnvelopeFrom, "failed", "5.1.1", notice.MessageID)); row.State != store.Automatic {
		t.Errorf("a notice that came back is %s (%s)", row.State, row.Reason)
	}
	c.Unmoved(before)
	if got := c.Sent(); len(got) != 0 || second.Side != "south" {
		t.Errorf("mails: %q", hosttest.KindsOf(got))
	}
}

// What goes to a substitute neither marks the seat when it comes back nor mends it
// when it is taken. While its holder is out of reach, the first substitute reads; who is
// none any more does not.
func TestBounceOfASubstitute(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Refereed)
	c.Substitute("north", "south")
	southAs := func(m store.OutboxMail) bool { return m.Side == "north" && m.Recipient == hosttest.SouthAt }
	c.WantState(hosttest.Letter(hosttest.SouthAt, c.Signed("south", c.Orders("north", "phase D/loot 0"))), store.Accepted)
	var copied store.OutboxMail
	for _, m := range c.Sent() {
		if southAs(m) {
			copied = m
		}
	}
	if copied.ID == 0 {
		t.Fatal("the substitute was sent nothing")
	}
	c.Receive(hosttest.Dsn(copied.EnvelopeFrom, "failed", "5.1.1", ""))
	if seat := c.Seat("north"); seat.Unreachable || seat.Bounces != 0 {
		t.Errorf("the seat is marked by a mail to its substitute: %d bounces", seat.Bounces)
	}
	c.Order("north", "phase D/loot 1") // the holder plays again
	c.Sent()
	c.Change(func(tx store.Tx) error {
		seat, err := tx.Seat(c.Game, "north")
		seat.Unreachable = true
		return errors.Join(err, tx.UpdateSeat(seat))
	})
	report := func() (to []string) {
		c.Time = c.Time.Add(time.Hour)
		_, err := c.Recovery.Heartbeat(t.Context())
		hosttest.Check(t, err)
		for _, m := range c.Sent() {
			if m.Side == "north" {
				to = append(to, m.Recipient)
			}
		}
		return to
	}
	report()
	if d := cmp.Diff([]string{hosttest.NorthAt, hosttest.SouthAt}, report()); d != "" {
		t.Errorf("readers while the holder is out of reach (-want +got):\n%s", d)
	}
	c.Flush(&hosttest.Carrier{Fail: func(_ int, to string) error {
		if to == hosttest.NorthAt {
			return wire.ErrTemporary
		}
		return nil
	}})
	if !c.Seat("north").Unreachable {
		t.Error("a mail to the substitute was taken, and the mark is gone")
	}
	c.Change(func(tx store.Tx) error {
		seat, err := tx.Seat(c.Game, "north")
		seat.Unreachable = false
		return errors.Join(err, tx.UpdateSeat(seat))
	})
	c.WantState(hosttest.Letter(hosttest.SouthAt, c.Signed("south", c.Orders("north", "phase D/loot 2"))), store.Accepted)
	c.Substitute("north", "third")
	c.Sent()
	if d := cmp.Diff([]string{hosttest.NorthAt}, report()); d != "" {
		t.Errorf("readers when the substitute is another (-want +got):\n%s", d)
	}
}

// The mails of a seat go to its substitute as well while he is in charge.
func TestSubstituteInCharge(t *testing.T) {
	c := hosttest.NewClub(t)
	c.Substitute("north", "third")
	c.Sent()
	c.Order("north", "phase D/loot 0")
	if d := cmp.Diff([]string{"receipt " + hosttest.NorthAt}, hosttest.KindsOf(c.Sent())); d != "" {
		t.Errorf("while the holder plays (-want +got):\n%s", d)
	}
	both := []string{"receipt " + hosttest.NorthAt, "receipt third@example.org"}
	row := c.Receive(hosttest.Letter("third@example.org", c.Signed("third", c.Orders("north", "phase D/loot 1"))))
	if row.State != store.Accepted {
		t.Fatal(row.State, row.Reason)
	}
	got := c.Sent()
	if d := cmp.Diff(both, hosttest.KindsOf(got)); d != "" {
		t.Errorf("after his first orders (-want +got):\n%s", d)
	}
	if strings.Contains(string(got[0].Raw), "third@example.org") || strings.Contains(string(got[1].Raw), hosttest.NorthAt) {
		t.Error("one reads the other's address")
	}
	if got[0].MessageID == got[1].MessageID || got[0].EnvelopeFrom == got[1].EnvelopeFrom {
		t.Error("the two mails bear the same name")
	}
	c.Receive(hosttest.Letter("third@example.org", c.Signed("third", c.Orders("north", "march 99"))))
	if d := cmp.Diff([]string{"faulty " + hosttest.NorthAt, "faulty third@example.org"}, hosttest.KindsOf(c.Sent())); d != "" {
		t.Errorf("after faulty orders of his (-want +got):\n%s", d)
	}
	c.Order("north", "bid 1") // the holder is back
	if d := cmp.Diff([]string{"receipt " + hosttest.NorthAt}, hosttest.KindsOf(c.Sent())); d != "" {
		t.Errorf("after the holder's orders (-want +got):\n%s", d)
	}
}

// While the holder cannot be reached, or has let his deadline pass, his first
// substitute reads with him.
func TestSubstituteOfTheAbsent(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Contract(post.Wait))
	c.Substitute("north", "third")
	c.Sent()
	c.Time = c.Time.Add(hosttest.AnswerTime + time.Hour)
	c.SweepNow()
	var got []string
	for _, k := range hosttest.KindsOf(c.Sent()) {
		if !strings.HasSuffix(k, hosttest.SouthAt) {
			got = append(got, k)
		}
	}
	if d := cmp.Diff([]string{"reminder " + hosttest.NorthAt, "reminder third@example.org"}, got); d != "" {
		t.Errorf("at the deadline (-want +got):\n%s", d)
	}
	c.Receive(hosttest.Letter("third@example.org", c.Signed("third", c.Orders("north", "bid 1"))))
	if d := cmp.Diff([]string{"receipt " + hosttest.NorthAt, "receipt third@example.org"}, hosttest.KindsOf(c.Sent())); d != "" {
		t.Errorf("after his orders (-want +got):\n%s", d)
	}
}
