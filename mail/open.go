package mail

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/ProtonMail/go-crypto/openpgp/armor"
	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"
)

// ErrSealedUp reports an encrypted mail that a key does not open; the error says why.
var ErrSealedUp = errors.New("mail: cannot be decrypted")

// Open decrypts a saved mail that was encrypted to the key as PGP/MIME, and returns it
// as it would have been sent without: for [ReadReport] and [CheckSeal]. A mail that is
// not encrypted is returned as it is. Errors match [ErrSealedUp].
func (s *Signer) Open(raw []byte) (open []byte, err error) {
	defer rescue(&err)
	sealed, err := ReadReport(raw)
	if err != nil {
		return raw, nil // no letter of ours
	}
	message := encryptedPart(sealed.Files)
	if message == nil {
		return raw, nil
	}
	if s.pgp == nil {
		return nil, fmt.Errorf("%w: %s is an SSH key, which only signs", ErrSealedUp, s.public.Fingerprint)
	}
	block, err := armor.Decode(bytes.NewReader(message))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSealedUp, err)
	}
	m, err := openpgp.ReadMessage(block.Body, openpgp.EntityList{s.pgp}, nil, pgpConfig(sealed.Date))
	if err != nil {
		return nil, fmt.Errorf("%w with key %s: %w", ErrSealedUp, s.public.Fingerprint, err)
	}
	inside, err := io.ReadAll(io.LimitReader(m.UnverifiedBody, 16*MaxMail))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSealedUp, err)
	}
	return append(envelopeFields(raw), inside...), nil
}

// encryptedPart finds the second part of a multipart/encrypted (RFC 3156 section 4).
func encryptedPart(files []Attachment) []byte {
	if len(files) != 2 || files[0].Type != "application/pgp-encrypted" || !bytes.HasPrefix(bytes.TrimSpace(files[1].Data), []byte("-----BEGIN PGP MESSAGE-----")) {
		return nil
	}
	return files[1].Data
}
