package wire

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"keryx/mail/loopback"
)

// office is a mailbox somewhere, as the tests that run against several servers
// see it: through IMAP alone.
type office struct{ Endpoint }

// offices runs a test against the loopback post office and, if KERYX_TEST_IMAP
// is the address of an IMAP server on this machine, against that, with the
// account KERYX_TEST_IMAP_USER and KERYX_TEST_IMAP_PASSWORD. Its mailbox is
// emptied.
func offices(t *testing.T, test func(*testing.T, office)) {
	t.Run("loopback", func(t *testing.T) { test(t, office{imapEndpoint(post(t, nil))}) })
	t.Run("loopback without MOVE", func(t *testing.T) {
		s := post(t, func(s *loopback.Server) { s.Caps = imap.CapSet{imap.CapIMAP4rev1: {}, imap.CapUIDPlus: {}} })
		test(t, office{imapEndpoint(s)})
	})
	t.Run("server", func(t *testing.T) {
		address := os.Getenv("KERYX_TEST_IMAP")
		if address == "" {
			t.Skip("set KERYX_TEST_IMAP, KERYX_TEST_IMAP_USER and KERYX_TEST_IMAP_PASSWORD to run against a real server; the mailbox is emptied")
		}
		o := office{Endpoint{
			Address: address, TLS: TLSNone,
			Username: os.Getenv("KERYX_TEST_IMAP_USER"), Password: os.Getenv("KERYX_TEST_IMAP_PASSWORD"),
		}}
		release, err := hold(o.Endpoint)
		must(t, err)
		defer release()
		for _, folder := range []string{folderInbox, FolderDone, FolderRefused, FolderIgnored} {
			o.empty(t, folder)
		}
		test(t, o)
	})
}

// hold makes this process the only one on this machine that tests with a mailbox. Another
// would take its mails away, and both would wait for them until they are stopped. The
// name that is held lives in the kernel, and ends with the process however it ends.
func hold(e Endpoint) (release func(), err error) {
	if runtime.GOOS != "linux" {
		return func() {}, nil // no such names
	}
	l, err := net.Listen("unix", "@keryx test of "+e.Username+" at "+e.Address)
	if err != nil {
		return nil, fmt.Errorf("another run of the tests holds the mailbox of %s at %s: wait for its end, or give this one a mailbox of its own: %w", e.Username, e.Address, err)
	}
	return func() { l.Close() }, nil
}

// A run of the tests on a mailbox that another run uses fails at once and says why.
func TestServerMailboxIsHeldOnce(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("mailboxes are held on Linux")
	}
	e := Endpoint{Address: "127.0.0.1:143", Username: t.Name()}
	release, err := hold(e)
	must(t, err)
	if _, err := hold(e); err == nil || !strings.Contains(err.Error(), "another run of the tests holds the mailbox of "+t.Name()) {
		t.Errorf("a second run gets %v", err)
	}
	other := e
	other.Username += "2"
	free, err := hold(other)
	must(t, err)
	free()
	release()
	again, err := hold(e)
	must(t, err)
	again()
}

// session runs f on a connection of its own.
func (o office) session(t *testing.T, f func(*liveSession)) {
	t.Helper()
	m, err := NewMailbox(MailboxConfig{Endpoint: o.Endpoint, CommandTimeout: time.Minute})
	must(t, err)
	s, err := m.connect(t.Context())
	must(t, err)
	defer s.close()
	must(t, s.prepare(t.Context(), m.cfg.Folders))
	f(s.(*liveSession))
}

func (o office) put(t *testing.T, folder string, raw []byte) {
	t.Helper()
	o.session(t, func(s *liveSession) {
		cmd := s.client.Append(s.serverName(folder), int64(len(raw)), nil)
		_, err := cmd.Write(raw)
		must(t, err)
		must(t, cmd.Close())
		_, err = cmd.Wait()
		must(t, err)
	})
}

func (o office) list(t *testing.T, folder string) (names []string, uids []uint32) {
	t.Helper()
	o.session(t, func(s *liveSession) {
		_, err := s.enter(t.Context(), folder)
		must(t, err)
		listing, err := s.list(t.Context(), false)
		must(t, err)
		slices.SortFunc(listing, func(a, b imapListing) int { return int(a.uid) - int(b.uid) })
		for _, l := range listing {
			raw, _, err := s.body(t.Context(), l.uid, 1<<20)
			must(t, err)
			names, uids = append(names, subject(raw)), append(uids, l.uid)
		}
	})
	return names, uids
}

func (o office) want(t *testing.T, folder string, want ...string) {
	t.Helper()
	if got, _ := o.list(t, folder); !slices.Equal(got, want) {
		t.Errorf("%s holds %q, want %q", folder, got, want)
	}
}

