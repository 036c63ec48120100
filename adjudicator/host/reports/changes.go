package reports

import (
	"errors"
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/store"
	"keryx/templates"
)

// compareViews adds to a report what the side saw when it was last told, so that what has
// not changed can be folded, and what has happened since in figures. A position that
// cannot be played again (an early turn under other rules) is left out.
func compareViews(p *play.Position, tx store.ReadTx, seat store.Seat, side adjudicator.Side, r *templates.Report) error {
	if seat.ReportedTurn == 0 || r.Kind == templates.Welcome { // who is welcomed has seen nothing
		return nil
	}
	before, err := ViewAt(p, tx, seat, side)
	if play.IsBroken(err) {
		return nil
	}
	if err != nil {
		return err
	}
	r.Before = &before
	if tallier, ok := p.Rules.(adjudicator.Tallier); ok {
		var events []adjudicator.Event
		for _, c := range r.Story {
			events = append(events, c.Events...)
		}
		r.News = tallier.Tally(side, events, before, r.View)
	}
	return nil
}

// ViewAt is what a side saw when its seat was last told: the turn played again as far as
// the events that it was told.
func ViewAt(p *play.Position, tx store.ReadTx, seat store.Seat, side adjudicator.Side) (adjudicator.View, error) {
	if s := p.Seen; s != nil && *s == (play.Seen{Side: side, Turn: seat.ReportedTurn, Events: seat.ReportedEvent, Seq: p.Last.Seq, View: s.View}) {
		return *s.View, nil
	}
	snap, err := tx.Snapshot(p.Game.ID, seat.ReportedTurn)
	if err != nil {
		return adjudicator.View{}, err
	}
	entries, err := tx.Entries(p.Game.ID, snap.Seq)
	if err != nil {
		return adjudicator.View{}, fmt.Errorf("game %s: its ledger: %w", p.Game.ID, err)
	}
	then, err := p.Again(snap)
	if err != nil {
		return adjudicator.View{}, err
	}
	defer then.Close()
	if err := rebuildTo(then, snap, entries, seat.ReportedEvent); err != nil {
		return adjudicator.View{}, err
	}
	if other := p.Seats[1-side]; other.ReportedTurn == seat.ReportedTurn && other.ReportedEvent == seat.ReportedEvent {
		view := then.Session.Game().View(1 - side)
		p.Seen = &play.Seen{Side: 1 - side, Turn: seat.ReportedTurn, Events: seat.ReportedEvent, Seq: p.Last.Seq, View: &view}
	}
	return then.Session.Game().View(side), nil
}

// rebuildTo is rebuild as far as the entry by which a number of events had happened.
func rebuildTo(p *play.Position, snap store.Snapshot, entries []store.Entry, events int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: panic: %v", play.ErrReplay, r)
		}
	}()
	if len(entries) == 0 {
		return errors.Join(play.ErrReplay, adjudicator.ErrChain)
	}
	if err := p.Replay(snap, entries[:1]); err != nil {
		return err
	}
	void := play.GivenUp(entries)
	for _, e := range entries[1:] {
		if void[e.Seq] {
			p.Follow(club.LedgerEntry(e))
			continue
		}
		if len(p.Session.Events()) >= events || p.Session.Ended() {
			break
		}
		if err := p.ReplayEntry(club.LedgerEntry(e)); err != nil {
			return err
		}
	}
	return nil
}
