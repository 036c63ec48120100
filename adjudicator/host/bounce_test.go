package host_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator/host/post"
	"keryx/mail/wire"
	"keryx/store"
)

const refereeAt = "third@example.org"

// dsn is a delivery status notification as Postfix writes it, sent to an address,
// about a mail.
func dsn(to, action, status, messageID string) []byte {
	const mark = "B91E82A0F1.1795345327"
	envelopes++
	text := strings.Join([]string{
		"Return-Path: <>", "From: MAILER-DAEMON@mx.club.example (Mail Delivery System)", "To: " + to,
		"Subject: Undelivered Mail Returned to Sender", "Auto-Submitted: auto-replied", "MIME-Version: 1.0",
		fmt.Sprintf("Message-Id: <%d@mx.club.example>", envelopes),
		`Content-Type: multipart/report; report-type=delivery-status; boundary="` + mark + `"`, "",
		"--" + mark, "Content-Type: text/plain", "", "It could not be delivered.", "",
		"--" + mark, "Content-Type: message/delivery-status", "", "Reporting-MTA: dns; mx.club.example", "",
		"Final-Recipient: rfc822; north@example.org", "Action: " + action, "Status: " + status, "",
		"--" + mark, "Content-Type: text/rfc822-headers", "", "Message-ID: " + messageID, "Subject: report", "",
		"--" + mark + "--", "",
	}, "\r\n")
	return []byte(text)
}

func refereed(n *post.NewGame) { n.Referee = refereeAt }

