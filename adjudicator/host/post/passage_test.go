package post_test

import (
	"bufio"
	"bytes"
	"io"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"keryx/adjudicator/host/hosttest"

	"keryx/adjudicator/host/post"
	"keryx/mail/wire"
	"keryx/store"
)

// A strictServer is an SMTP server that refuses what it is told to, in given words.
type strictServer struct {
	mu     sync.Mutex
	refuse func(stage, to string) string // the reply; empty to go on
	tried  int
	taken  []string
}

// sender is the real sender to a server that begins to listen.
func (s *strictServer) sender(t *testing.T, c *hosttest.Club) post.Carrier {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	hosttest.Check(t, err)
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go s.serve(conn)
		}
	}()
	return hosttest.PlainRetry(&wire.Sender{Endpoint: wire.Endpoint{Address: l.Addr().String(), TLS: wire.TLSNone}, LoggedIn: c.Outbox.LoggedIn}, c.Host)
}

func (s *strictServer) serve(conn net.Conn) {
	defer conn.Close()
	say := func(line string) { io.WriteString(conn, line+"\r\n") }
	say("220 strict.example")
	to, letter := "", false
	for in := bufio.NewScanner(conn); in.Scan(); {
		line := in.Text()
		switch {
		case letter && line != ".":
		case letter:
			letter = false
			if s.answer(say, "final", to) {
				s.mu.Lock()
				s.taken = append(s.taken, to)
				s.mu.Unlock()
			}
		case strings.HasPrefix(line, "MAIL"):
			s.mu.Lock()
			s.tried++
			s.mu.Unlock()
			s.answer(say, "mail", to)
		case strings.HasPrefix(line, "RCPT"):
			_, to, _ = strings.Cut(line, "<")
			to, _, _ = strings.Cut(to, ">")
			s.answer(say, "rcpt", to)
		case line == "DATA":
			letter = true
			say("354 go on")
		case strings.HasPrefix(line, "QUIT"):
			say("221 bye")
			return
		default:
			say("250 fine")
		}
	}
}

func (s *strictServer) answer(say func(string), stage, to string) (taken bool) {
	s.mu.Lock()
	reply := ""
	if s.refuse != nil {
		reply = s.refuse(stage, to)
	}
	s.mu.Unlock()
	if reply == "" {
		say("250 fine")
		return true
	}
	say(reply)
	return false
}

func (s *strictServer) set(refuse func(stage, to string) string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refuse = refuse
}

// each lists the replies of the file of them: those about the letter, or the others.
func each(t *testing.T, letter bool, do func(t *testing.T, stage, reply string)) {
	t.Helper()
	text, err := os.ReadFile("testdata/smtp/replies.txt")
	hosttest.Check(t, err)
	for line := range strings.Lines(string(text)) {
		line, about := strings.CutPrefix(strings.TrimSpace(line), "letter ")
		if stage, reply, _ := strings.Cut(line, " "); stage != "#" && about == letter {
			reply = strings.TrimSpace(reply)
			t.Run(reply, func(t *testing.T) { do(t, stage, reply) })
		}
	}
}

// outboxOf counts the mails that stand at a state.
func outboxAt(c *hosttest.Club, state store.OutboxState) (n int) {
	c.View(func(tx store.ReadTx) error {
		all, err := tx.OutboxMails(store.OutboxFilter{State: state})
		n = len(all)
		return err
	})
	return n
}

// TestRefusalsAboutUs has the sending server refuse all mail for a day, with words that are about our
// account. Nothing is given up, nobody is marked, the server is asked now and then, the operator is
// told once by the log, and all leaves by itself when the server takes mail again, with a letter
// about it.
func TestRefusalsAboutUs(t *testing.T) {
	each(t, false, func(t *testing.T, stage, reply string) {
		c := hosttest.NewClub(t, hosttest.Refereed)
		c.Rules.Operator = "ops@elsewhere.example"
		var log bytes.Buffer
		c.Log = slog.New(slog.NewTextHandler(&log, nil))
		for _, to := range []string{"a@one.example", "b@two.example", "c@three.example"} {
			c.Queue(to)
		}
		s := &strictServer{}
		k := s.sender(t, c)
		s.set(func(at, _ string) string {
			if at == stage {
				return reply
			}
			return ""
		})
		for range 24 * 12 {
			_, err := c.Outbox.Flush(t.Context(), k)
			hosttest.Check(t, err)
			c.Time = c.Time.Add(5 * time.Minute)
		}
		if most := 2 * 35; s.tried > most || s.tried < 10 { // each by two return paths at most
			t.Errorf("the server was tried %d times in a day", s.tried)
		}
		if n := outboxAt(c, store.Failed); n > 0 {
			t.Errorf("%d mails are given up", n)
		}
		for _, side := range []string{"north", "south"} {
			if c.Seat(side).Unreachable {
				t.Errorf("%s is marked", side)
			}
		}
		if n := strings.Count(log.String(), "level=ERROR"); n != 1 || !strings.Contains(log.String(), "refuses our mail") {
			t.Errorf("the log says %d times:\n%s", n, log.String())
		}
		waiting := outboxAt(c, store.Queued)
		s.set(nil)
		for range 3 {
			c.Time = c.Time.Add(time.Hour)
			_, err := c.Outbox.Flush(t.Context(), k)
			hosttest.Check(t, err)
		}
		if n := outboxAt(c, store.Queued); n > 0 || len(s.taken) < waiting {
			t.Errorf("%d mails still wait, %d of %d were taken", n, len(s.taken), waiting)
		}
		told := hosttest.MailsTo(c.Sent(), "ops@elsewhere.example")
		if len(told) != 1 || !strings.Contains(strings.Join(strings.Fields(hosttest.TextOf(t, told[0])), " "), reply) {
			t.Errorf("the operator gets %d letters", len(told))
		}
	})
}

