package mail

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp/packet"
	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"
)

// now is the clock of all intake tests; keys and signatures are made a day before.
var (
	now  = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	then = now.Add(-24 * time.Hour)
)

// orderText is what the players of these tests sign. It is canonical.
const orderText = "game hel-7\nside athens\nanswers K7Q2-9XWM\norders\nspend 3\nmove T10 T4 Alcibiade\n"

// person is somebody with one key of each kind.
type person struct{ ssh, pgp *Signer }

// players are read once: red and blue are registered, mallory is not. Their
// private keys stand in testdata, made for these tests and used nowhere else,
// so that fuzzing and the samples see the same signatures each time.
var players = sync.OnceValue(func() map[string]person {
	all := map[string]person{}
	for _, name := range []string{"red", "blue", "mallory"} {
		all[name] = person{readSigner(name, SSH), readSigner(name, OpenPGP)}
	}
	return all
})

func readSigner(name string, kind KeyKind) *Signer {
	private, err := os.ReadFile(filepath.Join("testdata", "keys", name+"."+string(kind)))
	if err != nil {
		panic(err)
	}
	signer, err := ParseSigner(private, nil)
	if err != nil {
		panic(err)
	}
	return signer
}

// newSigner makes another person's key.
func newSigner(t testing.TB, kind KeyKind, name string) *Signer {
	t.Helper()
	private, _, err := GenerateKey(kind, name, nil, then.AddDate(-1, 0, 0))
	if err != nil {
		t.Fatal(err)
	}
	return val(ParseSigner(private, nil))(t)
}

func red() person     { return players()["red"] }
func blue() person    { return players()["blue"] }
func mallory() person { return players()["mallory"] }

// register is the keyring of most tests.
func register() Keys {
	return Keys{
		{PublicKey: red().ssh.Public()}, {PublicKey: red().pgp.Public()},
		{PublicKey: blue().ssh.Public()}, {PublicKey: blue().pgp.Public()},
	}
}

// desk is the intake of most tests. "move" and "spend" begin an order.
func desk() *Intake {
	return &Intake{
		Keys: register(),
		Now:  func() time.Time { return now },
		LooksLikeOrder: func(line string) bool {
			word, _, _ := strings.Cut(line, " ")
			return word == "move" || word == "spend"
		},
		Own: Own{Secret: []byte("of the server"), Sent: func(_ context.Context, id string) (bool, error) { return id == oldMail, nil }},
	}
}

// oldMail is the Message-ID of a mail that the tests' server sent before it marked any.
const oldMail = "<aaaabbbbccccddddeeeeffffgggghhhh@club.example>"

// eml is a raw mail: fields of header lines without line ends, then the body. Line
// ends become CRLF.
func eml(body string, fields ...string) []byte {
	head := []string{
		"From: Red Player <red@example.org>",
		"To: keryx@club.example",
		"Subject: Orders",
		"Message-ID: <1@example.org>",
		"Date: Sun, 01 Mar 2026 11:00:00 +0000",
		"MIME-Version: 1.0",
	}
	text := strings.Join(append(head, fields...), "\n") + "\n\n" + body
	return bytes.ReplaceAll([]byte(text), []byte("\n"), crlf)
}

// multipartOf writes a multipart of the given subtype; every part comes with its own
// header. Boundaries differ by depth.
func multipartOf(subtype, mark string, parts ...string) (field, body string) {
	field = `Content-Type: multipart/` + subtype + `; boundary="` + mark + `"`
	for _, part := range parts {
		body += "--" + mark + "\n" + part + "\n"
	}
	return field, body + "--" + mark + "--\n"
}

func plain(text string) string {
	return "Content-Type: text/plain; charset=utf-8\n\n" + text
}

func attached(name, media, text string) string {
	return "Content-Type: " + media + "; name=\"" + name + "\"\n" +
		"Content-Disposition: attachment; filename=\"" + name + "\"\n\n" + text
}

// pgpMIME signs a part as RFC 3156 section 5 wants it.
func pgpMIME(t testing.TB, signer *Signer, part string) []byte {
	t.Helper()
	octets := bytes.ReplaceAll([]byte(part), []byte("\n"), crlf)
	proof := val(signer.SignOctets(octets, then))(t)
	return pgpMIMEWith(part, string(proof))
}

func pgpMIMEWith(part, proof string) []byte {
	mark := "frame-one"
	if strings.Contains(part, mark) {
		mark = "frame-two"
	}
	field, body := multipartOf("signed", mark, part,
		"Content-Type: application/pgp-signature; name=signature.asc\n\n"+proof)
	return eml(body, field+`; micalg=pgp-sha512; protocol="application/pgp-signature"`)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// val returns a value or ends the test.
func val[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// signedBlock is orderText clearsigned by that signer.
func signedBlock(t testing.TB, s *Signer) string {
	t.Helper()
	return string(val(s.Sign(orderText, then))(t))
}

// wantRefusal reads a mail that must be refused with that code.
func wantRefusal(t *testing.T, in *Intake, raw []byte, want Code) *Refusal {
	t.Helper()
	m, err := in.Read(context.Background(), raw)
	if m == nil {
		t.Fatal("Read returned no message")
	}
	if m.Signed != nil {
		t.Errorf("a refused mail gave the text %q", m.Signed.Text)
	}
	var refusal *Refusal
	if !errors.As(err, &refusal) {
		t.Fatalf("error %v, want the refusal %s", err, want)
	}
	if refusal.Code != want {
		t.Fatalf("refused with %v, want %s", refusal, want)
	}
	if refusal.Class != classes[want] {
		t.Errorf("class %v, want %v", refusal.Class, classes[want])
	}
	return refusal
}

// wantSigned reads a mail that must give a text of that signer.
func wantSigned(t *testing.T, in *Intake, raw []byte, signer *Signer, scheme Scheme) *Message {
	t.Helper()
	m, err := in.Read(context.Background(), raw)
	if err != nil {
		t.Fatalf("refused: %v", err)
	}
	if m.Signed.Fingerprint != signer.Public().Fingerprint {
		t.Errorf("signed by %s, want %s", m.Signed.Fingerprint, signer.Public().Fingerprint)
	}
	if m.Signed.Scheme != scheme {
		t.Errorf("scheme %s, want %s", m.Signed.Scheme, scheme)
	}
	return m
}

// pgpEntity makes an OpenPGP key that GenerateKey would not make.
func pgpEntity(t testing.TB, config *packet.Config) *openpgp.Entity {
	t.Helper()
	if config.Time == nil {
		config.Time = func() time.Time { return then.AddDate(-1, 0, 0) }
	}
	if config.Algorithm == 0 {
		config.Algorithm = packet.PubKeyAlgoEdDSA
	}
	return val(openpgp.NewEntity("Red", "", "red@example.org", config))(t)
}

// export returns the public half of a key as its owner would send it.
func export(t testing.TB, entity *openpgp.Entity) []byte {
	t.Helper()
	return []byte(val(armoured(openpgp.PublicKeyType, func(out *bytes.Buffer) error { return entity.Serialize(out) }))(t))
}

// signerOf wraps an entity without the checks of ParseSigner.
func signerOf(entity *openpgp.Entity) *Signer {
	return &Signer{pgp: entity, public: PublicKey{Fingerprint: pgpFingerprint(entity)}}
}
