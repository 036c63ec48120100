package host

import (
	"encoding/json"
	"errors"
	"fmt"

	"keryx/adjudicator"
	"keryx/store"
	"keryx/templates"
)

// opening is what a side saw at the start of a turn.
type opening struct {
	turn int
	view adjudicator.View
}

// openings are the starts of all turns of a game so far, as the side saw them then,
// oldest first.
func (p *position) openings(tx store.ReadTx, side adjudicator.Side) (all []opening, err error) {
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
		all = append(all, opening{turn, game.View(side)})
	}
	return all, nil
}

// remember adds to a report what only the turns before can tell: the course of the
// balance, and what the turns that have ended came to.
func (p *position) remember(tx store.ReadTx, side adjudicator.Side, r *templates.Report) error {
	openings, err := p.openings(tx, side)
	if err != nil {
		return err
	}
	for _, o := range openings {
		r.History = append(r.History, o.view.Balance)
	}
	tallier, ok := p.rules.(adjudicator.Tallier)
	if !ok {
		return nil
	}
	for i, c := range p.chapters {
		before, after := viewOf(openings, c.turn), viewOf(openings, c.turn+1)
		if after == nil {
			after = &r.View // the last turn of the game
		}
		if before != nil {
			r.Story[i].Tally = tallier.Tally(side, c.events, *before, *after)
		}
	}
	return nil
}

// viewOf finds the view at the start of a turn; nil if it is not kept.
func viewOf(openings []opening, turn int) *adjudicator.View {
	for i := range openings {
		if openings[i].turn == turn {
			return &openings[i].view
		}
	}
	return nil
}
