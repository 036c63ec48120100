package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// through returns settings that reach the post office by way of a proxy.
func through(p *proxy) MailboxConfig {
	return MailboxConfig{Endpoint: Endpoint{Address: p.Addr().String(), TLS: TLSNone, Username: daemon, Password: password}}
}

// impatient is through with a watchdog short enough to wait for. On a slow machine it
// may give up more connections than are dead; the tests allow for that.
func impatient(p *proxy) MailboxConfig {
	cfg := through(p)
	cfg.CommandTimeout = 300 * time.Millisecond
	return cfg
}

// done files everything and tells of it.
func done(got chan<- string) Handler {
	return func(_ context.Context, f Fetched) (Disposition, error) {
		got <- subject(f.Raw)
		return Disposition{Folder: FolderDone}, nil
	}
}

func wantNext(t *testing.T, got <-chan string, want string) {
	t.Helper()
	if s := <-got; s != want {
		t.Errorf("handler got %q, want %q", s, want)
	}
}

// A route that drops everything in silence: while idling, and from the start.
func TestBlackHole(t *testing.T) {
	s := post(t, nil)
	p := relay(t, s.IMAPAddr())
	got := make(chan string, 10)
	m := watching(t, impatient(p), done(got))
	must(t, m.Sync(t.Context()))
	<-p.accepted

	p.set(func() { p.silent = true })
	must(t, s.Put(daemon, "INBOX", letter("late"))) // the server's word of it is lost
	m.Wake()                                        // as the poll timer would
	<-p.accepted                                    // the watchdog has given up on leaving IDLE
	<-p.accepted                                    // and on the greeting of a second connection
	p.set(func() { p.silent = false })
	wantNext(t, got, "late")
	must(t, m.Sync(t.Context()))
	wantFolder(t, s, FolderDone, "late")
}

// Whatever command gets no answer, the watchdog ends the wait and the work is
// done on the next connection.
func TestBlackHoleAtEveryCommand(t *testing.T) {
	for _, command := range []string{
		"AUTHENTICATE", "NAMESPACE", " LIST ", "CREATE", "SUBSCRIBE", "SELECT",
		"RFC822.SIZE", "BODY.PEEK[]", "FLAGS", "MOVE", "IDLE", "DONE",
	} {
		t.Run(strings.TrimSpace(command), func(t *testing.T) {
			t.Parallel()
			s := post(t, nil)
			must(t, s.Put(daemon, "INBOX", letter("mail")))
			p := relay(t, s.IMAPAddr())
			p.set(func() { p.swallow = command })
			m := watching(t, impatient(p), done(make(chan string, 10)))
			<-p.accepted
			for range 2 {
				// The first Sync may be served before IDLE; the second needs DONE.
				must(t, m.Sync(t.Context()))
			}
			wantFolder(t, s, FolderDone, "mail")
			wantFolder(t, s, "INBOX")
			m.Wake()
			<-p.accepted // proves that the first connection was given up
		})
	}
}

func TestConnectionCutInsideAMessage(t *testing.T) {
	s := post(t, nil)
	must(t, s.Put(daemon, "INBOX", letter("whole")))
	p := relay(t, s.IMAPAddr())
	cuts := 0
	p.set(func() {
		p.cut = func(data []byte) (int, bool) {
			i := bytes.Index(data, []byte("body of"))
			if i < 0 || cuts == 3 {
				return 0, false
			}
			cuts++
			return i, true
		}
	})
	got := make(chan string, 10)
	m := watching(t, through(p), func(_ context.Context, f Fetched) (Disposition, error) {
		if !bytes.Equal(f.Raw, letter("whole")) {
			t.Errorf("handler got a part: %q", f.Raw)
		}
		got <- subject(f.Raw)
		return Disposition{Folder: FolderDone}, nil
	})
	wantNext(t, got, "whole")
	must(t, m.Sync(t.Context()))
	wantFolder(t, s, FolderDone, "whole")
	if cuts != 3 {
		t.Errorf("connection was cut %d times, want 3", cuts)
	}
}

