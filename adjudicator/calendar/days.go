package calendar

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Days are days of the week, one bit for each from Sunday on. None stands for all.
type Days uint8

// dayNames are the spellings of the days, in both languages of the letters, from Sunday on.
var dayNames = [7]string{"sun sunday dim dimanche", "mon monday lun lundi", "tue tuesday mar mardi", "wed wednesday mer mercredi",
	"thu thursday jeu jeudi", "fri friday ven vendredi", "sat saturday sam samedi"}

// Has reports whether a day is among them.
func (d Days) Has(day time.Weekday) bool { return d == 0 || d&(1<<day) != 0 }

// UnmarshalText reads days as people write them: "mon-fri", "tue, sat", "all".
func (d *Days) UnmarshalText(text []byte) error {
	*d = 0
	words := strings.ToLower(strings.TrimSpace(string(text)))
	if words == "" || words == "all" {
		return nil
	}
	for _, word := range strings.FieldsFunc(words, func(r rune) bool { return r == ',' || r == ' ' }) {
		from, to, isRange := strings.Cut(word, "-")
		first, ok := weekday(from)
		last := first
		if ok && isRange {
			last, ok = weekday(to)
		}
		if !ok {
			return fmt.Errorf("%q is no day of the week: want days such as mon-fri or tue,sat", word)
		}
		for day := first; ; day = (day + 1) % 7 {
			*d |= 1 << day
			if day == last {
				break
			}
		}
	}
	return nil
}

func weekday(word string) (time.Weekday, bool) {
	for day, names := range dayNames {
		for _, name := range strings.Fields(names) {
			if word == name {
				return time.Weekday(day), true
			}
		}
	}
	return 0, false
}

// MarshalText writes the days in a form that UnmarshalText reads.
func (d Days) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// String lists the days from Monday on: "mon,tue"; "all" for all of them.
func (d Days) String() string {
	if d == 0 || d == 1<<7-1 {
		return "all"
	}
	var names []string
	for i := range 7 {
		if day := time.Weekday((i + 1) % 7); d.Has(day) {
			names = append(names, dayNames[day][:3])
		}
	}
	return strings.Join(names, ",")
}

// Hours are the hours of a day from one time to another, both included. The zero value
// stands for none given. To may be earlier than From: they go on past midnight then.
type Hours struct {
	From, To Clock
	Given    bool
}

// UnmarshalText reads hours as people write them: "18:00-22:00", or "23:30" for that minute
// alone.
func (h *Hours) UnmarshalText(text []byte) (err error) {
	*h = Hours{}
	words := strings.ToLower(strings.TrimSpace(string(text)))
	if words == "" || words == "all" {
		return nil
	}
	from, to, isRange := strings.Cut(words, "-")
	if h.From, err = readClock(strings.TrimSpace(from)); err != nil {
		return err
	}
	if h.To = h.From; isRange {
		if h.To, err = readClock(strings.TrimSpace(to)); err != nil {
			return err
		}
	}
	if h.From == 24*60 {
		return errors.New("hours begin at 23:59 at the latest")
	}
	h.Given = true
	return nil
}

// MarshalText writes the hours in a form that UnmarshalText reads.
func (h Hours) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// String writes the hours: "18:00-22:00", "23:30"; nothing when none are given.
func (h Hours) String() string {
	switch {
	case !h.Given:
		return ""
	case h.From == h.To:
		return h.From.String()
	}
	return h.From.String() + "-" + h.To.String()
}

// End returns the end of the hours if a moment lies within them in a zone, and the moment
// itself otherwise. Without hours it is the moment.
func (h Hours) End(t time.Time, zone *time.Location) time.Time {
	if !h.Given {
		return t
	}
	year, month, date := t.In(zone).Date()
	for _, day := range []int{date - 1, date} {
		start, _ := localDate(year, month, day, h.From, zone)
		if h.To < h.From {
			day++
		}
		end, _ := localDate(year, month, day, h.To, zone)
		if !t.Before(start) && t.Before(end) {
			return end
		}
	}
	return t
}
