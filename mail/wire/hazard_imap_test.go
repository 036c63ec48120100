package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"keryx/mail/loopback"
)

// folderFake is a mailbox of one folder whose server does as the test says.
type folderFake struct {
	mu       sync.Mutex
	validity uint32
	listing  []imapListing
	raw      func(uid uint32) []byte
	refuse   func(uid uint32) error // of filing
	filed    map[uint32]string
	entered  string
	fetched  []string // "INBOX 7"
	junk     string   // of the mailbox's settings
	noJunk   bool     // it is not there
	quotas   []Quota
	now      time.Time // of the mailbox's clock; the tests' if zero
	alarms   []error
}

func (f *folderFake) prepare(context.Context, []string) error { return nil }
func (f *folderFake) quota(context.Context) ([]Quota, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.quotas, nil
}
func (f *folderFake) close() {}

func (f *folderFake) enter(_ context.Context, folder string) (uint32, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.noJunk && folder == f.junk {
		return 0, &refusedError{errors.New("NO no such mailbox")}
	}
	f.entered = folder
	return f.validity, nil
}

func (f *folderFake) describe(_ context.Context, uid uint32) (imapListing, error) {
	return imapListing{uid: uid}, nil
}

func (f *folderFake) list(context.Context, bool) ([]imapListing, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.listing), nil
}

func (f *folderFake) body(_ context.Context, uid uint32, _ int64) ([]byte, bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fetched = append(f.fetched, fmt.Sprint(f.entered, " ", uid))
	if f.raw == nil {
		return letter(fmt.Sprint(uid)), false, nil
	}
	return f.raw(uid), false, nil
}

func (f *folderFake) head(context.Context, uint32, int64) ([]byte, error) { return letter("head"), nil }

func (f *folderFake) file(_ context.Context, uid uint32, folder string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.refuse != nil {
		if err := f.refuse(uid); err != nil {
			return &refusedError{err}
		}
	}
	f.filed[uid] = folder
	f.listing = slices.DeleteFunc(f.listing, func(l imapListing) bool { return l.uid == uid })
	return nil
}

func (f *folderFake) wait(ctx context.Context, wake <-chan struct{}, tick <-chan time.Time) error {
	select {
	case <-wake:
	case <-tick:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	return nil
}

func (f *folderFake) clock() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.now.IsZero() {
		return now
	}
	return f.now
}

// set changes the fake while it is watched.
func (f *folderFake) set(change func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change()
}

// watchingFake watches a folderFake.
func watchingFake(t *testing.T, f *folderFake, handle Handler) *Mailbox {
	t.Helper()
	f.filed = map[uint32]string{}
	cfg := MailboxConfig{Endpoint: Endpoint{Address: "127.0.0.1:1", TLS: TLSNone}, Log: quiet(), Junk: f.junk, PollEvery: pollNever, After: onlyRetries,
		Now: f.clock, Alarm: func(err error) {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.alarms = append(f.alarms, err)
		}}
	m, err := NewMailbox(cfg)
	must(t, err)
	m.open = func(context.Context) (imapSession, error) { return f, nil }
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- m.Watch(ctx, handle) }()
	t.Cleanup(func() {
		cancel()
		<-ended
	})
	return m
}

