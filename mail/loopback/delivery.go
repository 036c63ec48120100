package loopback

import (
	"fmt"
	"io"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// session is one SMTP connection.
type session struct {
	server *Server
	conn   *smtp.Conn
	from   string
	to     []string
}

func (s *Server) newSession(c *smtp.Conn) (smtp.Session, error) {
	return &session{server: s, conn: c}, nil
}

var (
	errNoUser  = &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such user here"}
	errTooBig  = &smtp.SMTPError{Code: 552, EnhancedCode: smtp.EnhancedCode{5, 3, 4}, Message: "Message too big"}
	errBadAuth = &smtp.SMTPError{Code: 535, EnhancedCode: smtp.EnhancedCode{5, 7, 8}, Message: "Wrong name or password"}
)

// AuthMechanisms implements smtp.AuthSession. Nobody is forced to log in.
func (c *session) AuthMechanisms() []string { return []string{sasl.Plain} }

// Auth implements smtp.AuthSession.
func (c *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, username, password string) error {
		if !c.server.find(username).accepts(password) {
			return errBadAuth
		}
		return nil
	}), nil
}

// Mail implements smtp.Session.
func (c *session) Mail(from string, options *smtp.MailOptions) error {
	c.server.delay("mail")
	if options != nil && options.Size > c.server.MaxSize {
		return errTooBig
	}
	c.from = from
	return nil
}

// Rcpt implements smtp.Session.
func (c *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	c.server.delay("rcpt")
	if fail := c.server.FailRcpt; fail != nil {
		if err := fail(to); err != nil {
			return err
		}
	}
	if c.server.find(to) == nil {
		return errNoUser
	}
	c.to = append(c.to, to)
	return nil
}

// Data implements smtp.Session.
func (c *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	c.server.delay("data")
	for _, to := range c.to {
		d := Delivery{From: c.from, To: to, Raw: raw, Time: c.server.Now()}
		if err := c.server.deliver(d); err != nil {
			return err
		}
		if lose := c.server.LoseReply; lose != nil && lose(d) {
			c.conn.Conn().Close()
		}
	}
	return nil
}

// Reset implements smtp.Session.
func (c *session) Reset() { c.from, c.to = "", nil }

// Logout implements smtp.Session.
func (c *session) Logout() error { return nil }

func (s *Server) delay(stage string) {
	if s.Delay != nil {
		s.Delay(s.ctx, stage)
	}
}

// deliver puts the mail into the mailbox with the trace of final delivery
// (RFC 5321 section 4.4).
func (s *Server) deliver(d Delivery) error {
	if s.FailData != nil {
		if err := s.FailData(d); err != nil {
			return err
		}
	}
	trace := fmt.Sprintf("Return-Path: <%s>\r\nDelivered-To: %s\r\n", d.From, d.To)
	if err := s.Put(d.To, "INBOX", append([]byte(trace), d.Raw...)); err != nil {
		return err
	}
	s.mu.Lock()
	s.delivered = append(s.delivered, d)
	s.mu.Unlock()
	if s.OnDeliver != nil {
		s.OnDeliver(d)
	}
	return nil
}
