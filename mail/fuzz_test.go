package mail

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// seeds are mails of every shape, and some that are none.
func seeds(t testing.TB) [][]byte {
	field, body := multipartOf("mixed", "outer", plain("hello\n"),
		attached("orders.txt", "text/plain", orderText),
		attached("orders.txt.sig", "application/octet-stream", string(val(red().ssh.SignFile(orderText, then))(t))))
	all := [][]byte{
		pgpMIME(t, red().pgp, plain(orderText)),
		pgpMIME(t, red().pgp, "Content-Type: text/plain; format=flowed; delsp=yes\nContent-Transfer-Encoding: quoted-printable\n\na =\nb=20\n"),
		eml(signedBlock(t, red().pgp)),
		eml(signedBlock(t, red().ssh)),
		eml(signedBlock(t, mallory().pgp)),
		eml(body, field),
		bounceMail("failed", signedBlock(t, red().pgp)),
		eml("aGVsbG8=\n", "Content-Transfer-Encoding: base64"),
	}
	samples, err := filepath.Glob("testdata/*.eml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range samples {
		all = append(all, val(os.ReadFile(file))(t))
	}
	return all
}

// FuzzRead feeds mail to the whole intake. Whatever comes: no panic reaches
// the caller, an error is a refusal with a known code, and a text that comes
// out is one that red or blue has signed.
func FuzzRead(f *testing.F) {
	for _, seed := range seeds(f) {
		f.Add(seed)
	}
	in := desk()
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := in.Read(t.Context(), raw)
		if m == nil {
			t.Fatal("no message")
		}
		for _, shown := range append([]string{m.Subject, m.From, m.ID}, append(m.Ignored, m.Attachments...)...) {
			if Display(shown, 1000) != shown && strings.TrimSpace(shown) == shown {
				t.Errorf("%q is shown as it came", shown)
			}
		}
		if err != nil {
			var refusal *Refusal
			if !errors.As(err, &refusal) {
				t.Fatalf("error %v", err)
			}
			if _, ok := classes[refusal.Code]; !ok || refusal.Code == Poison {
				t.Fatalf("refused with %v", refusal)
			}
			if m.Signed != nil {
				t.Fatal("refused with a text")
			}
			return
		}
		if m.Signed.Fingerprint == mallory().pgp.Public().Fingerprint {
			t.Error("a stranger's key counts")
		}
		if err := checkText([]byte(m.Signed.Text)); err != nil || strings.Contains(m.Signed.Text, "\r") || !utf8.ValidString(m.Signed.Text) {
			t.Errorf("text %q: %v", m.Signed.Text, err)
		}
		// Only what was signed above can come out: nobody else has the keys.
		switch canonical := Canonical(m.Signed.Text); canonical {
		case orderText, "ab\n", "a b\n":
		default:
			t.Errorf("forged text %q", m.Signed.Text)
		}
	})
}

// FuzzBlocks feeds text to the scanner for signed blocks.
func FuzzBlocks(f *testing.F) {
	for _, seed := range []string{
		signedBlock(f, red().pgp), signedBlock(f, red().ssh), "> " + beginClearsigned + "\n", "text\n" + beginPGPKey + "\n" + endPGPKey + "\n",
		beginClearsigned + "\nHash: SHA512\n\n- -\n" + beginPGPSign + "\n\niQ==\n" + endPGPSign + "\n",
		beginOrders + "\nspend 3\n" + beginSSHSign + "\nAAAA\n" + endSSHSign + "\n", "begin 644 x\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if checkText(text) != nil || len(text) > MaxText {
			return // never reaches the scanner
		}
		s, err := scanBlocks(text)
		if err != nil {
			refusal, ok := err.(*Refusal)
			if !ok || refusal.Code == Poison {
				t.Fatalf("error %v", err)
			}
			return
		}
		lines := len(s.outside)
		for _, b := range s.blocks {
			lines += strings.Count(b.text, "\n")
			if len(strings.TrimSpace(string(b.signed))) == 0 {
				t.Error("an empty block")
			}
			if b.scheme == Clearsigned && toLF(b.signed)+"\n" != b.text {
				t.Errorf("text %q, signed %q", b.text, b.signed)
			}
			// Whatever the signature says, reading it must not panic.
			readPGPSignature(b.proof)
			readSSHSignature(b.proof)
		}
		if most := 1 + strings.Count(string(text), "\n"); lines > most {
			t.Errorf("%d lines came of %d", lines, most)
		}
	})
}

// FuzzParsePublicKey feeds text to the reader of keys.
func FuzzParsePublicKey(f *testing.F) {
	f.Add([]byte(red().ssh.Public().Text))
	f.Add([]byte(red().pgp.Public().Text))
	f.Fuzz(func(t *testing.T, text []byte) {
		key, err := ParsePublicKey(text)
		if err != nil {
			if refusal, ok := err.(*Refusal); !ok || refusal.Code == Poison {
				t.Fatalf("error %v", err)
			}
			return
		}
		again, err := ParsePublicKey([]byte(key.Text))
		if err != nil || again.Fingerprint != key.Fingerprint {
			t.Errorf("read back as %q: %v", again.Fingerprint, err)
		}
	})
}
