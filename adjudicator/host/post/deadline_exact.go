package post

import (
	"errors"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/written"
	"keryx/store"
)

// A deadline is made of an exact moment and of what the game's calendar makes of it. Whatever moves
// a deadline (absences, pauses, claims, extensions, the bank, an outage) moves the exact moment,
// which is kept, and lets the calendar have its say anew. To read the rounded deadline back and to
// round it again would give a player days for nothing.

// Timing is how the deadline of a seat comes about.
type Timing struct {
	Term
	game     store.Game
	rules    *calendar.Rules    // nil without a calendar
	club     calendar.Holidays  // on which no deadline falls
	Away     []calendar.Absence // of the seat's player, as far as they stop clocks here
	Location *time.Location     // that his absences are counted in
	// stands is since when the clock stands still: for a claim, a pause, a letter that does not
	// reach the player, a fault of the game. Nil while it runs.
	stands *time.Time
}

// TimingOf reads how the deadline of a seat comes about.
func (tm *Terms) TimingOf(tx store.ReadTx, seat store.Seat) (c Timing, err error) {
	game, err := tx.Game(seat.Game)
	if err != nil {
		return c, err
	}
	if c, err = tm.timingFor(tx, game, seat); err != nil {
		return c, err
	}
	if c.Term, err = TermOf(tx, seat); err != nil {
		return c, err
	}
	c.inZone(c.Location)
	if seat.Deadline == nil {
		return c, nil
	}
	if c.From.IsZero() || !c.Is.Equal(*seat.Deadline) {
		c.derive(*seat.Deadline)
	}
	c.stands, err = tm.StandsSince(tx, game, seat)
	return c, err
}

// inZone counts absences in the zone that the player had when he was asked: he may have gone to
// another since, and his days are not to grow longer by that.
func (c *Timing) inZone(now *time.Location) {
	c.Location = now
	if at, err := time.LoadLocation(c.Zone); err == nil && c.Zone != "" {
		c.Location = at
	}
	c.Zone = c.Location.String()
}

// derive finds the exact moment of a deadline that came about without one: before it was kept, or
// by something that knows nothing of it, such as a clock that was set back.
func (c *Timing) derive(deadline time.Time) {
	exact := deadline
	if c.Due.Equal(deadline) && !c.Was.IsZero() {
		exact = c.Was
	}
	c.Set, c.For = nil, nil
	c.From = c.Asked
	if c.From.IsZero() || c.From.After(exact) {
		c.From = exact.Add(-c.game.AnswerTime)
	}
	c.Lasts = calendar.Runs(c.Away, c.From, exact, c.Location)
	c.Fix(deadline)
}

// Fix has the deadline lie at a moment, wherever that is, until something moves it.
func (c *Timing) Fix(at time.Time) {
	c.Set, c.For = nil, nil
	if !store.Time(c.DueNow().At).Equal(at) {
		exact := c.exact()
		c.Set, c.For = &at, &exact
	}
}

// exact is when the time is over, whatever the calendar says.
func (c Timing) exact() time.Time {
	if c.Lasts <= 0 {
		return c.From.Add(c.Lasts)
	}
	return calendar.Skip(c.Away, c.From, c.Lasts, c.Location)
}

// DueNow is where the deadline lies: where somebody has set it, or at the next moment after the exact
// one at which the calendar lets one fall and the player is not absent.
func (c Timing) DueNow() calendar.Due {
	exact := c.exact()
	if c.Set != nil && c.For != nil && c.For.Equal(exact) {
		return calendar.Due{At: *c.Set, Was: exact}
	}
	due := c.allowed(exact)
	for range len(c.Away) {
		back, absent := calendar.Away(c.Away, due.At, c.Location)
		if !absent {
			break
		}
		due = c.allowed(back)
	}
	due.Was = exact
	return due
}

// allowed is the next moment at which the calendar lets a deadline fall.
func (c Timing) allowed(at time.Time) calendar.Due {
	if c.rules == nil {
		return calendar.Due{At: at, Was: at}
	}
	return c.rules.Move(at, c.club)
}

// Left is how much of the time is left at a moment, absences not counted; less than nothing if it
// is over. While the clock stands, it is what was left when it stopped.
func (c Timing) Left(at time.Time) time.Duration {
	if c.stands != nil {
		at = written.Earlier(at, *c.stands)
	}
	if exact := c.exact(); !exact.After(at) {
		return exact.Sub(at)
	}
	return c.Lasts - max(0, calendar.Runs(c.Away, c.From, at, c.Location))
}

// RunFrom counts the time that is left from a moment on, so that what changes then changes nothing of
// what was before.
func (c *Timing) RunFrom(at time.Time) {
	if c.stands != nil {
		at = written.Earlier(at, *c.stands)
	}
	if at.After(c.From) {
		c.Lasts = c.Left(at)
		c.From = at
	}
}

// StoodStill moves a deadline by the time for which the clock of a seat stood still. Who had only
// the time that the calendar gave him beyond his own has as much of it left as before.
func (c *Timing) StoodStill(deadline, since, until time.Time) {
	if c.stands != nil {
		since = written.Earlier(since, *c.stands)
	}
	since = Later(since, c.From)
	if !until.After(since) {
		return
	}
	own := c.exact().After(since)
	c.RunFrom(since)
	c.From = until
	switch {
	case own:
	case deadline.After(since):
		c.Lasts = deadline.Sub(since)
	default: // it had passed
		c.Lasts = deadline.Sub(since)
		c.Fix(store.Time(until.Add(c.Lasts)))
	}
}

