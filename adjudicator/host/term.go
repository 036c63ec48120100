package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/store"
	"keryx/templates"
)

// A game that was created with a calendar moves deadlines to where one may fall; what it has
// agreed on is stored with it. A game without one (those of before calendars are) gives the
// answer time and nothing else.

// calendarOf reads the calendar of a game; nil if it has none.
func calendarOf(game store.Game) (*calendar.Rules, error) {
	rules, err := calendar.Read(game.Schedule)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", game.ID, err)
	}
	return rules, nil
}

// term is what the server remembers of the time that a seat was given for what it is asked.
// It is kept for games with a calendar only.
type term struct {
	Asked time.Time      `json:"asked"`
	Due   time.Time      `json:"due"` // the deadline that the rest is about; any other has moved since
	Was   time.Time      `json:"was"` // what it would be if every moment were allowed
	Why   []calendar.Why `json:"why,omitempty"`
	// Short is by how much an absent player's deadline is earlier than the full time.
	Short time.Duration `json:"short,omitempty"`
	// Given is the whole time from when it was asked, with everything that was added since.
	Given time.Duration `json:"given"`
}

func termName(seat store.Seat) string { return "term/" + seat.Game + "/" + seat.Side }

// termOf reads what is remembered of the time of a seat; nothing if its game has no calendar.
func termOf(tx store.ReadTx, seat store.Seat) (t term, err error) {
	text, err := tx.Setting(termName(seat))
	if errors.Is(err, store.ErrNotFound) || err == nil && len(text) == 0 {
		return t, nil
	}
	if err != nil {
		return t, err
	}
	if err := json.Unmarshal(text, &t); err != nil {
		return t, fmt.Errorf("the time of %s in %s: %w", seat.Side, seat.Game, err)
	}
	return t, nil
}

func (t term) save(tx store.Tx, seat store.Seat) error {
	text, err := json.Marshal(t)
	if err != nil {
		return err
	}
	return tx.SetSetting(termName(seat), text)
}

// ask gives a seat the time for a new question.
func (h *Host) ask(tx store.Tx, game store.Game, seat *store.Seat, n noted) error {
	answer := n.answerTime(game)
	rules, err := calendarOf(game)
	if err != nil {
		return err
	}
	now := h.Now()
	due, err := h.dueFor(tx, rules, *seat, answer)
	if err != nil {
		return err
	}
	if rules != nil || due.At.Sub(now) > answer {
		full, err := h.dueFor(tx, rules, *seat, game.AnswerTime)
		if err != nil {
			return err
		}
		t := term{Asked: now, Due: store.Time(due.At), Was: due.Was, Why: due.Why, Short: full.At.Sub(due.At), Given: due.At.Sub(now)}
		if err := t.save(tx, *seat); err != nil {
			return err
		}
	}
	deadline := store.Time(due.At)
	seat.Deadline, seat.Reminded = &deadline, nil
	return nextQuestion(tx, *seat)
}

// dueFor is when a seat that is asked now has to answer: the absences of its player do not
// count, and while its opponent is absent no time begins.
func (h *Host) dueFor(tx store.ReadTx, rules *calendar.Rules, seat store.Seat, answer time.Duration) (calendar.Due, error) {
	from := h.Now()
	game, err := tx.Game(seat.Game)
	if err != nil {
		return calendar.Due{}, err
	}
	bounds, err := boundsOf(tx, game)
	if err != nil {
		return calendar.Due{}, err
	}
	seats, err := tx.SeatsOf(seat.Game)
	if err != nil {
		return calendar.Due{}, err
	}
	for _, other := range seats {
		if other.Side == seat.Side {
			continue
		}
		all, zone, err := absencesAt(tx, other.Player)
		if err != nil {
			return calendar.Due{}, err
		}
		if back, away := calendar.Away(bounds.Cut(all), from, zone); away {
			from = back
		}
	}
	own, zone, err := absencesAt(tx, seat.Player)
	if err != nil {
		return calendar.Due{}, err
	}
	at := calendar.Skip(bounds.Cut(own), from, answer, zone)
	if rules == nil {
		return calendar.Due{At: at, Was: at}, nil
	}
	return rules.Move(at, h.Holidays), nil
}

// allowed is where a deadline of a game comes to lie that was to be moved to a moment: there, or
// at the next moment that the game allows.
func (h *Host) allowed(game store.Game, to time.Time) (time.Time, error) {
	rules, err := calendarOf(game)
	if err != nil {
		return to, err
	}
	if rules != nil {
		to = rules.Move(to, h.Holidays).At
	}
	return store.Time(to), nil
}

// full is the deadline of a seat as if its player were not absent. That is what his opponent
// is told: whether he has come back, and when he wrote, is not to be read from a date.
func (h *Host) full(tx store.ReadTx, game store.Game, seat store.Seat, n noted) (time.Time, error) {
	if n.Absent == nil {
		return *seat.Deadline, nil
	}
	rules, err := calendarOf(game)
	if err != nil || rules == nil {
		return store.Time(seat.Deadline.Add(n.shortened(game))), err
	}
	t, err := termOf(tx, seat)
	if err != nil {
		return time.Time{}, err
	}
	return store.Time(rules.Move(seat.Deadline.Add(t.Short), h.Holidays).At), nil
}

// given is the longest time that a seat can have left for what it is asked.
func given(tx store.ReadTx, game store.Game, seat store.Seat) (time.Duration, error) {
	t, err := termOf(tx, seat) // of a game without a calendar only if an absence has moved it
	return max(game.AnswerTime, t.Given), err
}

// tellWhy adds to a report why its deadline is later than the answer time makes it.
func tellWhy(tx store.ReadTx, game store.Game, seat store.Seat, r *templates.Report) error {
	if len(game.Schedule) == 0 || seat.Deadline == nil {
		return nil
	}
	t, err := termOf(tx, seat)
	if err != nil || len(t.Why) == 0 || !t.Due.Equal(*seat.Deadline) {
		return err
	}
	r.Moved = templates.Moved{Was: t.Was}
	for _, why := range t.Why {
		r.Moved.Why = append(r.Moved.Why, string(why))
	}
	return nil
}
