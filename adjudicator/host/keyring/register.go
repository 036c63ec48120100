package keyring

import (
	"context"
	"errors"
	"fmt"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/mail"
	"keryx/store"
)

// AddKey registers a public key for a player: for all his seats, or for those of
// one game. Of a key that is registered for him it takes over what is new: a longer life,
// other subkeys. It returns the key's fingerprint. The error is a *[mail.Refusal]
// when the key will not do, a *[club.SettingError] when its owner will not.
func (ks *Keys) AddKey(ctx context.Context, player, game string, text []byte) (fingerprint string, err error) {
	key, err := mail.ParsePublicKey(text)
	if err != nil {
		return "", err
	}
	if known, err := ks.renewKnown(ctx, store.Address(player), game, key); known || err != nil {
		return key.Fingerprint, err
	}
	if key.Revoked || key.ExpiredAt(ks.Now()) {
		return "", &club.SettingError{Setting: "key", Value: key.Fingerprint, Want: "one that is neither revoked nor expired"}
	}
	row := store.Key{Fingerprint: key.Fingerprint, Player: store.Address(player), Game: game, Scheme: string(key.Kind),
		Material: []byte(key.Text), State: store.KeyActive, Added: ks.Now(), Changed: ks.Now()}
	if !key.Expires.IsZero() {
		row.Expires = &key.Expires
	}
	err = ks.Write(ctx, func(tx club.Tx) error {
		if err := errors.Join(KeyClosed(tx, row.Fingerprint), tx.AddKey(row)); err != nil {
			return err
		}
		if err := ks.Outbox.NoteNewKey(tx, row.Fingerprint); err != nil {
			return err
		}
		games, err := post.GamesConcerning(tx, row.Player)
		if err != nil || len(games) == 0 {
			return err
		}
		return ks.tellKeyChange(tx, row, "now-active", "other-active", "referee-active")
	})
	switch {
	case errors.Is(err, store.ErrDuplicate):
		return "", &club.SettingError{Setting: "key", Value: key.Fingerprint, Want: "one that has never been registered"}
	case errors.Is(err, store.ErrNotFound):
		return "", &club.SettingError{Setting: "player", Value: player, Want: "a registered player, and a game that exists"}
	case err != nil:
		return "", fmt.Errorf("registering key %s: %w", key.Fingerprint, err)
	}
	return key.Fingerprint, nil
}

// renewKnown takes over another edition of a key that is registered for the player
// already. It reports false if none of his has that fingerprint.
func (ks *Keys) renewKnown(ctx context.Context, player, game string, edition mail.PublicKey) (known bool, err error) {
	err = ks.Write(ctx, func(tx club.Tx) error {
		key, err := tx.KeyByFingerprint(edition.Fingerprint)
		if errors.Is(err, store.ErrNotFound) || err == nil && key.Player != player {
			return nil
		}
		if err != nil {
			return err
		}
		known = true
		switch {
		case key.State != store.KeyActive && key.State != store.KeyPending:
			return &club.SettingError{Setting: "key", Value: key.Fingerprint, Want: "another one: this is " + string(key.State) + ", and such a key does not come back"}
		case game != "" && game != key.Game:
			return &club.SettingError{Setting: "game", Value: game, Want: "the games that the key is registered for already, or another key"}
		}
		changed, err := ks.renew(tx, &key, edition)
		switch {
		case err != nil:
			return err
		case !changed && key.State == store.KeyPending:
			return &club.SettingError{Setting: "key", Value: key.Fingerprint, Want: "one that its owner has not sent himself: keryx key confirm lets this one count"}
		case !changed:
			return &club.SettingError{Setting: "key", Value: key.Fingerprint, Want: "one that is not registered yet, or a later edition with something new in it"}
		}
		return nil
	})
	return known, err
}

// ClosedKey remembers a key that was closed and is not known any more: it is not registered again.
func ClosedKey(fingerprint string) string { return "closed-key/" + fingerprint }

// KeyClosed refuses a key of which a note says that it was closed.
func KeyClosed(tx store.ReadTx, fingerprint string) error {
	text, err := tx.Setting(ClosedKey(fingerprint))
	if errors.Is(err, store.ErrNotFound) || err == nil && len(text) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	return &club.SettingError{Setting: "key", Value: fingerprint, Want: "another one: this was " + string(text) + ", and such a key does not come back"}
}
