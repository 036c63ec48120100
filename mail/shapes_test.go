package mail

import (
	"bytes"
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestAccepted reads every accepted shape, from both kinds of keys where both
// can make it.
func TestAccepted(t *testing.T) {
	crlfOrders := strings.ReplaceAll(orderText, "\n", "\r\n")
	detached := func(signer *Signer, name string) []byte {
		field, body := multipartOf("mixed", "outer", plain("Here are my orders.\n"),
			attached("orders.txt", "text/plain; charset=utf-8", orderText),
			attached("orders.txt"+name, "application/octet-stream", string(val(signer.SignFile(orderText, then))(t))))
		return eml(body, field)
	}
	alternative, alternativeBody := multipartOf("alternative", "alt", plain(signedBlock(t, red().ssh)),
		"Content-Type: text/html; charset=utf-8\n\n<p>anything</p>\n")

	tests := []struct {
		name   string
		raw    []byte
		signer *Signer
		scheme Scheme
	}{
		{"PGP/MIME", pgpMIME(t, red().pgp, plain(orderText)), red().pgp, PGPMIME},
		{"clearsigned", eml(signedBlock(t, red().pgp)), red().pgp, Clearsigned},
		{"clearsigned, part of a mixed", func() []byte {
			field, body := multipartOf("mixed", "outer", plain(signedBlock(t, red().pgp)), plain("list footer\n"))
			return eml(body, field)
		}(), red().pgp, Clearsigned},
		{"OpenPGP detached", detached(red().pgp, ".asc"), red().pgp, PGPDetached},
		{"SSH detached", detached(blue().ssh, ".sig"), blue().ssh, SSHDetached},
		{"SSH inline", eml(signedBlock(t, red().ssh)), red().ssh, SSHInline},
		{"SSH inline beside HTML", eml(alternativeBody, alternative), red().ssh, SSHInline},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := wantSigned(t, desk(), test.raw, test.signer, test.scheme)
			if diff := cmp.Diff(orderText, m.Signed.Text); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
			if test.scheme == SSHInline || test.scheme == SSHDetached {
				if !m.Signed.Signed.IsZero() {
					t.Error("an SSH signature states no time")
				}
			} else if !m.Signed.Signed.Equal(then) {
				t.Errorf("signed at %v, want %v", m.Signed.Signed, then)
			}
			if len(m.Signed.Octets) == 0 || len(m.Signed.Proof) == 0 {
				t.Error("no evidence is kept")
			}
		})
	}

	t.Run("LF line ends as some servers return them", func(t *testing.T) {
		raw := bytes.ReplaceAll(pgpMIME(t, red().pgp, plain(orderText)), crlf, []byte("\n"))
		wantSigned(t, desk(), raw, red().pgp, PGPMIME)
		// Or half of them, and some CRLF, as files that went through several hands.
		for _, half := range []int{1, 2} {
			mixed, n := []byte{}, 0
			for line := range bytes.Lines(raw) {
				if n++; n%2 == half-1 {
					line = append(bytes.TrimSuffix(bytes.Clone(line), []byte("\n")), crlf...)
				}
				mixed = append(mixed, line...)
			}
			wantSigned(t, desk(), mixed, red().pgp, PGPMIME)
		}
	})
	t.Run("binary OpenPGP signature over a file that got CRLF", func(t *testing.T) {
		proof := val(red().pgp.SignOctets([]byte(orderText), then))(t)
		field, body := multipartOf("mixed", "outer",
			attached("orders.txt", "text/plain", orderText), attached("orders.asc", "application/pgp-signature", string(proof)))
		m := wantSigned(t, desk(), eml(body, field), red().pgp, PGPDetached)
		if string(m.Signed.Octets) != strings.TrimSuffix(orderText, "\n")+"\n" || m.Signed.Text != orderText {
			t.Errorf("octets %q", m.Signed.Octets)
		}
	})
	t.Run("attached file without a label", func(t *testing.T) {
		text := orderText + "# P\u00e9ricl\u00e8s\n"
		proof := string(val(blue().ssh.SignFile(text, then))(t))
		field, body := multipartOf("mixed", "outer", attached("orders.txt", "text/plain", text), attached("orders.txt.sig", "application/octet-stream", proof))
		wantSigned(t, desk(), eml(body, field), blue().ssh, SSHDetached)
		field, body = multipartOf("mixed", "outer", attached("orders.txt", "text/plain; charset=us-ascii", text), attached("orders.txt.sig", "application/octet-stream", proof))
		wantRefusal(t, desk(), eml(body, field), NotASCII)
	})
	t.Run("base64 attachment keeps its octets", func(t *testing.T) {
		proof := val(red().ssh.SignOctets([]byte(crlfOrders), then))(t)
		file := "Content-Type: application/octet-stream; name=orders.txt\nContent-Transfer-Encoding: base64\n\n" +
			base64.StdEncoding.EncodeToString([]byte(crlfOrders)) + "\n"
		field, body := multipartOf("mixed", "outer", file, attached("orders.txt.sig", "application/octet-stream", string(proof)))
		m := wantSigned(t, desk(), eml(body, field), red().ssh, SSHDetached)
		if m.Signed.Canonical || string(m.Signed.Octets) != crlfOrders || m.Signed.Text != orderText {
			t.Errorf("got %+v", m.Signed)
		}
	})
}

