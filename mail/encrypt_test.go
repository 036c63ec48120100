package mail

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp/armor"
	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"
)

// secretly composes the report of these tests, signed by red and encrypted to a key.
func secretly(t *testing.T, to PublicKey) []byte {
	t.Helper()
	encrypt, err := to.Encrypter(then)
	if err != nil {
		t.Fatal(err)
	}
	l := report()
	subject := l.Subject
	l.Subject = "Keryx: message"
	l.Wrap = func(body Entity) (Entity, error) {
		body, err := red().pgp.Seal(then)(body.WithSubject(subject))
		if err != nil {
			return Entity{}, err
		}
		return encrypt(body)
	}
	return val(Compose(l))(t)
}

// armouredMessage cuts the encrypted part out of a mail.
func armouredMessage(t *testing.T, raw []byte) []byte {
	t.Helper()
	const end = "-----END PGP MESSAGE-----\r\n"
	from, to := bytes.Index(raw, []byte("-----BEGIN PGP MESSAGE-----")), bytes.Index(raw, []byte(end))
	if from < 0 || to < from {
		t.Fatalf("no encrypted part in\n%s", raw)
	}
	return raw[from : to+len(end)]
}

// wantInside checks a decrypted body: the seal holds, the subject and the text are there.
func wantInside(t *testing.T, inside []byte) {
	t.Helper()
	whole := append([]byte("From: a@example.org\r\nTo: b@example.org\r\nSubject: x\r\nDate: Sat, 21 Nov 2026 12:00:00 +0000\r\nMessage-ID: <a@b>\r\nMIME-Version: 1.0\r\n"), inside...)
	if at, err := CheckSeal(whole, red().pgp.Public()); err != nil || !at.Equal(then) {
		t.Errorf("the seal inside: %v, %v", at, err)
	}
	if !bytes.Contains(inside, []byte("Subject: "+encodeText(report().Subject)[:10])) {
		t.Error("the subject is not inside")
	}
	r, err := ReadReport(whole)
	if err != nil || r.Text != report().Text {
		t.Errorf("inside: %v, %q", err, r.Text)
	}
}

// What is encrypted is read by its owner alone, and nothing of it stands outside.
func TestEncrypt(t *testing.T) {
	raw := secretly(t, red().pgp.Public())
	for line := range strings.Lines(report().Text) {
		if word := strings.TrimSpace(line); len(word) > 3 && bytes.Contains(raw, []byte(word)) {
			t.Errorf("%q stands in the clear", word)
		}
	}
	if bytes.Contains(raw, []byte(encodeText(report().Subject))) {
		t.Error("the subject stands in the clear")
	}
	block, err := armor.Decode(bytes.NewReader(armouredMessage(t, raw)))
	if err != nil {
		t.Fatal(err)
	}
	cipher := val(io.ReadAll(block.Body))(t)
	m, err := openpgp.ReadMessage(bytes.NewReader(cipher), openpgp.EntityList{red().pgp.pgp}, nil, pgpConfig(then))
	if err != nil {
		t.Fatal(err)
	}
	wantInside(t, val(io.ReadAll(m.UnverifiedBody))(t))
	if _, err := openpgp.ReadMessage(bytes.NewReader(cipher), openpgp.EntityList{mallory().pgp.pgp}, nil, pgpConfig(then)); err == nil {
		t.Error("another key decrypts it")
	}
}

// Keys that cannot be encrypted to are refused, before anything is sent.
func TestNoEncryption(t *testing.T) {
	expired := red().pgp.Public()
	expired.Expires = then.Add(-time.Hour)
	entity := *red().pgp.pgp
	entity.Subkeys = nil
	bare := val(publicPGPKey(&entity))(t)
	for name, key := range map[string]PublicKey{"SSH": red().ssh.Public(), "expired": expired, "no subkey": bare, "nothing": {Kind: OpenPGP}} {
		if _, err := key.Encrypter(then); !errors.Is(err, ErrNoEncryption) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// GnuPG decrypts it.
func TestEncryptForGnuPG(t *testing.T) {
	if _, err := exec.LookPath("gpg"); err != nil {
		t.Skip("gpg is not installed")
	}
	home, err := os.MkdirTemp("", "keryx-gpg") // a socket's path is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(home) })
	gpg := func(in []byte, args ...string) []byte {
		t.Helper()
		cmd := exec.Command("gpg", append([]string{"--homedir", home, "--batch", "--quiet", "--pinentry-mode", "loopback", "--passphrase", ""}, args...)...)
		cmd.Stdin = bytes.NewReader(in)
		var complaints bytes.Buffer
		cmd.Stderr = &complaints
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("gpg %v: %v\n%s", args, err, complaints.String())
		}
		return out
	}
	t.Cleanup(func() {
		_ = exec.Command("gpgconf", "--homedir", home, "--kill", "gpg-agent").Run() // it goes by itself without its folder
	})
	private, public, err := GenerateKey(OpenPGP, "Anna", nil, then.Add(-time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	gpg(private, "--import")
	file := filepath.Join(home, "message.asc")
	if err := os.WriteFile(file, armouredMessage(t, secretly(t, public)), 0o600); err != nil {
		t.Fatal(err)
	}
	wantInside(t, gpg(nil, "--decrypt", file))
}
