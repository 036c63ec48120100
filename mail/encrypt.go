package mail

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp/packet"
	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"
)

// ErrNoEncryption reports a key that nothing can be encrypted to: an SSH key, one that
// has expired or is revoked, or one without a subkey for it. The error says which.
var ErrNoEncryption = errors.New("mail: nothing can be encrypted to that key")

// Encrypter returns a Letter.Wrap that encrypts the body to the key as PGP/MIME
// (RFC 3156 section 4). What is to be signed as well is signed first, inside
// (section 6.1): see [Signer.Seal]. Errors match [ErrNoEncryption].
func (k PublicKey) Encrypter(at time.Time) (wrap func(Entity) (Entity, error), err error) {
	defer rescue(&err)
	if _, err := k.encryptsAt(at); err != nil {
		return nil, err
	}
	return EncryptPGP(func(octets []byte) ([]byte, error) { return k.EncryptOctets(octets, at) }), nil
}

// messageBlock is the kind of armour that an encrypted text has.
const messageBlock = "PGP MESSAGE"

// encryptConfig is how is encrypted.
func encryptConfig(at time.Time) *packet.Config {
	config := pgpConfig(at)
	config.DefaultCipher = packet.CipherAES256
	return config
}

// encryptsAt returns the key if something can be encrypted to it.
func (k PublicKey) encryptsAt(at time.Time) (*openpgp.Entity, error) {
	if k.Kind != OpenPGP {
		return nil, fmt.Errorf("%w: %s is an SSH key, which only signs", ErrNoEncryption, k.Fingerprint)
	}
	if k.ExpiredAt(at) {
		return nil, fmt.Errorf("%w: %s has expired", ErrNoEncryption, k.Fingerprint)
	}
	entity, err := readPGPKey([]byte(k.Text))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoEncryption, err)
	}
	if _, err := entity.EncryptionKeyWithError(at, encryptConfig(at)); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrNoEncryption, k.Fingerprint, err)
	}
	return entity, nil
}

// WithSubject puts the letter's subject into the body, where mail programs look for it
// when they have decrypted a mail whose own subject says nothing (the "protected
// headers" that went before RFC 9788, which today's programs read).
func (e Entity) WithSubject(subject string) Entity {
	fields := make([]headerField, 0, len(e.fields)+1)
	for _, f := range e.fields {
		if strings.EqualFold(f.name, "Content-Type") {
			f.value += `; protected-headers="v1"`
		}
		fields = append(fields, f)
	}
	return Entity{append(fields, headerField{"Subject", encodeText(subject)}), e.content}
}