// TestWesternLetter sends orders as an attachment to a letter in the character
// sets that mail programs write beside UTF-8. The letter is looked through for
// orders like any other; a block in it must be beyond doubt.
func TestWesternLetter(t *testing.T) {
	with := func(charset, letter, file, proof string) []byte {
		field, body := multipartOf("mixed", "outer",
			"Content-Type: text/plain; charset="+charset+"\nContent-Transfer-Encoding: quoted-printable\n\n"+letter,
			attached("orders.txt", "text/plain; charset=utf-8", file), attached("orders.txt.sig", "application/octet-stream", proof))
		return eml(body, field)
	}
	proof := string(val(blue().ssh.SignFile(orderText, then))(t))
	for charset, euro := range map[string]string{"iso-8859-1": "E", "ISO-8859-15": "=A4", "Windows-1252": "=80"} {
		in := desk()
		in.LooksLikeOrder = func(line string) bool { return strings.Contains(line, "P\u00e9ricl\u00e8s") }
		m := wantSigned(t, in, with(charset, "Salut =E0 tous, 5 "+euro+"\n", orderText, proof), blue().ssh, SSHDetached)
		if want := "Salut \u00e0 tous, 5 "; !strings.HasPrefix(strings.Join(m.Ignored, "\n"), want) {
			t.Errorf("%s: ignored %q, want %q", charset, m.Ignored, want)
		}
		wantRefusal(t, in, with(charset, "move P=E9ricl=E8s\n", orderText, proof), TextOutside)
	}
	wantRefusal(t, desk(), with("us-ascii", "Salut =E0 tous\n", orderText, proof), NotASCII)
	wantRefusal(t, desk(), with("iso-8859-1", "escape =9B31m\n", orderText, proof), ControlChar)
	block := strings.ReplaceAll(signedBlock(t, red().pgp), "=", "=3D")
	wantRefusal(t, desk(), eml("Salut =E0 tous\n"+block, "Content-Type: text/plain; charset=iso-8859-1", "Content-Transfer-Encoding: quoted-printable"), NotASCII)
	wantRefusal(t, desk(), eml("Salut =E0 tous\n", "Content-Type: text/plain; charset=iso-8859-1", "Content-Transfer-Encoding: quoted-printable"), NotSigned)
}

