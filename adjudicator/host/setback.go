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

// The clock of the machine may run ahead, by a year perhaps, and be set right again. A jump
// ahead looks like an outage and moves deadlines as one does; once the clock is back, what
// was dated meanwhile is brought back by as much. Every player has then the time left that
// he had, no mail waits longer than it ever does, and no budget is spent on days to come.
// The ledger keeps the times that it has: they are in its hashes.

// clockSlack is the most that a clock may go back without anything being moved: an hour
// that somebody sets it back in autumn harms nobody.
const clockSlack = 2 * time.Hour

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

// redating is the bringing back of times at a moment.
type redating struct {
	Host *Host
	now  time.Time
	was  time.Time // when the daemon was last awake, by the clock that was ahead; now if nobody knows
}

func (r *redating) by() time.Duration { return r.was.Sub(r.now) }

// redating finds out how far the clock was ahead by when the daemon was last awake.
func (h *Host) redating(tx store.ReadTx, now time.Time) (*redating, error) {
	r := &redating{h, now, now}
	awake, err := lastAwake(tx)
	if err == nil && awake != nil && awake.Sub(now) > clockSlack {
		r.was = *awake
	}
	return r, err
}

// slack is by how much what happened may be dated later than now. Where the clock was seen
// to go back, all of that was dated before.
func (r *redating) slack() time.Duration {
	if r.by() > 0 {
		return 0
	}
	return clockSlack
}

// limits are those of the store's times.
func (r *redating) limits() store.SetBack {
	return store.SetBack{Now: r.now, By: r.by(), Slack: r.slack(), Retry: longestBackoff, Lease: lease}
}

