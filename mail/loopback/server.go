// Package loopback is a small post office on 127.0.0.1: an SMTP server that
// delivers to local mailboxes and an IMAP server that serves them, all in
// memory. The demo runs on it, and so do the tests, which can make it fail in
// the ways that real servers do.
//
// What it accepts is gone when it closes. UIDVALIDITY counts from 1 again in
// the next server, so (UIDVALIDITY, UID) names other mail then: a client that
// trusts the pair across connections is wrong, here as elsewhere.
package loopback

import (
	"bytes"
	"context"
	"crypto/subtle"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-smtp"
)

// User is one mailbox.
type User struct {
	Address  string // also the name to log in with
	Password string
}

// Delivery is one accepted mail.
type Delivery struct {
	From string // envelope sender; empty for the null sender
	To   string // envelope recipient as given, with any +detail
	Raw  []byte // as submitted, CRLF
	Time time.Time
}

// Server is the post office. Set the fields before Start; the fault functions
// are called from many goroutines.
type Server struct {
	// MaxSize is the largest mail taken, in bytes; default 1 MiB.
	MaxSize int64
	// Caps are the IMAP capabilities; default IMAP4rev1 with MOVE, UIDPLUS,
	// NAMESPACE and SPECIAL-USE. IDLE is always there.
	Caps imap.CapSet
	// TLS, if set, is used at once (ImplicitTLS) or offered as STARTTLS.
	TLS *tls.Config
	// ImplicitTLS starts every connection with TLS.
	ImplicitTLS bool
	// Now is the clock of deliveries; default time.Now.
	Now func() time.Time

	// FailRcpt, if it returns an error, refuses a recipient; use *smtp.SMTPError
	// for a chosen code.
	FailRcpt func(to string) error
	// FailData, if it returns an error, refuses a mail after the final dot.
	FailData func(Delivery) error
	// LoseReply makes the server deliver the mail and then drop the connection
	// instead of replying to the final dot.
	LoseReply func(Delivery) bool
	// Delay is called before every SMTP reply to MAIL ("mail"), RCPT ("rcpt") and
	// the final dot ("data"), and may block until ctx, the server's life, ends.
	Delay func(ctx context.Context, stage string)
	// OnDeliver is told of every delivery, before the client gets its reply.
	OnDeliver func(Delivery)
	// OnMove is told of the mails that a client moves into a folder, before they move.
	OnMove func(folder string, uids []imap.UID)

	ctx  context.Context
	stop context.CancelFunc
	shut sync.Once
	imap *imapserver.Server
	smtp *smtp.Server

	imapListener, smtpListener *connTracker

	mu        sync.Mutex
	users     map[string]*mailbox // by lower-case address
	delivered []Delivery
	changed   chan struct{} // closed and replaced when any mailbox changes
}

type mailbox struct {
	User
	store *imapmemserver.User
}

// accepts compares passwords as a server should, whoever may be listening.
func (b *mailbox) accepts(password string) bool {
	return b != nil && subtle.ConstantTimeCompare([]byte(password), []byte(b.Password)) == 1
}

// New makes a server with the given mailboxes; Start opens its doors.
func New(users ...User) *Server {
	s := &Server{
		MaxSize: 1 << 20,
		Caps: imap.CapSet{
			imap.CapIMAP4rev1: {}, imap.CapMove: {}, imap.CapUIDPlus: {},
			imap.CapNamespace: {}, imap.CapSpecialUse: {},
		},
		Now:     time.Now,
		users:   map[string]*mailbox{},
		changed: make(chan struct{}),
	}
	for _, u := range users {
		s.AddUser(u.Address, u.Password)
	}
	return s
}

// AddUser adds a mailbox, before or after Start. An address that exists gets a
// new, empty mailbox.
func (s *Server) AddUser(address, password string) {
	store := imapmemserver.NewUser(address, password)
	// A new user has no mailbox yet, so this cannot fail.
	_ = store.Create("INBOX", nil)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.users[strings.ToLower(address)] = &mailbox{User{address, password}, store}
}

// Start listens on free ports of 127.0.0.1 and serves until Close, or until ctx
// ends.
func (s *Server) Start(ctx context.Context) error {
	imapListener, err := listen()
	if err != nil {
		return err
	}
	smtpListener, err := listen()
	if err != nil {
		imapListener.Close()
		return err
	}
	s.imapListener, s.smtpListener = imapListener, smtpListener
	s.ctx, s.stop = context.WithCancel(ctx)
	silent := log.New(io.Discard, "", 0) // dropped connections are this server's trade
	s.imap = imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return &imapSession{server: s}, nil, nil
		},
		Caps: s.Caps, InsecureAuth: true, Logger: silent, TLSConfig: s.startTLS(),
	})
	s.smtp = smtp.NewServer(smtp.BackendFunc(s.newSession))
	s.smtp.Domain = "loopback"
	s.smtp.MaxMessageBytes = s.MaxSize
	s.smtp.MaxRecipients = 10
	s.smtp.AllowInsecureAuth = true
	s.smtp.EnableDSN = true
	s.smtp.ErrorLog = silent
	s.smtp.TLSConfig = s.startTLS()
	s.smtp.ReadTimeout, s.smtp.WriteTimeout = 5*time.Minute, 5*time.Minute
	go s.imap.Serve(s.secure(imapListener))
	go s.smtp.Serve(s.secure(smtpListener))
	context.AfterFunc(s.ctx, func() { s.shut.Do(s.shutDown) })
	return nil
}

