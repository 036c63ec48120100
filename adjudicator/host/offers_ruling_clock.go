package host

import (
	"encoding/json"
	"fmt"
	"time"

	"keryx/adjudicator"
	"keryx/store"
)

// What a club allows unless it says otherwise.
const (
	LongestPause = 60 * 24 * time.Hour // of one pause
	MostPauses   = 4                   // in a game
)

// longestOfPauses is the longest that the club allows.
func (h *Host) longestOfPauses() time.Duration {
	if h.LongestPause > 0 {
		return h.LongestPause
	}
	return LongestPause
}

// mostPauses is how often a referee may pause a game.
func (h *Host) mostPauses() int {
	if h.Pauses > 0 {
		return h.Pauses
	}
	return MostPauses
}

// pausesOf counts how often a game was paused, by its referee or by its two players.
func pausesOf(tx store.ReadTx, game string) (n int, err error) {
	entries, err := tx.Entries(game, 1)
	if err != nil {
		return 0, fmt.Errorf("game %s: its ledger: %w", game, err)
	}
	for _, e := range entries {
		var offered offerBody
		switch ruled, ok := readRulingBody(ledgerEntry(e)); {
		case ok && ruled.Act == actPause:
			n++
		case adjudicator.EntryKind(e.Kind) == adjudicator.Offered && json.Unmarshal(e.Body, &offered) == nil &&
			offered.Act == "accepted" && offered.Kind == offerAdjourn:
			n++
		}
	}
	return n, nil
}

// stopGame lets the clocks of a game stand still.
func (h *Host) stopGame(tx store.Tx, p *position, until time.Time) error {
	now := h.Now()
	w := paused{Since: now, Until: until, Left: map[string]time.Duration{}}
	for _, seat := range p.seats {
		if seat.Deadline != nil {
			w.Left[seat.Side] = seat.Deadline.Sub(now)
		}
	}
	if err := w.save(tx, p.game.ID); err != nil {
		return err
	}
	p.game.Status = store.Paused
	return tx.UpdateGame(p.game)
}
