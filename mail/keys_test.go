package mail

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp/armor"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/crypto/ssh"
)

// sshLine is the public key line of a new key.
func sshLine(t *testing.T, key any) string {
	t.Helper()
	return string(ssh.MarshalAuthorizedKey(val(ssh.NewPublicKey(key))(t)))
}

// TestParsePublicKey reads keys as players send them.
func TestParsePublicKey(t *testing.T) {
	refused := func(t *testing.T, text string, want Code) {
		t.Helper()
		_, err := ParsePublicKey([]byte(text))
		var refusal *Refusal
		if !errors.As(err, &refusal) || refusal.Code != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	small := val(rsa.GenerateKey(rand.Reader, 1024))(t)
	curve := val(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	line := strings.TrimSpace(red().ssh.Public().Text)

	t.Run("SSH", func(t *testing.T) {
		key := val(ParsePublicKey([]byte("# my key\n\n" + line + " Red\u202e Player \x1b[0m\r\n")))(t)
		want := red().ssh.Public()
		want.Comment = "Red Player [0m"
		if diff := cmp.Diff(want, key); diff != "" {
			t.Errorf("key (-want +got):\n%s", diff)
		}
		if !strings.HasPrefix(key.Fingerprint, "SHA256:") {
			t.Errorf("fingerprint %q", key.Fingerprint)
		}
		if marked := val(ParsePublicKey([]byte("\ufeff" + line + "\r\n")))(t); marked.Fingerprint != want.Fingerprint {
			t.Errorf("with a byte order mark: %+v", marked)
		}
		if key := val(ParsePublicKey([]byte(sshLine(t, &curve.PublicKey))))(t); key.Algorithm != "ecdsa-sha2-nistp256" {
			t.Errorf("algorithm %q", key.Algorithm)
		}
		refused(t, sshLine(t, &small.PublicKey), WeakKey)
		refused(t, sshLine(t, hugeRSA()), KeyTooLarge)
		refused(t, line+"\n"+line, SeveralKeys)
		refused(t, `command="x" `+line, NoKey)
		refused(t, "", NoKey)
		refused(t, "hello", NoKey)
		refused(t, strings.Repeat("x", MaxKey+1), KeyTooLarge)
		refused(t, "ssh-dss AAAAB3NzaC1kc3M=", NoKey)
		refused(t, "sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29tAAAAIHAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABHNzaDo=", UnsupportedKey)
	})
	t.Run("OpenPGP", func(t *testing.T) {
		entity := pgpEntity(t, &packet.Config{KeyLifetimeSecs: 3600})
		key := val(ParsePublicKey(export(t, entity)))(t)
		if want := then.AddDate(-1, 0, 0).Add(time.Hour); !key.Expires.Equal(want) || !key.ExpiredAt(now) || key.ExpiredAt(want.Add(-1)) {
			t.Errorf("expires %v, want %v", key.Expires, want)
		}
		if len(key.Fingerprint) != 40 || key.Fingerprint != strings.ToUpper(key.Fingerprint) || len(key.KeyIDs) != 2 || key.Comment != "Red <red@example.org>" {
			t.Errorf("key %+v", key)
		}
		again := val(ParsePublicKey([]byte(key.Text)))(t)
		if diff := cmp.Diff(key, again); diff != "" {
			t.Errorf("the stored text gives another key (-first +again):\n%s", diff)
		}

		if err := entity.Revoke(packet.KeyCompromised, "", &packet.Config{}); err != nil {
			t.Fatal(err)
		}
		if !val(ParsePublicKey(export(t, entity)))(t).Revoked {
			t.Error("the revocation was not seen")
		}
		both := red().pgp.Public().Text + blue().pgp.Public().Text
		refused(t, both, SeveralKeys)
		refused(t, "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nAAAA\n-----END PGP PUBLIC KEY BLOCK-----\n", NoKey)
		refused(t, signedBlock(t, red().pgp), NoKey)
		refused(t, string(export(t, pgpEntity(t, &packet.Config{Algorithm: packet.PubKeyAlgoRSA, RSABits: 1024}))), WeakKey)

		refused(t, string(export(t, certifyOnly(t))), UnfitKey)

		// Two keys in one armour, a curve that is not trusted, one too large to reckon with.
		twins := val(armoured(openpgp.PublicKeyType, func(out *bytes.Buffer) error {
			return errors.Join(red().pgp.pgp.Serialize(out), blue().pgp.pgp.Serialize(out))
		}))(t)
		refused(t, twins, SeveralKeys)
		refused(t, string(export(t, pgpEntity(t, &packet.Config{Algorithm: packet.PubKeyAlgoECDSA, Curve: packet.CurveSecP256k1}))), WeakKey)
		huge := pgpEntity(t, &packet.Config{})
		huge.Subkeys[0].PublicKey = packet.NewRSAPublicKey(then, hugeRSA())
		huge.Subkeys[0].PublicKey.IsSubkey = true
		refused(t, string(export(t, huge)), KeyTooLarge)
	})
	t.Run("much in a key", func(t *testing.T) {
		// Many user ids and subkeys, those that are given up among them, a picture that
		// nobody here understands, and what others certified.
		entity := pgpEntity(t, &packet.Config{})
		made := func() time.Time { return then.AddDate(0, -1, 0) }
		for n := range 20 {
			must(t, entity.AddUserId(fmt.Sprint("Red ", n), "", fmt.Sprintf("red-%d@example.org", n), &packet.Config{Time: made}))
		}
		for n := range 8 {
			must(t, entity.AddSigningSubkey(&packet.Config{Algorithm: packet.PubKeyAlgoEdDSA, Time: func() time.Time { return then.AddDate(0, -1, n) }}))
			if n < 7 {
				must(t, entity.Subkeys[n+1].Revoke(packet.KeySuperseded, "", &packet.Config{Time: func() time.Time { return then }}))
			}
		}
		block := val(armor.Decode(bytes.NewReader(export(t, entity))))(t)
		octets := val(io.ReadAll(block.Body))(t)
		picture := append([]byte{0xd1, 0x16, 0x15, 0x01, 0x10, 0x00, 0x01, 0x01}, make([]byte, 16)...) // RFC 9580 section 5.12.1
		text := val(armoured(openpgp.PublicKeyType, func(out *bytes.Buffer) error { out.Write(octets); out.Write(picture); return nil }))(t)

		key := val(ParsePublicKey([]byte(text)))(t)
		if len(key.KeyIDs) != 10 || key.Revoked || key.Fingerprint != pgpFingerprint(entity) {
			t.Errorf("key %+v", key)
		}
		in := desk()
		in.Keys = Keys{{PublicKey: key}}
		wantSigned(t, in, eml(signedBlock(t, signerOf(entity))), signerOf(entity), Clearsigned)
	})
	t.Run("a private key", func(t *testing.T) {
		for _, kind := range []KeyKind{SSH, OpenPGP} {
			private, _, err := GenerateKey(kind, "Red", nil, then)
			if err != nil {
				t.Fatal(err)
			}
			refused(t, string(private), PrivateKey)
		}
	})
}

// hugeRSA is a public key of more than 8192 bits.
func hugeRSA() *rsa.PublicKey {
	n := new(big.Int).Lsh(big.NewInt(1), 8192)
	return &rsa.PublicKey{N: n.Add(n, big.NewInt(1)), E: 65537}
}

// certifyOnly is a key that may certify and not sign, with one subkey that encrypts.
func certifyOnly(t *testing.T) *openpgp.Entity {
	t.Helper()
	config := &packet.Config{Time: func() time.Time { return then.AddDate(0, -1, 0) }}
	entity := pgpEntity(t, &packet.Config{})
	for _, identity := range entity.Identities {
		identity.SelfCertifications[0].Packet.FlagSign = false
		if err := identity.ReSign(config); err != nil {
			t.Fatal(err)
		}
	}
	return entity
}

// TestSigner signs with locked keys, and refuses what intake would refuse.
func TestSigner(t *testing.T) {
	for _, kind := range []KeyKind{SSH, OpenPGP} {
		t.Run(string(kind), func(t *testing.T) {
			private, public, err := GenerateKey(kind, "Red Player", []byte("thálatta"), then)
			if err != nil {
				t.Fatal(err)
			}
			if public.Comment != "Red Player" {
				t.Errorf("comment %q", public.Comment)
			}
			asked := 0
			signer := val(ParseSigner(private, func() ([]byte, error) { asked++; return []byte("thálatta"), nil }))(t)
			if asked != 1 || signer.Public().Fingerprint != public.Fingerprint {
				t.Errorf("asked %d times, key %s", asked, signer.Public().Fingerprint)
			}
			in := desk()
			in.Keys = Keys{{PublicKey: public}}
			block := val(signer.Sign("  game hel-7\r\nmove T10\u00a0\u2013 T4", now))(t)
			if m := wantSigned(t, in, eml(string(block)), signer, map[KeyKind]Scheme{SSH: SSHInline, OpenPGP: Clearsigned}[kind]); m.Signed.Text != "game hel-7\nmove T10 - T4\n" {
				t.Errorf("text %q", m.Signed.Text)
			}
			for name, ask := range map[string]func() ([]byte, error){
				"none":     nil,
				"wrong":    func() ([]byte, error) { return []byte("thalassa"), nil },
				"given up": func() ([]byte, error) { return nil, errors.New("no terminal") },
			} {
				if _, err := ParseSigner(private, ask); !errors.Is(err, ErrPassphrase) {
					t.Errorf("%s: error %v", name, err)
				}
			}

			for text, want := range map[string]Code{
				"": EmptyText, " \n": EmptyText, "a\x1b": ControlChar, "a\rb": ControlChar, "\xff": BadUTF8, "-----BEGIN X": WrongBlock,
				strings.Repeat("x", MaxText+1): TextTooLarge,
			} {
				for _, sign := range []func(string, time.Time) ([]byte, error){signer.Sign, signer.SignFile} {
					_, err := sign(text, now)
					var refusal *Refusal
					if !errors.As(err, &refusal) || refusal.Code != want {
						t.Errorf("%.20q: error %v, want %s", text, err, want)
					}
				}
			}
		})
	}
	t.Run("an expired key does not sign", func(t *testing.T) {
		signer := signerOf(pgpEntity(t, &packet.Config{KeyLifetimeSecs: 3600}))
		if _, err := signer.Sign(orderText, now); err == nil {
			t.Error("signed")
		}
		if _, err := signer.SignOctets([]byte(orderText), now); err == nil {
			t.Error("signed")
		}
	})
	t.Run("no key", func(t *testing.T) {
		for _, text := range []string{"", "hello", red().pgp.Public().Text, red().ssh.Public().Text} {
			if _, err := ParseSigner([]byte(text), nil); err == nil {
				t.Errorf("%.30q: accepted", text)
			}
		}
		for _, owner := range []string{"", "Red (red@example.org)", "<red@example.org>", "Red <red>", "Red <red@example.org> x", "a\nb"} {
			if _, _, err := GenerateKey(SSH, owner, nil, then); err == nil {
				t.Errorf("owner %q accepted", owner)
			}
		}
		if _, _, err := GenerateKey("minisign", "Red", nil, then); err == nil {
			t.Error("unknown kind accepted")
		}
	})
	t.Run("reports as PGP/MIME", func(t *testing.T) {
		// What goes out through Compose comes in again.
		letter := Letter{
			From: Address{Addr: "red@example.org"}, To: Address{Addr: "keryx@club.example"}, Subject: "Orders", Date: then,
			MessageID: "<1@example.org>", AutoSubmitted: NotAutomatic, Text: orderText,
			Wrap: SignPGP(Micalg, func(octets []byte) ([]byte, error) { return red().pgp.SignOctets(octets, then) }),
		}
		if m := wantSigned(t, desk(), val(Compose(letter))(t), red().pgp, PGPMIME); m.Signed.Text != orderText {
			t.Errorf("text %q", m.Signed.Text)
		}
	})
}
