package host

import (
	"errors"

	"keryx/mail"
	"keryx/store"
)

// author finds the player who wrote a message, or in whose name it came; proven says
// which. There may be none.
func (h *Host) author(tx store.ReadTx, in incoming) (player store.Player, proven bool, err error) {
	fingerprint := ""
	switch {
	case in.message.Signed != nil:
		fingerprint = in.message.Signed.Fingerprint
	case in.refusal != nil:
		fingerprint = in.refusal.Fingerprint
	}
	if fingerprint != "" {
		key, err := tx.KeyByFingerprint(fingerprint)
		switch {
		case errors.Is(err, store.ErrNotFound): // it offers itself
		case err != nil:
			return player, false, err
		case key.State != store.KeyPending:
			player, err = tx.Player(key.Player)
			return player, true, err
		}
	}
	player, err = h.claimed(tx, in.message)
	return player, false, err
}

// claimed finds the registered player whose address a mail bears; there may be none.
func (h *Host) claimed(tx store.ReadTx, m *mail.Message) (store.Player, error) {
	address := store.Address(m.From)
	if address == "" || address == store.Address(h.Post.Address) {
		return store.Player{}, nil
	}
	player, err := tx.Player(address)
	if errors.Is(err, store.ErrNotFound) {
		return store.Player{}, nil
	}
	return player, err
}
