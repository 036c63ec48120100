package wire

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"keryx/mail/loopback"
)

const (
	daemon   = "keryx@club.test"
	player   = "red@players.test"
	password = "secret"
)

// post starts a loopback post office; set changes it before it starts.
func post(t *testing.T, set func(*loopback.Server)) *loopback.Server {
	t.Helper()
	s := loopback.New(loopback.User{Address: daemon, Password: password}, loopback.User{Address: player, Password: password})
	if set != nil {
		set(s)
	}
	if err := s.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func imapEndpoint(s *loopback.Server) Endpoint {
	return Endpoint{Address: s.IMAPAddr(), TLS: TLSNone, Username: daemon, Password: password}
}

// never is a clock whose timers do not fire: the test decides when to scan.
func never(time.Duration) <-chan time.Time { return nil }

// atOnce lets every timer fire immediately, so that reconnects do not wait.
func atOnce(time.Duration) <-chan time.Time {
	c := make(chan time.Time, 1)
	c <- time.Time{}
	return c
}

// onlyRetries fires for pauses between connections but never for polls.
func onlyRetries(d time.Duration) <-chan time.Time {
	if d == pollNever {
		return never(d)
	}
	return atOnce(d)
}

const pollNever = time.Hour

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// watching runs Watch until the test ends and returns the mailbox.
func watching(t *testing.T, cfg MailboxConfig, handle Handler) *Mailbox {
	t.Helper()
	cfg.Log = quiet()
	if cfg.PollEvery == 0 {
		cfg.PollEvery = pollNever
	}
	if cfg.After == nil {
		cfg.After = onlyRetries
	}
	m, err := NewMailbox(cfg)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- m.Watch(ctx, handle) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("Watch returned %v, want the cause of its end", err)
		}
	})
	return m
}

func letter(subject string) []byte {
	return fmt.Appendf(nil, "From: %s\r\nTo: %s\r\nSubject: %s\r\n\r\nbody of %s\r\n", player, daemon, subject, subject)
}

func subject(raw []byte) string {
	_, rest, _ := strings.Cut(string(raw), "\r\nSubject: ")
	s, _, _ := strings.Cut(rest, "\r\n")
	return s
}

func subjects(mails [][]byte) []string {
	var l []string
	for _, raw := range mails {
		l = append(l, subject(raw))
	}
	return l
}

func folder(t *testing.T, s *loopback.Server, name string) []string {
	t.Helper()
	mails, err := s.Folder(t.Context(), daemon, name)
	if err != nil {
		t.Fatal(err)
	}
	return subjects(mails)
}

func wantFolder(t *testing.T, s *loopback.Server, name string, want ...string) {
	t.Helper()
	if got := folder(t, s, name); !slices.Equal(got, want) {
		t.Errorf("%s holds %q, want %q", name, got, want)
	}
}

func TestWatchTakesWhatIsThereAndWhatComes(t *testing.T) {
	s := post(t, nil)
	must(t, s.Submit(t.Context(), player, daemon, letter("first")))
	must(t, s.Submit(t.Context(), player, daemon, letter("second")))
	got := make(chan Fetched, 10)
	m := watching(t, MailboxConfig{Endpoint: imapEndpoint(s)}, func(_ context.Context, f Fetched) (Disposition, error) {
		got <- f
		return Disposition{Folder: map[string]string{"first": FolderDone, "second": FolderRefused, "third": FolderIgnored}[subject(f.Raw)]}, nil
	})
	for _, want := range []string{"first", "second"} {
		if f := <-got; subject(f.Raw) != want || f.Folder != "INBOX" || f.UID == 0 || f.UIDValidity == 0 || f.Size != int64(len(f.Raw)) || f.InternalDate.IsZero() {
			t.Errorf("got %+v, want %s complete", f, want)
		}
	}
	// No timer fires: the third is noticed because the server says so.
	must(t, s.Submit(t.Context(), player, daemon, letter("third")))
	if f := <-got; subject(f.Raw) != "third" {
		t.Errorf("got %q, want third", subject(f.Raw))
	}
	must(t, m.Sync(t.Context()))
	wantFolder(t, s, "INBOX")
	wantFolder(t, s, FolderDone, "first")
	wantFolder(t, s, FolderRefused, "second")
	wantFolder(t, s, FolderIgnored, "third")
	if m.LastScan().IsZero() {
		t.Error("LastScan is zero after a scan")
	}
}

func TestFilingByCapability(t *testing.T) {
	tests := []struct {
		name  string
		caps  imap.CapSet
		inbox []string
	}{
		{"MOVE", imap.CapSet{imap.CapIMAP4rev1: {}, imap.CapMove: {}}, []string{"other"}},
		{"UIDPLUS", imap.CapSet{imap.CapIMAP4rev1: {}, imap.CapUIDPlus: {}}, []string{"other"}},
		{"neither", imap.CapSet{imap.CapIMAP4rev1: {}}, []string{"mine", "other"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := post(t, func(s *loopback.Server) { s.Caps = tt.caps })
			must(t, s.Put(daemon, "INBOX", letter("mine")))
			must(t, s.Put(daemon, "INBOX", letter("other")))
			markDeleted(t, s, 2) // a person is about to expunge, or not
			calls := make(chan string, 100)
			m := watching(t, MailboxConfig{Endpoint: imapEndpoint(s)}, func(_ context.Context, f Fetched) (Disposition, error) {
				calls <- subject(f.Raw)
				if subject(f.Raw) == "mine" {
					return Disposition{Folder: FolderDone}, nil
				}
				return Disposition{}, nil
			})
			must(t, m.Sync(t.Context()))
			// A new connection meets again what could not be removed.
			s.DropIMAP()
			must(t, m.Sync(t.Context()))
			wantFolder(t, s, FolderDone, "mine")
			wantFolder(t, s, "INBOX", tt.inbox...)
		})
	}
}

// markDeleted flags a message in INBOX by hand.
func markDeleted(t *testing.T, s *loopback.Server, uid imap.UID) {
	t.Helper()
	m, err := NewMailbox(MailboxConfig{Endpoint: imapEndpoint(s)})
	must(t, err)
	session, err := m.connect(t.Context())
	must(t, err)
	defer session.close()
	_, err = session.enter(t.Context(), folderInbox)
	must(t, err)
	flags := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}
	must(t, session.(*liveSession).client.Store(imap.UIDSetNum(uid), flags, nil).Close())
}

// BenchmarkScan goes through a mailbox in which 1,000 handled messages were left.
func BenchmarkScan(b *testing.B) {
	s := loopback.New(loopback.User{Address: daemon, Password: password})
	if err := s.Start(b.Context()); err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	for range 1000 {
		if err := s.Put(daemon, "INBOX", letter("kept")); err != nil {
			b.Fatal(err)
		}
	}
	m, err := NewMailbox(MailboxConfig{Endpoint: imapEndpoint(s), After: never, Log: quiet()})
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(b.Context())
	ended := make(chan error)
	go func() {
		ended <- m.Watch(ctx, func(context.Context, Fetched) (Disposition, error) { return Disposition{}, nil })
	}()
	if err := m.Sync(ctx); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := m.Sync(ctx); err != nil {
			b.Fatal(err)
		}
	}
	cancel()
	<-ended
}