func (o office) empty(t *testing.T, folder string) {
	t.Helper()
	o.session(t, func(s *liveSession) {
		_, err := s.enter(t.Context(), folder)
		must(t, err)
		flags := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagDeleted}}
		var all imap.UIDSet
		all.AddRange(1, 0)
		must(t, s.client.Store(all, flags, nil).Close())
		must(t, s.client.Expunge().Close())
	})
}

func TestOfficeRound(t *testing.T) {
	offices(t, func(t *testing.T, o office) {
		big := append(letter("big"), bytes.Repeat([]byte("0123456789\r\n"), 200)...)
		o.put(t, folderInbox, letter("done"))
		o.put(t, folderInbox, big)
		o.put(t, folderInbox, letter("kept"))
		got := make(chan Fetched, 10)
		m := watching(t, MailboxConfig{Endpoint: o.Endpoint, MaxSize: 1000}, func(_ context.Context, f Fetched) (Disposition, error) {
			got <- f
			switch {
			case f.TooLarge:
				return Disposition{Folder: FolderRefused}, nil
			case subject(f.Raw) == "kept":
				return Disposition{}, nil
			}
			return Disposition{Folder: FolderDone}, nil
		})
		before := time.Now().Add(-time.Hour)
		for _, want := range [][]byte{letter("done"), nil, letter("kept")} {
			f := <-got
			if !bytes.Equal(f.Raw, want) || f.TooLarge != (want == nil) || f.Size < 50 || f.InternalDate.Before(before) {
				t.Errorf("got %+v, want %q", f, want)
			}
		}
		// Three times: noticed by IDLE alone, since no timer fires here.
		for i := range 3 {
			o.put(t, folderInbox, letter(fmt.Sprint(i)))
			if f := <-got; subject(f.Raw) != fmt.Sprint(i) {
				t.Errorf("got %q, want %d", subject(f.Raw), i)
			}
		}
		must(t, m.Sync(t.Context()))
		o.want(t, folderInbox, "kept")
		o.want(t, FolderDone, "done", "0", "1", "2")
		o.want(t, FolderRefused, "big")
		if len(got) != 0 {
			t.Errorf("handled again: %q", subject((<-got).Raw))
		}
	})
}

// Another client takes the second message away while the first is handled.
func TestOfficeOtherClient(t *testing.T) {
	offices(t, func(t *testing.T, o office) {
		for _, name := range []string{"a", "b", "c"} {
			o.put(t, folderInbox, letter(name))
		}
		_, uids := o.list(t, folderInbox)
		var calls []string
		var m *Mailbox
		ready := make(chan struct{})
		m = watching(t, MailboxConfig{Endpoint: o.Endpoint}, func(ctx context.Context, f Fetched) (Disposition, error) {
			<-ready
			calls = append(calls, subject(f.Raw))
			if subject(f.Raw) == "a" {
				b := Fetched{Folder: f.Folder, UIDValidity: f.UIDValidity, UID: uids[1]}
				if err := m.Move(ctx, b, FolderIgnored); err != nil {
					t.Error(err)
				}
				// What is filed by somebody else meanwhile is no error either.
				if err := m.Move(ctx, f, FolderDone); err != nil {
					t.Error(err)
				}
			}
			return Disposition{Folder: FolderDone}, nil
		})
		close(ready)
		must(t, m.Sync(t.Context()))
		must(t, m.Sync(t.Context()))
		if want := []string{"a", "c"}; !slices.Equal(calls, want) {
			t.Errorf("handled %q, want %q", calls, want)
		}
		o.want(t, folderInbox)
		o.want(t, FolderIgnored, "b")
		o.want(t, FolderDone, "a", "c")
	})
}

// \Seen is nobody's queue: read mail is handled, and handling does not mark it.
func TestOfficeSeen(t *testing.T) {
	offices(t, func(t *testing.T, o office) {
		o.put(t, folderInbox, letter("read"))
		o.put(t, folderInbox, letter("unread"))
		_, uids := o.list(t, folderInbox)
		o.session(t, func(s *liveSession) {
			_, err := s.enter(t.Context(), folderInbox)
			must(t, err)
			flags := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagSeen}}
			must(t, s.client.Store(imap.UIDSetNum(imap.UID(uids[0])), flags, nil).Close())
		})
		got := make(chan string, 10)
		m := watching(t, MailboxConfig{Endpoint: o.Endpoint}, func(_ context.Context, f Fetched) (Disposition, error) {
			got <- subject(f.Raw)
			return Disposition{}, nil
		})
		wantNext(t, got, "read")
		wantNext(t, got, "unread")
		must(t, m.Sync(t.Context()))
		o.session(t, func(s *liveSession) {
			_, err := s.enter(t.Context(), folderInbox)
			must(t, err)
			messages, err := s.client.Fetch(imap.UIDSetNum(imap.UID(uids[1])), &imap.FetchOptions{Flags: true}).Collect()
			must(t, err)
			if len(messages) != 1 || slices.Contains(messages[0].Flags, imap.FlagSeen) {
				t.Errorf("the unread message is %+v", messages)
			}
		})
	})
}
