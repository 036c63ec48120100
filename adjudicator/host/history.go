package host

import (
	"encoding/json"
	"errors"
	"fmt"

	"keryx/adjudicator"
	"keryx/store"
)

// history is the balance of a game at the start of each turn so far, as the side saw
// it then, oldest first.
func (p *position) history(tx store.ReadTx, side adjudicator.Side) (rows [][]adjudicator.BalanceRow, err error) {
	for turn := 1; turn <= p.game.Turn; turn++ {
		stored, err := tx.Snapshot(p.game.ID, turn)
		if errors.Is(err, store.ErrNotFound) {
			continue // a ruling has rolled the game back
		}
		if err != nil {
			return nil, fmt.Errorf("game %s, turn %d: %w", p.game.ID, turn, err)
		}
		var snap adjudicator.Snapshot
		if err := json.Unmarshal(stored.Body, &snap); err != nil {
			return nil, fmt.Errorf("%w: snapshot of turn %d: %w", ErrReplay, turn, err)
		}
		game, err := p.rules.Load(snap.Setup, snap.State)
		if err != nil {
			return nil, fmt.Errorf("%w: snapshot of turn %d: %w", ErrReplay, turn, err)
		}
		rows = append(rows, game.View(side).Balance)
	}
	return rows, nil
}
