package host

import (
	"context"
	"fmt"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/orders"
	"keryx/store"
)

// A pause keeps the time that each side has left, and gives none back. It names the day on
// which it ends, and then the game goes on by itself.

// both is what both sides read alike.
func both(changes ...adjudicator.Phrase) [2][]adjudicator.Phrase {
	return [2][]adjudicator.Phrase{changes, changes}
}

// planExtend sets the deadline of a side.
func (h *Host) planExtend(_ store.ReadTx, p *position, by arbiter, _ ruling, act request) (d decision, fault *orders.Diagnostic, err error) {
	words := act.terms()
	side, fault := p.sideOf(act, words)
	if fault != nil {
		return d, fault, nil
	}
	at, fault, err := h.moment(act, p.game, by, words[1:])
	if fault != nil || err != nil {
		return d, fault, err
	}
	seat := p.seats[side]
	switch {
	case p.game.Status == store.Paused:
		return d, act.fault(orders.Illegal, "ruling-paused", act.words[0], "Game", p.game.ID), nil
	case seat.Deadline == nil:
		return d, act.fault(orders.Illegal, "ruling-not-asked", words[0], "Side", sideTerm(p.game, seat.Side)), nil
	}
	at = store.Time(at)
	d.body = rulingBody{Side: seat.Side, Until: &at}
	d.changes = both(adjudicator.Say("ruling.extended", "Side", sideTerm(p.game, seat.Side), "Was", *seat.Deadline, "Deadline", at))
	d.apply = func(tx store.Tx, p *position, _ int) error {
		if err := letGo(tx, seat); err != nil {
			return err
		}
		return h.grantTime(tx, seat, at)
	}
	return d, nil, nil
}

// grantTime sets the deadline of a seat by a referee's word: it need not fall where the
// game's calendar lets one fall.
func (h *Host) grantTime(tx store.Tx, seat store.Seat, at time.Time) error {
	c, err := h.timingOf(tx, seat)
	if err != nil {
		return err
	}
	c.From = h.Now()
	c.Lasts = at.Sub(c.From)
	if c.Lasts > 0 {
		c.Lasts = calendar.Runs(c.away, c.From, at, c.zone)
	}
	c.fix(at)
	if _, err := h.keepTiming(tx, &seat, c); err != nil {
		return err
	}
	seat.Reminded = nil
	return tx.UpdateSeat(seat)
}

// planPause lets the clocks of a game stand still until a day.
func (h *Host) planPause(tx store.ReadTx, p *position, by arbiter, _ ruling, act request) (d decision, fault *orders.Diagnostic, err error) {
	at, fault, err := h.moment(act, p.game, by, act.terms())
	if fault != nil || err != nil {
		return d, fault, err
	}
	if p.game.Status == store.Paused {
		return d, act.fault(orders.Illegal, "ruling-paused", act.words[0], "Game", p.game.ID), nil
	}
	if longest := h.longestOfPauses(); at.Sub(h.Now()) > longest {
		return d, act.fault(orders.Illegal, "ruling-pause-long", act.words[0], "Days", int(longest/calendar.Day)), nil
	}
	n, err := pausesOf(tx, p.game.ID)
	if err != nil {
		return d, nil, err
	}
	if n >= h.mostPauses() {
		return d, act.fault(orders.Illegal, "ruling-pauses", act.words[0], "Limit", h.mostPauses()), nil
	}
	at = store.Time(at)
	d.body = rulingBody{Until: &at}
	d.changes = both(adjudicator.Say("ruling.paused", "Until", at))
	d.apply = func(tx store.Tx, p *position, _ int) error { return h.stopGame(tx, p, at) }
	return d, nil, nil
}

// planResume lets a game go on before its pause ends.
func (h *Host) planResume(tx store.ReadTx, p *position, _ arbiter, _ ruling, act request) (d decision, fault *orders.Diagnostic, err error) {
	if words := act.terms(); len(words) > 0 {
		return d, act.fault(orders.Unreadable, "ruling-left-over", words[0], "Words", act.whole(1).text), nil
	}
	if p.game.Status != store.Paused {
		return d, act.fault(orders.Illegal, "ruling-not-paused", act.words[0], "Game", p.game.ID), nil
	}
	d.changes, err = h.resumed(tx, p)
	d.apply = func(tx store.Tx, p *position, _ int) error { return h.startGame(tx, p) }
	return d, nil, err
}

// resumed tells each side that the game goes on, and until when it has to answer.
func (h *Host) resumed(tx store.ReadTx, p *position) (changes [2][]adjudicator.Phrase, err error) {
	w, err := pausedOf(tx, p.game.ID)
	if err != nil {
		return changes, err
	}
	changes = both(adjudicator.Say("ruling.resumed"))
	for side, seat := range p.seats {
		at, asked, err := h.afterPause(tx, seat, w)
		if err != nil {
			return changes, err
		}
		if !asked {
			continue
		}
		key, running := "ruling.resumed-deadline", p.game
		running.Status = store.Running
		if since, err := h.standsSince(tx, running, seat); err != nil {
			return changes, err
		} else if since != nil {
			key = "ruling.resumed-stands" // a claim holds it, or his mail has not left
		}
		changes[side] = append([]adjudicator.Phrase{}, append(changes[side], adjudicator.Say(key, "Deadline", at))...)
	}
	return changes, nil
}

