package post

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/written"
	"keryx/store"
	"keryx/templates"
)

// A game that was created with a calendar moves deadlines to where one may fall; what it has
// agreed on is stored with it. A game without one (those of before calendars are) gives the
// answer time and nothing else.

// Term is what the server remembers of the time that a seat was given for what it is asked.
type Term struct {
	Asked time.Time      `json:"asked"`
	Due   time.Time      `json:"due"` // the deadline that the rest is about; any other has moved since
	Was   time.Time      `json:"was"` // what it would be if every moment were allowed
	Why   []calendar.Why `json:"why,omitempty"`
	// Given is the whole time from when it was asked, with everything that was added since.
	Given time.Duration `json:"given"`

	// Entry is the ledger entry that asked; 0 if it was asked before that was kept.
	Entry int `json:"entry,omitempty"`
	// The exact moment of the deadline: so much time from a moment on, the absences of the player
	// not counted, which are days of a zone. See [Timing].
	From  time.Time     `json:"from,omitzero"`
	Lasts time.Duration `json:"lasts,omitempty"`
	Zone  string        `json:"zone,omitempty"`
	// Is is the deadline that comes of it.
	Is time.Time `json:"is,omitzero"`
	// Set is the deadline that a referee has set while the exact moment is For.
	Set *time.Time `json:"set,omitempty"`
	For *time.Time `json:"for,omitempty"`
}

func termName(seat store.Seat) string { return "term/" + seat.Game + "/" + seat.Side }

// TermOf reads what is remembered of the time of a seat; nothing of what was asked before it was kept.
func TermOf(tx store.ReadTx, seat store.Seat) (t Term, err error) {
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

func (t Term) save(tx club.Tx, seat store.Seat) error {
	text, err := json.Marshal(t)
	if err != nil {
		return err
	}
	return tx.SetSetting(termName(seat), text)
}

// Ask gives a seat the time for a new question: the absences of its player do not count, and while
// its opponent is absent no time begins.
func (tm *Terms) Ask(tx club.Tx, game store.Game, seat *store.Seat, n Memory) error {
	c, err := tm.termFor(tx, game, *seat, n.answerTime(game))
	if err != nil {
		return err
	}
	if err := c.Term.save(tx, *seat); err != nil {
		return err
	}
	deadline := c.Due
	seat.Deadline, seat.Reminded = &deadline, nil
	return nextQuestion(tx, *seat)
}

// termFor is the time that a seat has for a question that is asked now and lasts so long.
func (tm *Terms) termFor(tx store.ReadTx, game store.Game, seat store.Seat, lasts time.Duration) (c Timing, err error) {
	now := tm.Now()
	from, err := tm.beginsFor(tx, seat)
	if err != nil {
		return c, err
	}
	if c, err = tm.timingFor(tx, game, seat); err != nil {
		return c, err
	}
	head, err := tx.Head(game.ID)
	if err != nil {
		return c, fmt.Errorf("game %s: its ledger: %w", game.ID, err)
	}
	c.Term = Term{Asked: now, Entry: head.Seq, From: from, Lasts: lasts, Zone: c.Zone}
	due := c.DueNow()
	deadline := store.Time(due.At)
	c.Due, c.Is, c.Was, c.Why, c.Given = deadline, deadline, due.Was, due.Why, due.At.Sub(now)
	return c, nil
}

// ToldOther is until when a report says that the game waits for the opponent of its reader; zero if
// nothing runs. The letter to the opponent may be written after the report: what he is
// asked anew has a deadline all the same.
func (tm *Terms) ToldOther(tx store.ReadTx, p *play.Position, other adjudicator.Side) (time.Time, error) {
	seat := p.Seats[other]
	if p.Game.Status == store.Running && p.Asked(other) {
		c, err := tm.termFor(tx, p.Game, seat, p.Game.AnswerTime)
		return c.Due, err
	}
	if seat.Deadline == nil {
		return time.Time{}, nil
	}
	n, err := MemoryOf(tx, seat)
	if err != nil {
		return time.Time{}, err
	}
	return tm.full(tx, p.Game, seat, n)
}

// timingFor is how the deadline of a new question comes about.
func (tm *Terms) timingFor(tx store.ReadTx, game store.Game, seat store.Seat) (c Timing, err error) {
	bounds, err := boundsOf(tx, game)
	if err != nil {
		return c, err
	}
	c = Timing{game: game, club: tm.Rules.Calendar.Holidays}
	if c.rules, err = written.CalendarOf(game); err != nil {
		return c, err
	}
	all, zone, err := AbsencesAt(tx, seat.Player)
	if err != nil {
		return c, err
	}
	c.Away = bounds.Cut(all)
	c.inZone(zone)
	return c, nil
}

// beginsFor is when the time of a seat begins that is asked now: at once, or when its opponent is
// back.
func (tm *Terms) beginsFor(tx store.ReadTx, seat store.Seat) (time.Time, error) {
	from := tm.Now()
	_, bounds, err := BoundsAt(tx, seat)
	if err != nil {
		return from, err
	}
	seats, err := tx.SeatsOf(seat.Game)
	if err != nil {
		return from, err
	}
	for _, other := range seats {
		if other.Side == seat.Side {
			continue
		}
		all, zone, err := AbsencesAt(tx, other.Player)
		if err != nil {
			return from, err
		}
		if back, away := calendar.Away(bounds.Cut(all), from, zone); away {
			from = back
		}
	}
	return from, nil
}

// Allowed is where a deadline of a game comes to lie that was to be moved to a moment: there, or
// at the next moment that the game allows.
func (tm *Terms) Allowed(game store.Game, to time.Time) (time.Time, error) {
	rules, err := written.CalendarOf(game)
	if err != nil {
		return to, err
	}
	if rules != nil {
		to = rules.Move(to, tm.Rules.Calendar.Holidays).At
	}
	return store.Time(to), nil
}

// full is the deadline of a seat as if its player were not absent. That is what his opponent
// is told: whether he has come back, and when he wrote, is not to be read from a date.
func (tm *Terms) full(tx store.ReadTx, game store.Game, seat store.Seat, n Memory) (time.Time, error) {
	if n.Absent == nil {
		return *seat.Deadline, nil
	}
	c, err := tm.TimingOf(tx, seat)
	if err != nil {
		return time.Time{}, err
	}
	c.Lasts += n.shortened(game)
	return store.Time(c.DueNow().At), nil
}

// Given is the longest time that a seat can have left for what it is asked.
func Given(tx store.ReadTx, game store.Game, seat store.Seat) (time.Duration, error) {
	t, err := TermOf(tx, seat)
	return max(game.AnswerTime, t.Given), err
}

// TellWhy adds to a report why its deadline is later than the answer time makes it.
func TellWhy(tx store.ReadTx, game store.Game, seat store.Seat, r *templates.Report) error {
	if len(game.Schedule) == 0 || seat.Deadline == nil {
		return nil
	}
	t, err := TermOf(tx, seat)
	if err != nil || len(t.Why) == 0 || !t.Due.Equal(*seat.Deadline) {
		return err
	}
	r.Moved = templates.Moved{Was: t.Was}
	for _, why := range t.Why {
		r.Moved.Why = append(r.Moved.Why, string(why))
	}
	return nil
}
