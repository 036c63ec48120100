package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator"
	"keryx/store"
	"keryx/templates"
)

// noted is what the server remembers of a seat from one letter to the next. Nothing of
// it plays a part in the game.
type noted struct {
	// Missed and OtherMissed are deadlines of the seat and of the other one that passed
	// since the last letter, and of which it has to tell.
	Missed      []time.Time `json:"missed,omitempty"`
	OtherMissed []time.Time `json:"other_missed,omitempty"`
	// Absent is the first deadline that passed since the seat's player wrote; nil if
	// none. While it is set the server answers for him within [absentTime].
	Absent *time.Time `json:"absent,omitempty"`
	// Quiet tells that the seat was asked something, while absent, without a letter.
	Quiet bool `json:"quiet,omitempty"`
	// Owed is a receipt that waits to be joined with what follows.
	Owed *owed `json:"owed,omitempty"`
}

// absentTime is the longest time that a player has for an answer who has missed a
// deadline and not written since, in a game that goes on without him.
const absentTime = 24 * time.Hour

func notedName(seat store.Seat) string { return "noted/" + seat.Game + "/" + seat.Side }

// notes reads what is remembered of a seat.
func notes(tx store.ReadTx, seat store.Seat) (n noted, err error) {
	text, err := tx.Setting(notedName(seat))
	if errors.Is(err, store.ErrNotFound) || err == nil && len(text) == 0 {
		return n, nil
	}
	if err != nil {
		return n, err
	}
	if err := json.Unmarshal(text, &n); err != nil {
		return n, fmt.Errorf("what is remembered of %s in %s: %w", seat.Side, seat.Game, err)
	}
	return n, nil
}

// empty reports whether nothing is remembered.
func (n noted) empty() bool {
	return n.Missed == nil && n.OtherMissed == nil && n.Absent == nil && !n.Quiet && n.Owed == nil
}

func (n noted) save(tx store.Tx, seat store.Seat) error {
	text, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return tx.SetSetting(notedName(seat), text)
}

// answerTime is how long a side has for an answer.
func (n noted) answerTime(game store.Game) time.Duration {
	if n.Absent != nil && Contract(game.Contract) != Wait {
		return min(game.AnswerTime, absentTime)
	}
	return game.AnswerTime
}

// noteMissed remembers that a deadline has passed and defaults were taken, for the next
// letters to both sides. It reports whether it is the first since the player wrote.
func noteMissed(tx store.Tx, p *position, side adjudicator.Side, deadline time.Time) (first bool, err error) {
	own, err := notes(tx, p.seats[side])
	if err != nil {
		return false, err
	}
	first = own.Absent == nil
	if first {
		own.Absent = &deadline
	}
	own.Missed = append(own.Missed, deadline)
	if err := own.save(tx, p.seats[side]); err != nil {
		return false, err
	}
	other, err := notes(tx, p.seats[side.Other()])
	if err != nil {
		return false, err
	}
	other.OtherMissed = append(other.OtherMissed, deadline)
	return first, other.save(tx, p.seats[side.Other()])
}

// shortened is by how much less time a side has for an answer than the game gives. Its
// opponent is told the date of the full time: whether its player has come back, and when
// he wrote, is not to be read from a date.
func (n noted) shortened(game store.Game) time.Duration { return game.AnswerTime - n.answerTime(game) }

// back notes that the player of a seat has written: he is absent no more, and has the
// full time for what he is asked, from when it was asked. It reports whether the seat has
// changed.
func (h *Host) back(tx store.Tx, seat *store.Seat) (bool, error) {
	n, err := notes(tx, *seat)
	if err != nil || n.Absent == nil {
		return false, err
	}
	game, err := tx.Game(seat.Game)
	if err != nil {
		return false, err
	}
	shortened := n.shortened(game)
	n.Absent = nil
	if err := n.save(tx, *seat); err != nil {
		return false, err
	}
	late, _, err := h.overdue(tx, game, *seat)
	if err != nil || game.Status != store.Running || seat.Deadline == nil || late {
		return false, err
	}
	c, err := h.timingOf(tx, *seat)
	if err != nil {
		return false, err
	}
	c.Lasts += shortened
	if _, err := h.keepTiming(tx, seat, c); err != nil {
		return false, err
	}
	seat.Reminded = nil
	return true, tx.UpdateSeat(*seat)
}

// askQuietly gives an absent player a new question without a letter: he gets one in a
// turn, and its code when he writes.
func (h *Host) askQuietly(tx store.Tx, p *position, side adjudicator.Side) error {
	seat := p.seats[side]
	n, err := notes(tx, seat)
	if err != nil {
		return err
	}
	seat.Answers = code(store.Secret(p.secret()), p.game.ID, seat.Side, p.last.Seq)
	if err := h.closeAccount(tx, p.game, seat); err != nil {
		return err
	}
	seat.Deadline, seat.Reminded = nil, nil
	if p.session.Asked(side) != nil {
		if err := h.ask(tx, p.game, &seat, n); err != nil {
			return err
		}
	}
	n.Quiet = true
	if err := n.save(tx, seat); err != nil {
		return err
	}
	return tx.UpdateSeat(seat)
}

// isAbsent reports whether a side is to be asked without a letter.
func isAbsent(p *position, tx store.ReadTx, side adjudicator.Side) (bool, error) {
	if Contract(p.game.Contract) == Wait || p.game.Status != store.Running || len(p.chapters) > 0 {
		return false, nil
	}
	n, err := notes(tx, p.seats[side])
	return n.Absent != nil, err
}

// tellNoted adds to a report what is remembered for it, and forgets it.
func tellNoted(p *position, tx store.Tx, seat store.Seat, side adjudicator.Side, r *templates.Report) error {
	n, err := notes(tx, seat)
	if err != nil {
		return err
	}
	r.Missed, r.OtherMissed, r.Absent = n.Missed, n.OtherMissed, n.Absent != nil
	if n.Owed != nil {
		n.Owed.join(p, side, r)
	}
	if n.Missed == nil && n.OtherMissed == nil && n.Owed == nil && !n.Quiet {
		return nil
	}
	return noted{Absent: n.Absent}.save(tx, seat)
}
