package host

import (
	"context"
	"errors"
	"fmt"

	"keryx/mail"
	"keryx/store"
)

// keyring is the register of keys as the intake of mail sees it.
type keyring struct{ store store.Store }

// ByFingerprint implements [mail.Keyring].
func (k keyring) ByFingerprint(ctx context.Context, fingerprint string) ([]mail.Key, error) {
	var found []mail.Key
	err := k.store.View(ctx, func(tx store.ReadTx) error {
		key, err := tx.KeyByFingerprint(fingerprint)
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		found, err = readKeys([]store.Key{key})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("looking up key %s: %w", fingerprint, err)
	}
	return found, nil
}

// ByKeyID implements [mail.Keyring]. A subkey's id is not a suffix of the
// primary key's fingerprint, so all OpenPGP keys of the register are candidates
// to be narrowed down by the ids they hold.
func (k keyring) ByKeyID(ctx context.Context, id uint64) ([]mail.Key, error) {
	var found []mail.Key
	err := k.store.View(ctx, func(tx store.ReadTx) error {
		players, err := tx.Players()
		if err != nil {
			return err
		}
		for _, player := range players {
			stored, err := tx.KeysOf(player.Address)
			if err != nil {
				return err
			}
			keys, err := readKeys(stored)
			if err != nil {
				return err
			}
			for _, key := range keys {
				for _, have := range key.KeyIDs {
					if have == id {
						found = append(found, key)
						break
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("looking up key id %016X: %w", id, err)
	}
	return found, nil
}

// readKeys decodes registered keys. A key awaiting confirmation signs nothing,
// so it is not in the ring.
func readKeys(stored []store.Key) ([]mail.Key, error) {
	var keys []mail.Key
	for _, s := range stored {
		if s.State == store.KeyPending {
			continue
		}
		public, err := mail.ParsePublicKey(s.Material)
		if err != nil {
			return nil, fmt.Errorf("registered key %s: %w", s.Fingerprint, err)
		}
		key := mail.Key{PublicKey: public}
		if s.Expires != nil && (key.Expires.IsZero() || s.Expires.Before(key.Expires)) {
			key.Expires = *s.Expires // the register may end a key early
		}
		switch s.State {
		case store.KeyRetired:
			key.State = mail.Retired
		case store.KeyRevoked:
			key.State = mail.Revoked
		}
		keys = append(keys, key)
	}
	return keys, nil
}
