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

// shiftedAtOnce bounds the seats of a piece.
const shiftedAtOnce = 6

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
