package post

import (
	"keryx/adjudicator/host/club"
	"keryx/store"
)

// InConfidence makes a transaction one that deals with a mail of a player which came encrypted: what goes out in it to
// him, and to those who play a seat with him, is encrypted too.
func InConfidence(tx club.Tx, player store.Player) (club.Tx, error) {
	readers := []string{player.Address}
	seats, err := tx.SeatsConcerning(player.Address)
	if err != nil {
		return tx, err
	}
	for _, seat := range seats {
		game, err := tx.Game(seat.Game)
		if err != nil {
			return tx, err
		}
		if game.Status != store.Ended {
			readers = append(append(readers, seat.Player), seat.Substitutes...)
		}
	}
	tx.Sealed = readers
	return tx, nil
}
