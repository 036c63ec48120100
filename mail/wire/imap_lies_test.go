package wire

import (
	"bytes"
	"context"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"keryx/mail"
)

// Servers that tell of a message what is not so.

func TestTooLarge(t *testing.T) {
	// The server tells the true size, a small one of all, a large one of all.
	for _, said := range []string{"", "7", "52428800"} {
		t.Run("size "+said, func(t *testing.T) {
			s := post(t, nil)
			must(t, s.Put(daemon, "INBOX", append(letter("huge"), bytes.Repeat([]byte("0123456789\r\n"), 10000)...)))
			must(t, s.Put(daemon, "INBOX", letter("small")))
			p := relay(t, s.IMAPAddr())
			if said != "" {
				p.set(func() {
					p.rewrite = func(b []byte) []byte {
						return regexp.MustCompile(`RFC822.SIZE \d+`).ReplaceAll(b, []byte("RFC822.SIZE "+said))
					}
				})
			}
			cfg := through(p)
			cfg.MaxSize = 1000
			var sizes []int64
			var got []string
			m := watching(t, cfg, func(_ context.Context, f Fetched) (Disposition, error) {
				got, sizes = append(got, subject(f.Raw)), append(sizes, f.Size)
				if f.TooLarge != (f.Raw == nil) {
					t.Errorf("TooLarge %v with %d bytes", f.TooLarge, len(f.Raw))
				}
				if f.TooLarge {
					if got := subject(f.Head); got != "huge" || int64(len(f.Head)) > mail.MaxHeader {
						t.Errorf("the beginning has %d bytes and the subject %q", len(f.Head), got)
					}
					return Disposition{Folder: FolderRefused}, nil
				}
				return Disposition{Folder: FolderDone}, nil
			})
			must(t, m.Sync(t.Context()))
			if !slices.Equal(got, []string{"", "small"}) || said == "" && sizes[0] < 12000 {
				t.Errorf("handler got %q of sizes %v", got, sizes)
			}
			wantFolder(t, s, FolderRefused, "huge")
		})
	}
}

// A time of receipt that is none makes no mailbox unreadable: the mail counts as received
// when it is seen.
func TestOddInternalDate(t *testing.T) {
	for _, odd := range []string{`"00-Jan-0000 00:00:00 +0000"`, `"31-Feb-2026 00:00:00 +0000"`, `""`, "NIL"} {
		t.Run(odd, func(t *testing.T) {
			s := post(t, nil)
			must(t, s.Put(daemon, "INBOX", letter("dated")))
			p := relay(t, s.IMAPAddr())
			p.set(func() {
				p.rewrite = func(b []byte) []byte {
					return regexp.MustCompile(`INTERNALDATE "[^"]*"`).ReplaceAll(b, []byte("INTERNALDATE "+odd))
				}
			})
			cfg := through(p)
			cfg.Now = func() time.Time { return now }
			got := make(chan Fetched, 10)
			m := watching(t, cfg, func(_ context.Context, f Fetched) (Disposition, error) {
				got <- f
				return Disposition{Folder: FolderDone}, nil
			})
			must(t, m.Sync(t.Context()))
			if f := <-got; subject(f.Raw) != "dated" || !f.InternalDate.Equal(now) {
				t.Errorf("%q, received at %v", subject(f.Raw), f.InternalDate)
			}
			wantFolder(t, s, FolderDone, "dated")
		})
	}
}

// A message expunged by another client is answered with BODY[] NIL, or with
// nothing at all.
func TestVanishedMessage(t *testing.T) {
	for name, fetched := range map[string]string{
		"NIL": "* 1 FETCH (UID 7 BODY[] NIL)\r\n", "nothing": "", "other UID": "* 1 FETCH (UID 8 BODY[] {1}\r\nx)\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			e := imapLogin(t, "IMAP4rev1",
				[2]string{"T1 LOGIN", "T1 OK [CAPABILITY IMAP4rev1] in\r\n"},
				[2]string{"T2 LIST", "* LIST () \"/\" \"\"\r\nT2 OK\r\n"},
				[2]string{"T3 UID FETCH", fetched + "T3 OK done\r\n"})
			m, err := NewMailbox(MailboxConfig{Endpoint: e, CommandTimeout: time.Minute})
			must(t, err)
			s, err := m.connect(t.Context())
			must(t, err)
			defer s.close()
			if raw, tooLarge, err := s.body(t.Context(), 7, 1000); raw != nil || tooLarge || err != nil {
				t.Errorf("got %q, %v, %v; want nothing", raw, tooLarge, err)
			}
		})
	}
}

func TestReadLiteralCutShort(t *testing.T) {
	if raw, _, err := readLiteral(shortLiteral{strings.NewReader("abc"), 5}, 10); raw != nil || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %q, %v; want io.ErrUnexpectedEOF", raw, err)
	}
}

type shortLiteral struct {
	io.Reader
	size int64
}

func (l shortLiteral) Size() int64 { return l.size }
