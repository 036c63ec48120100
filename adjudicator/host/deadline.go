package host

import (
	"context"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator"
	"keryx/store"
)

// Sweep deals with the deadlines at a moment: it reminds players before theirs, and
// when it has passed and their game waits for them; it takes defaults for those whose
// game does not; and it writes the receipts that have waited long enough. It returns how many seats it dealt with. All mail received by that moment must
// have been fetched.
func (h *Host) Sweep(ctx context.Context, until time.Time) (int, error) {
	due, err := h.due(ctx, until)
	if err != nil {
		return 0, err
	}
	dealt := 0
	for _, seat := range due {
		done := false
		err := h.Store.Update(ctx, func(tx store.Tx) (err error) {
			done, err = h.late(tx, seat.Game, seat.Side, until)
			return err
		})
		if err != nil {
			// One broken game must not stop the deadlines of the others.
			h.Log.Error("a deadline could not be dealt with", "game", seat.Game, "side", seat.Side, "error", err)
			h.reportBroken(ctx, seat.Game, err)
			continue
		}
		if done {
			dealt++
		}
	}
	written, err := h.Receipts(ctx, until)
	return dealt + written, errors.Join(err, ctx.Err())
}

// horizon is how far ahead deadlines are looked at for their reminders.
const horizon = 400 * 24 * time.Hour

