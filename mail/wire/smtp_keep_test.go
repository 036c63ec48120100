package wire

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"keryx/mail/loopback"
)

// A counter speaks SMTP and notes what it hears on each connection: the commands, and "data"
// for a mail.
type counter struct {
	mu    sync.Mutex
	heard [][]string
	// reply answers the n-th hearing of a command on a connection, both from one on; the
	// ordinary answer if it is nil or says nothing. "close" ends the connection without one.
	reply func(conn, n int, command string) string
	ended chan int // the connections, as they end
}

// listen starts the counter and returns its address.
func (c *counter) listen(t *testing.T) string {
	t.Helper()
	c.ended = make(chan int, 100)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { l.Close() })
	go func() {
		for n := 1; ; n++ {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { conn.Close() })
			c.mu.Lock()
			c.heard = append(c.heard, nil)
			c.mu.Unlock()
			go func() {
				c.talk(conn, n)
				conn.Close()
				c.ended <- n
			}()
		}
	}()
	return l.Addr().String()
}

// note notes what was heard, and how often.
func (c *counter) note(conn int, command string) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.heard[conn-1] = append(c.heard[conn-1], command)
	for _, h := range c.heard[conn-1] {
		if h == command {
			n++
		}
	}
	return n
}

func (c *counter) talk(conn net.Conn, number int) {
	fmt.Fprint(conn, greeting)
	in := bufio.NewScanner(conn)
	for in.Scan() {
		command, _, _ := strings.Cut(in.Text(), " ")
		answer := map[string]string{"EHLO": "250-test\r\n250 AUTH PLAIN", "AUTH": "235 fine", "DATA": "354 go on", "QUIT": "221 bye"}[command]
		if answer == "" {
			answer = "250 fine"
		}
		if c.reply != nil {
			if own := c.reply(number, c.note(number, command), command); own != "" {
				answer = own
			}
		} else {
			c.note(number, command)
		}
		if answer == "close" {
			return
		}
		fmt.Fprint(conn, answer+"\r\n")
		if strings.HasPrefix(answer, "354") {
			for in.Scan() && in.Text() != "." {
			}
			answer = "250 taken"
			n := c.note(number, "data")
			if c.reply != nil {
				if own := c.reply(number, n, "data"); own != "" {
					answer = own
				}
			}
			if answer == "close" {
				return
			}
			fmt.Fprint(conn, answer+"\r\n")
		}
		if command == "QUIT" {
			return
		}
	}
}

// mails is how many mails came over each connection.
func (c *counter) mails() (list []int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, heard := range c.heard {
		n := 0
		for _, h := range heard {
			if h == "data" {
				n++
			}
		}
		list = append(list, n)
	}
	return list
}

// last is what was heard last on the first connection.
func (c *counter) last() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.heard[0][len(c.heard[0])-1]
}

// keeping is a sender that keeps connections to a counter.
func keeping(t *testing.T, c *counter) *Sender {
	t.Helper()
	s := sender(c.listen(t))
	s.Keep = 2
	t.Cleanup(func() { must(t, s.Close()) })
	return s
}

func wantMails(t *testing.T, c *counter, want ...int) {
	t.Helper()
	if got := c.mails(); !slices.Equal(got, want) {
		t.Errorf("the connections brought %v mails, want %v", got, want)
	}
}

// Many mails go over one connection, which is logged in to once.
func TestSendKeepsItsConnection(t *testing.T) {
	c := &counter{}
	s := keeping(t, c)
	logins := 0
	s.LoggedIn = func() { logins++ }
	for range 5 {
		must(t, s.Send(t.Context(), "", player, letter("x")))
	}
	wantMails(t, c, 5)
	if logins != 1 {
		t.Errorf("%d logins", logins)
	}
	must(t, s.Close())
	if n := <-c.ended; n != 1 || c.last() != "QUIT" {
		t.Errorf("connection %d ended with %q", n, c.last())
	}
	must(t, s.Send(t.Context(), "", player, letter("x")))
	wantMails(t, c, 5, 1)
}

// A mail that is refused is no end of the connection, and the next one is another mail.
func TestRefusalKeepsTheConnection(t *testing.T) {
	dials := 0
	post := post(t, func(s *loopback.Server) {
		s.FailRcpt = func(to string) error {
			if strings.HasPrefix(to, "bad") {
				return &smtp.SMTPError{Code: 550, Message: "no such user"}
			}
			return nil
		}
	})
	s := sender(post.SMTPAddr())
	s.Keep = 1
	s.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		dials++
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}
	t.Cleanup(func() { must(t, s.Close()) })
	for range 3 {
		wantSend(t, s.Send(t.Context(), "from@club.test", "bad@players.test", letter("secret")), ErrPermanent, StageRcpt, 550)
		must(t, s.Send(t.Context(), "", player, letter("fine")))
	}
	all := post.Delivered()
	if len(all) != 3 || dials != 1 {
		t.Errorf("%d mails over %d connections", len(all), dials)
	}
	for _, d := range all {
		if d.To != player || d.From != "" || !strings.Contains(string(d.Raw), "fine") {
			t.Errorf("to %s from %q: %q", d.To, d.From, d.Raw)
		}
	}
}

