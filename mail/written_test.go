package mail

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Mails as programs write them that have been taken for something else.
func TestMailsAsProgramsWriteThem(t *testing.T) {
	key := val(os.ReadFile(filepath.Join("testdata", "mail", "anna.pub")))(t)
	in := &Intake{Keys: Keys{{PublicKey: val(parsePGPKey(key))(t)}}, Now: func() time.Time { return time.Date(2026, 11, 27, 10, 20, 0, 0, time.UTC) }}
	for name, scheme := range map[string]Scheme{"05b-legacy-part-textplain.eml": PGPMIME, "12-mutt-traditional.eml": Clearsigned} {
		t.Run(name, func(t *testing.T) {
			raw := val(os.ReadFile(filepath.Join("testdata", "mail", name)))(t)
			if !bytes.Contains(raw, crlf) {
				raw = bytes.ReplaceAll(raw, []byte("\n"), crlf)
			}
			m, err := in.Read(t.Context(), raw)
			must(t, err)
			if m.Signed.Scheme != scheme || !strings.Contains(m.Signed.Text, "choose S1") || strings.Contains(m.Signed.Text, "Subject") {
				t.Errorf("%s: %q", m.Signed.Scheme, m.Signed.Text)
			}
		})
	}
}

// Only a part that is marked so and holds nothing but fields of the mail's header is no text.
func TestRepeatedHeaderIsNoText(t *testing.T) {
	for text, want := range map[string]bool{
		"Subject: orders\r\n": true, "Subject: long\r\n and longer\r\nFrom: a@b.example\r\n": true,
		"Subject: orders\r\ngame hel-1\r\n": false, "Game: hel-1\r\n": false, "move 1\r\n": false,
	} {
		marked := &part{params: map[string]string{"protected-headers": "v1"}}
		if got := marked.repeatsHeader([]byte(text)); got != want {
			t.Errorf("%q: %t", text, got)
		}
		if (&part{params: map[string]string{}}).repeatsHeader([]byte(text)) {
			t.Errorf("%q without the mark", text)
		}
	}
}
