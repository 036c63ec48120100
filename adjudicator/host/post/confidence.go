package post

import (
	"slices"

	"keryx/store"
)

// confidence is a transaction that deals with a mail which came encrypted: what goes out in
// it to its author, and to those who play a seat with him, is encrypted, whether they want
// that for all their mail or not.
type confidence struct {
	store.Tx
	readers []string // addresses
}

// InConfidence makes a transaction one that deals with an encrypted mail of that player.
func InConfidence(tx store.Tx, player store.Player) (store.Tx, error) {
	c := confidence{tx, []string{player.Address}}
	seats, err := tx.SeatsConcerning(player.Address)
	if err != nil {
		return nil, err
	}
	for _, seat := range seats {
		game, err := tx.Game(seat.Game)
		if err != nil {
			return nil, err
		}
		if game.Status != store.Ended {
			c.readers = append(append(c.readers, seat.Player), seat.Substitutes...)
		}
	}
	return c, nil
}

// isConfidential reports whether a mail to an address answers one that came encrypted.
func isConfidential(tx store.ReadTx, address string) bool {
	c, ok := tx.(confidence)
	return ok && slices.Contains(c.readers, store.Address(address))
}

// PutLeague implements [store.Tx].
func (t Hearing) PutLeague(l store.League) error {
	if t.Dry {
		return nil
	}
	return t.Tx.PutLeague(l)
}

// DeleteLeague implements [store.Tx].
func (t Hearing) DeleteLeague(id string) error {
	if t.Dry {
		return nil
	}
	return t.Tx.DeleteLeague(id)
}

// SetSetting implements [store.Tx].
func (t Hearing) SetSetting(name string, value []byte) error {
	if t.Dry {
		return nil
	}
	return t.Tx.SetSetting(name, value)
}