// TestCanonicalSurvives sends a keryx sign block through what mail programs do
// to a text.
func TestCanonicalSurvives(t *testing.T) {
	block := signedBlock(t, red().ssh)
	for name, mangle := range map[string]func(string) string{
		"trailing blanks":   func(s string) string { return strings.ReplaceAll(s, "\n", "  \n") },
		"blank lines added": func(s string) string { return strings.ReplaceAll(s, "\n", "\n\n") },
		"leading blanks":    func(s string) string { return strings.ReplaceAll(s, "move", "    move") },
		"tabs":              func(s string) string { return strings.ReplaceAll(s, "move ", "\tmove\t") },
		"no-break spaces":   func(s string) string { return strings.ReplaceAll(s, "move ", "\u00a0move\u00a0 ") },
		"footer":            func(s string) string { return s + "\n-- \nSent from my phone\n" },
	} {
		t.Run(name, func(t *testing.T) {
			m := wantSigned(t, desk(), eml(mangle(block), "Content-Type: text/plain; charset=utf-8"), red().ssh, SSHInline)
			if m.Signed.Text != orderText {
				t.Errorf("text %q", m.Signed.Text)
			}
		})
	}
	t.Run("a changed word does not survive", func(t *testing.T) {
		wantRefusal(t, desk(), eml(strings.Replace(block, "spend 3", "spend 4", 1)), WrongSignature)
	})
}

// TestTampering flips one octet of each kind in each shape.
func TestTampering(t *testing.T) {
	mime := string(pgpMIME(t, red().pgp, plain(orderText)))
	clearText := string(eml(signedBlock(t, red().pgp)))
	inline := string(eml(signedBlock(t, red().ssh)))
	lastSignatureLine := func(s, end string) string { // a character in the middle of the last base64 line but one
		i := strings.Index(s, end)
		i = strings.LastIndex(s[:i-2], "\r\n") - 10
		c := byte('A')
		if s[i] == c {
			c = 'B'
		}
		return s[:i] + string(c) + s[i+1:]
	}
	tests := []struct{ name, before, after string }{
		{"PGP/MIME text", mime, strings.Replace(mime, "spend 3", "spend 4", 1)},
		{"PGP/MIME part header", mime, strings.Replace(mime, "text/plain; charset=utf-8", "text/plain; charset=us-ascii", 1)},
		{"PGP/MIME blank at a line's end", mime, strings.Replace(mime, "spend 3\r\n", "spend 3 \r\n", 1)},
		{"PGP/MIME line added", mime, strings.Replace(mime, "spend 3\r\n", "spend 3\r\nspend 4\r\n", 1)},
		{"PGP/MIME signature", mime, lastSignatureLine(mime, endPGPSign)},
		{"clearsigned text", clearText, strings.Replace(clearText, "T10 T4", "T10 T5", 1)},
		{"clearsigned line dropped", clearText, strings.Replace(clearText, "spend 3\r\n", "", 1)},
		{"clearsigned case", clearText, strings.Replace(clearText, "Alcibiade", "alcibiade", 1)},
		{"clearsigned signature", clearText, lastSignatureLine(clearText, endPGPSign)},
		{"SSH text", inline, strings.Replace(inline, "T10 T4", "T10 T5", 1)},
		{"SSH signature", inline, lastSignatureLine(inline, endSSHSign)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.before == test.after {
				t.Fatal("nothing was tampered with")
			}
			m, err := desk().Read(t.Context(), []byte(test.after))
			if err == nil || m.Signed != nil {
				t.Fatal("accepted")
			}
			refusal, ok := err.(*Refusal)
			if !ok || refusal.Class != BadSignature {
				t.Errorf("error %v, want a bad signature", err)
			}
			if ok && refusal.Fingerprint != "" {
				t.Error("a forged mail is attributed to somebody")
			}
		})
	}
}

