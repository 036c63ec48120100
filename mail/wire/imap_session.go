package wire

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"

	"keryx/mail"
)

// liveSession is an imapSession over go-imap. The library waits without limit
// for replies, so that every command runs in do, which closes the connection
// when the time is up.
type liveSession struct {
	conn    net.Conn
	wire    *tidyConn
	client  *imapclient.Client
	timeout time.Duration
	caps    imap.CapSet
	news    chan struct{} // the server announced a change; holds at most one
	prefix  string        // of the personal namespace, such as "INBOX."
	delim   string
}

// connect opens a connection and logs in.
func (m *Mailbox) connect(ctx context.Context) (imapSession, error) {
	s := &liveSession{timeout: m.cfg.CommandTimeout, news: make(chan struct{}, 1)}
	if err := s.dial(ctx, m.cfg.Endpoint); err != nil {
		return nil, err
	}
	if err := s.login(ctx, m.cfg.Endpoint); err != nil {
		s.close()
		return nil, err
	}
	if err := s.learnNames(ctx); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *liveSession) dial(ctx context.Context, e Endpoint) error {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	conn, err := e.dialTCP(ctx)
	if err != nil {
		return fmt.Errorf("imap connect: %w", withCause(ctx, err))
	}
	s.conn = conn
	if err := s.do(ctx, "greeting", func() error { return s.greet(ctx, e) }); err != nil {
		conn.Close()
		return err
	}
	return nil
}

func (s *liveSession) greet(ctx context.Context, e Endpoint) (err error) {
	options := &imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{
		Mailbox: func(data *imapclient.UnilateralDataMailbox) {
			if data.NumMessages != nil {
				s.announce()
			}
		},
	}}
	conn, greeting := s.conn, ""
	switch e.TLS {
	case TLSStartTLS:
		// Not that of the library, which reads on from the bare connection. Whatever was said
		// before TLS is forgotten: the library asks for the capabilities under TLS.
		if err := startTLS(conn); err != nil {
			return err
		}
		conn, greeting = tls.Client(conn, e.tlsConfig("")), "* OK\r\n"
	case TLSImplicit:
		conn = tls.Client(conn, e.tlsConfig("imap"))
	}
	if secure, ok := conn.(*tls.Conn); ok {
		if err := secure.HandshakeContext(ctx); err != nil {
			return err
		}
	}
	s.wire = newTidyConn(conn, greeting)
	s.client = imapclient.New(s.wire, options)
	if err := s.client.WaitGreeting(); err != nil {
		return err
	}
	if s.client.State() != imap.ConnStateNotAuthenticated {
		return errors.New("the server greeted us as somebody already logged in (PREAUTH)")
	}
	return nil
}

// startTLS asks a server on a bare connection to go on under TLS. It takes no octet more than the
// server's consent: what somebody has added to that meets the handshake, and ends it.
func startTLS(conn net.Conn) error {
	greeting, err := bareLine(conn)
	if err != nil {
		return err
	}
	words := strings.Fields(strings.ToUpper(greeting))
	if len(words) < 2 || words[0] != "*" || words[1] != "OK" { // PREAUTH would skip TLS
		return fmt.Errorf("before STARTTLS the server greets us with %q", mail.Display(greeting, longestReply))
	}
	if _, err := io.WriteString(conn, "T0 STARTTLS\r\n"); err != nil {
		return err
	}
	for {
		line, err := bareLine(conn)
		if err != nil {
			return err
		}
		words := strings.Fields(strings.ToUpper(line))
		switch {
		case len(words) > 0 && words[0] == "*":
		case len(words) > 1 && words[0] == "T0" && words[1] == "OK":
			return nil
		default:
			return fmt.Errorf("the server does not go on under TLS: %q", mail.Display(line, longestReply))
		}
	}
}

// bareLine reads a line, and nothing behind it.
func bareLine(conn net.Conn) (string, error) {
	var line []byte
	for octet := make([]byte, 1); len(line) < 8<<10; {
		if _, err := io.ReadFull(conn, octet); err != nil {
			return "", err
		}
		if octet[0] == '\n' {
			return string(line), nil
		}
		line = append(line, octet[0])
	}
	return "", errors.New("the server writes lines without an end")
}

