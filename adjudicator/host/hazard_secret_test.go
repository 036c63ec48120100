package host_test

import (
	"bufio"
	"bytes"
	"errors"
	"log/slog"
	"net/textproto"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"github.com/emersion/go-smtp"

	"keryx/adjudicator/host/post"
	"keryx/mail/loopback"
	"keryx/mail/wire"
	"keryx/store"
)

// TestHazardSecret looks for what mails, logs and answers must not tell.
func TestHazardSecret(t *testing.T) {
	t.Run("G14 K2 K15", func(t *testing.T) {
		// Every header is a channel: these and no others, in all mails of a whole game,
		// and no Message-ID of another seat's mail.
		allowed := []string{"From", "To", "Subject", "Date", "Message-Id", "In-Reply-To", "References", "Reply-To", "List-Id",
			"Auto-Submitted", "X-Loop", "X-Auto-Response-Suppress", "Mime-Version", "Content-Type", "Content-Transfer-Encoding"}
		c, all := hosttest.WholeGame(t)
		owner := map[string]string{}
		for _, m := range all {
			owner[m.MessageID] = m.Recipient
		}
		for _, m := range all {
			head, err := textproto.NewReader(bufio.NewReader(bytes.NewReader(m.Raw))).ReadMIMEHeader()
			hosttest.Check(t, err)
			for name, values := range head {
				if !slices.Contains(allowed, name) || len(values) != 1 {
					t.Errorf("a %s has the field %s: %q", m.Kind, name, values)
				}
			}
			if head.Get("Auto-Submitted") == "" || head.Get("Auto-Submitted") == "no" || !strings.HasPrefix(head.Get("X-Loop"), hosttest.ServerAddress+" ") {
				t.Errorf("a %s does not say that it is automatic", m.Kind)
			}
			if !strings.Contains(head.Get("To"), "<"+m.Recipient+">") {
				t.Errorf("a mail to %s says To: %s", m.Recipient, head.Get("To"))
			}
			for _, id := range strings.Fields(head.Get("References") + " " + head.Get("In-Reply-To")) {
				if to, ours := owner[id]; ours && to != m.Recipient {
					t.Errorf("a mail to %s names one to %s", m.Recipient, to)
				}
			}
			for _, other := range []string{hosttest.NorthAt, hosttest.SouthAt} {
				if other != m.Recipient && bytes.Contains(m.Raw, []byte(other)) {
					t.Errorf("a mail to %s holds the address %s", m.Recipient, other)
				}
			}
			if bytes.Contains(m.Raw, []byte(c.Path)) {
				t.Errorf("a %s tells where the database is", m.Kind)
			}
		}
	})
	t.Run("K3 K4", func(t *testing.T) {
		// The faults of a file go to its author alone, wherever the mail says that
		// answers should go.
		c := hosttest.NewClub(t)
		c.Sent()
		secret := "bid 9 # the plan is to take Sestos"
		for _, field := range []string{"Reply-To: " + hosttest.SouthAt, "Cc: " + hosttest.SouthAt, "Mail-Followup-To: " + hosttest.SouthAt, "Return-Path: <" + hosttest.SouthAt + ">", "Sender: " + hosttest.SouthAt,
			"Disposition-Notification-To: " + hosttest.SouthAt, "Errors-To: " + hosttest.SouthAt, "Resent-From: " + hosttest.SouthAt} {
			c.Receive(hosttest.Letter(hosttest.SouthAt, c.Signed("north", c.Orders("north", secret+field)), field))
		}
		got := c.Sent()
		for _, m := range got {
			if m.Recipient != hosttest.NorthAt {
				t.Errorf("a %s goes to %s", m.Kind, m.Recipient)
			}
		}
		if len(got) != 8 {
			t.Errorf("%d answers, want 8", len(got))
		}
	})
	t.Run("K13", func(t *testing.T) {
		// The log, at its most talkative, holds no orders, codes, subjects or keys.
		var log bytes.Buffer
		var mu sync.Mutex
		c := hosttest.NewClub(t)
		c.Log = slog.New(slog.NewTextHandler(lockedWriter{&mu, &log}, &slog.HandlerOptions{Level: slog.LevelDebug}))
		code := c.Seat("north").Answers
		c.Order("north", "bid 3/phase C/march 2")
		c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 9/secretverb 7"))))
		c.Receive(hosttest.Letter(hosttest.NorthAt, "secretletter march 2", "Subject: secretsubject"))
		c.Receive(hosttest.Letter(hosttest.NorthAt, hosttest.Sign(t, hosttest.People()["mallory"].SSH, c.Orders("north", "bid 2"), c.Time)))
		k := &hosttest.Carrier{Fail: func(int, string) error {
			return &wire.SendError{Kind: wire.ErrTemporary, Stage: wire.StageRcpt, Err: errors.New("later")}
		}}
		c.Flush(k)
		for _, secret := range []string{"bid", "march", "secretverb", "secretletter", "secretsubject", code, c.Seat("north").Answers, "BEGIN", "SSH SIGNATURE", c.Path} {
			if strings.Contains(log.String(), secret) {
				t.Errorf("the log holds %q:\n%s", secret, log.String())
			}
		}
		if log.Len() == 0 {
			t.Error("nothing was logged")
		}
	})
	t.Run("K14", func(t *testing.T) {
		// A referee who also plays learns from notices that something has happened, and
		// not what is in anybody's orders.
		c := hosttest.NewClub(t, referee(hosttest.SouthAt), hosttest.Contract(post.Defaults))
		c.Receive(hosttest.Letter(hosttest.NorthAt, c.Signed("north", c.Orders("north", "bid 3"))))
		c.Time = hosttest.Noon.Add(hosttest.AnswerTime + time.Hour)
		c.SweepNow()
		for _, m := range c.Sent() {
			if m.Kind == "notice" && regexp.MustCompile(`bid|march|loot`).MatchString(hosttest.TextOf(t, m)) {
				t.Errorf("a notice tells orders:\n%s", hosttest.TextOf(t, m))
			}
		}
		// What he looks at by hand beyond that is on record, and he cannot keep it from the
		// other player: the last letter tells of it.
		var log bytes.Buffer
		c.Log, c.User = slog.New(slog.NewTextHandler(&log, nil)), "bruno"
		looked := func(what string, look func() error) {
			t.Helper()
			before := len(reads(c, c.Game))
			log.Reset()
			hosttest.Check(t, look())
			if all := reads(c, c.Game); len(all) != before+1 || !strings.HasPrefix(all[before], c.Game+"|"+what+"|") || !strings.HasSuffix(all[before], "|bruno") {
				t.Errorf("%s was looked at, and on record is %q", what, all)
			}
			if !strings.Contains(log.String(), "audit: ") || strings.Contains(log.String(), "bid") {
				t.Errorf("%s was looked at, and the log says %q", what, log.String())
			}
		}
		looked("email-in", func() error { _, err := c.Reports.Message(t.Context(), 1); return err })
		looked("email-out", func() error { _, err := c.Reports.Outgoing(t.Context(), 1); return err })
		looked("ledger", func() error { _, err := c.Reports.Ledger(t.Context(), c.Game); return err })
		if _, err := c.Reports.Message(t.Context(), 99); err == nil || len(reads(c, c.Game)) != 3 {
			t.Errorf("a mail that does not exist: %v", err)
		}
		for _, take := range []string{`DELETE FROM reads`, `UPDATE reads SET user = 'nobody'`, `UPDATE reads SET game = NULL`} {
			if execSQL(c, take) == nil {
				t.Errorf("%s takes it from the record", take)
			}
		}
		c.Sent()
		c.Play(1)
		told := 0
		for _, m := range c.Sent() {
			if m.Kind == "result" && strings.Contains(unfolded(t, m), "secret data was read 3 times with commands on the server") {
				told++
			}
		}
		if told != 2 {
			t.Errorf("%d players are told that he looked", told)
		}
	})
	t.Run("K12", func(t *testing.T) {
		// Whether a game, a seat or an address exists cannot be found out without a key.
		c := hosttest.NewClub(t)
		c.Sent()
		answers := map[string]bool{}
		for _, body := range []string{c.Orders("north", "bid 1"), hosttest.OrderFile("ford-99", "north", "AAAA-AAAA", "bid 1"), hosttest.OrderFile(c.Game, "east", "AAAA-AAAA", "bid 1")} {
			c.Receive(hosttest.Letter(hosttest.SouthAt, hosttest.Sign(t, hosttest.People()["mallory"].SSH, body, c.Time)))
			c.Time = c.Time.Add(25 * time.Hour)
			for _, m := range c.Sent() {
				if m.Kind != "reminder" && m.Kind != "waiting" {
					answers[hosttest.TextOf(t, m)] = true
				}
			}
			c.Receive(hosttest.Letter("nobody@example.net", hosttest.Sign(t, hosttest.People()["mallory"].SSH, body, c.Time)))
			if got := c.Sent(); len(got) != 0 {
				t.Errorf("a stranger is answered by %q", hosttest.KindsOf(got))
			}
		}
		if len(answers) != 1 {
			t.Errorf("%d different answers", len(answers))
		}
	})
}

