package mail

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp/armor"
	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"
)

// ErrParcel reports a file from another server that is not signed as it says.
var ErrParcel = errors.New("mail: the signature does not hold")

// EncryptOctets encrypts octets to the key, armoured. Errors match [ErrNoEncryption].
func (k PublicKey) EncryptOctets(octets []byte, at time.Time) (sealed []byte, err error) {
	defer rescue(&err)
	entity, err := k.encryptsAt(at)
	if err != nil {
		return nil, err
	}
	text, err := armoured(messageBlock, func(out *bytes.Buffer) error {
		w, err := openpgp.Encrypt(out, openpgp.EntityList{entity}, nil, nil, nil, encryptConfig(at))
		if err != nil {
			return err
		}
		if _, err := w.Write(octets); err != nil {
			return err
		}
		return w.Close()
	})
	return []byte(text), err
}

// DecryptOctets is the inverse of [PublicKey.EncryptOctets], for up to limit octets.
// Nothing of them is returned before their integrity is proved. Errors match
// [ErrSealedUp].
func (s *Signer) DecryptOctets(sealed []byte, limit int64) (octets []byte, err error) {
	defer rescue(&err)
	if s.pgp == nil {
		return nil, fmt.Errorf("%w: %s is an SSH key, which only signs", ErrSealedUp, s.public.Fingerprint)
	}
	block, err := armor.Decode(bytes.NewReader(sealed))
	if err != nil || block.Type != messageBlock {
		return nil, fmt.Errorf("%w: it is no %s: %w", ErrSealedUp, messageBlock, err)
	}
	m, err := openpgp.ReadMessage(block.Body, openpgp.EntityList{s.pgp}, nil, pgpConfig(time.Time{}))
	if err != nil {
		return nil, fmt.Errorf("%w with key %s: %w", ErrSealedUp, s.public.Fingerprint, err)
	}
	octets, err = io.ReadAll(io.LimitReader(m.UnverifiedBody, limit+1))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSealedUp, err)
	}
	if int64(len(octets)) > limit {
		return nil, fmt.Errorf("%w: it holds more than %d bytes", ErrSealedUp, limit)
	}
	return octets, nil
}

// CheckOctets checks what [Signer.SignOctets] made with the key, when the clock says at.
// Errors match [ErrParcel].
func (k PublicKey) CheckOctets(octets, signature []byte, at time.Time) (err error) {
	defer rescue(&err)
	entity, err := readPGPKey([]byte(k.Text))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrParcel, err)
	}
	block, err := armor.Decode(bytes.NewReader(signature))
	if err != nil || block.Type != openpgp.SignatureType {
		return fmt.Errorf("%w: it is no %s", ErrParcel, openpgp.SignatureType)
	}
	_, _, err = openpgp.VerifyDetachedSignature(openpgp.EntityList{entity}, bytes.NewReader(octets), block.Body, pgpConfig(at))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrParcel, err)
	}
	return nil
}