// TestHazardIMAP has mailboxes and servers in states that nobody wants; the
// subtests are named by the rows of testdata/hazards.toml.
func TestHazardIMAP(t *testing.T) {
	t.Run("H5", func(t *testing.T) {
		// UIDs with gaps, up to the largest, in any order.
		f := &folderFake{validity: 7}
		for _, uid := range []uint32{4294967295, 5, 5005, 1, 2147483648} {
			f.listing = append(f.listing, imapListing{uid: uid, size: 50, internalDate: now})
		}
		var got []uint32
		m := watchingFake(t, f, func(_ context.Context, msg Fetched) (Disposition, error) {
			got = append(got, msg.UID)
			return Disposition{Folder: FolderDone}, nil
		})
		must(t, m.Sync(t.Context()))
		if want := []uint32{1, 5, 5005, 2147483648, 4294967295}; !slices.Equal(got, want) || len(f.filed) != 5 {
			t.Errorf("handled %v, filed %v", got, f.filed)
		}
	})
	t.Run("F13", func(t *testing.T) {
		// A mailbox with 100,000 messages that stay where they are: each is handled once
		// on a connection, and those that come later are not lost among them.
		f := &folderFake{validity: 7}
		for uid := range uint32(100_000) {
			f.listing = append(f.listing, imapListing{uid: uid + 1, size: 50, internalDate: now})
		}
		handled := 0
		m := watchingFake(t, f, func(_ context.Context, msg Fetched) (Disposition, error) {
			handled++
			return Disposition{}, nil
		})
		must(t, m.Sync(t.Context()))
		f.mu.Lock()
		f.listing = append(f.listing, imapListing{uid: 200_000, size: 50, internalDate: now})
		f.mu.Unlock()
		must(t, m.Sync(t.Context()))
		if handled != 100_001 {
			t.Errorf("handled %d messages, want 100,001", handled)
		}
	})
	t.Run("H12", func(t *testing.T) {
		// What has lain in the junk folder for weeks is not fetched, again and again.
		f := &folderFake{validity: 7, junk: "Junk", listing: []imapListing{{uid: 1, size: 50, internalDate: now.AddDate(0, 0, -15)}, {uid: 2, size: 50, internalDate: now.AddDate(0, 0, -13)}}}
		m := watchingFake(t, f, func(_ context.Context, msg Fetched) (Disposition, error) { return Disposition{}, nil })
		must(t, m.Sync(t.Context()))
		if want := []string{"Junk 2", "INBOX 1", "INBOX 2"}; !slices.Equal(f.fetched, want) {
			t.Errorf("fetched %q, want %q", f.fetched, want)
		}
	})
	t.Run("F13 quota", func(t *testing.T) {
		// The mailbox is full: nothing can be copied to a folder. The message comes again,
		// the others are handled meanwhile, and when there is room all are filed.
		f := &folderFake{validity: 7, listing: []imapListing{{uid: 1, size: 50, internalDate: now}, {uid: 2, size: 50, internalDate: now}}}
		full := true
		f.refuse = func(uint32) error {
			if full {
				return errors.New("NO [OVERQUOTA] mailbox is full")
			}
			return nil
		}
		var calls []uint32
		m := watchingFake(t, f, func(_ context.Context, msg Fetched) (Disposition, error) {
			calls = append(calls, msg.UID)
			return Disposition{Folder: FolderDone}, nil
		})
		must(t, m.Sync(t.Context()))
		must(t, m.Sync(t.Context()))
		f.mu.Lock()
		full = false
		f.mu.Unlock()
		must(t, m.Sync(t.Context()))
		if want := []uint32{1, 2}; !slices.Equal(calls[:2], want) || len(f.filed) != 2 {
			t.Errorf("handled %v, filed %v", calls, f.filed)
		}
	})
	t.Run("F13 nearly full", func(t *testing.T) {
		for answer, warned := range map[string]bool{
			"* QUOTAROOT INBOX \"\"\r\n* QUOTA \"\" (STORAGE 95 100)\r\nT3 OK\r\n": true,
			"* QUOTAROOT INBOX \"\"\r\n* QUOTA \"\" (STORAGE 80 100)\r\nT3 OK\r\n": false,
			"* QUOTAROOT INBOX\r\nT3 OK\r\n":                                       false,
			"T3 NO not for you\r\n":                                                false,
		} {
			e := imapLogin(t, "IMAP4rev1 QUOTA", [2]string{"T1 LOGIN", "T1 OK [CAPABILITY IMAP4rev1 QUOTA] in\r\n"},
				[2]string{"T2 LIST", "* LIST () \"/\" \"\"\r\nT2 OK\r\n"}, [2]string{"T3 GETQUOTAROOT", answer})
			var full *QuotaError
			m, err := NewMailbox(MailboxConfig{Endpoint: e, CommandTimeout: time.Minute, Log: quiet(), Alarm: func(err error) { errors.As(err, &full) }})
			must(t, err)
			s, err := m.connect(t.Context())
			must(t, err)
			must(t, m.watchQuota(t.Context(), s))
			s.close()
			if got := full != nil && full.Quota.Percent() == 95; got != warned {
				t.Errorf("%q: warned %t (%v), want %t", answer, got, full, warned)
			}
		}
	})
	t.Run("told once when it begins", func(t *testing.T) {
		// A mailbox that fills up, a junk folder that is taken away: whoever runs the server
		// is told when it begins, also in the middle of a connection, not at every look, and
		// again when it begins anew.
		f := &folderFake{validity: 7, junk: "Junk", quotas: []Quota{{"STORAGE", 10, 100}, {"MESSAGE", 10, 100}}}
		m := watchingFake(t, f, func(context.Context, Fetched) (Disposition, error) { return Disposition{}, nil })
		look := func(change func()) (told []string) {
			t.Helper()
			f.set(func() {
				f.now, f.alarms = f.now.Add(2*time.Hour), nil
				if change != nil {
					change()
				}
			})
			must(t, m.Sync(t.Context()))
			must(t, m.Sync(t.Context()))
			f.set(func() {
				for _, err := range f.alarms {
					switch e := err.(type) {
					case *QuotaError:
						told = append(told, e.Quota.Resource)
					case *JunkError:
						told = append(told, e.Folder)
					}
				}
			})
			return told
		}
		f.set(func() { f.now = now })
		for i, tt := range []struct {
			change func()
			want   []string
		}{
			{nil, nil},
			{func() { f.quotas[0].Used = 95 }, []string{"STORAGE"}},
			{nil, nil},
			{func() { f.quotas[1].Used, f.noJunk = 99, true }, []string{"MESSAGE", "Junk"}},
			{nil, nil},
			{func() { f.quotas[0].Used, f.noJunk = 50, false }, nil},
			{func() { f.quotas[0].Used, f.noJunk = 90, true }, []string{"STORAGE", "Junk"}},
			{nil, nil},
		} {
			if got := look(tt.change); !slices.Equal(got, tt.want) {
				t.Errorf("look %d: told of %q, want %q", i, got, tt.want)
			}
		}
	})
	t.Run("no INTERNALDATE", func(t *testing.T) {
		f := &folderFake{validity: 7, listing: []imapListing{{uid: 1, size: 50}}}
		got := make(chan Fetched, 1)
		watchingFake(t, f, func(_ context.Context, msg Fetched) (Disposition, error) {
			got <- msg
			return Disposition{Folder: FolderDone}, nil
		})
		if msg := <-got; !msg.InternalDate.Equal(now) {
			t.Errorf("received at %v, want the time it was seen", msg.InternalDate)
		}
	})
	t.Run("F2", func(t *testing.T) {
		// A literal of 2 GB is announced, of which little or nothing comes; or more comes
		// than was announced. Nothing of that size is set aside, and the wait ends.
		for name, said := range map[string]string{
			"2 GB announced":   "* 1 FETCH (UID 7 BODY[] {2147483648}\r\n" + strings.Repeat("x", 1000),
			"over 4 GB":        "* 1 FETCH (UID 7 BODY[] {99999999999}\r\nx",
			"negative":         "* 1 FETCH (UID 7 BODY[] {-1}\r\nx)\r\nT3 OK\r\n",
			"more than it has": "* 1 FETCH (UID 7 BODY[] {3}\r\nabcdefgh)\r\nT3 OK done\r\n",
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				e := imapLogin(t, "IMAP4rev1",
					[2]string{"T1 LOGIN", "T1 OK [CAPABILITY IMAP4rev1] in\r\n"},
					[2]string{"T2 LIST", "* LIST () \"/\" \"\"\r\nT2 OK\r\n"},
					[2]string{"T3 UID FETCH", said})
				m, err := NewMailbox(MailboxConfig{Endpoint: e})
				must(t, err)
				s, err := m.connect(t.Context())
				must(t, err)
				defer s.close()
				s.(*liveSession).timeout = time.Second // for what never comes
				raw, _, err := s.body(t.Context(), 7, 1000)
				if raw != nil || err == nil && (name == "2 GB announced" || name == "over 4 GB") {
					t.Errorf("got %d bytes, error %v; want none, and an error while more is to come", len(raw), err)
				}
			})
		}
	})
	t.Run("H10", func(t *testing.T) {
		// What a person did to a message meanwhile is no error: expunged between the
		// listing and the fetch, and between the fetch and the filing.
		f := &folderFake{validity: 7, listing: []imapListing{{uid: 1, size: 50, internalDate: now}, {uid: 2, size: 50, internalDate: now}}}
		f.raw = func(uid uint32) []byte {
			if uid == 1 {
				f.listing = slices.DeleteFunc(f.listing, func(l imapListing) bool { return l.uid == 1 })
				return nil
			}
			return letter("2")
		}
		var calls []uint32
		m := watchingFake(t, f, func(_ context.Context, msg Fetched) (Disposition, error) {
			calls = append(calls, msg.UID)
			return Disposition{Folder: FolderDone}, nil
		})
		must(t, m.Sync(t.Context()))
		must(t, m.Sync(t.Context()))
		if !slices.Equal(calls, []uint32{2}) {
			t.Errorf("handled %v, want 2 alone", calls)
		}
	})
}

