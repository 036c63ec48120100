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
// name becomes the comment or the user id. A passphrase locks the private key;
// an empty one leaves it open. at is the creation time written into OpenPGP
// keys.
func GenerateKey(kind KeyKind, owner string, passphrase []byte, at time.Time) (private []byte, public PublicKey, err error) {
	if owner == "" || owner != display(owner, 100) || strings.ContainsAny(owner, "()<>") {
		return nil, PublicKey{}, fmt.Errorf("mail: %q cannot be the name in a key", owner)
	}
	switch kind {
	case SSH:
		private, public, err = generateSSH(owner, passphrase)
	case OpenPGP:
		private, public, err = generatePGP(owner, passphrase, at)
	default:
		err = fmt.Errorf("unknown kind of key %q", kind)
	}
	if err != nil {
		return nil, PublicKey{}, fmt.Errorf("generate key: %w", err)
	}
	return private, public, nil
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

func generatePGP(owner string, passphrase []byte, at time.Time) ([]byte, PublicKey, error) {
	if at.IsZero() {
		return nil, PublicKey{}, errors.New("an OpenPGP key needs a creation time")
	}
	config := signConfig(at)
	config.Algorithm = packet.PubKeyAlgoEdDSA
	config.Curve = packet.Curve25519
	entity, err := openpgp.NewEntity(owner, "", "", config)
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