// past returns what a time becomes at which something happened.
func (r *redating) past(t time.Time) time.Time {
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
func (r *redating) due(t time.Time, longest time.Duration) time.Time {
	if t.After(r.was) {
		t = t.Add(-r.by())
	}
	if t.Sub(r.now) > longest+clockSlack {
		t = r.now.Add(longest)
	}
	return store.Time(t)
}

// soon is due for what waits for a short time, and is better done too early than too late.
func (r *redating) soon(t time.Time, longest time.Duration) time.Time {
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
func (h *Host) turnBack(tx store.Tx, now time.Time) (SetBack, error) {
	r, err := h.redating(tx, now)
	if err != nil {
		return SetBack{}, err
	}
	if r.by() == 0 {
		if ahead, err := r.atAGlance(tx); err != nil || !ahead {
			return SetBack{}, err
		}
	}
	return r.apply(tx)
}

// maxGlance bounds the seats that are glanced at: those that have changed of late. The
// others have been looked at since they did; see [Host.due].
const maxGlance = 32

// atAGlance reports whether anything that is looked at in any case is dated later than it
// can be.
func (r *redating) atAGlance(tx store.ReadTx) (bool, error) {
	newest, err := tx.Newest()
	if err != nil {
		return false, err
	}
	if newest != nil && newest.Sub(r.now) > longestBackoff+clockSlack {
		return true, nil
	}
	changed, err := tx.SeatsToLookAt(r.now, maxGlance)
	if err != nil {
		return false, err
	}
	for _, seat := range changed {
		if moved, err := r.deadline(tx, seat); err != nil || !moved.Equal(*seat.Deadline) {
			return err == nil, err
		}
	}
	dated, err := r.waiting(tx)
	return len(dated) > 0, err
}

// apply brings everything back.
func (r *redating) apply(tx store.Tx) (s SetBack, err error) {
	for r.by() > 0 { // deadlines that were to be moved by a jump ahead move before they come back
		waits, err := shifting(tx)
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
	for _, step := range []func(store.Tx) error{r.setSeats, r.setStands, r.setNoted, r.setKeys, r.setInbox, r.setOwed, r.setVouched} {
		if err := step(tx); err != nil {
			return s, err
		}
	}
	if _, err := tx.SetBack(r.limits()); err != nil {
		return s, err
	}
	r.Host.Log.Warn("the clock was ahead; what was dated meanwhile is brought back", "by", s.By, "deadlines", len(s.Seats))
	for _, d := range s.Dated {
		r.Host.Log.Warn("dated back", "what", d.What, "times", d.Count, "latest", d.Latest)
	}
	for _, seat := range s.Seats {
		if err := r.tellBack(tx, seat); err != nil {
			return s, err
		}
	}
	return s, r.Host.tellReferees(tx, notice{key: "clock-back", once: r.now.UTC().Format(time.RFC3339),
		args: []any{"Hours", int(s.By.Hours()), "Now", r.now, "Deadlines", len(s.Seats)}})
}

// look lists everything that is to be brought back.
func (r *redating) look(tx store.ReadTx) (s SetBack, err error) {
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

// forEver is later than anything that a clock says.
var forEver = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// seats are the deadlines that come back.
func (r *redating) seats(tx store.ReadTx) (list []SeatSetBack, err error) {
	all, err := tx.SeatsDue(forEver)
	if err != nil {
		return nil, err
	}
	for _, seat := range all {
		moved, err := r.deadline(tx, seat)
		if err != nil {
			return nil, err
		}
		if !moved.Equal(*seat.Deadline) {
			was := *seat.Deadline
			seat.Deadline = &moved
			if seat.Reminded != nil {
				reminded := r.reminded(seat, was)
				seat.Reminded = &reminded
			}
			list = append(list, SeatSetBack{seat, was})
		}
	}
	return list, nil
}

// deadline returns what the deadline of a seat becomes. Its holder has as much time left as
// when the clock was last looked at, and never more than a game gives.
func (r *redating) deadline(tx store.ReadTx, seat store.Seat) (time.Time, error) {
	game, err := tx.Game(seat.Game)
	if err != nil {
		return time.Time{}, err
	}
	whole, err := given(tx, game, seat)
	if err != nil {
		return time.Time{}, err
	}
	stopped, err := r.Host.stoppedSince(tx, seat)
	if err != nil {
		return time.Time{}, err
	}
	if stopped != nil {
		// What counts is how long before the deadline his clock has stopped.
		since := r.past(*stopped)
		if since.Equal(*stopped) {
			return *seat.Deadline, nil
		}
		return store.Time(since.Add(min(seat.Deadline.Sub(*stopped), whole))), nil
	}
	if reminded(seat) && seat.Deadline.After(r.now) {
		// It had passed, and he was told so.
		return store.Time(earlier(seat.Deadline.Add(-r.by()), r.now)), nil
	}
	// What moves a deadline, an outage or a letter that went out late, moves it on to an hour
	// that was agreed on.
	latest, err := r.Host.allowed(game, r.now.Add(whole))
	return r.due(*seat.Deadline, max(whole, latest.Sub(r.now))), err
}

// reminded returns what the last reminder of a seat becomes whose deadline was another: it
// lies as far before or after the deadline.
func (r *redating) reminded(seat store.Seat, was time.Time) time.Time {
	return store.Time(seat.Reminded.Add(seat.Deadline.Sub(was)))
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// setSeats moves the deadlines, and since when clocks stand still.
func (r *redating) setSeats(tx store.Tx) error {
	seats, err := r.seats(tx)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		if err := errors.Join(tx.UpdateSeat(seat.Seat), shiftTiming(tx, seat.Seat, seat.Was)); err != nil {
			return err
		}
		r.Host.Log.Info("deadline brought back with the clock", "game", seat.Game, "side", seat.Side, "was", seat.Was, "deadline", *seat.Deadline)
		if err := r.setStopped(tx, seat.Seat); err != nil {
			return err
		}
	}
	return nil
}

// setStopped sets back since when the clock of a seat stands still whose mail came back.
// Where the mail never went out, that is dated back itself.
func (r *redating) setStopped(tx store.Tx, seat store.Seat) error {
	m, ok, err := askingMail(tx, seat)
	if err != nil || !ok {
		return err
	}
	since, noted, err := notedStop(tx, seat, m)
	if err != nil || !noted {
		return err
	}
	return r.Host.noteStoppedAt(tx, seat, m, r.past(since))
}

// setStands sets back since when claims hold deadlines, and since when games are paused.
func (r *redating) setStands(tx store.Tx) error {
	games, err := tx.Games()
	if err != nil {
		return err
	}
	for _, game := range games {
		if game.Status == store.Ended {
			continue
		}
		if err := errors.Join(r.setClaims(tx, game.ID), r.setPause(tx, game)); err != nil {
			return err
		}
	}
	return nil
}

func (r *redating) setClaims(tx store.Tx, game string) error {
	c, err := claimsOf(tx, game)
	if err != nil {
		return err
	}
	changed := false
	for i, one := range c.Open {
		if at := r.past(one.At); !at.Equal(one.At) {
			c.Open[i].At, changed = at, true
		}
	}
	if !changed {
		return nil
	}
	return c.save(tx, game)
}

func (r *redating) setPause(tx store.Tx, game store.Game) error {
	if game.Status != store.Paused {
		return nil
	}
	w, err := pausedOf(tx, game.ID)
	if err != nil || w.Since.IsZero() {
		return err
	}
	since := r.past(w.Since)
	if since.Equal(w.Since) {
		return nil
	}
	w.Since = since
	return w.save(tx, game.ID)
}

// setNoted dates back what the next letters tell.
func (r *redating) setNoted(tx store.Tx) error {
	games, err := tx.Games()
	if err != nil {
		return err
	}
	for _, game := range games {
		if game.Status == store.Ended {
			continue
		}
		seats, err := tx.SeatsOf(game.ID)
		if err != nil {
			return err
		}
		for _, seat := range seats {
			n, err := notes(tx, seat)
			if err != nil {
				return err
			}
			for _, list := range [][]time.Time{n.Missed, n.OtherMissed} {
				for i := range list {
					list[i] = r.past(list[i])
				}
			}
			if n.Absent != nil {
				*n.Absent = r.past(*n.Absent)
			}
			if n.Owed != nil {
				n.Owed.Received = r.past(n.Owed.Received)
			}
			if n.empty() {
				continue
			}
			if err := n.save(tx, seat); err != nil {
				return err
			}
		}
	}
	return nil
}

// waiting are the times, other than deadlines, that something waits for.
func (r *redating) waiting(tx store.ReadTx) (dated []store.Dated, err error) {
	note := func(what string, at time.Time, moved time.Time) {
		if moved.Equal(at) {
			return
		}
		i := slices.IndexFunc(dated, func(d store.Dated) bool { return d.What == what })
		if i < 0 {
			i, dated = len(dated), append(dated, store.Dated{What: what})
		}
		dated[i].Count++
		if at.After(dated[i].Latest) {
			dated[i].Latest = at
		}
	}
	keys, err := tx.KeysDue(forEver)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		note("keys: end of a waiting time", *key.Due, r.due(*key.Due, r.Host.keyWait()))
	}
	rows, err := tx.InboxMessages(store.InboxFilter{State: store.Received, Limit: maxResume})
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		if row.NextTry != nil {
			note("emails that came in: next attempt", *row.NextTry, r.soon(*row.NextTry, longestPause))
		}
	}
	list, err := owedReceipts(tx)
	for _, o := range list {
		note("receipts: latest time", o.Due, r.soon(o.Due, r.Host.Join))
	}
	return dated, err
}

// setKeys dates back what waits about keys.
func (r *redating) setKeys(tx store.Tx) error {
	keys, err := tx.KeysDue(forEver)
	if err != nil {
		return err
	}
	for _, key := range keys {
		due := r.due(*key.Due, r.Host.keyWait())
		key.Due = &due
		if err := tx.UpdateKey(key); err != nil {
			return fmt.Errorf("key %s: %w", key.Fingerprint, err)
		}
	}
	return nil
}

// setInbox dates back what came in. What counts as receipt is looked at anew: the mail
// server's date was not believed while it lay far behind the clock.
func (r *redating) setInbox(tx store.Tx) error {
	rows, err := tx.InboxMessages(store.InboxFilter{Since: r.now.Add(r.slack())})
	if err != nil {
		return err
	}
	for _, row := range rows {
		seen := r.past(row.FirstSeen)
		if err := tx.SetInboxTimes(row.ID, seen, receipt(row.InternalDate, seen)); err != nil {
			return err
		}
	}
	if rows, err = tx.Pending(maxResume); err != nil {
		return err
	}
	for _, row := range rows {
		if row.NextTry == nil {
			continue
		}
		if err := tx.SetInboxTry(row.ID, r.soon(*row.NextTry, longestPause)); err != nil {
			return err
		}
	}
	return nil
}

// setOwed dates back until when receipts wait.
func (r *redating) setOwed(tx store.Tx) error {
	list, err := owedReceipts(tx)
	if err != nil || len(list) == 0 {
		return err
	}
	for i := range list {
		list[i].Due = r.soon(list[i].Due, r.Host.Join)
	}
	return setOwed(tx, list)
}

// setVouched dates back what shows registrations to be a player's own.
func (r *redating) setVouched(tx store.Tx) error {
	players, err := tx.Players()
	if err != nil {
		return err
	}
	for _, player := range players {
		prefs, err := readPrefs(player)
		if err != nil {
			return err
		}
		if prefs[prefVouched] == nil {
			continue
		}
		var v vouched
		if err := json.Unmarshal(prefs[prefVouched], &v); err != nil {
			return fmt.Errorf("preferences of %s: %w", player.Address, err)
		}
		v.Made = r.past(v.Made)
		for fingerprint, at := range v.Named {
			v.Named[fingerprint] = r.past(at)
		}
		if err := keepVouched(tx, player, v); err != nil {
			return err
		}
	}
	return nil
}

// tellBack tells those who play a seat the date of its deadline.
func (r *redating) tellBack(tx store.Tx, seat SeatSetBack) error {
	if reminded(seat.Seat) {
		return nil // it has passed
	}
	game, err := tx.Game(seat.Game)
	if err != nil {
		return err
	}
	readers, err := r.Host.readers(tx, game, seat.Seat)
	if err != nil {
		return err
	}
	for _, address := range readers {
		player, err := tx.Player(address)
		if err != nil {
			return fmt.Errorf("game %s: a player of %s: %w", game.ID, seat.Side, err)
		}
		err = r.Host.tellPlayer(tx, player, seat.Seat, "deadline-back", r.now.UTC().Format(time.RFC3339)+seat.Deadline.UTC().Format(time.RFC3339Nano),
			"Game", game.ID, "Deadline", *seat.Deadline, "Was", seat.Was)
		if err != nil {
			return err
		}
	}
	return nil
}

// Ahead tells what is dated later than it can be, and what [Host.MendClock] would make
// of it.
func (h *Host) Ahead(ctx context.Context) (s SetBack, err error) {
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		r, err := h.redating(tx, h.Now())
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
func (h *Host) MendClock(ctx context.Context) (s SetBack, err error) {
	err = h.Store.Update(ctx, func(tx store.Tx) error {
		r, err := h.redating(tx, h.Now())
		if err != nil {
			return err
		}
		if s, err = r.apply(tx); err != nil || r.by() == 0 {
			return err
		}
		return noteAwake(tx, r.now)
	})
	if err != nil {
		return s, fmt.Errorf("bringing back what was dated by a clock that was ahead: %w", err)
	}
	return s, nil
}

// awakeSetting remembers when the daemon was last awake.
const awakeSetting = "awake"

// lastAwake returns when that was; nil if it never was.
func lastAwake(tx store.ReadTx) (*time.Time, error) {
	text, err := tx.Setting(awakeSetting)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	at, err := time.Parse(time.RFC3339, string(text))
	if err != nil {
		return nil, fmt.Errorf("reading when the daemon was last awake: %w", err)
	}
	return &at, nil
}

func noteAwake(tx store.Tx, now time.Time) error {
	return tx.SetSetting(awakeSetting, []byte(now.UTC().Format(time.RFC3339)))
}

// heedClock lets a mail be worked on only when what was dated by a clock that was ahead
// has been brought back: what is dated from now on must not be.
func (h *Host) heedClock(ctx context.Context) error {
	back := false
	err := h.Store.View(ctx, func(tx store.ReadTx) error {
		r, err := h.redating(tx, h.Now())
		back = err == nil && r.by() > 0
		return err
	})
	if err != nil || !back {
		return err
	}
	_, err = h.MendClock(ctx)
	return err
}