// A kept connection that does not serve any more is replaced by a new one, at once, while the
// mail's fate is not in doubt; at the final dot it is.
func TestKeptConnectionFails(t *testing.T) {
	second := func(command, answer string) func(int, int, string) string {
		return func(conn, n int, heard string) string {
			if conn == 1 && heard == command && (n > 1 || command == "NOOP") {
				return answer
			}
			return ""
		}
	}
	for _, tt := range []struct {
		name  string
		reply func(int, int, string) string
		kind  error
		stage string
		code  int
		mails []int
	}{
		{"closed while it rested", second("data", "never"), nil, "", 0, []int{1, 1}},
		{"NOOP unanswered", second("NOOP", "close"), nil, "", 0, []int{1, 1}},
		{"NOOP refused", second("NOOP", "421 idle too long"), nil, "", 0, []int{1, 1}},
		{"MAIL unanswered", second("MAIL", "close"), nil, "", 0, []int{1, 1}},
		{"MAIL 421", second("MAIL", "421 shutting down"), nil, "", 0, []int{1, 1}},
		{"no more mails in this session", second("MAIL", "452 too many mails"), nil, "", 0, []int{1, 1}},
		{"login forgotten", second("MAIL", "530 log in"), nil, "", 0, []int{1, 1}},
		{"RCPT unanswered", second("RCPT", "close"), nil, "", 0, []int{1, 1}},
		{"RCPT refused", second("RCPT", "550 nobody"), ErrPermanent, StageRcpt, 550, []int{1}},
		{"RCPT put off", second("RCPT", "451 later"), ErrTemporary, StageRcpt, 451, []int{1}},
		{"DATA unanswered", second("DATA", "close"), nil, "", 0, []int{1, 1}},
		{"dot unanswered", second("data", "close"), ErrUncertain, StageFinal, 0, []int{2}},
		{"dot 421", second("data", "421 shutting down"), ErrTemporary, StageFinal, 421, []int{2}},
		{"dot refused", second("data", "554 spam"), ErrPermanent, StageFinal, 554, []int{2}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := &counter{reply: tt.reply}
			s := keeping(t, c)
			var first net.Conn
			s.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
				conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
				if first == nil {
					first = conn
				}
				return conn, err
			}
			must(t, s.Send(t.Context(), "", player, letter("one")))
			if strings.HasPrefix(tt.name, "closed") {
				must(t, first.Close())
			}
			err := s.Send(t.Context(), "", player, letter("two"))
			if tt.kind == nil {
				must(t, err)
			} else {
				wantSend(t, err, tt.kind, tt.stage, tt.code)
			}
			wantMails(t, c, tt.mails...)
		})
	}
}

// A new connection that fails is not replaced by another: the server is in trouble.
func TestNewConnectionIsTriedOnce(t *testing.T) {
	c := &counter{reply: func(_, _ int, command string) string {
		if command == "MAIL" {
			return "421 shutting down"
		}
		return ""
	}}
	wantSend(t, keeping(t, c).Send(t.Context(), "", player, letter("x")), ErrTemporary, StageMail, 421)
	wantMails(t, c, 0)
}

// A connection serves so many mails, for so long, and rests for so long.
func TestKeptConnectionEnds(t *testing.T) {
	for _, tt := range []struct {
		name  string
		set   func(*Sender)
		mails []int
	}{
		{"none is kept", func(s *Sender) { s.Keep = 0 }, []int{1, 1, 1}},
		{"two mails each", func(s *Sender) { s.MailsPerLine = 2 }, []int{2, 1}},
		{"too old", func(s *Sender) { s.MaxAge = time.Nanosecond }, []int{1, 1, 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := &counter{}
			s := keeping(t, c)
			tt.set(s)
			for range 3 {
				must(t, s.Send(t.Context(), "", player, letter("x")))
			}
			wantMails(t, c, tt.mails...)
		})
	}
	c := &counter{}
	s := keeping(t, c)
	s.MaxRest = time.Nanosecond
	must(t, s.Send(t.Context(), "", player, letter("x")))
	<-c.ended
	if c.last() != "QUIT" {
		t.Errorf("the connection that rested ended with %q", c.last())
	}
	must(t, s.Send(t.Context(), "", player, letter("x")))
	wantMails(t, c, 1, 1)
}

// Mails at the same time have a connection each; both are kept.
func TestSeveralConnections(t *testing.T) {
	var both sync.WaitGroup
	both.Add(2)
	c := &counter{reply: func(_, n int, command string) string {
		if command == "MAIL" && n == 1 {
			both.Done()
			both.Wait()
		}
		return ""
	}}
	s := keeping(t, c)
	errs := make(chan error)
	for range 2 {
		go func() { errs <- s.Send(t.Context(), "", player, letter("x")) }()
	}
	for range 2 {
		must(t, <-errs)
	}
	wantMails(t, c, 1, 1)
	must(t, s.Send(t.Context(), "", player, letter("x")))
	if got := c.mails(); len(got) != 2 || got[0]+got[1] != 3 {
		t.Errorf("the connections brought %v mails", got)
	}
}

// A Send whose context ends while its connection is used leaves none behind.
func TestCancelledSendKeepsNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := &counter{}
	c.reply = func(conn, _ int, command string) string {
		if conn == 1 && command == "RCPT" {
			cancel()
			<-t.Context().Done() // no answer before the test ends
		}
		return ""
	}
	s := keeping(t, c)
	if err := s.Send(ctx, "", player, letter("x")); err == nil {
		t.Error("sent in spite of it")
	}
	must(t, s.Send(t.Context(), "", player, letter("x")))
	if got := c.mails(); len(got) != 2 || got[1] != 1 {
		t.Errorf("the connections brought %v mails", got)
	}
}
