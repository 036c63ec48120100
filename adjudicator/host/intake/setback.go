package intake

import (
	"context"
	"fmt"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/leagues"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/store"
)

// The clock of the machine may run ahead, by a year perhaps, and be set right again. A jump
// ahead looks like an outage and moves deadlines as one does; once the clock is back, what
// was dated meanwhile is brought back by as much. Every player has then the time left that
// he had, no mail waits longer than it ever does, and no budget is spent on days to come.
// The ledger keeps the times that it has: they are in its hashes.

// SetBack tells what was dated later than it can be.
type SetBack struct {
	By    time.Duration // how far the clock was ahead; 0 if nobody knows
	Seats []SeatSetBack
	Dated []store.Dated // the other times
}

// Empty reports whether all times are such as they can be.
func (s SetBack) Empty() bool { return s.By == 0 && len(s.Seats) == 0 && len(s.Dated) == 0 }

// SeatSetBack is a deadline that comes back.
type SeatSetBack struct {
	store.Seat // with the deadline as it becomes
	Was        time.Time
}

// Redating is the bringing back of times at a moment.
type Redating struct {
	Host *Recovery
	now  time.Time
	was  time.Time // when the daemon was last awake, by the clock that was ahead; now if nobody knows
}

func (r *Redating) by() time.Duration { return r.was.Sub(r.now) }

// Redating finds out how far the clock was ahead by when the daemon was last awake.
func (rc *Recovery) Redating(tx store.ReadTx, now time.Time) (*Redating, error) {
	r := &Redating{rc, now, now}
	awake, err := reports.LastAwake(tx)
	if err == nil && awake != nil && awake.Sub(now) > play.ClockSlack {
		r.was = *awake
	}
	return r, err
}

// slack is by how much what happened may be dated later than now. Where the clock was seen
// to go back, all of that was dated before.
func (r *Redating) slack() time.Duration {
	if r.by() > 0 {
		return 0
	}
	return play.ClockSlack
}

// limits are those of the store's times.
func (r *Redating) limits() store.SetBack {
	return store.SetBack{Now: r.now, By: r.by(), Slack: r.slack(), Retry: post.LongestBackoff, Lease: post.Lease}
}

// past returns what a time becomes at which something happened.
func (r *Redating) past(t time.Time) time.Time {
	if t.Sub(r.now) <= r.slack() {
		return t
	}
	if t = t.Add(-r.by()); t.After(r.now) {
		return store.Time(r.now)
	}
	return store.Time(t)
}

// due returns what a time becomes at which something is to happen, no longer ahead than
// some time.
func (r *Redating) due(t time.Time, longest time.Duration) time.Time {
	if t.After(r.was) {
		t = t.Add(-r.by())
	}
	if t.Sub(r.now) > longest+play.ClockSlack {
		t = r.now.Add(longest)
	}
	return store.Time(t)
}

// soon is due for what waits for a short time, and is better done too early than too late.
func (r *Redating) soon(t time.Time, longest time.Duration) time.Time {
	if r.by() > 0 && t.After(r.was) {
		t = t.Add(-r.by())
	}
	if t.Sub(r.now) > longest {
		t = r.now
	}
	return store.Time(t)
}

// turnBack brings back what was dated while the clock was ahead, if it has just been set
// back or a look at what was written last shows that it was. It tells everybody whose
// deadline has another date than his letters say.
func (rc *Recovery) turnBack(tx club.Tx, now time.Time) (SetBack, error) {
	r, err := rc.Redating(tx, now)
	if err != nil {
		return SetBack{}, err
	}
	if r.by() == 0 {
		if ahead, err := r.atAGlance(tx); err != nil || !ahead {
			return SetBack{}, err
		}
	}
	return r.Apply(tx)
}

// maxGlance bounds the seats that are glanced at: those that have changed of late. The
// others have been looked at since they did; see [host.Host.due].
const maxGlance = 32

