package mail

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	bouncedID  = "<out-1@keryx.club.example>"
	returnPath = "keryx+b-abcdefghijklmnopqrstuvwxyz234567@club.example"
)

// TestBounces reads notifications as servers word them. Texts without a part of
// delivery status are automatic mail and say nothing that could be relied on.
func TestBounces(t *testing.T) {
	for name, want := range map[string]*Bounce{
		"postfix-failed":    {"failed", "5.1.1", bouncedID, []string{returnPath, "keryx@club.example"}},
		"postfix-delayed":   {"delayed", "4.4.1", bouncedID, []string{returnPath, "keryx@club.example"}},
		"exchange-failed":   {"failed", "5.1.10", bouncedID, []string{returnPath}},
		"gmail-failed":      {"failed", "5.1.1", bouncedID, []string{returnPath}},
		"exim-failed":       {"failed", "5.0.0", bouncedID, []string{returnPath}},
		"sendmail-comments": {"failed", "5.1.1", bouncedID, []string{returnPath}},
		"exim-text":         nil,
		"qmail-text":        nil,
	} {
		t.Run(name, func(t *testing.T) {
			raw := val(os.ReadFile("testdata/dsn/" + name + ".eml"))(t)
			for form, raw := range map[string][]byte{"LF": raw, "CRLF": bytes.ReplaceAll(raw, []byte("\n"), crlf)} {
				m, err := desk().Read(t.Context(), raw)
				if refusal, ok := err.(*Refusal); !ok || refusal.Class != Automatic || m.Signed != nil {
					t.Fatalf("%s: %v", form, err)
				}
				if diff := cmp.Diff(want, m.Bounce); diff != "" {
					t.Errorf("%s (-want +got):\n%s", form, diff)
				}
			}
		})
	}
}

// A notification that carries a whole report back is too large to be fetched; its
// beginning tells all that matters.
func TestBounceCutOff(t *testing.T) {
	raw := val(os.ReadFile("testdata/dsn/exchange-failed.eml"))(t)
	whole := bytes.Index(raw, []byte("secret report"))
	status := bytes.Index(raw, []byte("Content-Type: message/rfc822"))
	for what, tt := range map[string]struct {
		cut  int
		want *Bounce
	}{
		"in the returned mail":      {whole + 3, &Bounce{"failed", "5.1.10", "", []string{returnPath}}},
		"before the returned mail":  {status, &Bounce{"failed", "5.1.10", "", []string{returnPath}}},
		"in the part that is sound": {bytes.Index(raw, []byte("Action:")), nil},
		"in the header":             {100, nil},
	} {
		m, _ := desk().ReadHeader(raw[:tt.cut])
		if diff := cmp.Diff(tt.want, m.Bounce); diff != "" {
			t.Errorf("cut off %s (-want +got):\n%s", what, diff)
		}
	}
}

// FuzzDSN feeds notifications to the intake: nothing of them is ever signed text,
// and what is read of them has the form in which the host looks it up.
func FuzzDSN(f *testing.F) {
	files, err := filepath.Glob("testdata/dsn/*.eml")
	if err != nil || len(files) == 0 {
		f.Fatal(err, len(files))
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Add(bounceMail("failed", "x"))
	in := desk()
	actions := regexp.MustCompile(`^(failed|delayed|delivered|relayed|expanded)$`)
	f.Fuzz(func(t *testing.T, raw []byte) {
		whole, err := in.Read(t.Context(), raw)
		head, _ := in.ReadHeader(raw[:min(len(raw), MaxHeader)])
		for _, m := range []*Message{whole, head} {
			b := m.Bounce
			if b == nil {
				continue
			}
			if m.Auto != AutoReport || m.Signed != nil {
				t.Errorf("a notification that counts as %q, signed %v", m.Auto, m.Signed != nil)
			}
			if !actions.MatchString(b.Action) || b.Status != "" && !bounceStatus.MatchString(b.Status) ||
				b.MessageID != "" && !messageIDPattern.MatchString(b.MessageID) || len(b.SentTo) > maxSentTo {
				t.Errorf("%+v", b)
			}
			for _, address := range b.SentTo {
				if checkAddress(address) != nil || strings.ContainsAny(address, "\r\n <>") {
					t.Errorf("sent to %q", address)
				}
			}
		}
		if whole.Bounce != nil && err == nil {
			t.Error("a notification is taken for orders")
		}
	})
}
