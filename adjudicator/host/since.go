package host

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"keryx/adjudicator"
	"keryx/store"
	"keryx/templates"
)

// compare adds to a report what the side saw when it was last told, so that what has
// not changed can be folded, and what has happened since in figures. A position that
// cannot be played again (an early turn under other rules) is left out.
func (p *position) compare(tx store.ReadTx, seat store.Seat, side adjudicator.Side, r *templates.Report) error {
	if seat.ReportedEntry == 0 {
		return nil
	}
	before, err := p.viewAt(tx, seat, side)
	if isBroken(err) || errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	r.Before = &before
	if tallier, ok := p.rules.(adjudicator.Tallier); ok {
		var events []adjudicator.Event
		for _, c := range r.Story {
			events = append(events, c.Events...)
		}
		r.News = tallier.Tally(side, events, before, r.View)
	}
	return nil
}

// viewAt is what a side saw when its seat was last told: the game played again up to
// the ledger entry that it was told up to.
func (p *position) viewAt(tx store.ReadTx, seat store.Seat, side adjudicator.Side) (adjudicator.View, error) {
	snap, err := tx.Snapshot(p.game.ID, seat.ReportedTurn)
	if err != nil {
		return adjudicator.View{}, err
	}
	entries, err := tx.Entries(p.game.ID, snap.Seq)
	if err != nil {
		return adjudicator.View{}, fmt.Errorf("game %s: its ledger: %w", p.game.ID, err)
	}
	behind := slices.IndexFunc(entries, func(e store.Entry) bool { return e.Seq > max(seat.ReportedEntry, snap.Seq) })
	if behind >= 0 {
		entries = entries[:behind]
	}
	then := &position{game: p.game, rules: p.rules, info: p.info}
	defer then.close()
	if err := then.rebuild(snap, entries); err != nil {
		return adjudicator.View{}, err
	}
	return then.session.Game().View(side), nil
}

// missed are the deadlines among the entries of a report that passed without orders:
// of the side, and of the other one.
func (p *position) missed(proof templates.Proof, side adjudicator.Side) (own, other []time.Time) {
	for _, e := range proof.Entries {
		if e.Kind != adjudicator.Deadline {
			continue
		}
		at, err := time.Parse("deadline "+time.RFC3339, string(e.Body))
		if err != nil {
			at = e.Time // written in another form, once
		}
		if e.Side == p.info.Sides[side] {
			own = append(own, at)
		} else {
			other = append(other, at)
		}
	}
	return own, other
}
