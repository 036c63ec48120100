package season

import (
	"errors"
	"slices"
	"time"

	"keryx/adjudicator/calendar"
	"keryx/adjudicator/league"
	"keryx/adjudicator/league/ladder"
)

// What is done on a ladder, beside what is done in every season. All of it is refused with
// ladder.ErrChallenge where it cannot be, and with league.ErrOrder before the ladder begins and
// when it is about to end.

// ErrNotYet reports a challenge before the first day of a ladder; ErrEnding one after its last, or
// on a ladder that ends when its games do.
var (
	ErrNotYet = errors.New("the ladder has not begun")
	ErrEnding = errors.New("the ladder is about to end")
)

// Playing reports with [ErrNotYet] or [ErrEnding] that nobody can challenge now, nor accept.
func (s *Season) Playing(now time.Time) error {
	switch t := s.State.Terms; {
	case now.Before(t.Begins):
		return ErrNotYet
	case s.Ending, !t.Ends.IsZero() && !now.Before(t.Ends):
		return ErrEnding
	}
	return nil
}

// Ended reports whether nobody can challenge any more, nor answer: a ladder is about to end, or over.
func (s *Season) Ended(now time.Time) bool {
	return s.State.Closed != nil || errors.Is(s.Playing(now), ErrEnding)
}

// Challenge has one challenge another; ruling is why the referee does it for him. The error may be
// a *[ladder.Refusal].
func (s *Season) Challenge(challenger, challenged, ruling string, now time.Time) (ladder.Challenge, error) {
	if err := s.Playing(now); err != nil {
		return ladder.Challenge{}, err
	}
	n := s.State.NextChallenge()
	body := league.Challenge{Number: n, Challenger: challenger, Challenged: challenged, Ruling: ruling}
	if err := s.Append(league.Challenged, now, body); err != nil {
		return ladder.Challenge{}, err
	}
	return s.State.Ladder.Numbered(n)
}

// Accept accepts a challenge by a word that was received at a moment, and returns its fixture.
func (s *Season) Accept(number int, received time.Time, ruling string, now time.Time) (league.Fixture, error) {
	if err := s.Playing(now); err != nil {
		return league.Fixture{}, err
	}
	a, err := s.State.Accepting(number, received, s.lots())
	if err != nil {
		return league.Fixture{}, err
	}
	a.Ruling = ruling
	if err := s.Append(league.Accepted, now, a); err != nil {
		return league.Fixture{}, err
	}
	fixtures := s.State.Fixtures()
	f := fixtures[len(fixtures)-1]
	s.Notes.Paired[f.ID] = now
	s.forget(number)
	return f, nil
}

// Refuse declines a challenge, or calls one off.
func (s *Season) Refuse(number int, by, ruling string, now time.Time) error {
	if err := s.Playing(now); err != nil {
		return err
	}
	r, err := s.State.Refusing(number, by, now)
	if err != nil {
		return err
	}
	r.Ruling = ruling
	if err := s.Append(league.Declined, now, r); err != nil {
		return err
	}
	s.forget(number)
	return nil
}

// Lapse does what time has brought, and tells what it was.
func (s *Season) Lapse(until, now time.Time) (l league.Lapse, any bool, err error) {
	if l, any = s.State.Lapsing(until); !any {
		return l, false, nil
	}
	if err := s.Append(league.Lapsed, now, l); err != nil {
		return l, false, err
	}
	for _, number := range l.Overdue {
		s.forget(number)
	}
	return l, true, nil
}

// forget drops what stands beside the ledger of a challenge that has been answered.
func (s *Season) forget(number int) {
	delete(s.Asking, number)
}

// Asking is what stands beside the ledger of a challenge that waits for its answer.
type Asking struct {
	Mail     int64         `json:"mail"`              // in the outbox, that asks for it
	Stood    time.Duration `json:"stood,omitempty"`   // that the clock stood still, absences left out
	Reminded time.Time     `json:"reminded,omitzero"` // the moment of the last reminder
}

// PutOff moves by when a challenge is to be answered, or without a number when somebody loses a
// place; the ledger says why.
func (s *Season) PutOff(number int, entrant string, until time.Time, why string, now time.Time) error {
	return s.Append(league.Postponed, now, league.Postponing{Number: number, Entrant: entrant, Until: until.UTC().Truncate(time.Millisecond), Why: why})
}

// ReminderOf is the next moment after another at which who is challenged is reminded, if there is one:
// when half of his time has gone, and a day before its end.
func (s *Season) ReminderOf(c ladder.Challenge, after time.Time) (next time.Time, ok bool) {
	for _, at := range calendar.Usual().Moments(s.State.Rules.Ladder.Answer, c.Until) {
		if at.After(after) && at.After(c.Made) && at.Before(c.Until) && (!ok || at.Before(next)) {
			next, ok = at, true
		}
	}
	return next, ok
}

// LookAt is when time next brings something to a ladder, unless something is done on it before; false
// for one that is over, and for other seasons.
func (s *Season) LookAt() (due time.Time, ok bool) {
	l := s.State.Ladder
	if l == nil || s.State.Closed != nil {
		return due, false
	}
	due = never
	if s.Ending || slices.Contains(s.Asked, "judging") {
		return due, true
	}
	if at, any := l.Next(); any {
		due = at
	}
	for _, c := range l.Challenges {
		if at, any := s.ReminderOf(c, s.Asking[c.Number].Reminded); any && !c.Accepted && at.Before(due) {
			due = at
		}
	}
	if ends := s.State.Terms.Ends; !ends.IsZero() && !due.Before(ends) {
		due = never // what would come then comes no more
	}
	return due, true
}

// never is later than anything.
var never = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// advanceLadder makes the next step of a ladder that does not hang on what time brings: bids are
// opened, and it ends if it is to.
func (s *Season) advanceLadder(now time.Time) (Happening, error) {
	for _, f := range s.State.Unsided() {
		if h, err := s.openBids(f, now); err != nil || h.What != Nothing {
			return h, err
		}
	}
	ends := s.State.Terms.Ends
	if !s.Ending && (ends.IsZero() || now.Before(ends)) {
		return Happening{}, nil
	}
	if c, err := s.State.Close(); err == nil {
		return Happening{What: Closing}, s.close(c, now)
	}
	if !ends.IsZero() && !now.Before(ends) && !s.Has("judging") {
		return Happening{What: Judging}, nil
	}
	return Happening{}, nil
}
