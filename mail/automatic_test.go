package mail

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAutomatic covers section G: automatic mail is never an order, even if it
// carries a good block.
func TestAutomatic(t *testing.T) {
	block := signedBlock(t, red().pgp)
	auto := func(t *testing.T, want Auto, fields ...string) {
		t.Helper()
		code := AutoReply
		if want == AutoOwn || want == AutoLoop {
			code = OwnMail
		}
		wantRefusal(t, desk(), eml(block, fields...), code)
		if m, _ := desk().Read(t.Context(), eml(block, fields...)); m.Auto != want {
			t.Errorf("%q: sign %q, want %q", fields, m.Auto, want)
		}
	}
	subject := func(text string) []byte {
		return []byte(strings.Replace(string(eml(block, "Content-Type: text/plain; charset=utf-8")), "Subject: Orders", "Subject: "+text, 1))
	}

	t.Run("G5", func(t *testing.T) {
		auto(t, AutoSubmittedField, "Auto-Submitted: auto-replied")
		auto(t, AutoSubmittedField, "Auto-Submitted: auto-generated; owner-email=\"x\"")
		auto(t, AutoSubmittedField, "Auto-Submitted: AUTO-NOTIFIED (comment)")
		wantSigned(t, desk(), eml(block, "Auto-Submitted: no"), red().pgp, Clearsigned)
		wantSigned(t, desk(), eml(block, "Auto-Submitted: No; x=y"), red().pgp, Clearsigned)
	})
	t.Run("G6", func(t *testing.T) {
		for _, value := range []string{"bulk", "Junk", "list", "auto_reply"} {
			auto(t, AutoBulk, "Precedence: "+value)
		}
		for _, name := range []string{"List-Id", "List-Unsubscribe", "List-Post", "LIST-HELP"} {
			auto(t, AutoList, name+": <x>")
		}
		for _, name := range []string{"X-Autoreply", "X-Autorespond", "X-Failed-Recipients"} {
			auto(t, AutoResponder, name+": yes")
		}
		wantSigned(t, desk(), eml(block, "X-Auto-Response-Suppress: All", "Precedence: first-class"), red().pgp, Clearsigned)
		for _, text := range []string{
			"Out of Office", "out of the office until Monday", "Automatic reply: Orders", "Automatische Antwort: Orders", "Re: AutoReply",
			"=?utf-8?q?R=C3=A9ponse_automatique_:_Ordres?=", "Absence : ordres", "Absence", "Abwesenheitsnotiz: Orders", "Fuera de la oficina",
			"Risposta automatica: Orders", "Autosvar: Orders", "Αυτόματη απάντηση: x", "Автоматический ответ: x", "自动回复: x", "Resposta automática: x",
			"Automatisch antwoord: x", "Nieobecność", "Otomatik yanıt: x",
		} {
			m, err := desk().Read(t.Context(), subject(text))
			if err == nil || m.Auto != AutoAbsence {
				t.Errorf("subject %q: sign %q, error %v", text, m.Auto, err)
			}
		}
		for _, text := range []string{"Orders in the absence of wind", "Out of reach: orders", "automaton", "Absence of Brasidas, orders", "Re: turn 3"} {
			wantSigned(t, desk(), subject(text), red().pgp, Clearsigned)
		}
	})
	t.Run("G7", func(t *testing.T) {
		auto(t, AutoSubmittedField, "Auto-Submitted: auto-replied", "Content-Type: text/plain")
	})
	t.Run("G8", func(t *testing.T) {
		auto(t, AutoNullSender, "Return-Path: <>")
		auto(t, AutoNullSender, "Return-Path:  < >")
		wantSigned(t, desk(), eml(block, "Return-Path: <red@example.org>"), red().pgp, Clearsigned)
		for action, want := range map[string]*Bounce{
			"failed":   {Action: "failed", Status: "5.1.1", MessageID: "<out-1@keryx.club.example>", SentTo: []string{"keryx@club.example"}},
			"Delayed":  {Action: "delayed", Status: "5.1.1", MessageID: "<out-1@keryx.club.example>", SentTo: []string{"keryx@club.example"}},
			"exploded": nil,
		} {
			m, err := desk().Read(t.Context(), bounceMail(action, block))
			if refusal, ok := err.(*Refusal); !ok || refusal.Code != AutoReply || m.Auto != AutoReport {
				t.Errorf("error %v, sign %q", err, m.Auto)
			}
			if diff := cmp.Diff(want, m.Bounce); diff != "" {
				t.Errorf("%s (-want +got):\n%s", action, diff)
			}
		}
	})
	t.Run("G10", func(t *testing.T) {
		field, body := multipartOf("report", "r", plain("read\n"), "Content-Type: message/disposition-notification\n\nDisposition: manual-action; displayed\n")
		m, err := desk().Read(t.Context(), eml(body, field+"; report-type=disposition-notification"))
		if err == nil || m.Auto != AutoReport || m.Bounce != nil {
			t.Errorf("sign %q, bounce %v, error %v", m.Auto, m.Bounce, err)
		}
		auto(t, AutoCalendar, "Content-Type: text/calendar; method=REPLY")
	})
	t.Run("G11", func(t *testing.T) {
		auto(t, AutoOwn, "X-Loop: Keryx@club.example")
		for _, change := range [][2]string{{"<1@example.org>", "<abc@KERYX.club.example>"}, {"red@example.org", "keryx@club.example"}} {
			raw := strings.Replace(string(eml(block)), change[0], change[1], 1)
			if m, err := desk().Read(t.Context(), []byte(raw)); err == nil || m.Auto != AutoOwn {
				t.Errorf("%s: sign %q, error %v", change[1], m.Auto, err)
			}
		}
		received := make([]string, maxReceived+1)
		for i := range received {
			received[i] = fmt.Sprintf("Received: from h%d", i)
		}
		auto(t, AutoLoop, received...)
		wantSigned(t, desk(), eml(block, received[1:]...), red().pgp, Clearsigned)
	})
	t.Run("G12", func(t *testing.T) {
		letter := Letter{
			From: Address{Addr: "other@club.example"}, To: Address{Addr: "keryx@club.example"}, Subject: "Report", Date: then,
			MessageID: "<x@other.example>", AutoSubmitted: AutoGenerated, Text: block,
		}
		wantRefusal(t, desk(), val(Compose(letter))(t), AutoReply)
	})
}

