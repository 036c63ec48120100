package host

import (
	"context"
	"fmt"
	"time"

	"keryx/adjudicator"
	"keryx/store"
	"keryx/templates"
)

// Status is what a referee may see of a game at a glance: nothing that only one
// side knows.
type Status struct {
	Game  store.Game
	Turn  adjudicator.Phrase
	Head  templates.Link
	Seats []SeatStatus
}

// SeatStatus is one seat of a [Status].
type SeatStatus struct {
	Side     string
	Player   string // address
	Asked    string // the kind of question that waits; empty if none
	Deadline *time.Time
}

// Status reports where a game stands.
func (h *Host) Status(ctx context.Context, game string) (Status, error) {
	var s Status
	err := h.Store.View(ctx, func(tx store.ReadTx) error {
		p, err := load(tx, game)
		if err != nil {
			return err
		}
		defer p.close()
		s = Status{Game: p.game, Head: templates.Link{Seq: p.last.Seq, Hash: p.last.Hash}}
		if p.session != nil {
			s.Turn = p.session.Game().Name()
		}
		for i, seat := range p.seats {
			row := SeatStatus{Side: seat.Side, Player: seat.Player, Deadline: seat.Deadline}
			if p.session != nil {
				if q := p.session.Asked(adjudicator.Side(i)); q != nil {
					row.Asked = q.Kind
				}
			}
			s.Seats = append(s.Seats, row)
		}
		return nil
	})
	return s, err
}

// Ledger returns a game's whole ledger.
func (h *Host) Ledger(ctx context.Context, game string) ([]adjudicator.Entry, error) {
	var all []adjudicator.Entry
	err := h.Store.View(ctx, func(tx store.ReadTx) error {
		if _, err := tx.Game(game); err != nil {
			return fmt.Errorf("game %s: %w", game, err)
		}
		entries, err := tx.Entries(game, 1)
		for _, e := range entries {
			all = append(all, ledgerEntry(e))
		}
		return err
	})
	return all, err
}