// A MOVE that happened although its reply was lost must not disturb.
func TestConnectionCutAfterMove(t *testing.T) {
	s := post(t, nil)
	must(t, s.Put(daemon, "INBOX", letter("a")))
	must(t, s.Put(daemon, "INBOX", letter("b")))
	p := relay(t, s.IMAPAddr())
	cut := false
	p.set(func() {
		p.cut = func(data []byte) (int, bool) {
			if cut || !bytes.Contains(data, []byte("COPYUID")) {
				return 0, false
			}
			cut = true
			return 0, true
		}
	})
	got := make(chan string, 10)
	m := watching(t, through(p), done(got))
	must(t, m.Sync(t.Context()))
	wantFolder(t, s, FolderDone, "a", "b")
	wantFolder(t, s, "INBOX")
	if !cut {
		t.Error("the connection was never cut")
	}
}

func TestServerRestart(t *testing.T) {
	s := post(t, nil)
	got := make(chan string, 10)
	m := watching(t, MailboxConfig{Endpoint: imapEndpoint(s)}, done(got))
	for i := range 3 {
		must(t, m.Sync(t.Context()))
		s.DropIMAP()
		must(t, s.Put(daemon, "INBOX", letter(fmt.Sprint(i))))
		wantNext(t, got, fmt.Sprint(i))
	}
}

func TestUIDValidityChange(t *testing.T) {
	s := post(t, nil)
	must(t, s.Put(daemon, "INBOX", letter("kept")))
	type place struct{ validity, uid uint32 }
	got := make(chan place, 10)
	m := watching(t, MailboxConfig{Endpoint: imapEndpoint(s)}, func(_ context.Context, f Fetched) (Disposition, error) {
		got <- place{f.UIDValidity, f.UID}
		return Disposition{}, nil
	})
	must(t, m.Sync(t.Context()))
	must(t, m.Sync(t.Context())) // left in place: not handled twice
	first := <-got
	must(t, s.Renumber(daemon, letter("kept")))
	must(t, m.Sync(t.Context()))
	second := <-got
	if first.uid != second.uid || first.validity == second.validity {
		t.Errorf("places %v and %v: the test wants equal UIDs under another UIDVALIDITY", first, second)
	}
	if n := len(got); n != 0 {
		t.Errorf("handled %d times more", n)
	}
}

// UIDVALIDITY 0 means that no number can be trusted from one scan to the next.
func TestUIDValidityZero(t *testing.T) {
	s := post(t, nil)
	must(t, s.Put(daemon, "INBOX", letter("kept")))
	p := relay(t, s.IMAPAddr())
	p.set(func() {
		p.rewrite = func(b []byte) []byte {
			return regexp.MustCompile(`UIDVALIDITY \d+`).ReplaceAll(b, []byte("UIDVALIDITY 0"))
		}
	})
	got := make(chan Fetched, 10)
	m := watching(t, through(p), func(_ context.Context, f Fetched) (Disposition, error) {
		got <- f
		return Disposition{}, nil
	})
	must(t, m.Sync(t.Context()))
	must(t, m.Sync(t.Context()))
	if n := len(got); n < 2 {
		t.Errorf("handled %d times in two scans", n)
	}
	if err := m.Move(t.Context(), <-got, FolderDone); !errors.Is(err, ErrRenumbered) {
		t.Errorf("Move: %v, want ErrRenumbered", err)
	}
}

func TestHandlerErrorBlocksNobody(t *testing.T) {
	s := post(t, nil)
	for _, name := range []string{"poison", "good"} {
		must(t, s.Put(daemon, "INBOX", letter(name)))
	}
	var calls []string
	m := watching(t, MailboxConfig{Endpoint: imapEndpoint(s)}, func(_ context.Context, f Fetched) (Disposition, error) {
		calls = append(calls, subject(f.Raw))
		if len(calls) == 1 {
			return Disposition{}, errors.New("database is locked")
		}
		return Disposition{Folder: FolderDone}, nil
	})
	must(t, m.Sync(t.Context()))
	must(t, m.Sync(t.Context()))
	if want := []string{"poison", "good", "poison"}; !slices.Equal(calls, want) {
		t.Errorf("handler was called for %q, want %q", calls, want)
	}
	wantFolder(t, s, FolderDone, "good", "poison")
}

