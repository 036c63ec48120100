package mail

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Seal returns a Letter.Wrap that signs the body with the key as PGP/MIME (RFC 3156
// section 5), so that its reader can tell our mail from anybody else's. The key must
// be an OpenPGP key.
func (s *Signer) Seal(at time.Time) func(Entity) (Entity, error) {
	return SignPGP(Micalg, func(octets []byte) ([]byte, error) { return s.SignOctets(octets, at) })
}

// ErrNotSealed reports a mail that is not signed as PGP/MIME, or not by the key that
// was expected; the error says which.
var ErrNotSealed = errors.New("mail: not sealed by that key")

// CheckSeal checks that a saved mail is signed as [Signer.Seal] does, by the given
// key, and returns when. Its errors match [ErrNotSealed].
func CheckSeal(raw []byte, key PublicKey) (at time.Time, err error) {
	defer rescue(&err)
	if len(raw) > maxSaved {
		return at, fmt.Errorf("%w: %w", ErrNotSealed, ErrSavedTooLarge)
	}
	octets, err := wired(raw)
	if err != nil {
		return at, fmt.Errorf("%w: %w", ErrNotSealed, err)
	}
	root, err := new(splitter).split(octets, 0)
	if err != nil {
		return at, fmt.Errorf("%w: %w", ErrNotSealed, err)
	}
	f, err := find(root)
	if err != nil {
		return at, fmt.Errorf("%w: %w", ErrNotSealed, err)
	}
	if f.scheme != PGPMIME {
		return at, fmt.Errorf("%w: it is no multipart/signed", ErrNotSealed)
	}
	in := Intake{Keys: Keys{{PublicKey: key}}, Now: time.Now}
	var signed Signed
	if err := in.verifyPGP(context.Background(), f, &signed); err != nil {
		return at, fmt.Errorf("%w: %w", ErrNotSealed, err)
	}
	return signed.Signed, nil
}
