package intake

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"keryx/adjudicator/host/clock"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/keyring"
	"keryx/adjudicator/host/leagues"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/written"
	"keryx/store"
)

// Heartbeat notes that the daemon is awake. If it was away for long, the
// deadlines of running games move by the time it was away, so that nobody is
// late because the server was; it returns by how much. A clock that has jumped
// ahead looks the same and has the same effect. One that has been set back brings back
// what was dated while it was ahead.
func (rc *Recovery) Heartbeat(ctx context.Context) (outage time.Duration, err error) {
	if outage, err = rc.Beat(ctx, rc.Now()); err != nil {
		return outage, err
	}
	return outage, rc.ShiftRest(ctx)
}

// Beat is Heartbeat at a moment, but that the moving of deadlines is only begun; see
// [Recovery.ShiftRest].
func (rc *Recovery) Beat(ctx context.Context, now time.Time) (outage time.Duration, err error) {
	err = rc.Write(ctx, func(tx club.Tx) error {
		was, err := reports.LastAwake(tx)
		if err != nil {
			return err
		}
		if was != nil && now.Sub(*was) >= reports.MinOutage {
			outage = now.Sub(*was)
			if err := errors.Join(beginShift(tx, clock.Shift{Since: *was, By: outage, Noted: store.Time(now)}), keyring.ShiftKeys(tx, *was, outage), rc.Ladders.ShiftLadders(tx, *was, outage, store.Time(now))); err != nil {
				return err
			}
		}
		if _, err := rc.turnBack(tx, now); err != nil {
			return err
		}
		return errors.Join(written.NoteBound(tx, now), noteAwake(tx, now))
	})
	if err != nil {
		return 0, fmt.Errorf("noting that the daemon is awake: %w", err)
	}
	return outage, nil
}

// shiftedAtOnce bounds the seats of a piece.
const shiftedAtOnce = 6

func setShifts(tx club.Tx, list []clock.Shift) error {
	if len(list) == 0 {
		return tx.SetSetting(clock.ShiftSetting, nil)
	}
	text, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return tx.SetSetting(clock.ShiftSetting, text)
}

// beginShift notes that deadlines are to be moved.
func beginShift(tx club.Tx, s clock.Shift) error {
	list, err := clock.ReadShifts(tx)
	if err != nil {
		return err
	}
	return setShifts(tx, append(list, s))
}

// ShiftRest moves the deadlines that wait to be moved, piece by piece, and notes meanwhile
// that the daemon is awake.
func (rc *Recovery) ShiftRest(ctx context.Context) error {
	for {
		var waits bool
		err := rc.Store.View(ctx, func(tx store.ReadTx) (err error) {
			waits, err = leagues.Shifting(tx)
			return err
		})
		if err != nil || !waits {
			return err
		}
		err = rc.Write(ctx, func(tx club.Tx) error { return errors.Join(rc.shiftPiece(tx), stillAwake(tx, rc.Now())) })
		if err != nil {
			return fmt.Errorf("moving deadlines by an outage: %w", err)
		}
	}
}

// stillAwake notes that the daemon is awake, unless that tells of another outage.
func stillAwake(tx club.Tx, now time.Time) error {
	was, err := reports.LastAwake(tx)
	if err != nil || was == nil {
		return err
	}
	if away := now.Sub(*was); away < reports.MinOutage/5 || away >= reports.MinOutage {
		return nil
	}
	return noteAwake(tx, now)
}

// shiftPiece moves the deadlines of the next seats.
func (rc *Recovery) shiftPiece(tx club.Tx) error {
	list, err := clock.ReadShifts(tx)
	if err != nil || len(list) == 0 {
		return err
	}
	s := &list[0]
	seats, err := tx.SeatsWaiting(s.Since, s.Game, s.Side, shiftedAtOnce)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		if err := rc.Clocks.Shift(tx, seat, *s); err != nil {
			return err
		}
		s.Game, s.Side = seat.Game, seat.Side
	}
	if len(seats) < shiftedAtOnce {
		list = slices.Delete(list, 0, 1)
	}
	return setShifts(tx, list)
}
