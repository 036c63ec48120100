package host

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"sync"

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

// ByKeyID implements [mail.Keyring]. An OpenPGP key of version 4 has the end of its
// fingerprint for an id, so an index finds those that sign themselves. For the ids of
// subkeys all OpenPGP keys are candidates; what ids they hold is read from each once.
func (k keyring) ByKeyID(ctx context.Context, id uint64) ([]mail.Key, error) {
	var found []mail.Key
	err := k.store.View(ctx, func(tx store.ReadTx) error {
		near, err := tx.KeysBySuffix(fmt.Sprintf("%016X", id))
		if err != nil {
			return err
		}
		if found, err = holding(near, id); err != nil || len(found) > 0 {
			return err
		}
		players, err := tx.Players()
		if err != nil {
			return err
		}
		for _, player := range players {
			keys, err := tx.KeysOf(player.Address)
			if err != nil {
				return err
			}
			more, err := holding(keys, id)
			if err != nil {
				return err
			}
			found = append(found, more...)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("looking up key id %016X: %w", id, err)
	}
	return found, nil
}

// heldIDs remembers the ids in registered keys, by the hash of a key's text. It holds at
// most maxHeldIDs keys.
var heldIDs = struct {
	sync.Mutex
	of map[[sha256.Size]byte][]uint64
}{of: map[[sha256.Size]byte][]uint64{}}

const maxHeldIDs = 100_000

// holding returns those of the keys that hold an OpenPGP key of that id.
func holding(stored []store.Key, id uint64) (found []mail.Key, err error) {
	for _, s := range stored {
		if s.Scheme != string(mail.OpenPGP) || s.State == store.KeyPending {
			continue
		}
		text := sha256.Sum256(s.Material)
		heldIDs.Lock()
		ids, known := heldIDs.of[text]
		heldIDs.Unlock()
		if known && !slices.Contains(ids, id) {
			continue
		}
		keys, err := readKeys([]store.Key{s})
		if err != nil {
			return nil, err
		}
		heldIDs.Lock()
		if len(heldIDs.of) < maxHeldIDs {
			heldIDs.of[text] = keys[0].KeyIDs
		}
		heldIDs.Unlock()
		if slices.Contains(keys[0].KeyIDs, id) {
			found = append(found, keys[0])
		}
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