// TestReturnPaths: every mail to a seat has a return path of its own, that differs
// from all others, fits into an address and names our mailbox.
func TestReturnPaths(t *testing.T) {
	c := newClub(t, refereed)
	c.order("north", "bid 1")
	c.order("south", "bid 2")
	c.ask("north", "status/report/help")
	c.now, c.known = c.now.Add(4*answerTime), 0
	c.sweep()
	seen := map[string]bool{}
	for _, m := range c.sent() {
		if m.Side == "" {
			if m.EnvelopeFrom != serverAddress {
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
		got := c.ask("south", "status")[0].EnvelopeFrom
		if local, _, _ := strings.Cut(got, "@"); strings.Contains(got, "+b-") != want || len(local) > 64 {
			t.Errorf("the return path of %s is %s", address, got)
		}
	}
	c.Post.Address, c.Post.PlainReturn = serverAddress, true
	if got := c.ask("south", "status")[0].EnvelopeFrom; got != serverAddress {
		t.Errorf("a plain return path is %s", got)
	}
}

// TestBounce sends notifications and looks at the mark of the seat and at what the
// referee is told. Nobody else is ever written to.
func TestBounce(t *testing.T) {
	other := func(c *club, from string) string { // the return path of another mail
		local, domain, _ := strings.Cut(from, "@")
		return local[:len(local)-1] + map[bool]string{true: "a", false: "b"}[local[len(local)-1] != 'a'] + "@" + domain
	}
	for name, tt := range map[string]struct {
		dsn   func(c *club, m store.OutboxMail) []byte
		plain bool
		marks bool
	}{
		"failed":                   {dsn: func(c *club, m store.OutboxMail) []byte { return dsn(m.EnvelopeFrom, "failed", "5.1.1", m.MessageID) }, marks: true},
		"failed, nothing returned": {dsn: func(c *club, m store.OutboxMail) []byte { return dsn(m.EnvelopeFrom, "failed", "5.1.1", "") }, marks: true},
		"failed, in capitals": {dsn: func(c *club, m store.OutboxMail) []byte {
			return dsn(strings.ToUpper(m.EnvelopeFrom), "failed", "5.1.1", "")
		}, marks: true},
		"given up after a time": {dsn: func(c *club, m store.OutboxMail) []byte { return dsn(m.EnvelopeFrom, "failed", "4.4.7", m.MessageID) }, marks: true},
		"delayed":               {dsn: func(c *club, m store.OutboxMail) []byte { return dsn(m.EnvelopeFrom, "delayed", "4.4.1", m.MessageID) }},
		"delivered": {dsn: func(c *club, m store.OutboxMail) []byte {
			return dsn(m.EnvelopeFrom, "delivered", "2.0.0", m.MessageID)
		}},
		"forged, with the Message-ID alone": {dsn: func(c *club, m store.OutboxMail) []byte { return dsn(serverAddress, "failed", "5.1.1", m.MessageID) }},
		"forged, with a wrong token": {dsn: func(c *club, m store.OutboxMail) []byte {
			return dsn(other(c, m.EnvelopeFrom), "failed", "5.1.1", m.MessageID)
		}},
		"forged, with no token": {dsn: func(c *club, m store.OutboxMail) []byte {
			id, _, _ := strings.Cut(strings.Trim(m.MessageID, "<>"), "@")
			return dsn("keryx+b-"+id+"@club.example", "failed", "5.1.1", m.MessageID)
		}},
		"of nothing of ours": {dsn: func(c *club, m store.OutboxMail) []byte {
			return dsn("keryx+b-x@club.example", "failed", "5.1.1", "<x@y>")
		}},
		"plain":                 {dsn: func(c *club, m store.OutboxMail) []byte { return dsn(serverAddress, "failed", "5.1.1", m.MessageID) }, plain: true, marks: true},
		"plain, without a name": {dsn: func(c *club, m store.OutboxMail) []byte { return dsn(serverAddress, "failed", "5.1.1", "") }, plain: true},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t, refereed)
			c.Post.PlainReturn = tt.plain
			c.ask("north", "status")
			m := c.outbox(c.known)
			before := c.world()
			for n := range 2 { // the second one tells nothing new
				row := c.receive(tt.dsn(c, m))
				if row.State != store.Automatic || row.Reason == "" {
					t.Errorf("state %s (%s)", row.State, row.Reason)
				}
				want := []string{}
				if tt.marks && n == 0 {
					want = append(want, "notice "+refereeAt)
				}
				if d := cmp.Diff(want, kinds(c.sent())); d != "" {
					t.Errorf("mails after notification %d (-want +got):\n%s", n+1, d)
				}
			}
			if c.seat("north").Unreachable != tt.marks || c.seat("south").Unreachable {
				t.Errorf("north is unreachable: %t, south: %t", c.seat("north").Unreachable, c.seat("south").Unreachable)
			}
			if !tt.marks {
				c.unmoved(before)
				return
			}
			// A server that takes his mail proves nothing; a mail from him does.
			c.flush(&carrier{})
			if !c.seat("north").Unreachable {
				t.Error("the mark went when a mail was handed over")
			}
			c.ask("north", "help")
			if seat := c.seat("north"); seat.Unreachable || seat.Bounces != 0 {
				t.Error("a signed mail from him leaves the mark")
			}
			// If it happens again, the referee is told again.
			c.ask("north", "status")
			m = c.outbox(c.known)
			c.receive(tt.dsn(c, m))
			if d := cmp.Diff([]string{"notice " + refereeAt}, kinds(c.sent())); d != "" {
				t.Errorf("mails when it happens again (-want +got):\n%s", d)
			}
		})
	}
}

// A notification that is too large to be fetched is read from its beginning.
func TestBounceTooLarge(t *testing.T) {
	c := newClub(t, refereed)
	c.sent()
	raw := dsn(c.outbox(1).EnvelopeFrom, "failed", "5.1.1", "")
	f := c.fetched(nil)
	f.TooLarge, f.Raw, f.Size, f.Head = true, nil, 1<<20, raw[:len(raw)-40]
	disposition, err := c.Intake.Receive(t.Context(), f)
	check(t, err)
	if row := c.lastReceived(); row.State != store.Automatic || disposition.Folder != wire.FolderIgnored || !c.seat("north").Unreachable {
		t.Errorf("state %s, filed in %s, unreachable: %t", row.State, disposition.Folder, c.seat("north").Unreachable)
	}
	if d := cmp.Diff([]string{"notice " + refereeAt}, kinds(c.sent())); d != "" {
		t.Error(d)
	}
}

// A notification about a mail that went to somebody who plays no more has no effect.
func TestBounceOfAFormerPlayer(t *testing.T) {
	c := newClub(t, refereed)
	first := c.outbox(1)
	c.update(func(tx store.Tx) error { return tx.ChangeAddress(northAt, "new@example.org") })
	c.sent()
	before := c.world()
	c.receive(dsn(first.EnvelopeFrom, "failed", "5.1.1", first.MessageID))
	c.unmoved(before)
	if got := c.sent(); len(got) != 0 {
		t.Errorf("mails: %q", kinds(got))
	}
}