// A message that is worked on later is fetched once, stays in place meanwhile and is filed
// when it is known where.
func TestFiledLater(t *testing.T) {
	s := post(t, nil)
	must(t, s.Submit(t.Context(), player, daemon, letter("slow")))
	must(t, s.Submit(t.Context(), player, daemon, letter("fast")))
	var known atomic.Bool
	fetched, filed := make(chan string, 10), make(chan string, 10)
	m := watching(t, MailboxConfig{Endpoint: imapEndpoint(s)}, func(_ context.Context, f Fetched) (Disposition, error) {
		fetched <- subject(f.Raw)
		done := Disposition{Folder: FolderDone, Filed: func() { filed <- subject(f.Raw) }}
		if subject(f.Raw) == "fast" {
			return done, nil
		}
		return Disposition{Later: func() (Disposition, bool) { return done, known.Load() }}, nil
	})
	must(t, m.Sync(t.Context()))
	must(t, m.Sync(t.Context()))
	wantNext(t, fetched, "slow")
	wantNext(t, fetched, "fast")
	wantNext(t, filed, "fast")
	wantFolder(t, s, "INBOX", "slow")
	known.Store(true)
	must(t, m.Sync(t.Context()))
	wantNext(t, filed, "slow")
	wantFolder(t, s, "INBOX")
	wantFolder(t, s, FolderDone, "fast", "slow")
	if len(fetched) > 0 {
		t.Error("a message was fetched again that waits to be filed")
	}
}

func TestUnknownFolderIsCreated(t *testing.T) {
	s := post(t, nil)
	must(t, s.Put(daemon, "INBOX", letter("a")))
	m := watching(t, MailboxConfig{Endpoint: imapEndpoint(s)}, func(context.Context, Fetched) (Disposition, error) {
		return Disposition{Folder: "Keryx/Poison"}, nil
	})
	must(t, m.Sync(t.Context()))
	wantFolder(t, s, "Keryx/Poison", "a")
}

func TestJunkIsScanned(t *testing.T) {
	s := post(t, nil)
	must(t, s.Put(daemon, "Junk", letter("misjudged")))
	must(t, s.Put(daemon, "INBOX", letter("normal")))
	got := make(chan string, 10)
	cfg := MailboxConfig{Endpoint: imapEndpoint(s), Junk: "Junk"}
	m := watching(t, cfg, func(_ context.Context, f Fetched) (Disposition, error) {
		got <- f.Folder + " " + subject(f.Raw)
		return Disposition{Folder: FolderDone}, nil
	})
	wantNext(t, got, "Junk misjudged")
	wantNext(t, got, "INBOX normal")
	must(t, s.Put(daemon, "INBOX", letter("pushed"))) // IDLE is on INBOX
	wantNext(t, got, "INBOX pushed")
	must(t, m.Sync(t.Context()))
	wantFolder(t, s, "Junk")

	cfg.Junk = "No/Such"
	other := watching(t, cfg, done(got))
	must(t, other.Sync(t.Context())) // a missing junk folder stops nothing
}

// Without IDLE the timer is all there is.
func TestPollWithoutIdle(t *testing.T) {
	s := post(t, nil)
	p := relay(t, s.IMAPAddr())
	p.set(func() {
		p.rewrite = func(b []byte) []byte { return bytes.ReplaceAll(b, []byte(" IDLE"), []byte(" XDLE")) }
	})
	tick := make(chan time.Time)
	got := make(chan string, 10)
	cfg := through(p)
	cfg.After = func(d time.Duration) <-chan time.Time {
		if d == pollNever {
			return tick
		}
		return atOnce(d)
	}
	m := watching(t, cfg, done(got))
	must(t, m.Sync(t.Context()))
	must(t, s.Put(daemon, "INBOX", letter("polled")))
	tick <- time.Time{}
	wantNext(t, got, "polled")
}

func TestOneAlarmPerOutage(t *testing.T) {
	s := post(t, nil)
	down := &atomic.Bool{}
	cfg := MailboxConfig{Endpoint: imapEndpoint(s), AlarmAfter: 3}
	alarms := make(chan error, 100)
	cfg.Alarm = func(err error) { alarms <- err }
	tries := make(chan int, 100)
	n := 0
	cfg.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		if down.Load() {
			n++
			if n%7 == 0 {
				down.Store(false)
			}
			tries <- n
			return nil, errors.New("no route to host")
		}
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}
	m := watching(t, cfg, done(make(chan string, 1)))
	must(t, m.Sync(t.Context()))
	for outage := range 2 {
		down.Store(true)
		s.DropIMAP()
		for range 7 {
			<-tries
		}
		must(t, m.Sync(t.Context()))
		if len(alarms) != outage+1 {
			t.Errorf("%d alarms after %d outages", len(alarms), outage+1)
		}
	}
}