func (s *Server) startTLS() *tls.Config {
	if s.ImplicitTLS {
		return nil
	}
	return s.TLS
}

func (s *Server) secure(l net.Listener) net.Listener {
	if s.ImplicitTLS {
		return tls.NewListener(l, s.TLS)
	}
	return l
}

// Close stops both services and drops all connections.
func (s *Server) Close() error {
	if s.stop == nil {
		return errors.New("loopback: not started")
	}
	// Connections first: nobody may get a reply that only the end has unblocked.
	s.shut.Do(s.shutDown)
	s.stop()
	return nil
}

func (s *Server) shutDown() {
	s.DropIMAP()
	_ = s.imapListener.Close()
	_ = s.imap.Close()
	_ = s.smtp.Close()
}

// IMAPAddr is "127.0.0.1:port" of the IMAP server.
func (s *Server) IMAPAddr() string { return s.imapListener.Addr().String() }

// SMTPAddr is "127.0.0.1:port" of the SMTP server.
func (s *Server) SMTPAddr() string { return s.smtpListener.Addr().String() }

// DropIMAP cuts every IMAP connection, as a server does that restarts.
func (s *Server) DropIMAP() { s.imapListener.drop() }

// Delivered lists every mail accepted so far, oldest first.
func (s *Server) Delivered() []Delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Delivery(nil), s.delivered...)
}

// find returns the mailbox for an envelope address: "keryx+x@h" is "keryx@h".
func (s *Server) find(address string) *mailbox {
	address = strings.ToLower(address)
	s.mu.Lock()
	defer s.mu.Unlock()
	if box := s.users[address]; box != nil {
		return box
	}
	local, domain, _ := strings.Cut(address, "@")
	local, _, _ = strings.Cut(local, "+")
	return s.users[local+"@"+domain]
}

// Put places a mail into a folder of a user, past SMTP, created if missing: for
// tests of what lies in a mailbox already.
func (s *Server) Put(address, folder string, raw []byte) error {
	box := s.find(address)
	if box == nil {
		return fmt.Errorf("loopback: no user %s", address)
	}
	if folder != "INBOX" {
		_ = box.store.Create(folder, nil) // or it exists
	}
	defer s.notify()
	_, err := box.store.Append(folder, literal{bytes.NewReader(raw)}, &imap.AppendOptions{Time: s.Now()})
	return err
}

// Renumber replaces the INBOX of a user by a new one with another UIDVALIDITY
// that holds the given mails, as after a restore.
func (s *Server) Renumber(address string, mails ...[]byte) error {
	box := s.find(address)
	if box == nil {
		return fmt.Errorf("loopback: no user %s", address)
	}
	if err := box.store.Delete("INBOX"); err != nil {
		return err
	}
	if err := box.store.Create("INBOX", nil); err != nil {
		return err
	}
	for _, raw := range mails {
		if err := s.Put(address, "INBOX", raw); err != nil {
			return err
		}
	}
	return nil
}

// literal is a mail on its way into the memory server.
type literal struct{ *bytes.Reader }

func (l literal) Size() int64 { return l.Reader.Size() }

// connTracker is a listener that knows its connections.
type connTracker struct {
	net.Listener
	mu    sync.Mutex
	conns map[*trackedConn]bool
}

func listen() (*connTracker, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("loopback: %w", err)
	}
	return &connTracker{Listener: l, conns: map[*trackedConn]bool{}}, nil
}

// Accept returns a connection that drop will close.
func (t *connTracker) Accept() (net.Conn, error) {
	conn, err := t.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &trackedConn{conn, t}
	t.mu.Lock()
	t.conns[c] = true
	t.mu.Unlock()
	return c, nil
}

func (t *connTracker) drop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for c := range t.conns {
		c.Conn.Close()
	}
	clear(t.conns)
}

type trackedConn struct {
	net.Conn
	tracker *connTracker
}

// Close forgets the connection, too.
func (c *trackedConn) Close() error {
	c.tracker.mu.Lock()
	delete(c.tracker.conns, c)
	c.tracker.mu.Unlock()
	return c.Conn.Close()
}