// due lists the seats whose deadline had passed at a moment, or called for a reminder.
func (h *Host) due(ctx context.Context, until time.Time) (due []store.Seat, err error) {
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		all, err := tx.SeatsDue(until.Add(horizon))
		if err != nil {
			return err
		}
		for _, seat := range all {
			if now, err := h.callsFor(tx, seat, until); err != nil {
				return err
			} else if now {
				due = append(due, seat)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("looking for deadlines: %w", err)
	}
	return due, nil
}

// callsFor reports whether a seat's deadline has passed, or calls for a reminder, and its
// clock runs.
func (h *Host) callsFor(tx store.ReadTx, seat store.Seat, until time.Time) (bool, error) {
	calls, err := callsAt(tx, seat, until)
	if err != nil || !calls {
		return false, err
	}
	since, err := h.stoppedSince(tx, seat)
	return since == nil, err
}

// callsAt is callsFor of a seat whose clock runs.
func callsAt(tx store.ReadTx, seat store.Seat, until time.Time) (bool, error) {
	if !seat.Deadline.After(until) {
		return !reminded(seat), nil
	}
	game, err := tx.Game(seat.Game)
	if err != nil {
		return false, err
	}
	if _, due := remindNow(game, seat, until); !due {
		return false, nil
	}
	n, err := notes(tx, seat)
	return n.Absent == nil, err
}

// reminded reports whether the holder of a seat has been told that his deadline
// passed. Nothing more happens then until he answers.
func reminded(seat store.Seat) bool {
	return seat.Reminded != nil && seat.Deadline != nil && !seat.Reminded.Before(*seat.Deadline)
}

// late follows a game's contract for one seat whose deadline has passed. The
// seat is read again: an answer may have come in meanwhile.
func (h *Host) late(tx store.Tx, gameID, side string, until time.Time) (bool, error) {
	seat, err := tx.Seat(gameID, side)
	if err != nil {
		return false, err
	}
	if seat.Deadline == nil {
		return false, nil
	}
	if since, err := h.stoppedSince(tx, seat); err != nil || since != nil {
		return false, err
	}
	game, err := tx.Game(gameID)
	if err != nil || game.Status != store.Running {
		return false, err
	}
	if seat.Deadline.After(until) {
		return h.early(tx, game, seat, until)
	}
	if Contract(game.Contract) == Wait {
		if reminded(seat) {
			return false, nil
		}
		return true, h.remind(tx, game, seat, *seat.Deadline)
	}
	if waits, err := arrived(tx, *seat.Deadline); err != nil || waits {
		return false, err
	}
	p, err := load(tx, gameID)
	if err != nil {
		return false, err
	}
	defer p.close()
	n, _ := p.info.Seat(side)
	if p.session.Asked(n) == nil {
		return false, fmt.Errorf("game %s: side %s has a deadline and no question", gameID, side)
	}
	e := h.next(p, adjudicator.Deadline, side, fmt.Appendf(nil, "deadline %s", seat.Deadline.UTC().Format(time.RFC3339)))
	out, err := h.play(tx, p, e, evidence{})
	if err != nil {
		return false, err
	}
	if len(out.Faults) > 0 {
		return false, fmt.Errorf("game %s: a default answer was refused: %w", gameID, out.Faults[0])
	}
	return true, h.reportDefault(tx, p, n)
}

// early reminds a player before his deadline, but not one whom the server answers for.
func (h *Host) early(tx store.Tx, game store.Game, seat store.Seat, until time.Time) (bool, error) {
	moment, due := remindNow(game, seat, until)
	if !due {
		return false, nil
	}
	n, err := notes(tx, seat)
	if err != nil || n.Absent != nil {
		return false, err
	}
	if waits, err := arrived(tx, until); err != nil || waits {
		return false, err
	}
	return true, h.remind(tx, game, seat, moment)
}

// arrived reports whether a message that was received by a deadline still waits
// to be worked on. It may hold the answer: receipt counts.
func arrived(tx store.ReadTx, deadline time.Time) (bool, error) {
	first, err := tx.Pending(1)
	if err != nil {
		return false, err
	}
	return len(first) > 0 && !first[0].Receipt.After(deadline), nil
}

// minOutage is the shortest absence that moves deadlines.
const minOutage = 10 * time.Minute

// Heartbeat notes that the daemon is awake. If it was away for long, the
// deadlines of running games move by the time it was away, so that nobody is
// late because the server was; it returns by how much. A clock that has jumped
// ahead looks the same and has the same effect. One that has been set back brings back
// what was dated while it was ahead.
func (h *Host) Heartbeat(ctx context.Context) (outage time.Duration, err error) {
	return h.beat(ctx, h.Now())
}

// beat is Heartbeat at a moment.
func (h *Host) beat(ctx context.Context, now time.Time) (outage time.Duration, err error) {
	err = h.Store.Update(ctx, func(tx store.Tx) error {
		was, err := lastAwake(tx)
		if err != nil {
			return err
		}
		if was != nil && now.Sub(*was) >= minOutage {
			outage = now.Sub(*was)
			if err := errors.Join(h.shiftDeadlines(tx, *was, outage), shiftKeys(tx, *was, outage)); err != nil {
				return err
			}
		}
		if _, err := h.turnBack(tx, now); err != nil {
			return err
		}
		return noteAwake(tx, now)
	})
	if err != nil {
		return 0, fmt.Errorf("noting that the daemon is awake: %w", err)
	}
	return outage, nil
}

// shiftDeadlines moves the deadlines that had not passed at a moment.
func (h *Host) shiftDeadlines(tx store.Tx, since time.Time, by time.Duration) error {
	games, err := tx.Games()
	if err != nil {
		return err
	}
	for _, game := range games {
		if game.Status != store.Running {
			continue
		}
		seats, err := tx.SeatsOf(game.ID)
		if err != nil {
			return err
		}
		for _, seat := range seats {
			if seat.Deadline == nil || seat.Deadline.Before(since) {
				continue
			}
			if stopped, err := h.stoppedSince(tx, seat); err != nil {
				return err
			} else if stopped != nil {
				continue // its clock stood still in any case
			}
			moved := seat.Deadline.Add(by)
			if !reminded(seat) && seat.Reminded != nil { // of this very deadline, before it
				at := seat.Reminded.Add(by)
				seat.Reminded = &at
			}
			seat.Deadline = &moved
			if err := tx.UpdateSeat(seat); err != nil {
				return err
			}
			if err := h.tellMoved(tx, seat, since, by); err != nil {
				return err
			}
			h.Log.Info("deadline moved by the outage", "game", game.ID, "side", seat.Side, "by", by, "deadline", moved)
		}
	}
	return nil
}

// tellMoved tells those who play a seat that its deadline has moved.
func (h *Host) tellMoved(tx store.Tx, seat store.Seat, since time.Time, by time.Duration) error {
	game, err := tx.Game(seat.Game)
	if err != nil {
		return err
	}
	readers, err := h.readers(tx, game, seat)
	if err != nil {
		return err
	}
	for _, address := range readers {
		player, err := tx.Player(address)
		if err != nil {
			return fmt.Errorf("game %s: a player of %s: %w", game.ID, seat.Side, err)
		}
		err = h.tellPlayer(tx, player, seat, "deadline-moved", since.UTC().Format(time.RFC3339)+seat.Deadline.UTC().Format(time.RFC3339Nano),
			"Game", game.ID, "Deadline", *seat.Deadline, "Since", since, "Hours", int(by.Hours()), "Minutes", int(by.Minutes())%60)
		if err != nil {
			return err
		}
	}
	return nil
}
