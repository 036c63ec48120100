package wire

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-smtp"

	"keryx/mail"
)

// Sender submits composed mail to one SMTP server. The zero limits stand for
// the defaults named below. A Sender may be used by several goroutines; Sends at the
// same time have a connection each. Who sets Keep calls Close at the end.
type Sender struct {
	Endpoint

	// LocalName is what we call ourselves in EHLO; default "localhost", which
	// tells nothing about the machine.
	LocalName string
	// CommandTimeout bounds the connection and each command; default 1 minute.
	CommandTimeout time.Duration
	// DataTimeout bounds the transfer of the message; default 5 minutes.
	DataTimeout time.Duration
	// FinalTimeout bounds the wait for the reply to the final dot. It is long
	// (default 10 minutes, RFC 5321 section 4.5.3.2.6) since giving up there
	// means not knowing.
	FinalTimeout time.Duration
	// TotalTimeout bounds the whole of Send; default 15 minutes.
	TotalTimeout time.Duration
	// LoggedIn, if set, is called when the server has taken our credentials, or wants
	// none: long before it is known what becomes of the mail.
	LoggedIn func()

	// Keep is how many connections are kept for mails to come; 0 ends each with its mail.
	Keep int
	// MailsPerLine is how many mails go over a kept connection; default 100.
	MailsPerLine int
	// MaxRest is how long a kept connection may rest, default 30 seconds, and MaxAge how long
	// after it was opened a further mail may go over it, default 10 minutes.
	MaxRest, MaxAge time.Duration

	mu     sync.Mutex
	idle   []*line // that rest, the last one for the shortest time
	closed bool
}

// Send delivers raw, a complete message with CRLF line ends, to one recipient
// in one transaction. An empty envelopeFrom is the null sender <>.
//
// A nil error means that the server has taken responsibility. Every other
// error is a *SendError; only after ErrUncertain can the mail have gone out.
func (s *Sender) Send(ctx context.Context, envelopeFrom, to string, raw []byte) error {
	if err := checkEnvelope(envelopeFrom, to, raw); err != nil {
		return &SendError{Kind: ErrPermanent, Stage: StageCheck, Err: err}
	}
	if err := s.check(); err != nil {
		return sendError(ctx, StageCheck, err)
	}
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(s.TotalTimeout, 15*time.Minute))
	defer cancel()

	reused, err := s.sendOver(ctx, false, envelopeFrom, to, raw)
	if reused && elsewhere(err) && ctx.Err() == nil {
		_, err = s.sendOver(ctx, true, envelopeFrom, to, raw)
	}
	return err
}

// sendOver is Send over one connection: one that is kept, unless it is to be a fresh one. It
// reports whether the connection had been used before.
func (s *Sender) sendOver(ctx context.Context, fresh bool, from, to string, raw []byte) (reused bool, err error) {
	l, err := s.line(ctx, fresh)
	if err != nil {
		return false, err
	}
	stop := watch(ctx, l.conn)
	err = s.transaction(ctx, l.client, l.conn, from, to, raw)
	l.mails++
	l.begun = err != nil
	if !stop() || !usable(err) {
		l.conn.Close()
		return l.reused, err
	}
	s.rest(l)
	return l.reused, err
}

// connect returns a client that has been greeted, over TLS if so configured,
// and the bare connection to close when the time is up.
func (s *Sender) connect(ctx context.Context) (*smtp.Client, net.Conn, error) {
	stage, cancel := context.WithTimeout(ctx, s.commandTimeout())
	defer cancel()
	conn, err := s.dialTCP(stage)
	if err != nil {
		return nil, nil, sendError(stage, StageConnect, err)
	}
	defer watch(stage, conn)()

	c, err := s.greet(conn)
	if err != nil {
		conn.Close()
		return nil, nil, sendError(stage, StageConnect, err)
	}
	return c, conn, nil
}

func (s *Sender) greet(conn net.Conn) (*smtp.Client, error) {
	var c *smtp.Client
	switch s.TLS {
	case TLSStartTLS:
		// The library fails when STARTTLS is not offered and forgets what was
		// said before TLS.
		var err error
		if c, err = smtp.NewClientStartTLS(conn, s.tlsConfig("")); err != nil {
			return nil, err
		}
	case TLSImplicit:
		// No ALPN: submission servers have no registered protocol name.
		c = smtp.NewClient(tls.Client(conn, s.tlsConfig("")))
	default:
		c = smtp.NewClient(conn)
	}
	c.CommandTimeout = s.commandTimeout()
	c.SubmissionTimeout = cmp.Or(s.FinalTimeout, 10*time.Minute)
	return c, c.Hello(cmp.Or(s.LocalName, "localhost"))
}

func (s *Sender) commandTimeout() time.Duration { return cmp.Or(s.CommandTimeout, time.Minute) }

func (s *Sender) login(ctx context.Context, c *smtp.Client) error {
	if !s.hasCredentials() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, s.commandTimeout())
	defer cancel()
	_, offered := c.Extension("AUTH")
	client, err := s.saslClient(ctx, strings.Fields(strings.ToUpper(offered)))
	if err == nil {
		err = c.Auth(client)
	}
	if err != nil {
		return sendError(ctx, StageAuth, err)
	}
	return nil
}

func (s *Sender) transaction(ctx context.Context, c *smtp.Client, conn net.Conn, from, to string, raw []byte) error {
	if limit, ok := c.MaxMessageSize(); ok && limit > 0 && len(raw) > limit {
		err := fmt.Errorf("the message has %d bytes, the server takes %d", len(raw), limit)
		return &SendError{Kind: ErrPermanent, Stage: StageMail, Code: 552, Err: err}
	}
	// Ask that a bounce carries the header only: the body is the player's secret
	// and would travel back over unknown machines (RFC 3461 section 4.3).
	options := &smtp.MailOptions{Size: int64(len(raw)), Return: smtp.DSNReturnHeaders}
	if err := c.Mail(from, options); err != nil {
		return sendError(ctx, StageMail, err)
	}
	if err := c.Rcpt(to, nil); err != nil {
		return sendError(ctx, StageRcpt, err)
	}
	data, err := c.Data()
	if err != nil {
		return sendError(ctx, StageData, err)
	}
	conn.SetWriteDeadline(time.Now().Add(cmp.Or(s.DataTimeout, 5*time.Minute)))
	if _, err := data.Write(raw); err != nil {
		return sendError(ctx, StageData, err)
	}
	// From here on the final dot may have left the machine, so that a failure
	// other than a reply leaves the matter open (RFC 1047).
	if _, err := data.CloseWithResponse(); err != nil {
		return sendError(ctx, StageFinal, err)
	}
	return nil
}

// checkEnvelope refuses what a server might misread: addresses that leave the
// command, and line ends that some servers take for the end of the mail (SMTP
// smuggling).
func checkEnvelope(from, to string, raw []byte) error {
	if from != "" {
		if err := mail.CheckAddress(from); err != nil {
			return fmt.Errorf("envelope sender: %w", err)
		}
	}
	if err := mail.CheckAddress(to); err != nil {
		return fmt.Errorf("recipient: %w", err)
	}
	if !bytes.HasSuffix(raw, []byte("\r\n")) {
		return errors.New("the message does not end with CRLF")
	}
	for line := range bytes.SplitSeq(raw, []byte("\r\n")) {
		if bytes.ContainsAny(line, "\r\n\x00") {
			return errors.New("the message has a bare CR or LF, or a NUL")
		}
		if len(line) > 998 { // RFC 5321 section 4.5.3.1.6
			return fmt.Errorf("the message has a line of %d bytes", len(line))
		}
	}
	return nil
}
