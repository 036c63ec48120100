package calendar

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// Absence is a time of whole days in which a player does not answer, in his own zone. Both
// days are included.
type Absence struct {
	From Date `json:"from"`
	To   Date `json:"to"`
	// Back is when the player came back before his last day was over, in seconds as of [time.Time.Unix];
	// 0 if he did not. That day counts as one of his absence, since his clock stood still on it.
	Back int64 `json:"back,omitempty"`
}

// back has the absence end at a moment of a day.
func (a Absence) back(today Date, now time.Time) Absence {
	a.To, a.Back = today, now.Unix()
	return a
}

// over reports whether the player is back for good.
func (a Absence) over(today Date) bool { return a.To.Before(today) || a.Back != 0 }

// The refusals of an absence. They say what would do.
var (
	ErrBegun    = errors.New("an absence is announced before it begins")
	ErrBackward = errors.New("an absence ends on the day on which it begins, or later")
	ErrOverlap  = errors.New("an absence was announced before for some of these days")
	ErrFar      = errors.New("an absence is announced no more than a year ahead")
)

// AllowanceError reports that a player has fewer days left in a year than he asks for.
type AllowanceError struct {
	Year, Asked, Left int
}

// Error says so.
func (e *AllowanceError) Error() string {
	return fmt.Sprintf("%d days are asked in %d, and %d are left", e.Asked, e.Year, e.Left)
}

// Days is how many days of a year the absence takes.
func (a Absence) Days(year int) int {
	n := 0
	for day := a.From; !day.After(a.To); day = day.AddDate(0, 0, 1) {
		if day.Year() == year {
			n++
		}
	}
	return n
}

// Start and End are the moments between which the player is absent in a zone.
func (a Absence) Start(zone *time.Location) time.Time {
	year, month, day := a.From.Date()
	at, _ := localDate(year, month, day, 0, zone)
	return at
}

// End is the moment at which the player is back.
func (a Absence) End(zone *time.Location) time.Time {
	year, month, day := a.To.Date()
	at, _ := localDate(year, month, day+1, 0, zone)
	if back := time.Unix(a.Back, 0); a.Back != 0 && back.Before(at) {
		return back
	}
	return at
}

// Announce adds an absence to those of a player at a moment, if he may have it. The allowance
// is of each calendar year: no day of one is carried over to another.
func Announce(all []Absence, a Absence, allowance int, now time.Time, zone *time.Location) ([]Absence, error) {
	today := DateOf(now, zone)
	switch {
	case a.To.Before(a.From):
		return all, ErrBackward
	case !a.From.After(today):
		return all, ErrBegun
	case a.To.After(today.AddDate(1, 0, 0)):
		return all, ErrFar
	}
	for _, other := range all {
		if !a.From.After(other.To) && !other.From.After(a.To) {
			return all, ErrOverlap
		}
	}
	for year := a.From.Year(); year <= a.To.Year(); year++ {
		left := allowance
		for _, other := range all {
			left -= other.Days(year)
		}
		if asked := a.Days(year); asked > left {
			return all, &AllowanceError{Year: year, Asked: asked, Left: max(left, 0)}
		}
	}
	all = append(slices.Clone(all), a)
	slices.SortFunc(all, func(a, b Absence) int { return a.From.Compare(b.From) })
	return all, nil
}

// Cancel takes back the absence that includes a day; days of it that have begun stay taken, while the
// clocks go on from now on. It reports whether there was one that is not over.
func Cancel(all []Absence, day Date, now time.Time, zone *time.Location) (kept []Absence, was bool) {
	today := DateOf(now, zone)
	for _, a := range all {
		if a.From.After(day) || a.To.Before(day) || a.over(today) {
			kept = append(kept, a)
			continue
		}
		was = true
		if !a.From.After(today) {
			kept = append(kept, a.back(today, now))
		}
	}
	return kept, was
}

// Runs is how much of the time from one moment to another is not within the absences: the
// inverse of [Skip].
func Runs(all []Absence, from, to time.Time, zone *time.Location) time.Duration {
	left := to.Sub(from)
	for _, a := range all {
		start, end := later(a.Start(zone), from), a.End(zone)
		if end.After(to) {
			end = to
		}
		if end.After(start) {
			left -= end.Sub(start)
		}
	}
	return left
}

// Return ends the absences that have begun at a moment, because the player has written: the
// days after this one come back to him. It reports whether he was absent.
func Return(all []Absence, now time.Time, zone *time.Location) (kept []Absence, was bool) {
	today := DateOf(now, zone)
	for _, a := range all {
		if !a.From.After(today) && !a.over(today) {
			was = true
			a = a.back(today, now)
		}
		kept = append(kept, a)
	}
	return kept, was
}

// Away returns when a player who is absent at a moment is back; false if he is not.
func Away(all []Absence, now time.Time, zone *time.Location) (back time.Time, away bool) {
	for _, a := range all { // in the order of their days, so that one may follow another
		at := now
		if away {
			at = back
		}
		if !at.Before(a.Start(zone)) && at.Before(a.End(zone)) {
			back, away = a.End(zone), true
		}
	}
	return back, away
}

// Skip is when a time from a moment on is over if the absences do not count.
func Skip(all []Absence, from time.Time, lasts time.Duration, zone *time.Location) time.Time {
	for _, a := range all {
		start, end := a.Start(zone), a.End(zone)
		if !end.After(from) {
			continue
		}
		if from.Add(lasts).Before(start) {
			break
		}
		if start.After(from) {
			lasts -= start.Sub(from)
		}
		from = end
	}
	return from.Add(lasts)
}
