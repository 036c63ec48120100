package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"keryx/store"
)

// minOutage is the shortest absence that moves deadlines.
const minOutage = 10 * time.Minute

// Heartbeat notes that the daemon is awake. If it was away for long, the
// deadlines of running games move by the time it was away, so that nobody is
// late because the server was; it returns by how much. A clock that has jumped
// ahead looks the same and has the same effect. One that has been set back brings back
// what was dated while it was ahead.
func (h *Host) Heartbeat(ctx context.Context) (outage time.Duration, err error) {
	if outage, err = h.beat(ctx, h.Now()); err != nil {
		return outage, err
	}
	return outage, h.shiftRest(ctx)
}

// beat is Heartbeat at a moment, but that the moving of deadlines is only begun; see
// [Host.shiftRest].
func (h *Host) beat(ctx context.Context, now time.Time) (outage time.Duration, err error) {
	err = h.Store.Update(ctx, func(tx store.Tx) error {
		was, err := lastAwake(tx)
		if err != nil {
			return err
		}
		if was != nil && now.Sub(*was) >= minOutage {
			outage = now.Sub(*was)
			if err := errors.Join(beginShift(tx, shift{Since: *was, By: outage, Noted: store.Time(now)}), shiftKeys(tx, *was, outage), h.shiftLadders(tx, *was, outage, store.Time(now))); err != nil {
				return err
			}
		}
		if _, err := h.turnBack(tx, now); err != nil {
			return err
		}
		return errors.Join(noteBound(tx, now), noteAwake(tx, now))
	})
	if err != nil {
		return 0, fmt.Errorf("noting that the daemon is awake: %w", err)
	}
	return outage, nil
}

// A shift is the moving of the deadlines that had not passed when the server went away. It
// is done in pieces, each in a transaction of its own that notes how far it has come, so
// that none holds up the mail, and an end in the midst of it moves nothing twice and
// forgets nothing. Until it has ended nobody is late.
type shift struct {
	Since time.Time     `json:"since"`
	By    time.Duration `json:"by"`
	Noted time.Time     `json:"noted"` // when the server was back: what was asked from then on has its full time
	Game  string        `json:"game"`  // the last seat that was looked at
	Side  string        `json:"side"`
}

// shiftedAtOnce bounds the seats of a piece.
const shiftedAtOnce = 6

// shiftSetting holds the shifts that have not ended, in the order in which they were begun.
const shiftSetting = "shifts"

func readShifts(tx store.ReadTx) (list []shift, err error) {
	text, err := tx.Setting(shiftSetting)
	if errors.Is(err, store.ErrNotFound) || err == nil && len(text) == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("reading how far the moving of deadlines has come: %w", err)
	}
	return list, nil
}

func setShifts(tx store.Tx, list []shift) error {
	if len(list) == 0 {
		return tx.SetSetting(shiftSetting, nil)
	}
	text, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return tx.SetSetting(shiftSetting, text)
}

// shifting reports whether deadlines wait to be moved.
func shifting(tx store.ReadTx) (bool, error) {
	list, err := readShifts(tx)
	return len(list) > 0, err
}

// beginShift notes that deadlines are to be moved.
func beginShift(tx store.Tx, s shift) error {
	list, err := readShifts(tx)
	if err != nil {
		return err
	}
	return setShifts(tx, append(list, s))
}

// shiftRest moves the deadlines that wait to be moved, piece by piece, and notes meanwhile
// that the daemon is awake.
func (h *Host) shiftRest(ctx context.Context) error {
	for {
		var waits bool
		err := h.Store.View(ctx, func(tx store.ReadTx) (err error) {
			waits, err = shifting(tx)
			return err
		})
		if err != nil || !waits {
			return err
		}
		err = h.Store.Update(ctx, func(tx store.Tx) error { return errors.Join(h.shiftPiece(tx), stillAwake(tx, h.Now())) })
		if err != nil {
			return fmt.Errorf("moving deadlines by an outage: %w", err)
		}
	}
}

// stillAwake notes that the daemon is awake, unless that tells of another outage.
func stillAwake(tx store.Tx, now time.Time) error {
	was, err := lastAwake(tx)
	if err != nil || was == nil {
		return err
	}
	if away := now.Sub(*was); away < minOutage/5 || away >= minOutage {
		return nil
	}
	return noteAwake(tx, now)
}

// shiftPiece moves the deadlines of the next seats.
func (h *Host) shiftPiece(tx store.Tx) error {
	list, err := readShifts(tx)
	if err != nil || len(list) == 0 {
		return err
	}
	s := &list[0]
	seats, err := tx.SeatsWaiting(s.Since, s.Game, s.Side, shiftedAtOnce)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		if err := h.shift(tx, seat, *s); err != nil {
			return err
		}
		s.Game, s.Side = seat.Game, seat.Side
	}
	if len(seats) < shiftedAtOnce {
		list = slices.Delete(list, 0, 1)
	}
	return setShifts(tx, list)
}

// shift moves the deadline of one seat, whose clock stood still while the server was away. What was
// asked meanwhile has its whole time from when the server was back, since no letter left before.
func (h *Host) shift(tx store.Tx, seat store.Seat, s shift) error {
	if seat.Deadline == nil {
		return nil
	}
	game, err := tx.Game(seat.Game)
	if err != nil {
		return err
	}
	if stands, err := h.standsSince(tx, game, seat); err != nil || stands != nil {
		return err // its clock stood still in any case
	}
	asks, ok, err := askingMail(tx, seat)
	if err != nil {
		return err
	}
	since := s.Since
	late := ok && (asks.Sent == nil || asks.Sent.After(s.Since))
	if late {
		since = earlier(since, asks.Created)
	}
	moved, err := h.standStill(tx, &seat, since, s.Noted)
	if err != nil || !moved {
		return err
	}
	h.Log.Info("deadline moved by the outage", "game", seat.Game, "side", seat.Side, "by", s.By, "deadline", *seat.Deadline)
	if late && asks.Created.After(s.Since) {
		return nil // the letter that asks him has told him nothing else yet
	}
	return h.tellMoved(tx, seat, s.Since, s.By)
}

// shiftFirst moves the deadline of one seat by the outages that wait to move deadlines, ahead of
// its turn: when that comes it finds nothing to do.
func (h *Host) shiftFirst(tx store.Tx, seat *store.Seat) error {
	list, err := readShifts(tx)
	if err != nil {
		return err
	}
	for _, s := range list {
		if seat.Deadline == nil || seat.Deadline.Before(s.Since) {
			continue
		}
		if err := h.shift(tx, *seat, s); err != nil {
			return err
		}
		if *seat, err = tx.Seat(seat.Game, seat.Side); err != nil {
			return err
		}
	}
	return nil
}

// isBack reports whether the server is back after an outage that has not been noted yet.
func (h *Host) isBack(tx store.ReadTx, now time.Time) (bool, error) {
	was, err := lastAwake(tx)
	return err == nil && was != nil && now.Sub(*was) >= minOutage, err
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