type lockedWriter struct {
	*sync.Mutex
	*bytes.Buffer
}

// Write keeps the goroutines of a daemon from each other.
func (w lockedWriter) Write(b []byte) (int, error) {
	w.Lock()
	defer w.Unlock()
	return w.Buffer.Write(b)
}

// TestHazardSending has a server refuse, delay and forget.
func TestHazardSending(t *testing.T) {
	// deliveries sends the two first reports of a game through a server that goes
	// wrong, with retries until both are out.
	deliveries := func(t *testing.T, set func(*loopback.Server)) (*hosttest.Club, []loopback.Delivery) {
		t.Helper()
		c := hosttest.NewClub(t)
		post := loopback.New(loopback.User{Address: hosttest.ServerAddress, Password: "secret"},
			loopback.User{Address: hosttest.NorthAt, Password: "secret"}, loopback.User{Address: hosttest.SouthAt, Password: "secret"})
		set(post)
		hosttest.Check(t, post.Start(t.Context()))
		t.Cleanup(func() { hosttest.Check(t, post.Close()) })
		for range 10 {
			_, err := c.Outbox.Flush(t.Context(), &wire.Sender{Endpoint: account(post.SMTPAddr())})
			hosttest.Check(t, err)
			c.Time = c.Time.Add(5 * time.Hour)
		}
		return c, post.Delivered()
	}
	wantAll := func(t *testing.T, c *hosttest.Club, all []loopback.Delivery, most int) {
		t.Helper()
		for _, row := range c.Sent() {
			if row.State != store.Sent {
				t.Errorf("the mail to %s is %s (%s)", row.Recipient, row.State, row.LastError)
			}
			n := 0
			for _, d := range all {
				if d.To != row.Recipient || !bytes.Contains(d.Raw, []byte("\r\nMessage-ID: "+row.MessageID+"\r\n")) {
					continue
				}
				n++
				if !bytes.Equal(d.Raw, row.Raw) {
					t.Errorf("the mail to %s is not the one that is stored", d.To)
				}
			}
			if n == 0 || n > most {
				t.Errorf("the mail to %s was delivered %d times", row.Recipient, n)
			}
		}
	}
	t.Run("greylisting", func(t *testing.T) {
		tries := map[string]int{}
		var mu sync.Mutex
		c, all := deliveries(t, func(s *loopback.Server) {
			s.FailRcpt = func(to string) error {
				mu.Lock()
				defer mu.Unlock()
				if tries[to]++; tries[to] <= 2 {
					return &smtp.SMTPError{Code: 450, EnhancedCode: smtp.EnhancedCode{4, 7, 1}, Message: "Greylisted, come back later"}
				}
				return nil
			}
		})
		wantAll(t, c, all, 1)
	})
	t.Run("rate limit", func(t *testing.T) {
		var mu sync.Mutex
		n := 0
		c, all := deliveries(t, func(s *loopback.Server) {
			s.FailData = func(loopback.Delivery) error {
				mu.Lock()
				defer mu.Unlock()
				if n++; n%3 != 0 {
					return &smtp.SMTPError{Code: 452, EnhancedCode: smtp.EnhancedCode{4, 5, 3}, Message: "Too many messages"}
				}
				return nil
			}
		})
		wantAll(t, c, all, 1)
	})
	t.Run("J5", func(t *testing.T) {
		var mu sync.Mutex
		lost := map[string]int{}
		c, all := deliveries(t, func(s *loopback.Server) {
			s.LoseReply = func(d loopback.Delivery) bool {
				mu.Lock()
				defer mu.Unlock()
				lost[d.To]++
				return lost[d.To] <= 2
			}
		})
		wantAll(t, c, all, 3)
		late := 0 // that their deadlines moved by the delay
		for _, d := range all {
			if bytes.Contains(d.Raw, []byte("Your deadline is later")) {
				late++
			}
		}
		if len(all)-late != 6 || late != 2 {
			t.Errorf("%d deliveries, want three for each and %d words on deadlines", len(all), late)
		}
	})
	t.Run("J2", func(t *testing.T) {
		c, all := deliveries(t, func(s *loopback.Server) {
			s.FailRcpt = func(to string) error {
				if to == hosttest.NorthAt {
					return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such user"}
				}
				return nil
			}
		})
		if len(all) != 1 || all[0].To != hosttest.SouthAt {
			t.Errorf("%d deliveries", len(all))
		}
		if row := c.Queued(1); row.State != store.Failed || row.Attempts != 1 {
			t.Errorf("the mail to north is %s after %d attempts", row.State, row.Attempts)
		}
	})
}
