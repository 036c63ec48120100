package offers

import (
	"encoding/json"
	"fmt"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/written"
	"keryx/store"
)

// PausesOf counts how often a game was paused, by its referee or by its two players.
func PausesOf(tx store.ReadTx, game string) (n int, err error) {
	entries, err := tx.Entries(game, 1)
	if err != nil {
		return 0, fmt.Errorf("game %s: its ledger: %w", game, err)
	}
	for _, e := range entries {
		var offered offerBody
		switch ruled, ok := play.ReadRulingBody(club.LedgerEntry(e)); {
		case ok && ruled.Act == written.ActPause:
			n++
		case adjudicator.EntryKind(e.Kind) == adjudicator.Offered && json.Unmarshal(e.Body, &offered) == nil &&
			offered.Act == "accepted" && offered.Kind == offerAdjourn:
			n++
		}
	}
	return n, nil
}

// StopGame lets the clocks of a game stand still.
func (of *Offers) StopGame(tx club.Tx, p *play.Position, until time.Time) error {
	now := of.Now()
	w := play.Paused{Since: now, Until: until, Left: map[string]time.Duration{}}
	for _, seat := range p.Seats {
		if seat.Deadline != nil {
			w.Left[seat.Side] = seat.Deadline.Sub(now)
		}
	}
	if err := w.Save(tx, p.Game.ID); err != nil {
		return err
	}
	p.Game.Status = store.Paused
	return tx.UpdateGame(p.Game)
}
