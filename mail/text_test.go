package mail

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// signedPart8 is a PGP/MIME mail whose signed part has that header and body octets.
func signedPart8(t *testing.T, header, body string) []byte {
	t.Helper()
	return pgpMIME(t, red().pgp, header+"\n\n"+body)
}

// TestText covers section E of the intake rules: character sets, encodings,
// look-alikes. All of it stands under a valid signature.
func TestText(t *testing.T) {
	utf8Label := "Content-Type: text/plain; charset=utf-8"
	t.Run("E1", func(t *testing.T) {
		// Letters and format characters reach the order parser, which refuses
		// them by line and column; nothing is mended on the way.
		for _, text := range []string{"m\u043eve T1\n", "move\u202e T1\n", "move\u200b T1\n", "\ufeffmove T1\n", "move\u2028T1\n", "e\u0301\n", "move \ufffd\n"} {
			m := wantSigned(t, desk(), signedPart8(t, utf8Label, text), red().pgp, PGPMIME)
			if m.Signed.Text != text {
				t.Errorf("text %q, want %q", m.Signed.Text, text)
			}
		}
		wantRefusal(t, desk(), signedPart8(t, utf8Label, "move\u0085T1\n"), ControlChar)
	})
	t.Run("E2", func(t *testing.T) {
		for _, c := range []string{"\x00", "\b", "\x1b", "\x7f", "\u0080", "\u009f", "\f", "\v"} {
			refusal := wantRefusal(t, desk(), signedPart8(t, utf8Label, "game hel-7\nmove"+c+"T1\n"), ControlChar)
			if refusal.Data()["Line"] != 2 || refusal.Data()["Column"] != 5 {
				t.Errorf("%q: %v", c, refusal)
			}
		}
		wantSigned(t, desk(), signedPart8(t, utf8Label, "\tmove T1\n"), red().pgp, PGPMIME)
		for _, bare := range []string{"move\rT1\n", "move T1\n\r", "\rmove T1\r\n"} { // inside of an encoding it comes through
			encoded := utf8Label + "\nContent-Transfer-Encoding: base64"
			wantRefusal(t, desk(), signedPart8(t, encoded, base64.StdEncoding.EncodeToString([]byte(bare))+"\n"), ControlChar)
		}
	})
	t.Run("E3", func(t *testing.T) {
		for _, bad := range []string{"\xff", "\xc0\xaf", "\xed\xa0\x80", "\xe2\x82", "\xf5\x80\x80\x80"} {
			refusal := wantRefusal(t, desk(), signedPart8(t, utf8Label, "move "+bad+"\n"), BadUTF8)
			if refusal.Data()["Offset"] != 5 {
				t.Errorf("%q: %v", bad, refusal)
			}
		}
	})
	t.Run("E4", func(t *testing.T) {
		for _, charset := range []string{"utf-7", "utf-16", "iso-2022-jp", "hz-gb-2312", "gb18030", "cp037", "x-unknown", "iso-8859-2"} {
			wantRefusal(t, desk(), signedPart8(t, "Content-Type: text/plain; charset="+charset, "move T1\n"), BadCharset)
		}
		for _, charset := range []string{"us-ascii", "ISO-8859-1", "iso-8859-15", "windows-1252", "ascii", `"utf-8"`, "UTF8"} {
			wantSigned(t, desk(), signedPart8(t, "Content-Type: text/plain; charset="+charset, "move T1\n"), red().pgp, PGPMIME)
		}
		refusal := wantRefusal(t, desk(), signedPart8(t, "Content-Type: text/plain; charset=iso-8859-1", "move P\xe9ricl\xe8s\n"), NotASCII)
		if refusal.Fingerprint == "" || refusal.Data()["Column"] != 7 {
			t.Errorf("got %v by %q", refusal, refusal.Fingerprint)
		}
	})
	t.Run("E5", func(t *testing.T) {
		wantRefusal(t, desk(), signedPart8(t, "Content-Type: text/plain; charset=us-ascii", "move Périclès\n"), NotASCII)
		wantRefusal(t, desk(), signedPart8(t, "Content-Type: text/plain", "move Périclès\n"), NotASCII)
		wantSigned(t, desk(), signedPart8(t, "Content-Type: text/plain", "move T1\n"), red().pgp, PGPMIME)
	})
	t.Run("E6", func(t *testing.T) {
		quoted := utf8Label + "\nContent-Transfer-Encoding: quoted-printable"
		for _, bad := range []string{"=ZZ", "=0A", "=0D=0A", "=c3=a9", "=", "=4", "=4 ", "=4\n", "=\n=4", "=0D", "=G0", "=0G", "=0g", "é", "=\x00", "\x01", "\x7f"} {
			body := "move " + bad + "T1\n"
			if bad == "=" { // an escape cut off by the end of the mail is a soft break
				body = "move =T1\n"
			}
			wantRefusal(t, desk(), signedPart8(t, quoted, body), BadEncoding)
		}
		wantRefusal(t, desk(), signedPart8(t, quoted, "move=00T1\n"), ControlChar)
		m := wantSigned(t, desk(), signedPart8(t, quoted, "mo=\nve T1=20  \n=3Dx=  \ny\n"), red().pgp, PGPMIME)
		if want := "move T1 \n=xy\n"; m.Signed.Text != want {
			t.Errorf("text %q, want %q", m.Signed.Text, want)
		}
		m = wantSigned(t, desk(), signedPart8(t, quoted, "a\tb\nmove =4D=4A=7E=5F"), red().pgp, PGPMIME)
		if want := "a\tb\nmove MJ~_"; m.Signed.Text != want {
			t.Errorf("text %q, want %q", m.Signed.Text, want)
		}
		wantRefusal(t, desk(), signedPart8(t, utf8Label+"\nContent-Transfer-Encoding: x-uuencode", "move T1\n"), BadEncoding)
	})
	t.Run("E7", func(t *testing.T) {
		encoded := utf8Label + "\nContent-Transfer-Encoding: base64"
		for _, bad := range []string{"bW92 ZSBUMQo=", "bW92ZSBUMQo", "bW92ZSBUMQo=\n_____\nlist footer", "bW92ZSBUMQp=", "bW92ZSBUMQo=bW92", "b*92"} {
			wantRefusal(t, desk(), signedPart8(t, encoded, bad+"\n"), BadEncoding)
		}
		wantSigned(t, desk(), signedPart8(t, encoded, "bW92\nZSBUMQo=\n\n"), red().pgp, PGPMIME)
	})
	t.Run("E8", func(t *testing.T) {
		wantRefusal(t, desk(), eml("<pre>"+signedBlock(t, red().pgp)+"</pre>", "Content-Type: text/html"), HTMLOnly)
	})
	t.Run("E9", func(t *testing.T) {
		wantRefusal(t, desk(), eml("Here you are.\n\nOn Sunday keryx wrote:\n> move T1 T2\n"), NotSigned)
	})
	t.Run("E10", func(t *testing.T) {
		text := orderText + "-- \nRed, Athens\n"
		m := wantSigned(t, desk(), signedPart8(t, utf8Label, text), red().pgp, PGPMIME)
		if m.Signed.Text != text {
			t.Errorf("text %q: what is signed is handed on whole", m.Signed.Text)
		}
	})
	t.Run("E14", func(t *testing.T) {
		text := "press\nFrom the Athenians\n.\n{{.Secret}} %s <b>x</b> =1+1\n"
		m := wantSigned(t, desk(), signedPart8(t, utf8Label, text), red().pgp, PGPMIME)
		if m.Signed.Text != text {
			t.Errorf("text %q", m.Signed.Text)
		}
	})
}

