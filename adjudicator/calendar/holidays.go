package calendar

import (
	"fmt"
	"strings"
	"time"

	"github.com/teambition/rrule-go"
)

// Date is a day without a time of day: midnight UTC of it.
type Date = time.Time

// ReadDate reads a day: "2027-07-05".
func ReadDate(text string) (Date, error) {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return day, fmt.Errorf("%q is no date: want one such as 2027-07-05", text)
	}
	return day, nil
}

// DateOf is the day of a moment in a zone.
func DateOf(t time.Time, zone *time.Location) Date {
	year, month, day := t.In(zone).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// Holiday is a time of one or more days on which no deadline of a club falls:
//
//	2027-05-06                  one day
//	2027-12-24..2028-01-02      both days included
//	12-25, 12-24..01-02         each year
//	FREQ=YEARLY;BYEASTER=1      as RFC 5545 writes what recurs, and Easter besides
type Holiday struct {
	text  string
	first Date         // of one that does not recur
	rule  *rrule.RRule // of one that does
	days  int          // how long it lasts
}

// recursFrom is the day from which recurring holidays are counted: intervals of several
// weeks or years begin with it.
var recursFrom = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// longestHoliday bounds the days of a holiday.
const longestHoliday = 92

// UnmarshalText implements [encoding.TextUnmarshaler].
func (h *Holiday) UnmarshalText(text []byte) (err error) {
	*h = Holiday{text: strings.TrimSpace(string(text)), days: 1}
	if strings.Contains(h.text, "=") {
		return h.readRule(strings.TrimPrefix(h.text, "RRULE:"))
	}
	from, to, isRange := strings.Cut(h.text, "..")
	if !isRange {
		to = from
	}
	if len(from) == len("12-24") { // of a leap year, which has every day
		if err = h.readRange("2000-"+from, "2000-"+to); err != nil {
			return err
		}
		h.rule, err = rrule.NewRRule(rrule.ROption{Freq: rrule.YEARLY, Dtstart: h.first, Bymonth: []int{int(h.first.Month())}, Bymonthday: []int{h.first.Day()}})
		return err
	}
	return h.readRange(from, to)
}

func (h *Holiday) readRange(from, to string) error {
	first, err := time.Parse(time.DateOnly, from)
	last, wrong := time.Parse(time.DateOnly, to)
	if err != nil || wrong != nil {
		return fmt.Errorf("%q is no holiday: want dates such as 12-25, 12-24..01-02, 2027-08-01..2027-08-15, or a rule such as FREQ=YEARLY;BYEASTER=1", h.text)
	}
	if last.Before(first) && strings.HasPrefix(from, "2000-") && strings.HasPrefix(to, "2000-") {
		last = last.AddDate(1, 0, 0)
	}
	h.first, h.days = first, int(last.Sub(first)/(24*time.Hour))+1
	if h.days < 1 || h.days > longestHoliday {
		return fmt.Errorf("the holiday %q lasts %d days: want 1 to %d", h.text, h.days, longestHoliday)
	}
	return nil
}

func (h *Holiday) readRule(text string) error {
	option, err := rrule.StrToROption(text)
	if err == nil && option.Freq > rrule.DAILY {
		err = fmt.Errorf("it recurs within a day")
	}
	if err == nil {
		option.Dtstart = recursFrom
		h.rule, err = rrule.NewRRule(*option)
	}
	if err != nil {
		return fmt.Errorf("%q is no rule of what recurs (RFC 5545): %w", h.text, err)
	}
	return nil
}

// MarshalText writes the holiday as it was read.
func (h Holiday) MarshalText() ([]byte, error) { return []byte(h.text), nil }

// Includes reports whether a day is within the holiday.
func (h Holiday) Includes(day Date) bool {
	earliest := day.AddDate(0, 0, 1-h.days)
	if h.rule == nil {
		return !h.first.After(day) && !h.first.Before(earliest)
	}
	return len(h.rule.Between(earliest, day, true)) > 0
}

// Holidays are those of a club.
type Holidays []Holiday

// Include reports whether a day is within one of them.
func (all Holidays) Include(day Date) bool {
	for _, h := range all {
		if h.Includes(day) {
			return true
		}
	}
	return false
}
