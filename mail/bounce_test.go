package mail

import (
	"bytes"
	"fmt"
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
		m, _ := desk().ReadHeader(t.Context(), raw[:tt.cut])
		if diff := cmp.Diff(tt.want, m.Bounce); diff != "" {
			t.Errorf("cut off %s (-want +got):\n%s", what, diff)
		}
	}
}

// Wherever a notification is cut off, or written for addresses outside of ASCII (RFC
// 6533), it is read as far as it goes.
func TestBounceForms(t *testing.T) {
	raw := bounceMail("failed", "x")
	for cut := range raw {
		m, _ := desk().ReadHeader(t.Context(), raw[:cut])
		if b := m.Bounce; b != nil && b.Action != "failed" {
			t.Errorf("cut off at %d: %+v", cut, b)
		}
	}
	want := &Bounce{Action: "failed", Status: "5.1.1", MessageID: "<out-1@keryx.club.example>", SentTo: []string{"keryx@club.example"}}
	for _, types := range [][2]string{
		{"message/global-delivery-status", "message/global"}, {"message/global-delivery-status", "message/global-headers"}, {"message/delivery-status", "text/rfc822-headers"},
	} {
		other := bytes.Replace(bytes.Replace(raw, []byte("message/delivery-status"), []byte(types[0]), 1), []byte("message/rfc822"), []byte(types[1]), 1)
		m, _ := desk().Read(t.Context(), other)
		if diff := cmp.Diff(want, m.Bounce); diff != "" {
			t.Errorf("%q (-want +got):\n%s", types, diff)
		}
	}
	for _, id := range []string{"<out 1@keryx>", "out-1@keryx", "<a@b>\r\nMessage-ID: <c@d>"} {
		m, _ := desk().Read(t.Context(), bytes.Replace(raw, []byte("<out-1@keryx.club.example>"), []byte(id), 1))
		if m.Bounce == nil || m.Bounce.MessageID != "" {
			t.Errorf("Message-ID %q: %+v", id, m.Bounce)
		}
	}
	// Of several recipients one that failed decides; a status that is none is left out.
	for groups, want := range map[string]Bounce{
		"Action: delayed\nStatus: 4.1.1\n\nAction: failed\nStatus: 5.1.1":  {Action: "failed", Status: "5.1.1"},
		"Action: failed\nStatus: 5.1.1\n\nAction: delayed\nStatus: 4.1.1":  {Action: "failed", Status: "5.1.1"},
		"Action: relayed\nStatus: 2.0.0\n\nAction: delayed\nStatus: 4.1.1": {Action: "relayed", Status: "2.0.0"},
		"Action: failed\nStatus: 5.1.1; really":                            {Action: "failed"},
	} {
		field, body := multipartOf("report", "r", plain("x"), "Content-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\n"+groups+"\n")
		m, _ := desk().Read(t.Context(), eml(body, field))
		want.SentTo = []string{"keryx@club.example"}
		if diff := cmp.Diff(&want, m.Bounce); diff != "" {
			t.Errorf("%q (-want +got):\n%s", groups, diff)
		}
	}
	// Where it was sent to stands in one of several fields; of many addresses some are kept.
	for _, name := range []string{"To", "Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "X-Delivered-To"} {
		var fields []string
		for n := range 2 * maxSentTo {
			fields = append(fields, fmt.Sprintf("%s: <b-%d@club.example>", name, n/2), name+": nobody")
		}
		field, body := multipartOf("report", "r", plain("x"), "Content-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nAction: failed\n")
		m, _ := desk().Read(t.Context(), bytes.Replace(eml(body, append(fields, field)...), []byte("To: keryx@club.example\r\n"), nil, 1))
		if m.Bounce == nil || len(m.Bounce.SentTo) != maxSentTo || m.Bounce.SentTo[1] != "b-1@club.example" {
			t.Errorf("%s: %+v", name, m.Bounce)
		}
	}
	// The first word counts; a second part of the kind does not.
	field, body := multipartOf("report", "r", plain("x"), "Content-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nAction: delayed\nStatus: 4.0.0\n",
		"Content-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nAction: failed\nStatus: 5.0.0\n")
	if m, _ := desk().Read(t.Context(), eml(body, field)); m.Bounce == nil || m.Bounce.Action != "delayed" {
		t.Errorf("%+v", m.Bounce)
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
		head, _ := in.ReadHeader(t.Context(), raw[:min(len(raw), MaxHeader)])
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
