package host

import (
	"context"
	"fmt"
	"time"

	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/watch"
	"keryx/store"
)

// Nobody looks at a deadline before there may be something to do about it. A seat that
// has changed, or whose game has, is looked at once; then it is known when the next look
// is due: at its next reminder, at its deadline, or never, if all has been said. So what
// a round costs does not hang on how many games there are.

// dueAtOnce bounds the seats that are looked at, or put off, in one transaction.
const dueAtOnce = 100

// due lists the first seats whose deadline had passed at a moment, or calls for a reminder.
// The others that were to be looked at are put off.
func (h *Host) due(ctx context.Context, until time.Time) (due []store.Seat, err error) {
	for {
		var quiet []store.Seat
		err := h.Store.View(ctx, func(tx store.ReadTx) error {
			seats, err := tx.SeatsToLookAt(until, dueAtOnce)
			if err != nil {
				return err
			}
			due = nil
			for _, seat := range seats {
				if at, err := h.nextLook(tx, seat, until); err != nil {
					return err
				} else if at == nil {
					due = append(due, seat)
				} else {
					quiet = append(quiet, seat)
				}
			}
			return nil
		})
		if err == nil && len(quiet) > 0 {
			err = h.keepQuiet(ctx, quiet, until)
		}
		if err != nil {
			return nil, fmt.Errorf("looking for deadlines: %w", err)
		}
		if len(quiet) == 0 || len(due) >= dueAtOnce/2 {
			return due, nil
		}
	}
}

// keepQuiet notes when seats that do not call at a moment are to be looked at again.
func (h *Host) keepQuiet(ctx context.Context, seats []store.Seat, until time.Time) error {
	return h.Write(ctx, func(tx club.Tx) error {
		r, err := h.Recovery.Redating(tx, h.Now())
		if err != nil {
			return err
		}
		ahead := false
		for _, seat := range seats {
			if seat, err = tx.Seat(seat.Game, seat.Side); err != nil {
				return err
			}
			if seat.Deadline == nil {
				continue // answered meanwhile
			}
			moved, err := r.Deadline(tx, seat)
			if err != nil {
				return err
			}
			ahead = ahead || !moved.Equal(*seat.Deadline)
			at, err := h.nextLook(tx, seat, until)
			if err != nil {
				return err
			}
			if at == nil {
				continue // changed meanwhile
			}
			// Never before the moment, which the store cuts to the millisecond.
			if err := tx.LookAgain(seat.Game, seat.Side, at.Add(time.Millisecond-1)); err != nil {
				return err
			}
		}
		if !ahead {
			return nil
		}
		_, err = r.Apply(tx)
		return err
	})
}

// lookLater puts off the next look at a seat that nothing can be done about now.
func (h *Host) lookLater(ctx context.Context, game, side string, at time.Time) {
	err := h.Write(ctx, func(tx club.Tx) error { return tx.LookAgain(game, side, at) })
	if err != nil {
		h.Log.Warn("a deadline is looked at again at once", "game", game, "side", side, "error", err)
	}
}

// nextLook returns when a seat is to be looked at again if nothing happens to it, or nil if
// its deadline had passed at a moment, or calls for a reminder, and its clock runs.
func (h *Host) nextLook(tx store.ReadTx, seat store.Seat, until time.Time) (*time.Time, error) {
	game, err := tx.Game(seat.Game)
	if err != nil {
		return nil, err
	}
	c, err := clock.NextCallOf(tx, game, seat, until)
	at := c.At
	if err != nil || at.After(until) {
		return &at, err
	}
	since, err := h.Terms.StoppedSince(tx, seat)
	if err != nil || since == nil {
		return nil, err
	}
	m, _, err := post.AskingMail(tx, seat)
	if err != nil {
		return nil, err
	}
	at = until.Add(watch.RefusedPause)
	if m.State != store.Failed {
		at = until.Add(watch.WaitingPause)
	}
	return &at, nil
}
