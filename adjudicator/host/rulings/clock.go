package rulings

import (
	"context"
	"fmt"
	"strings"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/offers"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/written"
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
func (ru *Rulings) planExtend(_ store.ReadTx, p *play.Position, by written.Arbiter, _ written.Ruling, act written.Request) (d decision, fault *orders.Diagnostic, err error) {
	words := act.Terms()
	side, fault := p.SideOf(act, words)
	if fault != nil {
		return d, fault, nil
	}
	at, fault, err := ru.moment(act, p.Game, by, words[1:])
	if fault != nil || err != nil {
		return d, fault, err
	}
	seat := p.Seats[side]
	switch {
	case p.Game.Status == store.Paused:
		return d, act.Fault(orders.Illegal, "ruling-paused", act.Words[0], "Game", p.Game.ID), nil
	case seat.Deadline == nil:
		return d, act.Fault(orders.Illegal, "ruling-not-asked", words[0], "Side", play.SideTerm(p.Game, seat.Side)), nil
	}
	at = store.Time(at)
	d.body = play.RulingBody{Side: seat.Side, Until: &at}
	d.changes = both(adjudicator.Say("ruling.extended", "Side", play.SideTerm(p.Game, seat.Side), "Was", *seat.Deadline, "Deadline", at))
	d.apply = func(tx club.Tx, p *play.Position, _ int) error {
		if err := letGo(tx, seat); err != nil {
			return err
		}
		return ru.grantTime(tx, seat, at)
	}
	return d, nil, nil
}

// grantTime sets the deadline of a seat by a referee's word: it need not fall where the
// game's calendar lets one fall.
func (ru *Rulings) grantTime(tx club.Tx, seat store.Seat, at time.Time) error {
	c, err := ru.Terms.TimingOf(tx, seat)
	if err != nil {
		return err
	}
	c.From = ru.Now()
	c.Lasts = at.Sub(c.From)
	if c.Lasts > 0 {
		c.Lasts = calendar.Runs(c.Away, c.From, at, c.Location)
	}
	c.Fix(at)
	if _, err := ru.Terms.KeepTiming(tx, &seat, c); err != nil {
		return err
	}
	seat.Reminded = nil
	return tx.UpdateSeat(seat)
}

// planPause lets the clocks of a game stand still until a day.
func (ru *Rulings) planPause(tx store.ReadTx, p *play.Position, by written.Arbiter, _ written.Ruling, act written.Request) (d decision, fault *orders.Diagnostic, err error) {
	at, fault, err := ru.moment(act, p.Game, by, act.Terms())
	if fault != nil || err != nil {
		return d, fault, err
	}
	if p.Game.Status == store.Paused {
		return d, act.Fault(orders.Illegal, "ruling-paused", act.Words[0], "Game", p.Game.ID), nil
	}
	if longest := ru.Rules.Referee.LongestPause.Duration; at.Sub(ru.Now()) > longest {
		return d, act.Fault(orders.Illegal, "ruling-pause-long", act.Words[0], "Days", int(longest/calendar.Day)), nil
	}
	n, err := offers.PausesOf(tx, p.Game.ID)
	if err != nil {
		return d, nil, err
	}
	if n >= ru.Rules.Referee.Pauses {
		return d, act.Fault(orders.Illegal, "ruling-pauses", act.Words[0], "Limit", ru.Rules.Referee.Pauses), nil
	}
	at = store.Time(at)
	d.body = play.RulingBody{Until: &at}
	d.changes = both(adjudicator.Say("ruling.paused", "Until", at))
	d.apply = func(tx club.Tx, p *play.Position, _ int) error { return ru.Offers.StopGame(tx, p, at) }
	return d, nil, nil
}

// planResume lets a game go on before its pause ends.
func (ru *Rulings) planResume(tx store.ReadTx, p *play.Position, _ written.Arbiter, _ written.Ruling, act written.Request) (d decision, fault *orders.Diagnostic, err error) {
	if fault := stray(act); fault != nil {
		return d, fault, nil
	}
	if p.Game.Status != store.Paused {
		return d, act.Fault(orders.Illegal, "ruling-not-paused", act.Words[0], "Game", p.Game.ID), nil
	}
	d.changes, err = ru.resumed(tx, p)
	d.apply = func(tx club.Tx, p *play.Position, _ int) error { return ru.startGame(tx, p) }
	return d, nil, err
}

// resumed tells each side that the game goes on, and until when it has to answer.
func (ru *Rulings) resumed(tx store.ReadTx, p *play.Position) (changes [2][]adjudicator.Phrase, err error) {
	w, err := play.PausedOf(tx, p.Game.ID)
	if err != nil {
		return changes, err
	}
	changes = both(adjudicator.Say("ruling.resumed"))
	for side, seat := range p.Seats {
		at, asked, err := ru.afterPause(tx, seat, w)
		if err != nil {
			return changes, err
		}
		if !asked {
			continue
		}
		key, running := "ruling.resumed-deadline", p.Game
		running.Status = store.Running
		if since, err := ru.Terms.StandsSince(tx, running, seat); err != nil {
			return changes, err
		} else if since != nil {
			key = "ruling.resumed-stands" // a claim holds it, or his mail has not left
		}
		changes[side] = append([]adjudicator.Phrase{}, append(changes[side], adjudicator.Say(key, "Deadline", at))...)
	}
	return changes, nil
}

// afterPause is the deadline of a seat when its game goes on now.
func (ru *Rulings) afterPause(tx store.ReadTx, seat store.Seat, w play.Paused) (at time.Time, asked bool, err error) {
	if seat.Deadline == nil {
		return at, false, nil
	}
	if _, known := w.Left[seat.Side]; !known {
		return *seat.Deadline, true, nil
	}
	c, err := ru.Terms.TimingOf(tx, seat)
	if err != nil {
		return at, true, err
	}
	c.StoodStill(*seat.Deadline, w.Since, ru.Now())
	return store.Time(c.DueNow().At), true, nil
}

// startGame lets the clocks of a game go on.
func (ru *Rulings) startGame(tx club.Tx, p *play.Position) error {
	w, err := play.PausedOf(tx, p.Game.ID)
	if err != nil {
		return err
	}
	if err := tx.SetSetting(play.PausedPrefix+p.Game.ID, nil); err != nil {
		return err
	}
	p.Game.Status = store.Running
	if err := tx.UpdateGame(p.Game); err != nil {
		return err
	}
	for i, seat := range p.Seats {
		if seat.Deadline == nil && seat.Player != "" && p.Session != nil && p.Session.Asked(adjudicator.Side(i)) != nil {
			// Asked during the pause, when no time could begin: by a change of hands, or by what
			// the referee answered for the other side.
			remembered, err := post.MemoryOf(tx, seat)
			if err != nil {
				return err
			}
			if err := ru.Terms.Ask(tx, p.Game, &seat, remembered); err != nil {
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
		if err := ru.startSeat(tx, seat, w.Since); err != nil {
			return err
		}
	}
	return nil
}

// startSeat lets the clock of a seat go on after a pause.
func (ru *Rulings) startSeat(tx club.Tx, seat store.Seat, since time.Time) error {
	late := post.Reminded(seat)
	if _, err := ru.Terms.StandStill(tx, &seat, since, ru.Now()); err != nil {
		return err
	}
	seat.Reminded = nil
	if late { // he has been told that it passed
		seat.Reminded = seat.Deadline
	}
	return tx.UpdateSeat(seat)
}

// ResumeGames lets the games go on whose pause has ended by a moment, and returns how many.
func (ru *Rulings) ResumeGames(ctx context.Context, until time.Time) (n int, err error) {
	var due []string
	err = ru.Store.View(ctx, func(tx store.ReadTx) error {
		all, err := tx.SettingsDue(play.PausedPrefix, until)
		for name := range all {
			due = append(due, strings.TrimPrefix(name, play.PausedPrefix))
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("looking for pauses that end: %w", err)
	}
	if err := ru.Claims.RemindOfClaims(ctx, until); err != nil {
		return 0, err
	}
	for _, id := range due {
		err := ru.Write(ctx, func(tx club.Tx) error { return ru.resumeByItself(tx, id, until) })
		if err != nil {
			ru.Log.Error("a game cannot go on after its pause", "game", id, "error", err)
			ru.Letters.ReportBroken(ctx, id, err)
			continue
		}
		n++
	}
	return n, ctx.Err()
}

// resumeByItself lets a game go on whose pause has ended.
func (ru *Rulings) resumeByItself(tx club.Tx, id string, until time.Time) error {
	w, err := play.PausedOf(tx, id)
	if err != nil || w.Until.IsZero() || w.Until.After(until) {
		return err
	}
	p, err := play.Load(tx, id)
	if err != nil {
		return err
	}
	defer p.Close()
	if p.Game.Status != store.Paused {
		return tx.SetSetting(play.PausedPrefix+id, nil)
	}
	changes, err := ru.resumed(tx, p)
	if err != nil {
		return err
	}
	entry, err := ru.enter(tx, p, play.RulingBody{Act: written.ActResume, Via: viaClock}, club.Evidence{})
	if err != nil {
		return err
	}
	if err := ru.startGame(tx, p); err != nil {
		return err
	}
	return ru.tellRuling(tx, id, entry, "", changes)
}

// moment reads the day, and the time of day if one stands there, at the end of a line.
func (ru *Rulings) moment(r written.Request, game store.Game, by written.Arbiter, words []written.Word) (time.Time, *orders.Diagnostic, error) {
	if len(words) == 0 {
		return time.Time{}, r.Fault(orders.Unreadable, "ruling-date", r.Whole(0), "Words", r.Whole(0).Text), nil
	}
	zone := written.ZoneOf(by.Player)
	rules, err := written.CalendarOf(game)
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
		clock = words[1].Text
	}
	if len(words) > 2 {
		return time.Time{}, r.Fault(orders.Unreadable, "ruling-left-over", words[2], "Words", words[2].Text), nil
	}
	at, err := calendar.ReadMoment(words[0].Text, clock, zone)
	if err != nil {
		return at, r.Fault(orders.Unreadable, "ruling-date", words[len(words)-1], "Words", r.Whole(1).Text), nil
	}
	if !at.After(ru.Now()) {
		return at, r.Fault(orders.Illegal, "ruling-past", words[0], "At", by.When(at)), nil
	}
	if at.After(ru.Now().AddDate(2, 0, 0)) {
		return at, r.Fault(orders.Illegal, "ruling-far", words[0], "At", by.When(at)), nil
	}
	return at, nil, nil
}
