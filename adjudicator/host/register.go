package host

import (
	"context"
	"errors"
	"fmt"

	"keryx/mail"
	"keryx/store"
)

// AddKey registers a public key for a player: for all his seats, or for those of
// one game. It returns the key's fingerprint. The error is a *[mail.Refusal]
// when the key will not do, a *[SettingError] when its owner will not.
func (h *Host) AddKey(ctx context.Context, player, game string, text []byte) (fingerprint string, err error) {
	key, err := mail.ParsePublicKey(text)
	if err != nil {
		return "", err
	}
	if key.Revoked || key.ExpiredAt(h.Now()) {
		return "", &SettingError{"key", key.Fingerprint, "one that is neither revoked nor expired"}
	}
	row := store.Key{Fingerprint: key.Fingerprint, Player: store.Address(player), Game: game, Scheme: string(key.Kind),
		Material: []byte(key.Text), State: store.KeyActive, Added: h.Now(), Changed: h.Now()}
	if !key.Expires.IsZero() {
		row.Expires = &key.Expires
	}
	err = h.Store.Update(ctx, func(tx store.Tx) error {
		if err := tx.AddKey(row); err != nil {
			return err
		}
		opponents, referees, err := h.concerned(tx, row)
		if err != nil || len(opponents)+len(referees) == 0 {
			return err
		}
		return h.tellKeyChange(tx, row, "now-active", "other-active", "other-active")
	})
	switch {
	case errors.Is(err, store.ErrDuplicate):
		return "", &SettingError{"key", key.Fingerprint, "one that has never been registered"}
	case errors.Is(err, store.ErrNotFound):
		return "", &SettingError{"player", player, "a registered player, and a game that exists"}
	case err != nil:
		return "", fmt.Errorf("registering key %s: %w", key.Fingerprint, err)
	}
	return key.Fingerprint, nil
}
