package templates

import (
	"fmt"
	"time"
)

// When says a time in UTC: "Saturday 21 November 2026, 18:04 UTC".
func (p *Printer) When(t time.Time) string { return p.in(t, time.UTC) }

// WhenIn says a time in a zone, and in UTC as well where that is another one.
func (p *Printer) WhenIn(t time.Time, zone *time.Location) string {
	if zone == nil || zone.String() == "UTC" {
		return p.When(t)
	}
	utc := p.When(t)
	if y, m, d := t.In(zone).Date(); time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Equal(t.UTC().Truncate(24 * time.Hour)) {
		utc = t.UTC().Format("15:04") + " UTC"
	}
	return p.Say("report.when-both", "Local", p.in(t, zone), "UTC", utc)
}

func (p *Printer) in(t time.Time, zone *time.Location) string {
	t = t.In(zone)
	return p.Say("report.when",
		"Weekday", p.Say(fmt.Sprintf("report.weekday.%d", t.Weekday())),
		"Day", t.Day(), "Month", p.Say(fmt.Sprintf("report.month.%d", t.Month())), "Year", t.Year(),
		"Clock", t.Format("15:04"), "Zone", zone.String())
}

// ShortDay says the day of a time in a zone in a few letters: "Wed 25".
func (p *Printer) ShortDay(t time.Time, zone *time.Location) string {
	if zone == nil {
		zone = time.UTC
	}
	t = t.In(zone)
	return p.Say("report.short-day", "Weekday", p.Say(fmt.Sprintf("report.weekday-short.%d", t.Weekday())), "Day", t.Day())
}
