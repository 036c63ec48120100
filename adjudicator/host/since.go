package host

import (
	"errors"
	"fmt"

	"keryx/adjudicator"
	"keryx/store"
	"keryx/templates"
)

// compareViews adds to a report what the side saw when it was last told, so that what has
// not changed can be folded, and what has happened since in figures. A position that
// cannot be played again (an early turn under other rules) is left out.
func compareViews(p *position, tx store.ReadTx, seat store.Seat, side adjudicator.Side, r *templates.Report) error {
	if seat.ReportedTurn == 0 || r.Kind == templates.Welcome { // who is welcomed has seen nothing
		return nil
	}
	before, err := viewAt(p, tx, seat, side)
	if isBroken(err) {
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

// viewAt is what a side saw when its seat was last told: the turn played again as far as
// the events that it was told.
func viewAt(p *position, tx store.ReadTx, seat store.Seat, side adjudicator.Side) (adjudicator.View, error) {
	if s := p.seen; s != nil && *s == (seen{side, seat.ReportedTurn, seat.ReportedEvent, p.last.Seq, s.view}) {
		return *s.view, nil
	}
	snap, err := tx.Snapshot(p.game.ID, seat.ReportedTurn)
	if err != nil {
		return adjudicator.View{}, err
	}
	entries, err := tx.Entries(p.game.ID, snap.Seq)
	if err != nil {
		return adjudicator.View{}, fmt.Errorf("game %s: its ledger: %w", p.game.ID, err)
	}
	then, err := p.again(snap)
	if err != nil {
		return adjudicator.View{}, err
	}
	defer then.close()
	if err := rebuildTo(then, snap, entries, seat.ReportedEvent); err != nil {
		return adjudicator.View{}, err
	}
	if other := p.seats[1-side]; other.ReportedTurn == seat.ReportedTurn && other.ReportedEvent == seat.ReportedEvent {
		view := then.session.Game().View(1 - side)
		p.seen = &seen{1 - side, seat.ReportedTurn, seat.ReportedEvent, p.last.Seq, &view}
	}
	return then.session.Game().View(side), nil
}

// rebuildTo is rebuild as far as the entry by which a number of events had happened.
func rebuildTo(p *position, snap store.Snapshot, entries []store.Entry, events int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: panic: %v", ErrReplay, r)
		}
	}()
	if len(entries) == 0 {
		return errors.Join(ErrReplay, adjudicator.ErrChain)
	}
	if err := p.replay(snap, entries[:1]); err != nil {
		return err
	}
	void := givenUp(entries)
	for _, e := range entries[1:] {
		if void[e.Seq] {
			p.follow(ledgerEntry(e))
			continue
		}
		if len(p.session.Events()) >= events || p.session.Ended() {
			break
		}
		if err := p.replayEntry(ledgerEntry(e)); err != nil {
			return err
		}
	}
	return nil
}