// do runs one exchange under a watchdog. A lost connection is always an error;
// what was received before it is never taken for the whole.
func (s *liveSession) do(ctx context.Context, what string, exchange func() error) error {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	defer watch(ctx, s.conn)()
	err := exchange()
	var reply *imap.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &reply):
		return &refusedError{fmt.Errorf("imap %s: %w", what, err)}
	default:
		return fmt.Errorf("imap %s: %w", what, withCause(ctx, err))
	}
}

func (s *liveSession) login(ctx context.Context, e Endpoint) error {
	if err := s.learnCaps(ctx); err != nil {
		return err
	}
	err := s.authenticate(ctx, e)
	var bearer *sasl.OAuthBearerError
	var reply *imap.Error
	switch {
	case err == nil:
		return s.learnCaps(ctx) // there are more of them now
	case errors.As(err, &bearer),
		errors.As(err, &reply) && reply.Type == imap.StatusResponseTypeNo && !isPassing(reply.Code):
		return fmt.Errorf("%w: %w", ErrAuth, err)
	}
	return err
}

func (s *liveSession) learnCaps(ctx context.Context) error {
	return s.do(ctx, "capability", func() error {
		if s.caps = s.client.Caps(); s.caps == nil {
			return errors.New("the server does not tell its capabilities")
		}
		return nil
	})
}

// isPassing tells a server in trouble from a refusal of the credentials.
func isPassing(code imap.ResponseCode) bool {
	return slices.Contains([]imap.ResponseCode{
		imap.ResponseCodeUnavailable, imap.ResponseCodeInUse, imap.ResponseCodeLimit, imap.ResponseCodeServerBug,
	}, code)
}

// authenticate uses SASL, or the LOGIN command where the server offers no
// mechanism for passwords. (AUTH=LOGIN has no initial response in IMAP and gives
// nothing over the command.)
func (s *liveSession) authenticate(ctx context.Context, e Endpoint) error {
	offered := slices.DeleteFunc(s.caps.AuthMechanisms(), func(mech string) bool { return strings.EqualFold(mech, sasl.Login) })
	if e.Tokens == nil && !slices.Contains(offered, sasl.Plain) && !s.caps.Has(imap.CapLoginDisabled) {
		return s.do(ctx, "login", func() error { return s.client.Login(e.Username, e.Password).Wait() })
	}
	mechanism, err := e.saslClient(ctx, offered)
	if err != nil {
		return err
	}
	return s.do(ctx, "authenticate", func() error { return s.client.Authenticate(mechanism) })
}

func (s *liveSession) announce() {
	select {
	case s.news <- struct{}{}:
	default:
	}
}

func (s *liveSession) enter(ctx context.Context, folder string) (uidValidity uint32, err error) {
	s.wire.count.Store(-1)
	err = s.do(ctx, "select", func() error {
		data, err := s.client.Select(s.serverName(folder), nil).Wait()
		if err == nil {
			uidValidity = data.UIDValidity
		}
		return err
	})
	return uidValidity, err
}

// list uses FETCH, not SEARCH: some servers' searches miss messages. A server that cannot tell the
// sizes of all messages, since it cannot read one of them, is asked for less. An empty folder is
// not asked about: some servers refuse to say anything of its messages.
func (s *liveSession) list(ctx context.Context, barely bool) (listing []imapListing, err error) {
	if s.wire.count.Load() == 0 {
		return nil, nil
	}
	var all imap.UIDSet
	all.AddRange(1, 0) // 1:*
	questions := []*imap.FetchOptions{{UID: true, RFC822Size: true, InternalDate: true}, {UID: true, InternalDate: true}, {UID: true}}
	if barely {
		questions = questions[len(questions)-1:]
	}
	for _, options := range questions {
		listing = nil
		err = s.do(ctx, "fetch list", func() error {
			messages, err := s.client.Fetch(all, options).Collect()
			for _, m := range messages {
				listing = append(listing, imapListing{uint32(m.UID), m.RFC822Size, m.InternalDate, barely})
			}
			return err
		})
		if refused := (*refusedError)(nil); !errors.As(err, &refused) {
			break
		}
	}
	return listing, err
}

