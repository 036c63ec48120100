// Package calendar reckons with the time of a game: when an answer that is asked now is due,
// which deadlines move and why, when a player is reminded, what absences and time banks do.
// It knows no game, no store and no clock: every moment is given to it.
//
// The rules are these. An answer time of days is that many times 24 hours; then the deadline
// moves forward, never back, to the next moment at which the game allows one, by the days of
// the week, the hours of the day and the club's holidays in the game's zone. A time of day
// that a change of clocks leaves out is the next that there is; of one that comes twice it is
// the later. Quiet hours delay what is sent, and no deadline.
package calendar

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Rules are what a game has agreed on about time, beside its answer time. The zero value
// moves nothing.
type Rules struct {
	// Zone is that of Days, Hours and holidays: an IANA name. UTC if empty.
	Zone string `json:"zone,omitempty" toml:"zone"`
	// Days are those of the week on which a deadline may fall.
	Days Days `json:"days" toml:"days"`
	// Hours are those of the day in which a deadline may fall.
	Hours Hours `json:"hours" toml:"hours"`
	// Free tells that no deadline falls on a holiday of the club.
	Free bool `json:"free,omitempty" toml:"-"`
	// Quiet are the hours in which no mail is sent to a player that he does not wait for, in
	// the player's own zone.
	Quiet Hours `json:"quiet" toml:"quiet"`
	// Grace is how long after a deadline an answer still counts as in time, before a contract
	// other than to wait has any effect.
	Grace Span `json:"grace" toml:"grace"`
	// Warn is how long the referee has, after he was told of a missed deadline, before the
	// server answers for the player.
	Warn Span `json:"warn" toml:"warn"`
	// Bank is what each player may use up beyond his deadlines.
	Bank Bank `json:"bank,omitzero" toml:"bank"`
	// Tokens is how many extensions each player may ask for, each of TokenTime; the answer time
	// counts for nothing here. A day if none is given.
	Tokens    int  `json:"tokens,omitempty" toml:"extensions"`
	TokenTime Span `json:"token_time,omitzero" toml:"extension_time"`
	// Missed is after how many deadlines missed in a row a game waits for a substitute or for
	// its referee, if it was created so; 3 if none is given.
	Missed int `json:"missed,omitempty" toml:"missed"`
	// NoLeave tells that absences of players stop no clock.
	NoLeave bool `json:"no_leave,omitempty" toml:"no_absences"`
	// Before are the reminders before a deadline, After those after it.
	Before []Reminder `json:"before" toml:"remind_before"`
	After  []Span     `json:"after" toml:"remind_after"`
}

// Extension is for how long an extension puts a deadline off.
func (r Rules) Extension() time.Duration {
	if r.TokenTime.Duration > 0 {
		return r.TokenTime.Duration
	}
	return Day
}

// Usual are the rules of a game about which nothing else is said.
func Usual() Rules {
	const day = 24 * time.Hour
	return Rules{Free: true, Warn: Span{day}, Before: []Reminder{{Half: true}, {Span: Span{day}}}, After: []Span{{day}, {3 * day}, {7 * day}}}
}

// Reminder is when a player is reminded before a deadline: so long before it, or at half of
// his time.
type Reminder struct {
	Span
	Half bool
}

// UnmarshalText reads "half", or a time such as "1d".
func (r *Reminder) UnmarshalText(text []byte) error {
	switch strings.ToLower(strings.TrimSpace(string(text))) {
	case "half", "moitié":
		*r = Reminder{Half: true}
		return nil
	}
	r.Half = false
	return r.Span.UnmarshalText(text)
}

// MarshalText writes the reminder in a form that UnmarshalText reads.
func (r Reminder) MarshalText() ([]byte, error) {
	if r.Half {
		return []byte("half"), nil
	}
	return r.Span.MarshalText()
}

// Read reads rules as they are stored. Nothing stored gives nil: a game without.
func Read(stored []byte) (*Rules, error) {
	if len(stored) == 0 {
		return nil, nil
	}
	var r Rules
	if err := json.Unmarshal(stored, &r); err != nil {
		return nil, fmt.Errorf("the calendar of a game: %w", err)
	}
	return &r, nil
}

// Write writes the rules as they are stored.
func (r Rules) Write() ([]byte, error) { return json.Marshal(r) }

