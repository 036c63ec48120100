package mail

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/ProtonMail/go-crypto/openpgp/clearsign"
)

// TestClearsigned covers section D of the intake rules: text with its
// signature around it.
func TestClearsigned(t *testing.T) {
	block := signedBlock(t, red().pgp)
	replace := func(old, new string) []byte {
		t.Helper()
		changed := strings.Replace(block, old, new, 1)
		if changed == block {
			t.Fatalf("%q is not in the block", old)
		}
		return eml(changed, "Content-Type: text/plain; charset=utf-8")
	}

	t.Run("D2", func(t *testing.T) {
		wantRefusal(t, desk(), eml(block+block), TwoBlocks)
		wantRefusal(t, desk(), eml(block+signedBlock(t, mallory().pgp)), TwoBlocks)
		wantRefusal(t, desk(), eml(signedBlock(t, mallory().pgp)+block), TwoBlocks)
		wantRefusal(t, desk(), eml(block+signedBlock(t, red().ssh)), TwoBlocks)
		field, body := multipartOf("mixed", "outer", plain(block), plain(block))
		wantRefusal(t, desk(), eml(body, field), TwoBlocks)
		field, body = multipartOf("mixed", "outer", plain("hello\n"), plain(block))
		wantRefusal(t, desk(), eml(body, field), LaterBlock)
		wantSigned(t, desk(), eml("\n\n"+block), red().pgp, Clearsigned)
	})
	t.Run("D3", func(t *testing.T) {
		for _, head := range []string{
			beginClearsigned + "\nspend 9\n",
			beginClearsigned + "\nComment: spend 9\n",
			beginClearsigned + "\nCharset: utf-7\n",
			beginClearsigned + "\nHash: SHA512, SHA256\n",
			beginClearsigned + "\nHash: SHA512\n",
			beginClearsigned + "\nHash:SHA512\u00a0\n",
			beginClearsigned + "\n\u2028spend 9\n",
		} {
			wantRefusal(t, desk(), replace(beginClearsigned+"\n", head), ArmorHeader)
		}
		for _, line := range []string{"\v", "Hash: SHA512\vspend 9", "Hash: SHA512\f"} {
			wantRefusal(t, desk(), replace(beginClearsigned+"\n", beginClearsigned+"\n"+line+"\n"), ControlChar)
		}
		wantRefusal(t, desk(), replace(beginClearsigned, beginClearsigned+"x"), WrongBlock) // what is left is a stray signature
		wantSigned(t, desk(), replace(beginClearsigned, beginClearsigned+" \t"), red().pgp, Clearsigned)
	})
	t.Run("D4", func(t *testing.T) {
		wantRefusal(t, desk(), replace("Hash: SHA512\n\n", "Hash: SHA512\n\f\n"), ControlChar)
		wantRefusal(t, desk(), replace("Hash: SHA512\n\n", "Hash: SHA512\n\u0085\n"), ControlChar)
		wantRefusal(t, desk(), replace("Hash: SHA512\n\n", "Hash: SHA512\n\u00a0\n"), ArmorHeader)
		wantSigned(t, desk(), replace("Hash: SHA512\n\n", "Hash: SHA512\n \t\n"), red().pgp, Clearsigned)
	})
	t.Run("D5", func(t *testing.T) {
		for _, head := range []string{"Hash: MD5\n", "Hash: SHA256\n", "Hash: NONE\n", ""} {
			wantRefusal(t, desk(), replace("Hash: SHA512\n", head), HashMismatch)
		}
		wantSigned(t, desk(), replace("Hash: SHA512", "Hash: sha512"), red().pgp, Clearsigned)
	})
	t.Run("D6", func(t *testing.T) {
		m := wantSigned(t, desk(), replace("spend 3", "- spend 3"), red().pgp, Clearsigned)
		if m.Signed.Text != orderText {
			t.Errorf("text %q", m.Signed.Text)
		}
		wantRefusal(t, desk(), replace("spend 3", "-spend 3"), DashLine)
		wantRefusal(t, desk(), replace("spend 3", "-----BEGIN X-----"), DashLine)
		dashed := string(val(red().pgp.Sign("game hel-7\n-- \n- move T1 T2\n", then))(t))
		m = wantSigned(t, desk(), eml(dashed), red().pgp, Clearsigned)
		if want := "game hel-7\n--\n- move T1 T2\n"; m.Signed.Text != want {
			t.Errorf("text %q, want %q", m.Signed.Text, want)
		}
		wantRefusal(t, desk(), eml(strings.Replace(dashed, "- --", "--", 1)), DashLine)
	})
	t.Run("D7", func(t *testing.T) {
		wantRefusal(t, desk(), replace("spend 3\n", "spend 3\n"+beginPGPSign+"\n\n"+endPGPSign+"\n"), WrongBlock)
		for _, empty := range []string{
			beginClearsigned + "\nHash: SHA512\n\n" + beginPGPSign + "\n\n" + endPGPSign + "\n",
			beginClearsigned + "\n\n\n" + beginPGPSign + "\n\niQ==\n" + endPGPSign + "\n",
		} {
			wantRefusal(t, desk(), eml(empty), EmptyText)
		}
		for _, open := range []string{
			beginClearsigned + "\n",
			beginClearsigned + "\nHash: SHA512\n\nspend 3\n",
			beginClearsigned + "\nHash: SHA512\n\nspend 3\n" + beginPGPSign + "\n",
			beginPGPSign + "\n", endPGPSign + "\n", beginOrders + "\n", beginOrders + "\nspend 3\n" + beginSSHSign + "\n",
			beginOrders + "\n-----BEGIN X-----\n" + beginSSHSign + "\n" + endSSHSign + "\n",
			beginPGPKey + "\nspend 3\n",
		} {
			wantRefusal(t, desk(), eml(open), WrongBlock)
		}
		wantRefusal(t, desk(), eml(beginOrders+"\n\n"+beginSSHSign+"\n"+endSSHSign+"\n"), EmptyText)
		wantRefusal(t, desk(), eml(beginOrders+"\nspend 3\n"+beginSSHSign+"\n"+endSSHSign+"\n"), BrokenSignature)
	})
	t.Run("D8", func(t *testing.T) {
		wantRefusal(t, desk(), replace("Hash: SHA512\n", "Hash: SHA512\nNotDashEscaped: You need GnuPG to verify this message\n"), ArmorHeader)
	})
	t.Run("D9", func(t *testing.T) {
		m := wantSigned(t, desk(), replace("spend 3\n", "spend 3 \t \n"), red().pgp, Clearsigned)
		if m.Signed.Text != orderText {
			t.Errorf("text %q", m.Signed.Text)
		}
		wantRefusal(t, desk(), replace("spend 3\n", "spend 3\u00a0\n"), WrongSignature)
	})
	t.Run("D10", func(t *testing.T) {
		wantRefusal(t, desk(), replace("spend 3", "spend\r3"), BareCR)
		wantRefusal(t, desk(), replace("spend 3\n", "spend 3\r\r\n"), BareCR)
		wantRefusal(t, desk(), []byte("Subject: x\r"), BareCR)
	})
	t.Run("D11", func(t *testing.T) {
		text := "game hel-7\n from Sestos\n> quoted\nmove T10 T4 with a line long enough that a mail program would wrap it at 72 columns\n"
		signed := clearsignAsIs(t, text)
		stuffed := strings.NewReplacer("\n from", "\n  from", "\n>", "\n >").Replace(signed)
		flowed := "Content-Type: text/plain; charset=utf-8; format=flowed"
		m := wantSigned(t, desk(), eml(stuffed, flowed), red().pgp, Clearsigned)
		if m.Signed.Text != text {
			t.Errorf("text %q, want %q", m.Signed.Text, text)
		}
		wantRefusal(t, desk(), eml(strings.Replace(stuffed, "that a mail", "that \na mail", 1), flowed), Flowed)
		wantRefusal(t, desk(), eml(stuffed), WrongSignature)
		wantRefusal(t, desk(), eml(strings.Replace(signedBlock(t, red().ssh), "spend 3", "spend \n3", 1), flowed), Flowed)
		for in, want := range map[string]string{ // RFC 3676 section 4.5: neither other quotes nor the signature mark flow
			"a \n> b\nc": "a \n>b\nc", "> a \n>> b\nc": ">a \n>>b\nc", "> a \n> b\nc": ">a b\nc", "a \n-- \nb": "a \n-- \nb", ">a": ">a",
			" a\n  b\n c \nd": "a\n b\nc d",
		} {
			if got := string(unflow([]byte(in), false)); got != want {
				t.Errorf("%q flows into %q, want %q", in, got, want)
			}
		}

		// In PGP/MIME the flowed form is what was signed, and is undone afterwards.
		part := flowed + "\n\ngame hel-7\n  from Sestos\nmove T10 \nT4 with \nT5\n-- \nRed\n"
		m = wantSigned(t, desk(), pgpMIME(t, red().pgp, part), red().pgp, PGPMIME)
		if want := "game hel-7\n from Sestos\nmove T10 T4 with T5\n-- \nRed\n"; m.Signed.Text != want {
			t.Errorf("text %q, want %q", m.Signed.Text, want)
		}
		m = wantSigned(t, desk(), pgpMIME(t, red().pgp, strings.Replace(part, "flowed", "flowed; delsp=yes", 1)), red().pgp, PGPMIME)
		if want := "game hel-7\n from Sestos\nmove T10T4 withT5\n-- \nRed\n"; m.Signed.Text != want {
			t.Errorf("delsp: text %q, want %q", m.Signed.Text, want)
		}
	})
	t.Run("D12", func(t *testing.T) {
		crlfBlock := strings.ReplaceAll(block, "\n", "\r\n")
		wantSigned(t, desk(), eml(base64.StdEncoding.EncodeToString([]byte(crlfBlock))+"\n",
			"Content-Type: text/plain; charset=iso-8859-1", "Content-Transfer-Encoding: base64"), red().pgp, Clearsigned)
		wantSigned(t, desk(), eml(strings.ReplaceAll(block, "=", "=3D"),
			"Content-Type: text/plain", "Content-Transfer-Encoding: quoted-printable"), red().pgp, Clearsigned)
	})
	t.Run("D13", func(t *testing.T) {
		quoted := "> " + strings.ReplaceAll(strings.TrimSuffix(block, "\n"), "\n", "\n> ") + "\n"
		wantRefusal(t, desk(), eml(quoted), QuotedBlock)
		wantRefusal(t, desk(), eml(strings.ReplaceAll(quoted, "> ", "| ")), QuotedBlock)
		wantRefusal(t, desk(), eml(strings.ReplaceAll(quoted, "> ", "    ")), QuotedBlock)
		wantRefusal(t, desk(), eml(block+quoted), TwoBlocks)
	})
	t.Run("D14", func(t *testing.T) {
		// Typographic marks signed as such are the parser's concern; folded
		// after signing they break the signature.
		wantRefusal(t, desk(), replace("K7Q2-9XWM", "K7Q2–9XWM"), WrongSignature)
		// Where the dashes of the frame itself are gone, the refusal names the frame.
		for _, dashes := range []string{"\u2014\u2014-", "\u2014\u2014", "\u2013\u2013\u2013\u2013\u2013", "----", "\u2212\u2010\u2011 "} {
			for _, signer := range []*Signer{red().ssh, red().pgp} {
				bent := strings.ReplaceAll(signedBlock(t, signer), "-----", dashes)
				refusal := wantRefusal(t, desk(), eml("hello\n"+bent, "Content-Type: text/plain; charset=utf-8"), WrongBlock)
				if line := refusal.Data()["Line"]; line != beginOrders && line != beginClearsigned {
					t.Errorf("the line is %q", line)
				}
			}
		}
		wantRefusal(t, desk(), eml("- BEGIN KERYX ORDERSX\n-- \nBEGIN KERYX ORDERS\n"), NotSigned)
	})
	t.Run("D15", func(t *testing.T) {
		wantRefusal(t, desk(), replace("spend 3", "spend \x1b[31m3"), ControlChar)
		m := wantSigned(t, desk(), eml(block+"hello \u202eworld\u200b\n", "Content-Type: text/plain; charset=utf-8"), red().pgp, Clearsigned)
		if len(m.Ignored) != 1 || m.Ignored[0] != "hello world" {
			t.Errorf("ignored %q", m.Ignored)
		}
	})
	t.Run("a byte order mark before the block", func(t *testing.T) {
		wantSigned(t, desk(), replace(beginClearsigned, "\ufeff"+beginClearsigned), red().pgp, Clearsigned)
	})
	t.Run("an SSH signature without the first line", func(t *testing.T) {
		wantRefusal(t, desk(), eml(strings.TrimPrefix(signedBlock(t, red().ssh), beginOrders+"\n")), NoMarker)
	})
}

// clearsignAsIs clearsigns a text as it stands, which Signer.Sign does not.
func clearsignAsIs(t testing.TB, text string) string {
	t.Helper()
	var out strings.Builder
	w := val(clearsign.Encode(&out, red().pgp.pgp.PrivateKey, signConfig(then)))(t)
	w.Write([]byte(strings.TrimSuffix(text, "\n")))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String() + "\n"
}