// atAGlance reports whether anything that is looked at in any case is dated later than it
// can be.
func (r *Redating) atAGlance(tx store.ReadTx) (bool, error) {
	newest, err := tx.Newest()
	if err != nil {
		return false, err
	}
	if newest != nil && newest.Sub(r.now) > post.LongestBackoff+play.ClockSlack {
		return true, nil
	}
	changed, err := tx.SeatsToLookAt(r.now, maxGlance)
	if err != nil {
		return false, err
	}
	for _, seat := range changed {
		if moved, err := r.Deadline(tx, seat); err != nil || !moved.Equal(*seat.Deadline) {
			return err == nil, err
		}
	}
	dated, err := r.waiting(tx)
	return len(dated) > 0, err
}

// Apply brings everything back.
func (r *Redating) Apply(tx club.Tx) (s SetBack, err error) {
	for r.by() > 0 { // deadlines that were to be moved by a jump ahead move before they come back
		waits, err := leagues.Shifting(tx)
		if err != nil {
			return s, err
		}
		if !waits {
			break
		}
		if err := r.Host.shiftPiece(tx); err != nil {
			return s, err
		}
	}
	if s, err = r.look(tx); err != nil || s.Empty() {
		return s, err
	}
	for _, step := range []func(club.Tx) error{r.setSeats, r.setStands, r.setNoted, r.setKeys, r.setInbox, r.setOwed, r.setVouched} {
		if err := step(tx); err != nil {
			return s, err
		}
	}
	if _, err := tx.SetBack(r.limits()); err != nil {
		return s, err
	}
	r.Host.Log.Warn("clock was fast, dates corrected", "by", s.By, "deadlines", len(s.Seats))
	for _, d := range s.Dated {
		r.Host.Log.Warn("dated back", "what", d.What, "times", d.Count, "latest", d.Latest)
	}
	for _, seat := range s.Seats {
		if err := r.tellBack(tx, seat); err != nil {
			return s, err
		}
	}
	return s, r.Host.Letters.TellReferees(tx, post.Notice{Key: "clock-back", Once: r.now.UTC().Format(time.RFC3339),
		Args: []any{"Hours", int(s.By.Hours()), "Now", r.now, "Deadlines", len(s.Seats)}})
}

// look lists everything that is to be brought back.
func (r *Redating) look(tx store.ReadTx) (s SetBack, err error) {
	s.By = r.by()
	if s.Seats, err = r.seats(tx); err != nil {
		return s, err
	}
	waiting, err := r.waiting(tx)
	if err != nil {
		return s, err
	}
	dated, err := tx.Ahead(r.limits())
	s.Dated = append(waiting, dated...)
	return s, err
}

// Ahead tells what is dated later than it can be, and what [Recovery.MendClock] would make
// of it.
func (rc *Recovery) Ahead(ctx context.Context) (s SetBack, err error) {
	err = rc.Store.View(ctx, func(tx store.ReadTx) error {
		r, err := rc.Redating(tx, rc.Now())
		if err == nil {
			s, err = r.look(tx)
		}
		return err
	})
	if err != nil {
		return s, fmt.Errorf("looking for times that cannot be: %w", err)
	}
	return s, nil
}

// MendClock brings back what was dated while the clock was ahead, and tells everybody whom
// it concerns. A daemon does the same by itself as soon as it notices.
func (rc *Recovery) MendClock(ctx context.Context) (s SetBack, err error) {
	err = rc.Write(ctx, func(tx club.Tx) error {
		r, err := rc.Redating(tx, rc.Now())
		if err != nil {
			return err
		}
		if s, err = r.Apply(tx); err != nil || r.by() == 0 {
			return err
		}
		return noteAwake(tx, r.now)
	})
	if err != nil {
		return s, fmt.Errorf("bringing back what was dated by a clock that was ahead: %w", err)
	}
	return s, nil
}

func noteAwake(tx club.Tx, now time.Time) error {
	return tx.SetSetting(reports.AwakeSetting, []byte(now.UTC().Format(time.RFC3339)))
}

// heedClock lets a mail be worked on only when what was dated by a clock that was ahead
// has been brought back: what is dated from now on must not be.
func (rc *Recovery) heedClock(ctx context.Context) error {
	back := false
	err := rc.Store.View(ctx, func(tx store.ReadTx) error {
		r, err := rc.Redating(tx, rc.Now())
		back = err == nil && r.by() > 0
		return err
	})
	if err != nil || !back {
		return err
	}
	_, err = rc.MendClock(ctx)
	return err
}
