package mail

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp/packet"
	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"
	"golang.org/x/crypto/ssh"
)

// GenerateKey makes an Ed25519 key pair: in OpenSSH's own file format, or as
// an OpenPGP key of version 4, which GnuPG and Thunderbird read. The owner's
// name, with his address if there is one ("Anna <anna@club.example>"), becomes the comment or
// the user id: a mail program takes an OpenPGP key for somebody's only if his address stands
// in it. A passphrase locks the private key;
// an empty one leaves it open. at is the creation time written into OpenPGP
// keys.
func GenerateKey(kind KeyKind, owner string, passphrase []byte, at time.Time) (private []byte, public PublicKey, err error) {
	name, address, err := splitOwner(owner)
	if err != nil {
		return nil, PublicKey{}, err
	}
	switch kind {
	case SSH:
		private, public, err = generateSSH(owner, passphrase)
	case OpenPGP:
		private, public, err = generatePGP(name, address, passphrase, at)
	default:
		err = fmt.Errorf("unknown kind of key %q", kind)
	}
	if err != nil {
		return nil, PublicKey{}, fmt.Errorf("generate key: %w", err)
	}
	return private, public, nil
}

// splitOwner takes "Name <address>" or a name alone apart.
func splitOwner(owner string) (name, address string, err error) {
	name = owner
	if before, rest, ok := strings.Cut(owner, " <"); ok && strings.HasSuffix(rest, ">") {
		name, address = before, strings.TrimSuffix(rest, ">")
		if err := checkAddress(address); err != nil {
			return "", "", fmt.Errorf("mail: a key for %q: %w", owner, err)
		}
	}
	if name == "" || name != Display(name, 100) || strings.ContainsAny(name, "()<>") {
		return "", "", fmt.Errorf("mail: %q cannot be the name in a key", owner)
	}
	return name, address, nil
}

// HasAddress reports whether an OpenPGP key names an email address as its owner's.
func (s *Signer) HasAddress(address string) bool {
	if s.pgp == nil {
		return false
	}
	for _, identity := range s.pgp.Identities {
		if strings.EqualFold(identity.UserId.Email, address) {
			if _, err := identity.Verify(time.Time{}, pgpConfig(time.Time{})); err == nil {
				return true
			}
		}
	}
	return false
}

// AddAddress adds "Name <address>" to the names in an OpenPGP key, and returns the private
// key with it, armoured and not locked. It stays the same key. owner is as for
// [GenerateKey].
func (s *Signer) AddAddress(owner string, at time.Time) (private []byte, with *Signer, err error) {
	defer rescue(&err)
	name, address, err := splitOwner(owner)
	if err != nil {
		return nil, nil, err
	}
	if s.pgp == nil || address == "" {
		return nil, nil, fmt.Errorf("mail: %s is no OpenPGP key to which %q could be added", s.public.Fingerprint, owner)
	}
	config := signConfig(at)
	if err := s.pgp.AddUserId(name, "", address, config); err != nil {
		return nil, nil, fmt.Errorf("add %q to key %s: %w", owner, s.public.Fingerprint, err)
	}
	text, err := armoured(openpgp.PrivateKeyType, func(out *bytes.Buffer) error {
		return s.pgp.SerializePrivateWithoutSigning(out, config)
	})
	if err != nil {
		return nil, nil, fmt.Errorf("add %q to key %s: %w", owner, s.public.Fingerprint, err)
	}
	with, err = ParseSigner([]byte(text), nil)
	return []byte(text), with, err
}

func generateSSH(owner string, passphrase []byte) ([]byte, PublicKey, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, PublicKey{}, err
	}
	var block *pem.Block
	if len(passphrase) > 0 {
		block, err = ssh.MarshalPrivateKeyWithPassphrase(private, owner, passphrase)
	} else {
		block, err = ssh.MarshalPrivateKey(private, owner)
	}
	if err != nil {
		return nil, PublicKey{}, err
	}
	signer, err := ssh.NewSignerFromKey(private)
	if err != nil {
		return nil, PublicKey{}, err
	}
	line := bytes.TrimSuffix(ssh.MarshalAuthorizedKey(signer.PublicKey()), []byte("\n"))
	public, err := ParsePublicKey([]byte(string(line) + " " + owner + "\n"))
	return pem.EncodeToMemory(block), public, err
}

func generatePGP(name, address string, passphrase []byte, at time.Time) ([]byte, PublicKey, error) {
	if at.IsZero() {
		return nil, PublicKey{}, errors.New("an OpenPGP key needs a creation time")
	}
	config := signConfig(at)
	config.Algorithm = packet.PubKeyAlgoEdDSA
	config.Curve = packet.Curve25519
	entity, err := openpgp.NewEntity(name, "", address, config)
	if err != nil {
		return nil, PublicKey{}, err
	}
	public, err := publicPGPKey(entity)
	if err != nil {
		return nil, PublicKey{}, err
	}
	if len(passphrase) > 0 {
		if err := entity.EncryptPrivateKeys(passphrase, config); err != nil {
			return nil, PublicKey{}, err
		}
	}
	private, err := armoured(openpgp.PrivateKeyType, func(out *bytes.Buffer) error {
		return entity.SerializePrivateWithoutSigning(out, config)
	})
	return []byte(private), public, err
}