func (s *liveSession) describe(ctx context.Context, uid uint32) (l imapListing, err error) {
	l.uid = uid
	err = s.do(ctx, "fetch size and date", func() error {
		messages, err := s.client.Fetch(imap.UIDSetNum(imap.UID(uid)), &imap.FetchOptions{UID: true, RFC822Size: true, InternalDate: true}).Collect()
		for _, m := range messages {
			if uint32(m.UID) == uid {
				l.size, l.internalDate = m.RFC822Size, m.InternalDate
			}
		}
		return err
	})
	return l, err
}

func (s *liveSession) body(ctx context.Context, uid uint32, limit int64) (raw []byte, tooLarge bool, err error) {
	err = s.do(ctx, "fetch body", func() error {
		options := &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{{Peek: true}}}
		cmd := s.client.Fetch(imap.UIDSetNum(imap.UID(uid)), options)
		for msg := cmd.Next(); msg != nil; msg = cmd.Next() {
			for item := msg.Next(); item != nil; item = msg.Next() {
				section, ok := item.(imapclient.FetchItemDataBodySection)
				if !ok || section.Literal == nil {
					continue // BODY[] NIL: expunged meanwhile (RFC 9051 section 7.5)
				}
				var err error
				if raw, tooLarge, err = readLiteral(section.Literal, limit); err != nil {
					// The command is abandoned, with its connection: to close it would
					// read on, in competition with the library's own reader.
					s.conn.Close()
					return err
				}
			}
		}
		return cmd.Close()
	})
	return raw, tooLarge, err
}

// head fetches the first octets only, however large the message is (RFC 9051
// section 6.4.5.1).
func (s *liveSession) head(ctx context.Context, uid uint32, limit int64) (head []byte, err error) {
	section := &imap.FetchItemBodySection{Peek: true, Partial: &imap.SectionPartial{Offset: 0, Size: limit}}
	err = s.do(ctx, "fetch head", func() error {
		cmd := s.client.Fetch(imap.UIDSetNum(imap.UID(uid)), &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{section}})
		for msg := cmd.Next(); msg != nil; msg = cmd.Next() {
			for item := msg.Next(); item != nil; item = msg.Next() {
				section, ok := item.(imapclient.FetchItemDataBodySection)
				if !ok || section.Literal == nil {
					continue
				}
				raw, tooLarge, err := readLiteral(section.Literal, limit)
				if err == nil && tooLarge {
					err = fmt.Errorf("%d octets were asked for, and %d come", limit, section.Literal.Size())
				}
				if err != nil {
					s.conn.Close() // see body
					return err
				}
				head = raw
			}
		}
		return cmd.Close()
	})
	return head, err
}

// readLiteral reads a whole message, or nothing: a literal that ends early is an
// error even if the stream calls it an orderly end.
func readLiteral(literal imap.LiteralReader, limit int64) (raw []byte, tooLarge bool, err error) {
	if literal.Size() > limit { // RFC822.SIZE was wrong
		return nil, true, nil
	}
	raw = make([]byte, literal.Size())
	if _, err := io.ReadFull(literal, raw); err != nil {
		return nil, false, fmt.Errorf("message cut short: %w", err)
	}
	return raw, false, nil
}

// wait idles if the server can (RFC 2177), else just waits.
func (s *liveSession) wait(ctx context.Context, wake <-chan struct{}, tick <-chan time.Time) error {
	var idle *imapclient.IdleCommand
	if s.caps.Has(imap.CapIdle) {
		err := s.do(ctx, "idle", func() (err error) {
			idle, err = s.client.Idle()
			return err
		})
		if err != nil {
			return err
		}
	}
	select {
	case <-s.news:
	case <-wake:
	case <-tick:
	case <-s.client.Closed():
		return fmt.Errorf("imap idle: the server hung up: %w", io.ErrUnexpectedEOF)
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if idle == nil {
		return nil
	}
	return s.do(ctx, "idle done", func() error {
		if err := idle.Close(); err != nil {
			return err
		}
		return idle.Wait()
	})
}

// close drops the connection. There is no LOGOUT: it would be one more exchange
// to wait for, and every server copes.
func (s *liveSession) close() { s.conn.Close() }
