package clock

import (
	"slices"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/written"
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

// Remind mails a player that his deadline comes near, or that it has passed. If other games
// wait for him as well the letter lists them, the most urgent first.
func (ck *Clocks) Remind(tx club.Tx, game store.Game, seat store.Seat, c Call) error {
	p, err := play.Load(tx, game.ID)
	if err != nil {
		return err
	}
	defer p.Close()
	side, _ := p.Info.Seat(seat.Side)
	r, err := ck.Reports.Draft(tx, p, seat, side, templates.Reminder)
	if err != nil {
		return err
	}
	rules, err := written.CalendarOf(game)
	if err != nil {
		return err
	}
	at := store.Time(ck.Now())
	seat.Reminded = &at // once the deadline has passed, a substitute reads as well
	early := c.What == CallRemind
	if rules != nil {
		if r.Others, err = othersWaiting(tx, seat); err != nil {
			return err
		}
		r.Overdue, r.LastReminder = c.What == CallAgain, c.last
		if c.What == CallFlag && post.Contract(game.Contract) != post.Wait {
			r.Until = answeredAt(*rules, *seat.Deadline, at)
		}
	}
	purpose := "reminder " + seat.Deadline.UTC().Format(time.RFC3339)
	if c.What != CallFlag {
		purpose += " at " + c.moment.UTC().Format(time.RFC3339)
	}
	if err := ck.Letters.Dispatch(tx, game, &seat, r, post.Mailing{Purpose: purpose, Seq: p.Last.Seq}); err != nil {
		return err
	}
	if err := tx.UpdateSeat(seat); err != nil {
		return err
	}
	if rules != nil {
		if err := ck.NoteReminded(tx, seat.Player); err != nil {
			return err
		}
	}
	if early || c.What == CallAgain {
		return nil
	}
	if rules != nil {
		if err := ck.tellWaiting(tx, p, seat, side, r); err != nil {
			return err
		}
	}
	key := "late"
	args := []any{"Game", game.ID, "Side", play.SideTerm(game, seat.Side), "Player", r.Player, "Deadline", *seat.Deadline}
	if !r.Until.IsZero() {
		key, args = "late-default", append(args, "Until", r.Until)
	}
	return ck.Letters.TellReferee(tx, game, post.Notice{Key: key, Once: seat.Deadline.UTC().Format(time.RFC3339) + seat.Side, Args: args})
}

// tellWaiting tells the opponent of a player whose deadline has passed what he waits for.
// Who is asked something himself is not told whether the other has answered.
func (ck *Clocks) tellWaiting(tx club.Tx, p *play.Position, seat store.Seat, side adjudicator.Side, r templates.Report) error {
	other := p.Seats[side.Other()]
	if p.Session.Asked(side.Other()) != nil || other.Player == "" || other.Player == post.MachineAddress {
		return nil
	}
	player, err := tx.Player(other.Player)
	if err != nil {
		return err
	}
	key, args := "waiting-for", []any{"Game", p.Game.ID, "Side", play.SideTerm(p.Game, seat.Side), "Player", r.Player, "Deadline", *seat.Deadline, "Referee", r.Referee}
	if !r.Until.IsZero() {
		key, args = "waiting-for-default", append(args, "Until", r.Until)
	}
	return ck.Letters.TellPlayer(tx, player, other, key, seat.Deadline.UTC().Format(time.RFC3339), args...)
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

// MostUrgent finds, among the seats of a player that call for a reminder at a moment or are
// due within a day, the one whose deadline is the earliest, and notes that the others were
// reminded with it.
func (ck *Clocks) MostUrgent(tx club.Tx, seat store.Seat, c Call, now time.Time) (store.Seat, Call, error) {
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
		if since, err := ck.Terms.StoppedSince(tx, s); err != nil || since != nil {
			if err != nil {
				return seat, c, err
			}
			continue
		}
		its, err := NextCallOf(tx, game, s, now)
		if err != nil {
			return seat, c, err
		}
		due := !its.At.After(now) && (its.What == CallRemind || its.What == CallAgain)
		if near := s.Deadline.Sub(now); !due && (near <= 0 || near >= soonDue || s.Unreachable || its.What == callDefault) {
			continue
		}
		if s.Deadline.Before(*seat.Deadline) {
			s, seat = seat, s
			if c = its; !due {
				c = Call{What: CallRemind, At: now, moment: now}
			}
		} else if !due {
			continue
		}
		others = append(others, s)
	}
	for _, s := range others {
		at := store.Time(ck.Now())
		s.Reminded = &at
		if err := tx.UpdateSeat(s); err != nil {
			return seat, c, err
		}
	}
	return seat, c, nil
}
