package wire

import (
	"cmp"
	"context"
	"errors"
	"net"
	"time"

	"github.com/emersion/go-smtp"
)

// The limits of a kept connection where a [Sender] names none. Servers end a session that
// rests for some minutes, or that has brought some hundred mails; we end it before they do.
const (
	defaultRest    = 30 * time.Second
	defaultAge     = 10 * time.Minute
	defaultPerLine = 100
)

// A line is a connection on which we are logged in.
type line struct {
	client  *smtp.Client
	conn    net.Conn
	opened  time.Time
	mails   int
	begun   bool // a transaction that was refused must be taken back
	reused  bool // it has rested since it was opened
	resting *time.Timer
}

// quit ends a session with politeness, but does not wait long for it.
func (l *line) quit() {
	defer l.conn.Close()
	l.client.CommandTimeout = min(l.client.CommandTimeout, 5*time.Second)
	_ = l.client.Quit() // What was sent is decided; a lost goodbye changes nothing.
}

// line returns a connection that is logged in: one that rests, if the server is found to be
// at its other end still, or else a new one.
func (s *Sender) line(ctx context.Context, fresh bool) (*line, error) {
	for !fresh {
		l := s.take()
		if l == nil {
			break
		}
		if s.awake(ctx, l) {
			return l, nil
		}
		l.conn.Close()
	}
	c, conn, err := s.connect(ctx)
	if err != nil {
		return nil, err
	}
	l := &line{client: c, conn: conn, opened: time.Now()}
	stop := watch(ctx, conn)
	err = s.login(ctx, c)
	if !stop() || err != nil {
		conn.Close()
		return nil, cmp.Or(err, error(sendError(ctx, StageAuth, net.ErrClosed)))
	}
	if s.LoggedIn != nil {
		s.LoggedIn()
	}
	return l, nil
}

// awake asks the server on a connection that has rested whether it is there, and takes back
// what was refused on it. Nothing depends on the answer but which connection is used.
func (s *Sender) awake(ctx context.Context, l *line) bool {
	stop := watch(ctx, l.conn)
	l.client.CommandTimeout = min(s.commandTimeout(), 10*time.Second)
	var err error
	if l.begun {
		err = l.client.Reset()
	} else {
		err = l.client.Noop()
	}
	l.client.CommandTimeout = s.commandTimeout()
	l.begun, l.reused = false, true
	return stop() && err == nil
}

// take takes the connection that has rested for the shortest time; nil if there is none.
func (s *Sender) take() *line {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.idle) > 0 {
		l := s.idle[len(s.idle)-1]
		s.idle = s.idle[:len(s.idle)-1]
		if l.resting.Stop() {
			return l
		}
		// Its time is up: it is being closed.
	}
	return nil
}

// rest keeps a connection for the next mail, or ends it if it has served enough.
func (s *Sender) rest(l *line) {
	if !s.keep(l) {
		l.quit()
	}
}

func (s *Sender) keep(l *line) bool {
	if l.mails >= cmp.Or(s.MailsPerLine, defaultPerLine) || time.Since(l.opened) >= cmp.Or(s.MaxAge, defaultAge) {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.idle) >= s.Keep || s.closed {
		return false
	}
	l.resting = time.AfterFunc(cmp.Or(s.MaxRest, defaultRest), func() {
		s.forget(l)
		l.quit()
	})
	s.idle = append(s.idle, l)
	return true
}

// forget drops a connection from those that rest.
func (s *Sender) forget(l *line) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, other := range s.idle {
		if other == l {
			s.idle = append(s.idle[:i:i], s.idle[i+1:]...)
			return
		}
	}
}

// Close ends the connections that rest, and lets those that are in use end when their mail
// is done. A Send after it has a connection of its own again.
func (s *Sender) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	for l := s.take(); l != nil; l = s.take() {
		l.quit()
	}
	return nil
}

// usable reports whether a connection can be used on after a mail that ended so: the mail
// was taken, or refused by a reply that does not end the session.
func usable(err error) bool {
	var failed *SendError
	if !errors.As(err, &failed) {
		return err == nil
	}
	return failed.Code != 0 && failed.Code != 421 && !errors.Is(failed, ErrAuth)
}

// elsewhere reports whether a mail that failed on a connection that has rested may fare
// better on a new one: the server has ended the session, forgotten who we are, or takes no
// further mail on it. The mail was not under way then: its final dot had not been sent.
func elsewhere(err error) bool {
	var failed *SendError
	if !errors.As(err, &failed) || failed.Stage == StageFinal {
		return false
	}
	return !usable(failed) || failed.Stage == StageMail && errors.Is(failed, ErrTemporary)
}