// TestHazardSMTP looks at what we say to a server.
func TestHazardSMTP(t *testing.T) {
	t.Run("J3 K5 R8", func(t *testing.T) {
		// One recipient in a transaction, and a bounce shall bring the header only.
		target := post(t, nil)
		p := relay(t, target.SMTPAddr())
		var said bytes.Buffer
		p.set(func() {
			p.hear = func(b []byte) { said.Write(b) }
		})
		out := sender(p.Addr().String())
		for _, to := range []string{player, daemon} {
			must(t, out.Send(t.Context(), "keryx@club.test", to, letter("x")))
		}
		p.set(func() { p.hear = nil })
		talk := said.String()
		if n := strings.Count(talk, "RCPT TO:"); n != 2 || strings.Count(talk, "EHLO") != 2 || strings.Count(talk, "MAIL FROM:") != 2 {
			t.Errorf("%d recipients in the talk:\n%s", n, talk)
		}
		if strings.Count(talk, "RET=HDRS") != 2 {
			t.Errorf("a bounce may bring the whole mail:\n%s", talk)
		}
		if strings.Contains(talk, "Bcc") {
			t.Error("a blind copy")
		}
	})
	t.Run("J12", func(t *testing.T) {
		// A report that is over the limit of the server is not sent at all.
		s := post(t, func(s *loopback.Server) { s.MaxSize = 2000 })
		big := append(letter("big"), bytes.Repeat([]byte("0123456789\r\n"), 500)...)
		wantSend(t, sender(s.SMTPAddr()).Send(t.Context(), "", player, big), ErrPermanent, StageMail, 552)
	})
}