// TestOutside covers decision 2: text outside is ignored and listed, unless it
// would be an order.
func TestOutside(t *testing.T) {
	block := signedBlock(t, red().pgp)
	t.Run("ignored and listed", func(t *testing.T) {
		m := wantSigned(t, desk(), eml("Dear referee,\n\n"+block+"\n-- \nSent\x20from my phone\n"), red().pgp, Clearsigned)
		if diff := cmp.Diff([]string{"Dear referee,", "--", "Sent from my phone"}, m.Ignored); diff != "" {
			t.Errorf("ignored (-want +got):\n%s", diff)
		}
	})
	t.Run("D1", func(t *testing.T) {
		for _, raw := range [][]byte{eml("move T1 T2\n" + block), eml(block + "  spend 4\n")} {
			refusal := wantRefusal(t, desk(), raw, TextOutside)
			if refusal.Fingerprint != red().pgp.Public().Fingerprint {
				t.Errorf("fingerprint %q: it is known who wrote", refusal.Fingerprint)
			}
		}
	})
	t.Run("in a preamble or an epilogue", func(t *testing.T) {
		field, body := multipartOf("mixed", "outer", plain(block))
		wantRefusal(t, desk(), eml("spend 4\n"+body, field), TextOutside)
		wantRefusal(t, desk(), eml(body+"spend 4\n", field), TextOutside)
		wantRefusal(t, desk(), eml(body+block, field), TwoBlocks)
		m := wantSigned(t, desk(), eml("This is a multi-part message.\n"+body+"footer\n", field), red().pgp, Clearsigned)
		if len(m.Ignored) != 0 { // nobody sees it, and mail programs write it into every mail
			t.Errorf("ignored %q", m.Ignored)
		}
	})
	t.Run("an unsigned order file beside a block", func(t *testing.T) {
		field, body := multipartOf("mixed", "outer", plain(block), attached("more.txt", "text/plain", "spend 5\n"))
		wantRefusal(t, desk(), eml(body, field), TextOutside)
	})
	t.Run("a public key is no order and no key", func(t *testing.T) {
		m := wantSigned(t, desk(), eml(block+"\n"+mallory().pgp.Public().Text), red().pgp, Clearsigned)
		if len(m.Ignored) != 0 {
			t.Errorf("ignored %q", m.Ignored)
		}
	})
}

// TestRegister covers keys that are registered and do not count, and look-ups
// that fail.
func TestRegister(t *testing.T) {
	for _, signer := range []*Signer{red().ssh, red().pgp} {
		for state, code := range map[KeyState]Code{Revoked: RevokedKey, Retired: RetiredKey} {
			in := desk()
			in.Keys = Keys{{PublicKey: signer.Public(), State: state}}
			refusal := wantRefusal(t, in, eml(signedBlock(t, signer)), code)
			if refusal.Fingerprint != signer.Public().Fingerprint {
				t.Errorf("%s: fingerprint %q", code, refusal.Fingerprint)
			}
		}
	}
	t.Run("SSH key with an expiry of the register", func(t *testing.T) {
		in := desk()
		key := red().ssh.Public()
		key.Expires = now.Add(-time.Hour)
		in.Keys = Keys{{PublicKey: key}}
		wantRefusal(t, in, eml(signedBlock(t, red().ssh)), ExpiredKey)
	})
	t.Run("OpenPGP key that the register ends sooner", func(t *testing.T) {
		in := desk()
		key := red().pgp.Public()
		key.Expires = now.Add(-time.Hour)
		in.Keys = Keys{{PublicKey: key}}
		wantRefusal(t, in, eml(signedBlock(t, red().pgp)), ExpiredKey)
	})
	t.Run("a corrupt register is no refusal", func(t *testing.T) {
		for _, signer := range []*Signer{red().ssh, red().pgp} {
			other := blue().pgp
			if signer == red().ssh {
				other = blue().ssh
			}
			for _, text := range []string{other.Public().Text, "", "no key"} {
				in := desk()
				key := signer.Public()
				key.Text = text
				in.Keys = Keys{{PublicKey: key}}
				_, err := in.Read(t.Context(), eml(signedBlock(t, signer)))
				if errors.As(err, new(*Refusal)) || err == nil {
					t.Errorf("error %v, want one that asks for another try", err)
				}
			}
		}
	})
	t.Run("a key of the other kind is none", func(t *testing.T) {
		for _, signer := range []*Signer{red().ssh, red().pgp} {
			in := desk()
			key := signer.Public()
			key.Kind = map[KeyKind]KeyKind{SSH: OpenPGP, OpenPGP: SSH}[key.Kind]
			in.Keys = Keys{{PublicKey: key}}
			wantRefusal(t, in, eml(signedBlock(t, signer)), UnknownKey)
		}
	})
}
