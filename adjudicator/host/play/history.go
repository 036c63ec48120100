package play

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"keryx/adjudicator"
	"keryx/store"
	"keryx/templates"
)

// opening is what a side saw at the start of a turn.
type opening struct {
	turn    int
	balance []adjudicator.BalanceRow
	view    *adjudicator.View // nil unless all of it is wanted
}

// openings are the starts of all turns of a game so far, as the side saw them then,
// oldest first. Only where all is wanted of a turn is it decoded, if its balance is known.
func (p *Position) openings(tx store.ReadTx, side adjudicator.Side, known *balances, wanted func(turn int) bool) (all []opening, err error) {
	for turn := 1; turn <= p.Game.Turn; turn++ {
		stored, err := tx.Snapshot(p.Game.ID, turn)
		if errors.Is(err, store.ErrNotFound) {
			continue // a ruling has rolled the game back
		}
		if err != nil {
			return nil, fmt.Errorf("game %s, turn %d: %w", p.Game.ID, turn, err)
		}
		key := balanceKey{p.Info.Name, sha256.Sum256(stored.Body), side}
		if balance, ok := known.find(key); ok && !wanted(turn) {
			all = append(all, opening{turn: turn, balance: balance})
			continue
		}
		var snap adjudicator.Snapshot
		if err := json.Unmarshal(stored.Body, &snap); err != nil {
			return nil, fmt.Errorf("%w: snapshot of turn %d: %w", ErrReplay, turn, err)
		}
		rules, err := p.rulesAt(snap.Version)
		if err != nil {
			continue // it was played by rules that are gone
		}
		game, err := rules.Load(snap.Setup, snap.State)
		if err != nil {
			return nil, fmt.Errorf("%w: snapshot of turn %d: %w", ErrReplay, turn, err)
		}
		view := game.View(side)
		known.add(key, view.Balance)
		all = append(all, opening{turn, view.Balance, &view})
	}
	return all, nil
}

// remember adds to a report what only the turns before can tell: the course of the
// balance, what the turns that have ended came to, and at last the whole game.
func (p *Position) remember(tx store.ReadTx, side adjudicator.Side, known *balances, r *templates.Report) error {
	if err := p.tellLooks(tx, r); err != nil {
		return err
	}
	over := p.Game.Status == store.Ended
	openings, err := p.openings(tx, side, known, func(turn int) bool {
		return over || slices.ContainsFunc(p.Chapters, func(c chapter) bool { return turn == c.Turn || turn == c.Turn+1 })
	})
	if err != nil {
		return err
	}
	for _, o := range openings {
		r.History = append(r.History, o.balance)
	}
	tallier, ok := p.Rules.(adjudicator.Tallier)
	if !ok {
		return nil
	}
	for i, c := range p.Chapters {
		before, after := viewOf(openings, c.Turn), viewOf(openings, c.Turn+1)
		if after == nil {
			after = &r.View // the last turn of the game
		}
		if before != nil {
			r.Story[i].Tally = tallier.Tally(side, c.Events, *before, *after)
		}
	}
	if !over || len(openings) == 0 {
		return nil
	}
	events, err := p.allEvents(tx)
	if errors.Is(err, ErrReplay) || errors.Is(err, store.ErrNotFound) {
		return nil // a game must end even if an early turn was played under other rules
	}
	if err != nil {
		return err
	}
	r.Tally = tallier.Tally(side, events, *openings[0].view, r.View)
	return nil
}

// allEvents plays the turns that have ended once more, and returns what happened in all
// of them. It returns an error that matches [ErrReplay] or [store.ErrNotFound] if one of
// them cannot be played.
func (p *Position) allEvents(tx store.ReadTx) (all []adjudicator.Event, err error) {
	last := p.Session.Turn()
	for turn := 1; turn < last; turn++ {
		events, err := p.eventsOf(tx, turn)
		if err != nil {
			return nil, fmt.Errorf("game %s, turn %d: %w", p.Game.ID, turn, err)
		}
		all = append(all, events...)
	}
	return append(all, p.Session.Events()...), nil
}

// eventsOf plays a turn that has ended once more.
func (p *Position) eventsOf(tx store.ReadTx, turn int) ([]adjudicator.Event, error) {
	snap, err := tx.Snapshot(p.Game.ID, turn)
	if err != nil {
		return nil, err
	}
	entries, err := tx.Entries(p.Game.ID, snap.Seq)
	if err != nil {
		return nil, err
	}
	void := GivenUp(entries)
	end := slices.IndexFunc(entries, func(e store.Entry) bool {
		return e.Seq > snap.Seq && !void[e.Seq] && e.Kind == string(adjudicator.Reveal)
	})
	if end < 0 {
		return nil, fmt.Errorf("%w: the ledger does not say where it ended", ErrReplay)
	}
	again, err := p.Again(snap)
	if err != nil {
		return nil, err
	}
	defer again.Close()
	if err := again.Replay(snap, entries[:end]); err != nil {
		return nil, err
	}
	return again.Session.Events(), nil
}

// viewOf finds the view at the start of a turn; nil if it is not kept or was not wanted.
func viewOf(openings []opening, turn int) *adjudicator.View {
	for i := range openings {
		if openings[i].turn == turn {
			return openings[i].view
		}
	}
	return nil
}