// StandsSince finds since when the clock of a seat stands still; nil if it runs.
func (tm *Terms) StandsSince(tx store.ReadTx, game store.Game, seat store.Seat) (since *time.Time, err error) {
	stopped, err := tm.StoppedSince(tx, seat)
	if err != nil {
		return nil, err
	}
	fault, err := BrokenSince(tx, game.ID)
	if err != nil {
		return nil, err
	}
	claimed, err := HeldSince(tx, seat)
	if err != nil {
		return nil, err
	}
	for _, at := range []*time.Time{stopped, fault, claimed} {
		since = first(since, at)
	}
	if game.Status == store.Paused {
		w, err := play.PausedOf(tx, game.ID)
		if err != nil {
			return nil, err
		}
		if !w.Since.IsZero() {
			since = first(since, &w.Since)
		}
	}
	return since, nil
}

// OverdueSince reports whether the deadline of a seat has passed while its clock ran; since is when the
// clock stands still, nil if it runs. All that tells of a missed deadline asks here.
func (tm *Terms) OverdueSince(tx store.ReadTx, game store.Game, seat store.Seat) (late bool, since *time.Time, err error) {
	if seat.Deadline == nil {
		return false, nil, nil
	}
	if since, err = tm.StandsSince(tx, game, seat); err != nil {
		return false, nil, err
	}
	at := tm.Now()
	if since != nil {
		at = written.Earlier(at, *since)
	}
	return seat.Deadline.Before(at), since, nil
}

// Overdue reports whether a seat of a running game is late: its deadline has passed, and nothing holds
// its clock.
func (tm *Terms) Overdue(tx store.ReadTx, game store.Game, seat store.Seat) (bool, error) {
	late, since, err := tm.OverdueSince(tx, game, seat)
	return late && since == nil && game.Status == store.Running, err
}

// first is the earlier of two moments, of which there may be none.
func first(a, b *time.Time) *time.Time {
	if a == nil || b != nil && b.Before(*a) {
		return b
	}
	return a
}

// KeepTiming stores how the deadline of a seat comes about, and moves the deadline to where that
// has it lie. It reports whether it moved; then no reminder has been sent of it.
func (tm *Terms) KeepTiming(tx club.Tx, seat *store.Seat, c Timing) (moved bool, err error) {
	at := store.Time(c.DueNow().At)
	c.Is = at
	c.Given = max(c.Given, at.Sub(tm.Now()))
	if err := c.Term.save(tx, *seat); err != nil {
		return false, err
	}
	if seat.Deadline != nil && seat.Deadline.Equal(at) {
		return false, nil
	}
	seat.Deadline, seat.Reminded = &at, nil
	return true, tx.UpdateSeat(*seat)
}

// StandStill moves the deadline of a seat whose clock stood still from one moment to another, and
// reports whether it moved.
func (tm *Terms) StandStill(tx club.Tx, seat *store.Seat, since, until time.Time) (moved bool, err error) {
	if seat.Deadline == nil {
		return false, nil
	}
	c, err := tm.TimingOf(tx, *seat)
	if err != nil {
		return false, err
	}
	reminder := seat.Reminded
	was := *seat.Deadline
	early := reminder != nil && !Reminded(*seat)
	c.StoodStill(was, since, until)
	moved, err = tm.KeepTiming(tx, seat, c)
	if err != nil || !moved || !early {
		return moved, err
	}
	at := reminder.Add(seat.Deadline.Sub(was)) // he was reminded of this very deadline
	seat.Reminded = &at
	return true, tx.UpdateSeat(*seat)
}

// ShiftTiming moves how a deadline came about along with the deadline, for who has set both back.
func ShiftTiming(tx club.Tx, seat store.Seat, was time.Time) error {
	t, err := TermOf(tx, seat)
	if err != nil || t.From.IsZero() || !t.Is.Equal(was) {
		return err
	}
	by := seat.Deadline.Sub(was)
	t.From, t.Is = t.From.Add(by), *seat.Deadline
	if t.Set != nil && t.For != nil {
		set, exact := t.Set.Add(by), t.For.Add(by)
		t.Set, t.For = &set, &exact
	}
	return t.save(tx, seat)
}

// QuestionOf is the ledger entry that asked a seat what it is asked: a new code for the same
// question, which standing orders alone bring, leaves it as it is.
func QuestionOf(tx store.ReadTx, seat store.Seat) (int, error) {
	t, err := TermOf(tx, seat)
	if err != nil || t.Entry > 0 {
		return t.Entry, err
	}
	report, err := tx.ReportByCode(seat.Game, seat.Answers) // it was asked before the entry was kept
	if errors.Is(err, store.ErrNotFound) {
		return 0, nil
	}
	return report.Seq, err
}

// KeepQuestion is questionOf, and keeps it for a question that was asked before the entry was kept:
// the next code for it is of a later entry.
func KeepQuestion(tx club.Tx, seat store.Seat) (int, error) {
	question, err := QuestionOf(tx, seat)
	if err != nil || question == 0 {
		return 0, err
	}
	t, err := TermOf(tx, seat)
	if err != nil || t.Entry == question {
		return question, err
	}
	t.Entry = question
	return question, t.save(tx, seat)
}

// Later is the later of two moments.
func Later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// Reminded reports whether the holder of a seat has been told that his deadline
// passed. Nothing more happens then until he answers.
func Reminded(seat store.Seat) bool {
	return seat.Reminded != nil && seat.Deadline != nil && !seat.Reminded.Before(*seat.Deadline)
}
