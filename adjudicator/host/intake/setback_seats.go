package intake

import (
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/written"
	"keryx/store"
)

// What comes back of games with the clock: the deadlines of seats, what holds them, and what their
// players are told.

// seats are the deadlines that come back.
func (r *Redating) seats(tx store.ReadTx) (list []SeatSetBack, err error) {
	all, err := tx.SeatsDue(reports.ForEver)
	if err != nil {
		return nil, err
	}
	for _, seat := range all {
		moved, err := r.Deadline(tx, seat)
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

// Deadline returns what the deadline of a seat becomes. Its holder has as much time left as
// when the clock was last looked at, and never more than a game gives.
func (r *Redating) Deadline(tx store.ReadTx, seat store.Seat) (time.Time, error) {
	game, err := tx.Game(seat.Game)
	if err != nil {
		return time.Time{}, err
	}
	whole, err := post.Given(tx, game, seat)
	if err != nil {
		return time.Time{}, err
	}
	stopped, err := r.Host.Terms.StoppedSince(tx, seat)
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
	if post.Reminded(seat) && seat.Deadline.After(r.now) {
		// It had passed, and he was told so.
		return store.Time(written.Earlier(seat.Deadline.Add(-r.by()), r.now)), nil
	}
	// What moves a deadline, an outage or a letter that went out late, moves it on to an hour
	// that was agreed on.
	latest, err := r.Host.Terms.Allowed(game, r.now.Add(whole))
	return r.due(*seat.Deadline, max(whole, latest.Sub(r.now))), err
}

// reminded returns what the last reminder of a seat becomes whose deadline was another: it
// lies as far before or after the deadline.
func (r *Redating) reminded(seat store.Seat, was time.Time) time.Time {
	return store.Time(seat.Reminded.Add(seat.Deadline.Sub(was)))
}

// setSeats moves the deadlines, and since when clocks stand still.
func (r *Redating) setSeats(tx club.Tx) error {
	seats, err := r.seats(tx)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		if err := errors.Join(tx.UpdateSeat(seat.Seat), post.ShiftTiming(tx, seat.Seat, seat.Was)); err != nil {
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
func (r *Redating) setStopped(tx club.Tx, seat store.Seat) error {
	m, ok, err := post.AskingMail(tx, seat)
	if err != nil || !ok {
		return err
	}
	since, noted, err := post.NotedStop(tx, seat, m)
	if err != nil || !noted {
		return err
	}
	return post.NoteStoppedAt(tx, seat, m, r.past(since))
}

// setStands sets back since when claims hold deadlines, and since when games are paused.
func (r *Redating) setStands(tx club.Tx) error {
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

func (r *Redating) setClaims(tx club.Tx, game string) error {
	c, err := post.ClaimsOf(tx, game)
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
	return c.Save(tx, game)
}

func (r *Redating) setPause(tx club.Tx, game store.Game) error {
	if game.Status != store.Paused {
		return nil
	}
	w, err := play.PausedOf(tx, game.ID)
	if err != nil || w.Since.IsZero() {
		return err
	}
	since := r.past(w.Since)
	if since.Equal(w.Since) {
		return nil
	}
	w.Since = since
	return w.Save(tx, game.ID)
}

// setNoted dates back what the next letters tell.
func (r *Redating) setNoted(tx club.Tx) error {
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
			n, err := post.MemoryOf(tx, seat)
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
			if n.Empty() {
				continue
			}
			if err := n.Save(tx, seat); err != nil {
				return err
			}
		}
	}
	return nil
}

// tellBack tells those who play a seat the date of its deadline.
func (r *Redating) tellBack(tx club.Tx, seat SeatSetBack) error {
	if post.Reminded(seat.Seat) {
		return nil // it has passed
	}
	game, err := tx.Game(seat.Game)
	if err != nil {
		return err
	}
	readers, err := post.Readers(tx, game, seat.Seat)
	if err != nil {
		return err
	}
	for _, address := range readers {
		player, err := tx.Player(address)
		if err != nil {
			return fmt.Errorf("game %s: a player of %s: %w", game.ID, seat.Side, err)
		}
		err = r.Host.Letters.TellPlayer(tx, player, seat.Seat, "deadline-back", r.now.UTC().Format(time.RFC3339)+seat.Deadline.UTC().Format(time.RFC3339Nano),
			"Game", game.ID, "Deadline", *seat.Deadline, "Was", seat.Was)
		if err != nil {
			return err
		}
	}
	return nil
}