// afterPause is the deadline of a seat when its game goes on now.
func (h *Host) afterPause(tx store.ReadTx, seat store.Seat, w paused) (at time.Time, asked bool, err error) {
	if seat.Deadline == nil {
		return at, false, nil
	}
	if _, known := w.Left[seat.Side]; !known {
		return *seat.Deadline, true, nil
	}
	c, err := h.timingOf(tx, seat)
	if err != nil {
		return at, true, err
	}
	c.stoodStill(*seat.Deadline, w.Since, h.Now())
	return store.Time(c.due().At), true, nil
}

// startGame lets the clocks of a game go on.
func (h *Host) startGame(tx store.Tx, p *position) error {
	w, err := pausedOf(tx, p.game.ID)
	if err != nil {
		return err
	}
	if err := tx.SetSetting(pausedPrefix+p.game.ID, nil); err != nil {
		return err
	}
	p.game.Status = store.Running
	if err := tx.UpdateGame(p.game); err != nil {
		return err
	}
	for i, seat := range p.seats {
		if seat.Deadline == nil && seat.Player != "" && p.session != nil && p.session.Asked(adjudicator.Side(i)) != nil {
			// Asked during the pause, when no time could begin: by a change of hands, or by what
			// the referee answered for the other side.
			remembered, err := notes(tx, seat)
			if err != nil {
				return err
			}
			if err := h.ask(tx, p.game, &seat, remembered); err != nil {
				return err
			}
			if err := tx.UpdateSeat(seat); err != nil {
				return err
			}
			continue
		}
		if _, known := w.Left[seat.Side]; !known || seat.Deadline == nil {
			continue
		}
		if err := h.startSeat(tx, seat, w.Since); err != nil {
			return err
		}
	}
	return nil
}

// startSeat lets the clock of a seat go on after a pause.
func (h *Host) startSeat(tx store.Tx, seat store.Seat, since time.Time) error {
	late := reminded(seat)
	if _, err := h.standStill(tx, &seat, since, h.Now()); err != nil {
		return err
	}
	seat.Reminded = nil
	if late { // he has been told that it passed
		seat.Reminded = seat.Deadline
	}
	return tx.UpdateSeat(seat)
}

// ResumeGames lets the games go on whose pause has ended by a moment, and returns how many.
func (h *Host) ResumeGames(ctx context.Context, until time.Time) (n int, err error) {
	var due []string
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		all, err := tx.SettingsDue(pausedPrefix, until)
		for name := range all {
			due = append(due, strings.TrimPrefix(name, pausedPrefix))
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("looking for pauses that end: %w", err)
	}
	if err := h.RemindOfClaims(ctx, until); err != nil {
		return 0, err
	}
	for _, id := range due {
		err := h.Store.Update(ctx, func(tx store.Tx) error { return h.resumeByItself(tx, id, until) })
		if err != nil {
			h.Log.Error("a game cannot go on after its pause", "game", id, "error", err)
			h.reportBroken(ctx, id, err)
			continue
		}
		n++
	}
	return n, ctx.Err()
}

// resumeByItself lets a game go on whose pause has ended.
func (h *Host) resumeByItself(tx store.Tx, id string, until time.Time) error {
	w, err := pausedOf(tx, id)
	if err != nil || w.Until.IsZero() || w.Until.After(until) {
		return err
	}
	p, err := load(tx, id)
	if err != nil {
		return err
	}
	defer p.close()
	if p.game.Status != store.Paused {
		return tx.SetSetting(pausedPrefix+id, nil)
	}
	changes, err := h.resumed(tx, p)
	if err != nil {
		return err
	}
	entry, err := h.enter(tx, p, rulingBody{Act: actResume, Via: viaClock}, evidence{})
	if err != nil {
		return err
	}
	if err := h.startGame(tx, p); err != nil {
		return err
	}
	return h.tellRuling(tx, id, entry, "", changes)
}

// moment reads the day, and the time of day if one stands there, at the end of a line.
func (h *Host) moment(r request, game store.Game, by arbiter, words []word) (time.Time, *orders.Diagnostic, error) {
	if len(words) == 0 {
		return time.Time{}, r.fault(orders.Unreadable, "ruling-date", r.whole(0), "Words", r.whole(0).text), nil
	}
	zone := zoneOf(by.player)
	rules, err := calendarOf(game)
	if err != nil {
		return time.Time{}, nil, err
	}
	if rules != nil && rules.Zone != "" {
		if zone, err = time.LoadLocation(rules.Zone); err != nil {
			return time.Time{}, nil, err
		}
	}
	clock := ""
	if len(words) > 1 {
		clock = words[1].text
	}
	if len(words) > 2 {
		return time.Time{}, r.fault(orders.Unreadable, "ruling-left-over", words[2], "Words", words[2].text), nil
	}
	at, err := calendar.ReadMoment(words[0].text, clock, zone)
	if err != nil {
		return at, r.fault(orders.Unreadable, "ruling-date", words[len(words)-1], "Words", r.whole(1).text), nil
	}
	if !at.After(h.Now()) {
		return at, r.fault(orders.Illegal, "ruling-past", words[0], "At", by.when(at)), nil
	}
	if at.After(h.Now().AddDate(2, 0, 0)) {
		return at, r.fault(orders.Illegal, "ruling-far", words[0], "At", by.when(at)), nil
	}
	return at, nil, nil
}
