package mail

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp/packet"
	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"
)

// server is a key that mail is encrypted to.
func server(t *testing.T) *Signer {
	t.Helper()
	private, _, err := GenerateKey(OpenPGP, "Keryx <keryx@example.org>", nil, now.Add(-time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	return val(ParseSigner(private, nil))(t)
}

// encrypted is what a program would send to the server: signed in the same step, if by is
// given.
func encrypted(t *testing.T, to, by *Signer, inside string, change ...func(*openpgp.EncryptParams)) string {
	t.Helper()
	config := signConfig(now)
	params := &openpgp.EncryptParams{Config: config}
	if by != nil {
		params.Signers = []*openpgp.Entity{by.pgp}
	}
	for _, f := range change {
		f(params)
	}
	return val(armoured("PGP MESSAGE", func(out *bytes.Buffer) error {
		w, err := openpgp.EncryptWithParams(out, []*openpgp.Entity{to.pgp}, nil, params)
		if err != nil {
			return err
		}
		if _, err := w.Write([]byte(strings.ReplaceAll(inside, "\n", "\r\n"))); err != nil {
			return err
		}
		return w.Close()
	}))(t)
}

// sealedMail is the mail around an encrypted message.
func sealedMail(armoured string) (field, body string) {
	return `Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary="enc"`,
		"This is an OpenPGP/MIME encrypted message (RFC 4880 and 3156)\n--enc\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n\n--enc\n" +
			"Content-Type: application/octet-stream; name=encrypted.asc\n\n" + armoured + "\n--enc--\n"
}

// Every accepted shape counts inside an encrypted mail as it does outside, and so does a
// text that was signed and encrypted in one step.
func TestSealedShapes(t *testing.T) {
	to, red := server(t), newTestSigner(t, OpenPGP)
	in := desk()
	in.Opener, in.Keys = to, Keys{{PublicKey: red.Public()}}
	clear := plain(orderText)
	signedOver := func(octets string) string {
		return string(val(red.SignOctets([]byte(strings.ReplaceAll(octets, "\n", "\r\n")), now))(t))
	}
	for name, tt := range map[string]struct {
		scheme Scheme
		text   string
	}{
		"in one step":            {PGPMIME, encrypted(t, to, red, clear)},
		"in one step, packed":    {PGPMIME, encrypted(t, to, red, clear, func(p *openpgp.EncryptParams) { p.Config.DefaultCompressionAlgo = packet.CompressionZLIB })},
		"in one step, as a text": {PGPMIME, encrypted(t, to, red, clear, func(p *openpgp.EncryptParams) { p.TextSig = true })},
		"signed before": {PGPMIME, encrypted(t, to, nil, "Content-Type: multipart/signed; protocol=\"application/pgp-signature\"; micalg=pgp-sha512; boundary=\"sig\"\n\n--sig\n"+
			clear+"\n--sig\nContent-Type: application/pgp-signature\n\n"+signedOver(clear)+"\n--sig--\n")},
		"clearsigned": {Clearsigned, encrypted(t, to, nil, plain(string(val(red.Sign(orderText, now))(t))))},
	} {
		t.Run(name, func(t *testing.T) {
			field, body := sealedMail(tt.text)
			m := wantSigned(t, in, eml(body, field), red, tt.scheme)
			if !m.Sealed {
				t.Error("it is not noted that the mail came encrypted")
			}
			if got := strings.TrimRight(m.Signed.Text, "\n"); got != strings.TrimRight(orderText, "\n") {
				t.Errorf("text %q", got)
			}
			closed := *in
			closed.Opener = nil
			wantRefusal(t, &closed, eml(body, field), Encrypted)
		})
	}
}

// What is wrong with an encrypted mail is known to its owner's log alone: the refusal that
// is told is always the same.
func TestSealedTellsNothing(t *testing.T) {
	to, red, other := server(t), newTestSigner(t, OpenPGP), newTestSigner(t, OpenPGP)
	in := desk()
	in.Opener, in.Keys = to, Keys{{PublicKey: red.Public()}}
	good := encrypted(t, to, red, plain(orderText))
	bomb := new(bytes.Buffer)
	pack := zlib.NewWriter(bomb)
	pack.Write(bytes.Repeat([]byte{0}, 64<<20))
	pack.Close()
	cases := map[string]string{
		"for another key":          encrypted(t, other, red, plain(orderText)),
		"unsigned":                 encrypted(t, to, nil, plain(orderText)),
		"by an unknown key":        encrypted(t, to, other, plain(orderText)),
		"help":                     encrypted(t, to, nil, plain("help\n")),
		"a changed bit":            flipped(t, good),
		"cut off":                  good[:len(good)/2] + "\n-----END PGP MESSAGE-----\n",
		"no message":               "-----BEGIN PGP MESSAGE-----\n\nAAAA\n-----END PGP MESSAGE-----\n",
		"encrypted twice":          nested(t, to, good),
		"a forwarded mail":         encrypted(t, to, red, "Content-Type: message/rfc822\n\nSubject: x\n\n"+orderText),
		"no MIME inside":           encrypted(t, to, red, orderText),
		"a bomb":                   container(t, to, packetOf(tagCompressed, append([]byte{2}, bomb.Bytes()...))),
		"packed twice":             container(t, to, packetOf(tagCompressed, append([]byte{0}, packetOf(tagCompressed, append([]byte{0}, literalOf(plain(orderText))...))...))),
		"two texts":                container(t, to, append(literalOf(plain(orderText)), literalOf(plain(orderText))...)),
		"nothing":                  container(t, to, nil),
		"a text with two signers":  encrypted(t, to, red, plain(orderText), func(p *openpgp.EncryptParams) { p.Signers = append(p.Signers, other.pgp) }),
		"without integrity at all": unprotected(t, good),
	}
	for name, text := range cases {
		field, body := sealedMail(text)
		wantSealedRefusal(t, in, name, eml(body, field))
	}
	field, body := sealedMail(good)
	for name, changed := range map[string]string{
		"a clear part beside it":  strings.Replace(body, "--enc--", "--enc\nContent-Type: text/plain\n\nspend 3\n--enc--", 1),
		"a clear part before it":  strings.Replace(body, "--enc\n", "--enc\nContent-Type: text/html\n\n<img src=\"https://evil.example/?\n--enc\n", 1),
		"text behind it":          body + "A footer of a list\n",
		"text before it":          "Hello\n" + body,
		"another version":         strings.Replace(body, "Version: 1", "Version: 2", 1),
		"text around the armour":  strings.Replace(body, "-----BEGIN PGP", "spend 3\n-----BEGIN PGP", 1),
		"the parts the other way": strings.NewReplacer("application/pgp-encrypted\n", "application/octet-stream\n", "application/octet-stream; name", "application/pgp-encrypted; name").Replace(body),
	} {
		wantSealedRefusal(t, in, name, eml(changed, field))
	}
}

// wantSealedRefusal checks that a mail is refused, and that only the plain words of an
// encrypted mail would be told.
func wantSealedRefusal(t *testing.T, in *Intake, name string, raw []byte) {
	t.Helper()
	m, err := in.Read(context.Background(), raw)
	var refusal *Refusal
	if !errors.As(err, &refusal) {
		t.Errorf("%s: %v", name, err)
		return
	}
	if !refusal.Sealed || refusal.Fingerprint != "" || !m.Sealed || m.Signed != nil {
		t.Errorf("%s: refused as %s, sealed %t, by %q", name, refusal.Code, refusal.Sealed, refusal.Fingerprint)
	}
	if len(m.Opening)+len(m.Ignored)+len(m.Attachments) > 0 {
		t.Errorf("%s: words of the mail are told: %q %q %q", name, m.Opening, m.Ignored, m.Attachments)
	}
	if again := RefuseSealed(); again.Code != SealedMail || len(again.Args) > 0 {
		t.Errorf("the common refusal is %v", again)
	}
}

// Signed text in an encrypted mail is not framed with words that nobody has signed.
func TestSealedHoldsBackWhatIsNotSigned(t *testing.T) {
	to, red := server(t), newTestSigner(t, OpenPGP)
	in := desk()
	in.Opener, in.Keys = to, Keys{{PublicKey: red.Public()}}
	field, inner := multipartOf("mixed", "inner", plain("a secret line\n\n"+string(val(red.Sign(orderText, now))(t))), attached("secret.pdf", "application/pdf", "x"))
	field, body := sealedMail(encrypted(t, to, nil, field+"\n\n"+inner))
	m := wantSigned(t, in, eml(body, field), red, Clearsigned)
	if len(m.Ignored)+len(m.Attachments) > 0 {
		t.Errorf("told: %q %q", m.Ignored, m.Attachments)
	}
}

// GnuPG encrypts to the server's key, by each way of a mail program that uses it.
func TestSealedByGnuPG(t *testing.T) {
	gpg := newGnuPG(t)
	private, public, err := GenerateKey(OpenPGP, "Keryx of the club <keryx@example.org>", nil, time.Now().Add(-time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	to := val(ParseSigner(private, nil))(t)
	gpg.run(public.Text, "--batch", "--import")
	// A mail program finds the key by the address that it writes to.
	if list := gpg.run("", "--batch", "--with-colons", "--list-keys", "<keryx@example.org>"); !strings.Contains(list, public.Fingerprint) {
		t.Errorf("gpg finds no key for the address:\n%s", list)
	}
	red := val(ParsePublicKey([]byte(gpg.run("", "--armor", "--export", "red@example.org"))))(t)
	in := desk()
	in.Now, in.Keys, in.Opener = time.Now, Keys{{PublicKey: red}}, to
	inside := strings.ReplaceAll(plain(orderText), "\n", "\r\n")
	for _, options := range [][]string{{}, {"--compress-algo", "none"}, {"--textmode"}, {"--compress-algo", "bzip2", "--throw-keyids"}} {
		args := append([]string{"--batch", "--armor", "--trust-model", "always", "--recipient", public.Fingerprint, "--sign", "--encrypt", "--output", "-"}, options...)
		field, body := sealedMail(gpg.run(inside, args...))
		wantSigned(t, in, eml(body, field), &Signer{public: red}, PGPMIME)
	}
}

// A server's key gets its address and stays the same key: GnuPG finds it under both names.
func TestAddAddress(t *testing.T) {
	gpg := newGnuPG(t)
	private, public, err := GenerateKey(OpenPGP, "Keryx", nil, time.Now().Add(-2*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	old := val(ParseSigner(private, nil))(t)
	if old.HasAddress("keryx@example.org") {
		t.Error("it has an address already")
	}
	text, with, err := old.AddAddress("Keryx <keryx@example.org>", time.Now().Add(-time.Hour))
	if err != nil || with.Public().Fingerprint != public.Fingerprint || !with.HasAddress("Keryx@example.org") {
		t.Fatalf("%v: %s", err, with.Public().Fingerprint)
	}
	if again := val(ParseSigner(text, nil))(t); !again.HasAddress("keryx@example.org") || again.HasAddress("other@example.org") {
		t.Error("the stored key is another")
	}
	gpg.run(with.Public().Text, "--batch", "--import")
	if list := gpg.run("", "--batch", "--with-colons", "--list-keys", "keryx@example.org"); !strings.Contains(list, public.Fingerprint) {
		t.Errorf("gpg finds no key for the address:\n%s", list)
	}
	for _, owner := range []string{"Keryx", "Keryx <keryx>", "Keryx <a@b.example> x", "<a@b.example>"} {
		if _, _, err := with.AddAddress(owner, time.Now()); err == nil {
			t.Errorf("%q is taken for a name and an address", owner)
		}
	}
}

func newTestSigner(t *testing.T, kind KeyKind) *Signer {
	t.Helper()
	private, _, err := GenerateKey(kind, "Red <red@example.org>", nil, now.Add(-time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	return val(ParseSigner(private, nil))(t)
}

// packetOf frames a packet (RFC 9580 section 4.2).
func packetOf(tag byte, body []byte) []byte {
	n := len(body)
	return append([]byte{0xC0 | tag, 255, byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}, body...)
}

func literalOf(text string) []byte {
	return packetOf(tagLiteral, append([]byte{'b', 0, 0, 0, 0, 0}, strings.ReplaceAll(text, "\n", "\r\n")...))
}

// container encrypts these packets to a key, whatever they are.
func container(t *testing.T, to *Signer, packets []byte) string {
	t.Helper()
	config := signConfig(now)
	key, ok := to.pgp.EncryptionKey(now, config)
	if !ok {
		t.Fatal("no key to encrypt to")
	}
	session := bytes.Repeat([]byte{7}, 32)
	return val(armoured("PGP MESSAGE", func(out *bytes.Buffer) error {
		if err := packet.SerializeEncryptedKeyAEAD(out, key.PublicKey, packet.CipherAES256, false, session, config); err != nil {
			return err
		}
		w, err := packet.SerializeSymmetricallyEncrypted(out, packet.CipherAES256, false, packet.CipherSuite{}, session, config)
		if err != nil {
			return err
		}
		if _, err := w.Write(packets); err != nil {
			return err
		}
		return w.Close()
	}))(t)
}

// nested encrypts an encrypted mail once more.
func nested(t *testing.T, to *Signer, inside string) string {
	t.Helper()
	field, body := sealedMail(inside)
	return encrypted(t, to, nil, field+"\n\n"+body)
}

// dearmoured gives a message as packets.
func dearmoured(t *testing.T, text string) []*packet.OpaquePacket {
	t.Helper()
	root := &part{parts: []*part{{media: "application/pgp-encrypted", body: []byte("Version: 1")}, {media: "application/octet-stream", body: []byte(text)}}}
	octets := val(sealedMessage(root))(t)
	var all []*packet.OpaquePacket
	reader := packet.NewOpaqueReader(bytes.NewReader(octets))
	for {
		op, err := reader.Next()
		if err != nil {
			return all
		}
		all = append(all, op)
	}
}

// flipped changes one bit of what is encrypted.
func flipped(t *testing.T, text string) string {
	t.Helper()
	all := dearmoured(t, text)
	last := all[len(all)-1]
	last.Contents[len(last.Contents)/2] ^= 1
	return rearmoured(t, all)
}

// unprotected makes the container one without integrity protection.
func unprotected(t *testing.T, text string) string {
	t.Helper()
	all := dearmoured(t, text)
	last := all[len(all)-1]
	last.Tag, last.Contents = 9, last.Contents[1:]
	return rearmoured(t, all)
}

func rearmoured(t *testing.T, all []*packet.OpaquePacket) string {
	t.Helper()
	return val(armoured("PGP MESSAGE", func(out *bytes.Buffer) error {
		for _, op := range all {
			if err := op.Serialize(out); err != nil {
				return err
			}
		}
		return nil
	}))(t)
}
