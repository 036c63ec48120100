package wire

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"

	"golang.org/x/oauth2"
)

// TLSMode says how a connection to a mail server is protected. It is always
// explicit: no mode falls back to another when the server does not play along.
type TLSMode string

const (
	// TLSImplicit starts TLS with the first byte (ports 993 and 465, RFC 8314).
	TLSImplicit TLSMode = "implicit"
	// TLSStartTLS starts in the clear and demands the STARTTLS upgrade before
	// anything else is said (ports 143 and 587).
	TLSStartTLS TLSMode = "starttls"
	// TLSNone never encrypts. Credentials are refused in this mode unless the
	// peer is on the loopback interface.
	TLSNone TLSMode = "none"
)

// ErrAuth matches (errors.Is) every failure to prove who we are to a mail
// server. Trying again at once only locks the account: tell a person.
var ErrAuth = errors.New("mail: the server refused our credentials")

// ErrInsecure is returned before anything is sent when the settings would put
// credentials on a network in the clear.
var ErrInsecure = errors.New("mail: refusing to send credentials without TLS outside loopback")

// Endpoint is one account on one mail server.
type Endpoint struct {
	// Address is "host:port".
	Address string
	// TLS is required.
	TLS TLSMode
	// Username and Password are the credentials; both empty means none.
	Username, Password string
	// Tokens, if set, is used instead of Password (XOAUTH2, OAUTHBEARER).
	Tokens oauth2.TokenSource
	// TLSConfig adds to the default TLS settings, for a private authority;
	// its ServerName defaults to the host of Address.
	TLSConfig *tls.Config
	// Dial replaces the network, for tests; nil is a net.Dialer with TCP
	// keep-alive.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// String names the endpoint without its secrets.
func (e Endpoint) String() string {
	return fmt.Sprintf("%s@%s (tls %s)", e.Username, e.Address, e.TLS)
}

// GoString keeps %#v from printing secrets.
func (e Endpoint) GoString() string { return "mail.Endpoint{" + e.String() + "}" }

// LogValue keeps slog from printing secrets.
func (e Endpoint) LogValue() slog.Value { return slog.StringValue(e.String()) }

func (e Endpoint) hasCredentials() bool {
	return e.Username != "" || e.Password != "" || e.Tokens != nil
}

// check refuses settings that could only fail, or do harm, later.
func (e Endpoint) check() error {
	host, _, err := net.SplitHostPort(e.Address)
	if err != nil {
		return fmt.Errorf("mail server address %q: %w", e.Address, err)
	}
	switch e.TLS {
	case TLSImplicit, TLSStartTLS:
		return nil
	case TLSNone:
		if e.hasCredentials() && !isLoopbackHost(host) {
			return fmt.Errorf("%s: %w", e.Address, ErrInsecure)
		}
		return nil
	default:
		return fmt.Errorf("mail server %s: tls is %q, want %q, %q or %q", e.Address, e.TLS, TLSImplicit, TLSStartTLS, TLSNone)
	}
}

func isLoopbackHost(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// tlsConfig returns the settings of a TLS client for this endpoint.
func (e Endpoint) tlsConfig(protocol string) *tls.Config {
	c := &tls.Config{MinVersion: tls.VersionTLS12}
	if e.TLSConfig != nil {
		c = e.TLSConfig.Clone()
	}
	if c.ServerName == "" {
		c.ServerName, _, _ = net.SplitHostPort(e.Address)
	}
	if protocol != "" && c.NextProtos == nil {
		c.NextProtos = []string{protocol} // ALPN, RFC 8314 / RFC 9051 section 11.1
	}
	return c
}

// dialTCP opens the bare connection. Keep-alive finds a peer that vanished
// while nobody had anything to say; the watchdogs find the others.
func (e Endpoint) dialTCP(ctx context.Context) (net.Conn, error) {
	dial := e.Dial
	if dial == nil {
		dial = (&net.Dialer{KeepAliveConfig: net.KeepAliveConfig{
			Enable: true, Idle: time.Minute, Interval: 15 * time.Second, Count: 4,
		}}).DialContext
	}
	conn, err := dial(ctx, "tcp", e.Address)
	if err != nil {
		return nil, err
	}
	if e.TLS == TLSNone && e.hasCredentials() && !isLoopbackPeer(conn) {
		conn.Close()
		return nil, fmt.Errorf("%s: %w", conn.RemoteAddr(), ErrInsecure)
	}
	return conn, nil
}

// isLoopbackPeer judges the peer really reached, since "localhost" may resolve
// to anything.
func isLoopbackPeer(conn net.Conn) bool {
	addr, ok := conn.RemoteAddr().(*net.TCPAddr)
	return ok && addr.IP.IsLoopback()
}

// watch closes conn when ctx ends, and so unblocks whatever waits on it: the
// protocol libraries know no context and may wait for ever on a silently
// dropped connection. The returned stop must be called when the wait is over.
func watch(ctx context.Context, conn net.Conn) (stop func() bool) {
	return context.AfterFunc(ctx, func() { conn.Close() })
}

// withCause says why an operation failed when its context ended first; "use of
// closed network connection" would be a riddle.
func withCause(ctx context.Context, err error) error {
	if err == nil || ctx.Err() == nil {
		return err
	}
	return fmt.Errorf("%w (%v)", context.Cause(ctx), err)
}
