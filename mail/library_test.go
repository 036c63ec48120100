package mail

import (
	"bytes"
	"errors"
	"io"
	"mime"
	mimemultipart "mime/multipart"
	netmail "net/mail"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	v1 "github.com/ProtonMail/go-crypto/openpgp"
	"github.com/ProtonMail/go-crypto/openpgp/armor"
	"github.com/ProtonMail/go-crypto/openpgp/clearsign"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
	"github.com/hiddeco/sshsig"
)

// TestLibraries pins what the libraries do and do not check. Where one of
// these fails after an update, the code that makes up for it can be looked at again.
func TestLibraries(t *testing.T) {
	block := signedBlock(t, red().pgp)
	redOnly := v1.EntityList{}
	for _, text := range []string{red().pgp.Public().Text} {
		redOnly = append(redOnly, val(v1.ReadArmoredKeyRing(strings.NewReader(text)))(t)...)
	}
	config := &packet.Config{Time: func() time.Time { return now }}

	t.Run("L1", func(t *testing.T) {
		empty := beginClearsigned + "\n\n" + beginPGPSign + "\n\n" + endPGPSign + "\n"
		if decoded, _ := clearsign.Decode([]byte(empty)); decoded != nil && len(decoded.Plaintext) > 0 {
			t.Errorf("an empty block gave %q", decoded.Plaintext)
		}
		info, ok := debug.ReadBuildInfo()
		if !ok {
			t.Skip("no build information")
		}
		for _, module := range info.Deps {
			if module.Path == "github.com/ProtonMail/go-crypto" && module.Version < "v1.5.0" {
				t.Errorf("go-crypto %s panics on an empty block", module.Version)
			}
		}
	})
	t.Run("L2 the Hash line is not compared", func(t *testing.T) {
		decoded, _ := clearsign.Decode([]byte(strings.Replace(block, "Hash: SHA512", "Hash: MD5", 1)))
		if decoded == nil {
			t.Fatal("not decoded any more")
		}
		if _, err := decoded.VerifySignature(redOnly, config); err != nil {
			t.Errorf("the library compares the Hash line now: %v", err)
		}
	})
	t.Run("L2 a binary signature passes as clearsigned", func(t *testing.T) {
		binary := signPacket(t, red().pgp.pgp.PrivateKey, func(s *packet.Signature) { s.SigType = packet.SigTypeBinary })
		decoded, _ := clearsign.Decode([]byte(rawClear(t, "Hash: SHA512\n", binary)))
		if _, err := decoded.VerifySignature(redOnly, config); err != nil {
			t.Errorf("the library checks the type now: %v", err)
		}
	})
	t.Run("L2 a second signature is ignored", func(t *testing.T) {
		other := signPacket(t, mallory().pgp.pgp.PrivateKey, func(*packet.Signature) {})
		decoded, _ := clearsign.Decode([]byte(rawClear(t, "Hash: SHA512\n", signPacketOf(t), other)))
		if _, err := decoded.VerifySignature(redOnly, config); err != nil {
			t.Errorf("the library counts signatures now: %v", err)
		}
	})
	t.Run("D2 text before a block is discarded", func(t *testing.T) {
		decoded, rest := clearsign.Decode([]byte("spend 9\n" + block + "spend 8\n"))
		if decoded == nil || bytes.Contains(decoded.Bytes, []byte("spend 9")) || string(rest) != "spend 8\n" {
			t.Errorf("rest %q", rest)
		}
	})
	t.Run("D4 a form feed ends the armour header", func(t *testing.T) {
		decoded, _ := clearsign.Decode([]byte(strings.Replace(block, "Hash: SHA512\n\n", "Hash: SHA512\n\f\n", 1)))
		if decoded == nil {
			t.Error("the library refuses it now")
		}
	})
	t.Run("L4", func(t *testing.T) {
		m, err := netmail.ReadMessage(strings.NewReader("Subject: a\r\nSubject: b\r\nX : \x00\r\n\r\n"))
		if err == nil && m.Header.Get("Subject") != "a" {
			t.Errorf("header %v", m.Header)
		}
		if _, err := netmail.ReadMessage(strings.NewReader("X: " + strings.Repeat("x", 1<<20) + "\r\n\r\n")); err != nil {
			t.Errorf("there is a limit now: %v", err)
		}
	})
	t.Run("L5", func(t *testing.T) {
		got, err := new(mime.WordDecoder).DecodeHeader("=?utf-8?q?a=0D=0Ab=00?=")
		if err != nil || got != "a\r\nb\x00" {
			t.Errorf("%q, %v", got, err)
		}
	})
	t.Run("L6", func(t *testing.T) {
		body := "--b\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\na=3Db\r\n--b--\r\n"
		part := val(mimemultipart.NewReader(strings.NewReader(body), "b").NextPart())(t)
		if octets := val(io.ReadAll(part))(t); string(octets) != "a=b" || part.Header.Get("Content-Transfer-Encoding") != "" {
			t.Errorf("%q, %v", octets, part.Header)
		}
	})
	t.Run("L7", func(t *testing.T) {
		sig := val(sshsig.Sign(strings.NewReader("a\nb\n"), red().ssh.ssh, sshsig.HashSHA512, Namespace))(t)
		if sshsig.Verify(strings.NewReader("a\r\nb\r\n"), sig, red().ssh.ssh.PublicKey(), sig.HashAlgorithm, Namespace) == nil {
			t.Error("line ends do not matter any more")
		}
	})
	t.Run("A4 the armour is searched for", func(t *testing.T) {
		if _, err := armor.Decode(strings.NewReader("text before\n" + red().pgp.Public().Text)); err != nil {
			t.Error(err)
		}
		if _, err := armor.Decode(strings.NewReader("")); !errors.Is(err, io.EOF) {
			t.Error(err)
		}
	})
}
