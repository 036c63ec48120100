package post

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"keryx/mail"
	"keryx/store"
)

// Keyring is the register of keys as the intake of mail sees it.
type Keyring struct{ Store store.Store }

// ByFingerprint implements [mail.Keyring].
func (k Keyring) ByFingerprint(ctx context.Context, fingerprint string) ([]mail.Key, error) {
	var found []mail.Key
	err := k.Store.View(ctx, func(tx store.ReadTx) error {
		key, err := tx.KeyByFingerprint(fingerprint)
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		found, err = ReadKeys([]store.Key{key})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("looking up key %s: %w", fingerprint, err)
	}
	return found, nil
}

// ByKeyID implements [mail.Keyring]. The register lists keys under the ids of all that they
// hold; where it knows none of that id, those that it does not list yet are listed first.
func (k Keyring) ByKeyID(ctx context.Context, id uint64) ([]mail.Key, error) {
	found, err := k.listed(ctx, id)
	if err != nil || len(found) > 0 {
		return found, err
	}
	if some, err := k.List(ctx); err != nil || !some {
		return nil, err
	}
	return k.listed(ctx, id)
}

// listed returns the keys that are listed under an id.
func (k Keyring) listed(ctx context.Context, id uint64) (found []mail.Key, err error) {
	err = k.Store.View(ctx, func(tx store.ReadTx) error {
		keys, err := tx.KeysHolding(idName(id))
		if err != nil {
			return err
		}
		keys = slices.DeleteFunc(keys, func(s store.Key) bool { return s.Scheme != string(mail.OpenPGP) })
		found, err = ReadKeys(keys)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("looking up key id %016X: %w", id, err)
	}
	return found, nil
}

// idName is how the register knows the id of an OpenPGP key.
func idName(id uint64) string { return fmt.Sprintf("%016X", id) }

// listedAtOnce bounds the keys that are listed in one transaction.
const listedAtOnce = 50

// List lists the keys that were added or renewed since it was last called, and reports
// whether there were any. One that cannot be read is under no id, and stands in nobody's way.
func (k Keyring) List(ctx context.Context) (some bool, err error) {
	for {
		var keys []store.Key
		err := k.Store.View(ctx, func(tx store.ReadTx) (err error) {
			keys, err = tx.UnlistedKeys(listedAtOnce)
			return err
		})
		if err == nil && len(keys) > 0 {
			err = k.listThese(ctx, keys)
		}
		if err != nil {
			return some, fmt.Errorf("listing the ids of keys: %w", err)
		}
		if len(keys) == 0 {
			return some, nil
		}
		some = true
	}
}

// listThese lists keys. They are read before the transaction begins, which takes long; one
// that was renewed meanwhile, or is gone, is left as it is.
func (k Keyring) listThese(ctx context.Context, keys []store.Key) error {
	ids := make([][]string, len(keys))
	for i, key := range keys {
		if public, err := mail.ParsePublicKey(key.Material); err == nil {
			for _, id := range public.KeyIDs {
				ids[i] = append(ids[i], idName(id))
			}
		}
	}
	return k.Store.Update(ctx, func(tx store.Tx) error {
		for i, key := range keys {
			now, err := tx.KeyByFingerprint(key.Fingerprint)
			if errors.Is(err, store.ErrNotFound) || err == nil && !bytes.Equal(now.Material, key.Material) {
				continue
			}
			if err != nil {
				return err
			}
			if err := tx.ListKey(key.Fingerprint, ids[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// ReadKeys decodes registered keys. A key awaiting confirmation signs nothing,
// so it is not in the ring.
func ReadKeys(stored []store.Key) ([]mail.Key, error) {
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