// A daemon that begins anew while all mail waits goes on with that: the server is asked no sooner, the
// operator is not told again, and in the end of the whole time.
func TestWaitingMailOutlivesTheProcess(t *testing.T) {
	c := hosttest.NewClub(t, hosttest.Refereed)
	var log bytes.Buffer
	begin := func() {
		c.Host = hosttest.NewHost(t, c.Store, func() time.Time { return c.Time })
		c.Rules.Operator, c.Log = "ops@elsewhere.example", slog.New(slog.NewTextHandler(&log, nil))
	}
	begin()
	for _, to := range []string{"a@one.example", "b@two.example", "c@three.example"} {
		c.Queue(to)
	}
	s := &strictServer{}
	s.set(func(at, _ string) string {
		if at == "mail" {
			return "550 5.4.5 Daily user sending limit exceeded."
		}
		return ""
	})
	since := c.Time
	for range 4 * 12 {
		_, err := c.Outbox.Flush(t.Context(), s.sender(t, c))
		hosttest.Check(t, err)
		c.Time = c.Time.Add(5 * time.Minute)
		begin()
	}
	if most := 2 * 9; s.tried > most || s.tried < 4 { // each by two return paths at most
		t.Errorf("the server was tried %d times in four hours", s.tried)
	}
	if n := strings.Count(log.String(), "level=ERROR"); n != 1 {
		t.Errorf("the log says %d times:\n%s", n, log.String())
	}
	s.set(nil)
	for range 3 {
		c.Time = c.Time.Add(time.Hour)
		_, err := c.Outbox.Flush(t.Context(), s.sender(t, c))
		hosttest.Check(t, err)
	}
	told := hosttest.MailsTo(c.Sent(), "ops@elsewhere.example")
	if len(told) != 1 || !hosttest.Says(t, told[0], since.Format("15:04")) || outboxAt(c, store.Queued) > 0 {
		t.Errorf("the operator gets %d letters, not of all of the time", len(told))
	}
	log.Reset()
	begin()
	_, err := c.Outbox.Flush(t.Context(), s.sender(t, c))
	hosttest.Check(t, err)
	if strings.Contains(log.String(), "waits") {
		t.Errorf("it is over, and the log says:\n%s", log.String())
	}
}

// What is about the letter or its recipient is final at once, and stops nothing.
func TestRefusalsAboutTheLetter(t *testing.T) {
	each(t, true, func(t *testing.T, stage, reply string) {
		c := hosttest.NewClub(t, hosttest.Refereed)
		s := &strictServer{}
		k := s.sender(t, c)
		s.set(func(at, to string) string {
			if at == stage && to == hosttest.NorthAt {
				return reply
			}
			return ""
		})
		_, err := c.Outbox.Flush(t.Context(), k)
		hosttest.Check(t, err)
		if !c.Seat("north").Unreachable || outboxAt(c, store.Failed) != 1 {
			t.Errorf("marked: %t, given up: %d", c.Seat("north").Unreachable, outboxAt(c, store.Failed))
		}
		if n := outboxAt(c, store.Queued); n > 0 {
			t.Errorf("%d mails wait", n)
		}
	})
}

// A recipient whose server answers as if it meant us holds up the others for a minute at most, and
// once. His letter is given up where nobody can say what the words mean, and goes on being tried where
// they are about us.
func TestNoRecipientStopsTheOthers(t *testing.T) {
	for reply, final := range map[string]bool{"550 5.4.5 Daily user sending limit exceeded.": false, "550 no words that anybody knows": true} {
		t.Run(reply, func(t *testing.T) {
			c := hosttest.NewClub(t)
			s := &strictServer{}
			k := s.sender(t, c)
			s.set(func(at, to string) string {
				if at == "rcpt" && to == hosttest.NorthAt {
					return reply
				}
				return ""
			})
			flush := func() {
				t.Helper()
				_, err := c.Outbox.Flush(t.Context(), k)
				hosttest.Check(t, err)
			}
			flush()
			c.Time = c.Time.Add(61 * time.Second)
			flush()
			if len(s.taken) == 0 {
				t.Fatal("nobody else has got his letter within a minute")
			}
			for i := range 20 {
				c.Queue([]string{"a@one.example", "b@two.example"}[i%2] + string(rune('a'+i)))
				before := len(s.taken)
				flush()
				if len(s.taken) == before {
					t.Errorf("the %d. letter to others waits", i)
				}
				c.Time = c.Time.Add(time.Minute)
			}
			if given := outboxAt(c, store.Failed) > 0; given != final || c.Seat("north").Unreachable != final {
				t.Errorf("given up: %t, marked: %t; want %t", given, c.Seat("north").Unreachable, final)
			}
		})
	}
}