func bounceMail(action, returned string) []byte {
	field, body := multipartOf("report", "r", plain("It did not work.\n"),
		"Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.org\n\nFinal-Recipient: rfc822; red@example.org\nAction: "+action+"\nStatus: 5.1.1\n",
		"Content-Type: message/rfc822\n\nMessage-ID: <out-1@keryx.club.example>\nSubject: x\n\n"+returned)
	return eml(body, field+"; report-type=delivery-status", "Return-Path: <>")
}

// TestEnvelope covers what is shown of From, Subject and Message-ID.
func TestEnvelope(t *testing.T) {
	read := func(fields ...string) *Message {
		raw := strings.Join(fields, "\r\n") + "\r\n\r\nhello\r\n"
		m, _ := desk().Read(t.Context(), []byte(raw))
		return m
	}
	t.Run("G1", func(t *testing.T) {
		for in, want := range map[string]string{
			"Re: turn=?utf-8?q?=0D=0ABcc:_x@example.org?=": "Re: turn Bcc: x@example.org",
			"=?utf-8?q?a=1B[31m=E2=80=AEb?=":               "a [31m b",
			strings.Repeat("x", 150):                       strings.Repeat("x", 99) + "…",
			"=?x-unknown?q?abc?=":                          "=?x-unknown?q?abc?=",
			"  folded\r\n \tsubject":                       "folded subject",
			"=?utf-8?q?Tour_de_P=C3=A9ricl=C3=A8s?=":       "Tour de Périclès",
			"\xff\xfe raw":                                 "raw",
			"=?utf-8?b?" + "AAAA" + "?=":                   "",
		} {
			if got := read("Subject: " + in).Subject; got != want {
				t.Errorf("Subject %q: %q, want %q", in, got, want)
			}
		}
	})
	t.Run("G2", func(t *testing.T) {
		for in, want := range map[string]string{
			"<a.b@example.org>": "<a.b@example.org>", "a@example.org": "", "<a b@example.org>": "", "<" + strings.Repeat("x", 300) + "@y>": "",
			"<a@b> <c@d>": "", "<é@example.org>": "",
		} {
			if got := read("Message-ID: " + in).ID; got != want {
				t.Errorf("Message-ID %q: %q, want %q", in, got, want)
			}
		}
	})
	t.Run("G3", func(t *testing.T) {
		for in, want := range map[string]string{
			"red@example.org":                      "red@example.org",
			"=?utf-8?b?UmVk?= <red@example.org>":   "red@example.org",
			`"blue@example.org" <red@example.org>`: "red@example.org",
			"":                                     "",
			"Red":                                  "",
			"undisclosed-recipients:;":             "",
			"players: red@example.org;":            "",
			"red@example.org, blue@example.org":    "",
			`=?utf-8?b?cG90dXNAd2hpdGVob3VzZS5nb3Y=?=@example.org`: "",
			`"a b"@example.org`:    "",
			"red@[127.0.0.1]":      "",
			"r\u00e9d@example.org": "",
		} {
			if got := read("From: " + in).From; got != want {
				t.Errorf("From %q: %q, want %q", in, got, want)
			}
		}
		if m := read("From: red\x00@example.org"); m.From != "" {
			t.Errorf("from %q", m.From)
		}
	})
	t.Run("G4", func(t *testing.T) {
		if m := read("From: red@example.org", "Reply-To: blue@example.org", "Cc: blue@example.org"); m.From != "red@example.org" {
			t.Errorf("from %q", m.From)
		}
	})
	t.Run("H1", func(t *testing.T) {
		block := signedBlock(t, red().pgp)
		raw := string(eml(block))
		for _, id := range []string{"", "Message-ID: <1@example.org>\r\nMessage-ID: <2@example.org>\r\n", "Message-ID: <" + strings.Repeat("x", 3000) + ">\r\n"} {
			changed := strings.Replace(raw, "Message-ID: <1@example.org>\r\n", id, 1)
			if m := wantSigned(t, desk(), []byte(changed), red().pgp, Clearsigned); m.ID != "" {
				t.Errorf("id %q", m.ID)
			}
		}
	})
	t.Run("I1", func(t *testing.T) {
		for _, date := range []string{"Mon, 01 Jan 2199 00:00:00 +0000", "garbage", ""} {
			raw := strings.Replace(string(eml(signedBlock(t, red().pgp))), "Sun, 01 Mar 2026 11:00:00 +0000", date, 1)
			wantSigned(t, desk(), []byte(raw), red().pgp, Clearsigned)
		}
	})
	t.Run("broken headers", func(t *testing.T) {
		for _, head := range []string{"Subject : x", " continuation first", "no colon", "From red@example.org Sun Mar  1", "Sub\x00ject: x", "Subject: \x00", ": x", "Sübject: x", "Content-Type: text/\x01plain"} {
			wantRefusal(t, desk(), []byte(head+"\r\nTo: x\r\n\r\nhello\r\n"), BadHeader)
		}
	})
}