// Check says what about the rules will not do.
func (r Rules) Check(club Holidays) error {
	if _, err := time.LoadLocation(r.Zone); err != nil || r.Zone == "Local" {
		return fmt.Errorf("%q is no time zone: want a name such as Europe/Paris", r.Zone)
	}
	if r.Hours.Given && r.Hours.To < r.Hours.From {
		return fmt.Errorf("hours of deadlines %s go past midnight: want hours of one day, such as 18:00-23:59", r.Hours)
	}
	if r.Quiet.Given && r.Quiet.From == r.Quiet.To {
		return fmt.Errorf("quiet hours %s have no end: want hours such as 22:00-07:00", r.Quiet)
	}
	for _, limit := range []struct {
		what string
		is   time.Duration
	}{{"grace", r.Grace.Duration}, {"the referee's time", r.Warn.Duration}, {"an extension", r.TokenTime.Duration}} {
		if limit.is > longest {
			return fmt.Errorf("%s of %s is too long: want %s at the most", limit.what, Span{limit.is}, Span{longest})
		}
	}
	if r.Tokens < 0 || r.Tokens > mostTokens {
		return fmt.Errorf("%d extensions: want 0 to %d", r.Tokens, mostTokens)
	}
	if r.Missed < 0 || r.Missed > mostTokens {
		return fmt.Errorf("%d missed deadlines: want 1 to %d", r.Missed, mostTokens)
	}
	if len(r.Before) > 5 || len(r.After) > 5 {
		return fmt.Errorf("more reminders than 5 before a deadline or after it")
	}
	if d := r.Move(recursFrom.AddDate(30, 0, 0), club); slices.Contains(d.Why, Never) {
		return fmt.Errorf("there is no day on which a deadline may fall")
	}
	return nil
}

// mostTokens bounds the extensions of a player, and the deadlines that he may miss in a row.
const mostTokens = 100

// longest bounds the times of a game.
const longest = 60 * 24 * time.Hour

// location is the game's zone.
func (r Rules) location() *time.Location {
	zone, err := time.LoadLocation(r.Zone)
	if err != nil {
		return time.UTC // it was checked; a system without zones must not stop a game
	}
	return zone
}

// Why is a reason for which a deadline has moved.
type Why string

// The reasons.
const (
	ByDay     Why = "day"     // no deadline falls on that day of the week
	ByHoliday Why = "holiday" // the club has a holiday
	ByHour    Why = "hour"    // no deadline falls at that hour
	ByMissing Why = "missing" // clocks were put forward over that hour
	ByDouble  Why = "double"  // clocks were put back, and the hour comes twice
	Never     Why = "never"   // no day is allowed: the deadline stays
)

// Due is a deadline, and how it came about.
type Due struct {
	At  time.Time
	Was time.Time // what it would be if every moment were allowed
	Why []Why     // in the order in which they count; none when it has not moved
}

// Deadline is when an answer is due that is asked at a moment.
func (r Rules) Deadline(asked time.Time, answer time.Duration, club Holidays) Due {
	return r.Move(asked.Add(answer), club)
}

// searched is how many days are looked through for one on which a deadline may fall.
const searched = 3 * 366

// Move moves a deadline forward to the next moment that is allowed.
func (r Rules) Move(t time.Time, club Holidays) Due {
	due := Due{At: t, Was: t}
	if !r.Free {
		club = nil
	}
	zone := r.location()
	year, month, date := t.In(zone).Date()
	for n := range searched {
		day := time.Date(year, month, date+n, 0, 0, 0, 0, time.UTC)
		switch {
		case !r.Days.Has(day.Weekday()):
			due.because(ByDay)
			continue
		case club.Include(day):
			due.because(ByHoliday)
			continue
		}
		if at, odd, ok := r.within(t, day, zone); ok {
			if at.After(t) && r.Hours.Given {
				due.because(ByHour)
			}
			switch odd {
			case Missing:
				due.because(ByMissing)
			case Double:
				due.because(ByDouble)
			}
			due.At = at
			return due
		}
		if r.Hours.Given {
			due.because(ByHour)
		}
	}
	due.Why = []Why{Never}
	return due
}

// because adds a reason, once.
func (d *Due) because(why Why) {
	if !slices.Contains(d.Why, why) {
		d.Why = append(d.Why, why)
	}
}

// within finds the first moment of an allowed day, not before t, at which a deadline may fall.
func (r Rules) within(t time.Time, day Date, zone *time.Location) (at time.Time, odd Odd, ok bool) {
	year, month, date := day.Date()
	if !r.Hours.Given {
		start, _ := localDate(year, month, date, 0, zone)
		end, _ := localDate(year, month, date+1, 0, zone)
		if !t.Before(end) {
			return t, Plain, false
		}
		return later(t, start), Plain, true
	}
	start, odd := localDate(year, month, date, r.Hours.From, zone)
	end, _ := localDate(year, month, date, r.Hours.To, zone)
	switch {
	case t.After(end):
		return t, Plain, false
	case t.Before(start):
		return start, odd, true
	}
	return t, Plain, true
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// Moments are when a player is reminded before a deadline, earliest first. Who has less than
// half a day is not; and a reminder that follows another within half a day is left out.
func (r Rules) Moments(answer time.Duration, deadline time.Time) (moments []time.Time) {
	const shortest = 12 * time.Hour
	if answer < shortest {
		return nil
	}
	for _, b := range r.Before {
		before := b.Duration
		if b.Half {
			before = answer / 2
		}
		if before < answer {
			moments = append(moments, deadline.Add(-before))
		}
	}
	slices.SortFunc(moments, time.Time.Compare)
	return slices.CompactFunc(moments, func(a, b time.Time) bool { return b.Sub(a).Abs() < shortest })
}
