package calendar

import (
	"fmt"
	"strconv"
	"time"

	"keryx/orders/pattern"
)

// Clock is a time of day in minutes from midnight; 24:00 is the end of the day.
type Clock int

// clockForm is a time of day as people write it: "23:30", "9:00", "18 h 30", "18h".
var clockForm = pattern.New(`^([0-9]{1,2}) ?(?::|h) ?([0-9]{2})?$`)

// readClock reads a time of day.
func readClock(text string) (Clock, error) {
	part := clockForm.FindStringSubmatch(text)
	if part == nil {
		return 0, fmt.Errorf("%q is no time of day: want one such as 23:30", text)
	}
	hour, _ := strconv.Atoi(part[1])
	minute, _ := strconv.Atoi(part[2])
	if hour > 24 || minute > 59 || hour == 24 && minute > 0 {
		return 0, fmt.Errorf("%q is no time of day: want one from 00:00 to 24:00", text)
	}
	return Clock(hour*60 + minute), nil
}

// String writes the time of day: "09:00".
func (c Clock) String() string { return fmt.Sprintf("%02d:%02d", c/60, c%60) }

// Odd is what may be odd about a time of day on a day: the clocks were put forward over it,
// or back.
type Odd string

// The oddities.
const (
	Plain   Odd = ""
	Missing Odd = "missing" // there is no such time on that day; the next that there is was taken
	Double  Odd = "double"  // it comes twice; the later was taken
)

// Local finds the moment of a time of day on the day of a moment in a zone. A time that does
// not exist is the next that does, and of a time that comes twice it is the later.
func Local(day time.Time, c Clock, zone *time.Location) (time.Time, Odd) {
	year, month, date := day.In(zone).Date()
	return localDate(year, month, date, c, zone)
}

func localDate(year int, month time.Month, date int, c Clock, zone *time.Location) (time.Time, Odd) {
	wall := time.Date(year, month, date, 0, int(c), 0, 0, time.UTC)
	for odd := Plain; ; odd = Missing {
		if at, n := moments(wall, zone); n == 1 {
			return at, odd
		} else if n > 1 {
			return at, Double
		}
		// No zone has ever left out more than a day.
		wall = wall.Add(time.Minute)
	}
}

// moments finds the last moment at which clocks of a zone show a time, and how many there are.
func moments(wall time.Time, zone *time.Location) (last time.Time, n int) {
	tried := map[int]bool{}
	for around := -30 * time.Hour; around <= 30*time.Hour; around += 3 * time.Hour {
		_, offset := wall.Add(around).In(zone).Zone()
		if tried[offset] {
			continue
		}
		tried[offset] = true
		at := wall.Add(-time.Duration(offset) * time.Second)
		if _, there := at.In(zone).Zone(); there != offset {
			continue
		}
		if n++; n == 1 || at.After(last) {
			last = at.In(zone)
		}
	}
	return last, n
}

// ReadMoment reads a day and, if the second text is not empty, a time of day in a zone:
// "2027-07-05", "18:30". A day alone is its beginning.
func ReadMoment(day, clock string, zone *time.Location) (time.Time, error) {
	date, err := ReadDate(day)
	if err != nil {
		return date, err
	}
	var c Clock
	if clock != "" {
		if c, err = readClock(clock); err != nil {
			return date, err
		}
	}
	year, month, d := date.Date()
	at, _ := localDate(year, month, d, c, zone)
	return at.UTC(), nil
}
