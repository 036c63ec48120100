package reports

import (
	"encoding/json"
	"fmt"

	"keryx/adjudicator"
	"keryx/store"
)

// gamesOf lists the games that somebody has to do with now, by their names.
func gamesOf(tx store.ReadTx, address string) ([]store.Game, error) {
	return GamesWhere(tx, address, false)
}

// GamesWhere is one walk over the games, which reads no ledger but the entries that name players.
func GamesWhere(tx store.ReadTx, address string, ever bool) (all []store.Game, err error) {
	concerns := map[string]bool{}
	seats, err := tx.SeatsConcerning(address)
	if err != nil {
		return nil, err
	}
	for _, seat := range seats {
		concerns[seat.Game] = true
	}
	if ever {
		entries, err := tx.Seated()
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			held, err := HeldIn(e)
			if err != nil {
				return nil, err
			}
			for _, seat := range held {
				if seat.Player == address {
					concerns[e.Game] = true
				}
			}
		}
	}
	games, err := tx.Games()
	for _, game := range games {
		if concerns[game.ID] || game.Referee == address {
			all = append(all, game)
		}
	}
	return all, err
}

// Handover says why a seat goes to somebody else.
type Handover string

// Holding is who held a seat from a turn on.
type Holding struct {
	Player string   `json:"player"` // address
	Keys   []string `json:"keys"`   // fingerprints of his keys in use
	Turn   int      `json:"turn,omitempty"`
	How    Handover `json:"how,omitempty"` // empty for the first
	Entry  int      `json:"-"`             // of the ledger
}

// HeldIn reads who holds the seats from a ledger entry on; nothing if it is none that names them, or if
// they are forgotten.
func HeldIn(e store.Entry) (seats map[string]Holding, err error) {
	if adjudicator.EntryKind(e.Kind) != adjudicator.Seats || !e.Removed.IsZero() {
		return nil, nil
	}
	if err := json.Unmarshal(e.Body, &seats); err != nil {
		return nil, fmt.Errorf("game %s: ledger entry %d names no holders: %w", e.Game, e.Seq, err)
	}
	return seats, nil
}