// TestCanonical is the test vector of the canonical text. It never changes.
func TestCanonical(t *testing.T) {
	for in, want := range map[string]string{
		"": "",
		"\ufeff\r\n  game   hel-7\t\r\n\r\n\tmove\u00a0T10 \u2013 T4\u202f\n": "game hel-7\nmove T10 - T4\n",
		"e\u0301 \u201ca\u201d \u2018b\u2019 \u00abc\u00bb \u2026":            "é \"a\" 'b' \"c\" ...\n",
		"a\u2010b\u2011c\u2012d\u2013e\u2014f\u2015g\u2212h":                  "a-b-c-d-e-f-g-h\n",
		"a\rb\u2028c\x00d\u200be":                                             "a\rb\u2028c\x00d\u200be\n",
		"  \n\t\n\u3000\n":                                                    "",
		"\ufeff\ufeff a\ufeffb \ufeff\r\n\ufeff\n":                            "a\ufeffb\n",
		orderText: orderText,
	} {
		if got := Canonical(in); got != want {
			t.Errorf("Canonical(%q) = %q, want %q", in, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		alphabet := []rune("ab \t\n\r\u00a0\u2013\u2026\u201c\u0301\ufeff\u0345\u1100\u1161\u2000\u037e\u212a-'\"")
		text := rapid.StringOf(rapid.RuneFrom(alphabet)).Draw(t, "text")
		once := Canonical(text)
		if twice := Canonical(once); twice != once {
			t.Fatalf("%q, then %q", once, twice)
		}
		if once != "" && (!strings.HasSuffix(once, "\n") || strings.Contains(once, "\n\n")) {
			t.Fatalf("%q is not made of whole lines", once)
		}
	})
}

// TestOpening: the first lines of an unsigned text are kept to look for a plea for
// help in them; of every other mail nothing is.
func TestOpening(t *testing.T) {
	field, alternative := multipartOf("alternative", "alt", plain("help orders\n\n-- \nRed\n"), "Content-Type: text/html\n\n<p>help</p>\n")
	for name, tt := range map[string]struct {
		raw  []byte
		want []string
	}{
		"plain":       {eml("\n  Help \n\nI am lost.\nWhat now?\nAnd then?\n"), []string{"Help", "I am lost.", "What now?"}},
		"alternative": {eml(alternative, field), []string{"help orders", "--", "Red"}},
		"escapes":     {eml("help\u202e\n", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"), nil},
		"signed":      {eml("help\n" + signedBlock(t, red().pgp)), nil},
		"automatic":   {eml("help\n", "Auto-Submitted: auto-replied"), nil},
		"html only":   {eml("<p>help</p>\n", "Content-Type: text/html"), nil},
	} {
		m, _ := desk().Read(t.Context(), tt.raw)
		if name == "escapes" {
			if len(m.Opening) != 1 || strings.ContainsRune(m.Opening[0], '\u202e') {
				t.Errorf("%s: %q", name, m.Opening)
			}
			continue
		}
		if diff := cmp.Diff(tt.want, m.Opening); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