func TestBackoff(t *testing.T) {
	m, err := NewMailbox(MailboxConfig{Endpoint: Endpoint{Address: "h:1", TLS: TLSImplicit}, Rand: func() float64 { return 0 }})
	must(t, err)
	var last time.Duration
	for failures := 1; failures < 100; failures++ {
		low := m.backoff(failures)
		m.cfg.Rand = func() float64 { return 0.999 }
		high := m.backoff(failures)
		m.cfg.Rand = func() float64 { return 0 }
		if low <= 0 || low < last || high <= low || high >= 5*time.Minute {
			t.Errorf("after %d failures: between %v and %v", failures, low, high)
		}
		last = low
	}
	if last != 150*time.Second {
		t.Errorf("longest pause begins at %v", last)
	}
}

func TestMoveLater(t *testing.T) {
	s := post(t, nil)
	must(t, s.Put(daemon, "INBOX", letter("waits for a token")))
	got := make(chan Fetched, 10)
	m := watching(t, MailboxConfig{Endpoint: imapEndpoint(s)}, func(_ context.Context, f Fetched) (Disposition, error) {
		got <- f
		return Disposition{}, nil
	})
	f := <-got
	must(t, m.Move(t.Context(), f, FolderDone))
	wantFolder(t, s, FolderDone, "waits for a token")
	wantFolder(t, s, "INBOX")
	must(t, m.Move(t.Context(), f, FolderDone)) // gone already
	wantFolder(t, s, FolderDone, "waits for a token")
	must(t, s.Renumber(daemon, letter("another")))
	if err := m.Move(t.Context(), f, FolderRefused); !errors.Is(err, ErrRenumbered) {
		t.Errorf("Move after a renumbering: %v", err)
	}
	wantFolder(t, s, "INBOX", "another")
}

// Two daemons on one mailbox is a mistake that a lease prevents; it must still
// lose nothing.
func TestTwoSessions(t *testing.T) {
	s := post(t, nil)
	got := make(chan string, 1000)
	a := watching(t, MailboxConfig{Endpoint: imapEndpoint(s)}, done(got))
	b := watching(t, MailboxConfig{Endpoint: imapEndpoint(s)}, done(got))
	const n = 20
	for i := range n {
		must(t, s.Submit(t.Context(), player, daemon, letter(fmt.Sprint(i))))
	}
	must(t, a.Sync(t.Context()))
	must(t, b.Sync(t.Context()))
	handled := map[string]bool{}
	for len(got) > 0 {
		handled[<-got] = true
	}
	if len(handled) != n {
		t.Errorf("%d of %d mails handled", len(handled), n)
	}
	wantFolder(t, s, "INBOX")
}

func TestServerName(t *testing.T) {
	tests := []struct{ prefix, delim, folder, want string }{
		{"", "/", FolderDone, "Keryx/Done"},
		{"INBOX.", ".", FolderDone, "INBOX.Keryx.Done"},
		{"", "", FolderDone, "Keryx-Done"},
		{"INBOX.", ".", "inbox", "INBOX"},
		{"INBOX.", ".", "INBOX.Junk", "INBOX.Junk"},
		{"INBOX.", ".", "INBOX/Junk", "INBOX.Junk"},
		{"INBOX.", ".", "INBOXES/Junk", "INBOX.INBOXES.Junk"},
		{"", "\\", FolderDone, `Keryx\Done`},
		{"~/mail/", "/", FolderDone, "~/mail/Keryx/Done"},
		{"", "/", "[Gmail]/Spam", "[Gmail]/Spam"},
	}
	for _, tt := range tests {
		if got := (&liveSession{prefix: tt.prefix, delim: tt.delim}).serverName(tt.folder); got != tt.want {
			t.Errorf("%q with %q, %q is %q, want %q", tt.folder, tt.prefix, tt.delim, got, tt.want)
		}
	}
}