// TestReadHeader reads the header of a mail that is too large to fetch.
func TestReadHeader(t *testing.T) {
	raw := eml("")
	m, err := desk().ReadHeader(raw)
	if err != nil || m.From != "red@example.org" || m.Subject != "Orders" || m.ID != "<1@example.org>" {
		t.Errorf("got %+v, error %v", m, err)
	}
	if _, err := desk().ReadHeader(eml("", "Precedence: bulk")); err == nil {
		t.Error("automatic mail passed")
	}
}

// TestSamples reads the mails in testdata. The first line of each file, which
// is no part of the mail, says what must come of it: a code of refusal, or
// "signed", by whom, with which kind of key, in which shape.
func TestSamples(t *testing.T) {
	files, err := filepath.Glob("testdata/*.eml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			octets := val(os.ReadFile(file))(t)
			first, raw, _ := strings.Cut(string(octets), "\n")
			expect, ok := strings.CutPrefix(first, "X-Expect: ")
			if !ok {
				t.Fatal("the first line is not X-Expect")
			}
			words := strings.Fields(expect)
			if words[0] != "signed" {
				wantRefusal(t, desk(), []byte(raw), Code(words[0]))
				return
			}
			signer := players()[words[1]].pgp
			if KeyKind(words[2]) == SSH {
				signer = players()[words[1]].ssh
			}
			m := wantSigned(t, desk(), []byte(raw), signer, Scheme(words[3]))
			if diff := cmp.Diff(orderText, Canonical(m.Signed.Text)); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
		})
	}
}
