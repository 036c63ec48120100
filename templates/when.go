package templates

import (
	"fmt"
	"strings"
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
		utc = p.clock(t.UTC()) + " UTC"
	}
	return p.Say("report.when-both", "Local", p.in(t, zone), "UTC", utc)
}

// clock says a time of day as the language writes it: "08:42", "8 h 42".
func (p *Printer) clock(t time.Time) string {
	return p.Say("report.clock", "Hour", t.Hour(), "Minute", t.Format("04"))
}

// zone says whose time it is: "Paris time" for Europe/Paris.
func (p *Printer) zone(zone *time.Location) string {
	name := zone.String()
	if name == "UTC" || !strings.Contains(name, "/") || strings.HasPrefix(name, "Etc/") {
		return name
	}
	return p.Say("report.zone", "Zone", name)
}

func (p *Printer) in(t time.Time, zone *time.Location) string {
	t = t.In(zone)
	return p.Say("report.when",
		"Weekday", p.Say(fmt.Sprintf("report.weekday.%d", t.Weekday())),
		"Day", t.Day(), "Month", p.Say(fmt.Sprintf("report.month.%d", t.Month())), "Year", t.Year(),
		"Clock", p.clock(t), "Zone", p.zone(zone))
}

// ShortDay says the day of a time in a zone in a few letters: "Wed 25".
func (p *Printer) ShortDay(t time.Time, zone *time.Location) string {
	if zone == nil {
		zone = time.UTC
	}
	t = t.In(zone)
	return p.Say("report.short-day", "Weekday", p.Say(fmt.Sprintf("report.weekday-short.%d", t.Weekday())), "Day", t.Day())
}