// A mail that was refused on the spot marks the seat until another is taken.
func TestRefusedThenTaken(t *testing.T) {
	c := newClub(t, refereed)
	refuse := true
	k := &carrier{fail: func(_ int, to string) error {
		if refuse && to == northAt {
			return fmt.Errorf("mailbox full: %w", wire.ErrPermanent)
		}
		return nil
	}}
	c.flush(k)
	c.ask("north", "help") // no mail of the seat
	if seat := c.seat("north"); seat.Unreachable {
		t.Error("a signed mail from him leaves the mark")
	}
	c.ask("north", "status")
	c.flush(k)
	if !c.seat("north").Unreachable {
		t.Fatal("the seat is not marked")
	}
	refuse = false
	c.order("south", "bid 1")
	c.update(func(tx store.Tx) error { return tx.RequeueOutbox(1, c.now) })
	c.flush(k)
	if c.seat("north").Unreachable {
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
			c := newClub(t)
			tt.why.Err = fmt.Errorf("no")
			k := &strict{why: tt.why, always: tt.plain}
			if tt.plain { // what goes out with the plain address is not tried twice
				err := plainRetry(k, c.Host).Send(t.Context(), serverAddress, northAt, nil)
				err2 := plainRetry(k, c.Host).Send(t.Context(), serverAddress, southAt, nil)
				if err == nil || err2 == nil || len(k.from) != tt.tries {
					t.Errorf("sent from %q: %v, %v", k.from, err, err2)
				}
				return
			}
			sent, err := c.Outbox.Flush(t.Context(), plainRetry(k, c.Host))
			check(t, err)
			if want := tt.tries - 2; sent != want || len(k.from) != tt.tries || want > 0 && k.from[1] != serverAddress {
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
	if envelopeFrom != serverAddress || s.always {
		return s.why
	}
	return nil
}

// A notice to the referee that comes back concerns no seat; neither does what went to a
// substitute. Of a seat that is marked the referee is not told again.
func TestBounceOfOthers(t *testing.T) {
	c := newClub(t, refereed)
	c.substitute("north", "south")
	first, second := c.outbox(1), c.outbox(2)
	c.receive(dsn(first.EnvelopeFrom, "failed", "5.1.1", ""))
	notice := c.outbox(3)
	if notice.Recipient != refereeAt || !c.seat("north").Unreachable {
		t.Fatalf("%s to %s", notice.Kind, notice.Recipient)
	}
	c.sent()
	c.order("north", "phase D/loot 0")
	c.ask("north", "status")
	again := c.outbox(c.known)
	c.receive(dsn(again.EnvelopeFrom, "failed", "5.1.1", ""))
	c.sent()
	c.receive(dsn(first.EnvelopeFrom, "failed", "5.1.1", ""))
	if got := c.sent(); len(got) != 0 {
		t.Errorf("told again: %q", kinds(got))
	}
	before := c.world()
	if row := c.receive(dsn(notice.EnvelopeFrom, "failed", "5.1.1", notice.MessageID)); row.State != store.Automatic {
		t.Errorf("a notice that came back is %s (%s)", row.State, row.Reason)
	}
	c.unmoved(before)
	if got := c.sent(); len(got) != 0 || second.Side != "south" {
		t.Errorf("mails: %q", kinds(got))
	}
}

// What goes to a substitute neither marks the seat when it comes back nor mends it
// when it is taken. While its holder is out of reach, the first substitute reads; who is
// none any more does not.
func TestBounceOfASubstitute(t *testing.T) {
	c := newClub(t, refereed)
	c.substitute("north", "south")
	southAs := func(m store.OutboxMail) bool { return m.Side == "north" && m.Recipient == southAt }
	c.wantState(letter(southAt, c.signed("south", c.orders("north", "phase D/loot 0"))), store.Accepted)
	var copied store.OutboxMail
	for _, m := range c.sent() {
		if southAs(m) {
			copied = m
		}
	}
	if copied.ID == 0 {
		t.Fatal("the substitute was sent nothing")
	}
	c.receive(dsn(copied.EnvelopeFrom, "failed", "5.1.1", ""))
	if seat := c.seat("north"); seat.Unreachable || seat.Bounces != 0 {
		t.Errorf("the seat is marked by a mail to its substitute: %d bounces", seat.Bounces)
	}
	c.order("north", "phase D/loot 1") // the holder plays again
	c.sent()
	c.update(func(tx store.Tx) error {
		seat, err := tx.Seat(c.game, "north")
		seat.Unreachable = true
		return errors.Join(err, tx.UpdateSeat(seat))
	})
	report := func() (to []string) {
		c.now = c.now.Add(time.Hour)
		_, err := c.Recovery.Heartbeat(t.Context())
		check(t, err)
		for _, m := range c.sent() {
			if m.Side == "north" {
				to = append(to, m.Recipient)
			}
		}
		return to
	}
	report()
	if d := cmp.Diff([]string{northAt, southAt}, report()); d != "" {
		t.Errorf("readers while the holder is out of reach (-want +got):\n%s", d)
	}
	c.flush(&carrier{fail: func(_ int, to string) error {
		if to == northAt {
			return wire.ErrTemporary
		}
		return nil
	}})
	if !c.seat("north").Unreachable {
		t.Error("a mail to the substitute was taken, and the mark is gone")
	}
	c.update(func(tx store.Tx) error {
		seat, err := tx.Seat(c.game, "north")
		seat.Unreachable = false
		return errors.Join(err, tx.UpdateSeat(seat))
	})
	c.wantState(letter(southAt, c.signed("south", c.orders("north", "phase D/loot 2"))), store.Accepted)
	c.substitute("north", "third")
	c.sent()
	if d := cmp.Diff([]string{northAt}, report()); d != "" {
		t.Errorf("readers when the substitute is another (-want +got):\n%s", d)
	}
}

// The mails of a seat go to its substitute as well while he is in charge.
func TestSubstituteInCharge(t *testing.T) {
	c := newClub(t)
	c.substitute("north", "third")
	c.sent()
	c.order("north", "phase D/loot 0")
	if d := cmp.Diff([]string{"receipt " + northAt}, kinds(c.sent())); d != "" {
		t.Errorf("while the holder plays (-want +got):\n%s", d)
	}
	both := []string{"receipt " + northAt, "receipt third@example.org"}
	row := c.receive(letter("third@example.org", c.signed("third", c.orders("north", "phase D/loot 1"))))
	if row.State != store.Accepted {
		t.Fatal(row.State, row.Reason)
	}
	got := c.sent()
	if d := cmp.Diff(both, kinds(got)); d != "" {
		t.Errorf("after his first orders (-want +got):\n%s", d)
	}
	if strings.Contains(string(got[0].Raw), "third@example.org") || strings.Contains(string(got[1].Raw), northAt) {
		t.Error("one reads the other's address")
	}
	if got[0].MessageID == got[1].MessageID || got[0].EnvelopeFrom == got[1].EnvelopeFrom {
		t.Error("the two mails bear the same name")
	}
	c.receive(letter("third@example.org", c.signed("third", c.orders("north", "march 99"))))
	if d := cmp.Diff([]string{"faulty " + northAt, "faulty third@example.org"}, kinds(c.sent())); d != "" {
		t.Errorf("after faulty orders of his (-want +got):\n%s", d)
	}
	c.order("north", "bid 1") // the holder is back
	if d := cmp.Diff([]string{"receipt " + northAt}, kinds(c.sent())); d != "" {
		t.Errorf("after the holder's orders (-want +got):\n%s", d)
	}
}

// While the holder cannot be reached, or has let his deadline pass, his first
// substitute reads with him.
func TestSubstituteOfTheAbsent(t *testing.T) {
	c := newClub(t, contract(post.Wait))
	c.substitute("north", "third")
	c.sent()
	c.now = c.now.Add(answerTime + time.Hour)
	c.sweep()
	var got []string
	for _, k := range kinds(c.sent()) {
		if !strings.HasSuffix(k, southAt) {
			got = append(got, k)
		}
	}
	if d := cmp.Diff([]string{"reminder " + northAt, "reminder third@example.org"}, got); d != "" {
		t.Errorf("at the deadline (-want +got):\n%s", d)
	}
	c.receive(letter("third@example.org", c.signed("third", c.orders("north", "bid 1"))))
	if d := cmp.Diff([]string{"receipt " + northAt, "receipt third@example.org"}, kinds(c.sent())); d != "" {
		t.Errorf("after his orders (-want +got):\n%s", d)
	}
}
