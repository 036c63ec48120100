package host

import (
	"slices"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/store"
	"keryx/templates"
)

// reminders are the moments at which a player is reminded before a deadline. Games without a
// calendar remind when half of his time has gone, and a day before.
func reminders(game store.Game, rules *calendar.Rules, deadline time.Time) []time.Time {
	if rules == nil {
		usual := calendar.Usual()
		rules = &usual
	}
	return rules.Moments(game.AnswerTime, deadline)
}

// remind mails a player that his deadline comes near, or that it has passed. If other games
// wait for him as well the letter lists them, the most urgent first.
func (h *Host) remind(tx store.Tx, game store.Game, seat store.Seat, c call) error {
	p, err := load(tx, game.ID)
	if err != nil {
		return err
	}
	defer p.close()
	side, _ := p.info.Seat(seat.Side)
	r, err := h.draft(tx, p, seat, side, templates.Reminder)
	if err != nil {
		return err
	}
	rules, err := calendarOf(game)
	if err != nil {
		return err
	}
	at := store.Time(h.Now())
	seat.Reminded = &at // once the deadline has passed, a substitute reads as well
	early := c.what == callRemind
	if rules != nil {
		if r.Others, err = othersWaiting(tx, seat); err != nil {
			return err
		}
		r.Overdue, r.LastReminder = c.what == callAgain, c.last
		if c.what == callFlag && Contract(game.Contract) != Wait {
			r.Until = answeredAt(*rules, *seat.Deadline, at)
		}
	}
	purpose := "reminder " + seat.Deadline.UTC().Format(time.RFC3339)
	if c.what != callFlag {
		purpose += " at " + c.moment.UTC().Format(time.RFC3339)
	}
	if err := h.post(tx, game, &seat, r, mailing{purpose: purpose, seq: p.last.Seq}); err != nil {
		return err
	}
	if err := tx.UpdateSeat(seat); err != nil {
		return err
	}
	if rules != nil {
		if err := h.noteReminded(tx, seat.Player); err != nil {
			return err
		}
	}
	if early || c.what == callAgain {
		return nil
	}
	if rules != nil {
		if err := h.tellWaiting(tx, p, seat, side, r); err != nil {
			return err
		}
	}
	key := "late"
	args := []any{"Game", game.ID, "Side", sideTerm(game, seat.Side), "Player", r.Player, "Deadline", *seat.Deadline}
	if !r.Until.IsZero() {
		key, args = "late-default", append(args, "Until", r.Until)
	}
	return h.tellReferee(tx, game, notice{key: key, once: seat.Deadline.UTC().Format(time.RFC3339) + seat.Side, args: args})
}

// tellWaiting tells the opponent of a player whose deadline has passed what he waits for.
// Who is asked something himself is not told whether the other has answered.
func (h *Host) tellWaiting(tx store.Tx, p *position, seat store.Seat, side adjudicator.Side, r templates.Report) error {
	other := p.seats[side.Other()]
	if p.session.Asked(side.Other()) != nil || other.Player == "" || other.Player == machineAddress {
		return nil
	}
	player, err := tx.Player(other.Player)
	if err != nil {
		return err
	}
	key, args := "waiting-for", []any{"Game", p.game.ID, "Side", sideTerm(p.game, seat.Side), "Player", r.Player, "Deadline", *seat.Deadline, "Referee", r.Referee}
	if !r.Until.IsZero() {
		key, args = "waiting-for-default", append(args, "Until", r.Until)
	}
	return h.tellPlayer(tx, player, other, key, seat.Deadline.UTC().Format(time.RFC3339), args...)
}

// othersWaiting lists the other games that wait for the player of a seat, most urgent first.
func othersWaiting(tx store.ReadTx, seat store.Seat) (list []templates.OtherGame, err error) {
	seats, err := tx.SeatsOfPlayer(seat.Player)
	if err != nil {
		return nil, err
	}
	for _, s := range seats {
		if s.Deadline == nil || s.Game == seat.Game {
			continue
		}
		game, err := tx.Game(s.Game)
		if err != nil {
			return nil, err
		}
		if game.Status == store.Running {
			list = append(list, templates.OtherGame{Game: s.Game, Ruleset: game.Ruleset, Deadline: *s.Deadline})
		}
	}
	slices.SortStableFunc(list, func(a, b templates.OtherGame) int { return a.Deadline.Compare(b.Deadline) })
	return list, nil
}

// soonDue is how near a deadline is whose game leads a reminder that another game calls for.
const soonDue = 24 * time.Hour

// mostUrgent finds, among the seats of a player that call for a reminder at a moment or are
// due within a day, the one whose deadline is the earliest, and notes that the others were
// reminded with it.
func (h *Host) mostUrgent(tx store.Tx, seat store.Seat, c call, now time.Time) (store.Seat, call, error) {
	seats, err := tx.SeatsOfPlayer(seat.Player)
	if err != nil {
		return seat, c, err
	}
	var others []store.Seat
	for _, s := range seats {
		if s.Deadline == nil || s.Game == seat.Game && s.Side == seat.Side {
			continue
		}
		game, err := tx.Game(s.Game)
		if err != nil || len(game.Schedule) == 0 {
			if err != nil {
				return seat, c, err
			}
			continue
		}
		if since, err := h.stoppedSince(tx, s); err != nil || since != nil {
			if err != nil {
				return seat, c, err
			}
			continue
		}
		its, err := nextCallOf(tx, game, s, now)
		if err != nil {
			return seat, c, err
		}
		due := !its.at.After(now) && (its.what == callRemind || its.what == callAgain)
		if near := s.Deadline.Sub(now); !due && (near <= 0 || near >= soonDue || s.Unreachable || its.what == callDefault) {
			continue
		}
		if s.Deadline.Before(*seat.Deadline) {
			s, seat = seat, s
			if c = its; !due {
				c = call{what: callRemind, at: now, moment: now}
			}
		} else if !due {
			continue
		}
		others = append(others, s)
	}
	for _, s := range others {
		at := store.Time(h.Now())
		s.Reminded = &at
		if err := tx.UpdateSeat(s); err != nil {
			return seat, c, err
		}
	}
	return seat, c, nil
}
