package templates

import (
	"fmt"
	"time"
)

// Leave is when a player is absent, and how many days he has left for it.
type Leave struct {
	Absences []Absence
	Year     int
	Left     int // days of that year
}

// Absence is a time of whole days, both included.
type Absence struct {
	From, To time.Time // midnight UTC of the days
}

// Day says a day without a time of day: "Monday 5 July 2027".
func (p *Printer) Day(day time.Time) string {
	return p.Say("report.day", "Weekday", p.Say(fmt.Sprintf("report.weekday.%d", day.Weekday())),
		"Day", day.Day(), "Month", p.Say(fmt.Sprintf("report.month.%d", day.Month())), "Year", day.Year())
}

// leave tells the reader his absences.
func (b *builder) leave(l Leave) section {
	s := section{ID: "leave", Title: b.Say("reply.head.leave")}
	if len(l.Absences) == 0 {
		s.Blocks = append(s.Blocks, block{Para: b.Say("reply.no-absences")})
	}
	var items []item
	for _, a := range l.Absences {
		items = append(items, item{Text: b.Say("reply.absence", "From", b.Day(a.From), "To", b.Day(a.To), "Count", int(a.To.Sub(a.From)/(24*time.Hour))+1)})
	}
	if len(items) > 0 {
		s.Blocks = append(s.Blocks, block{Items: items})
	}
	note := "reply.leave-note"
	if len(l.Absences) == 0 {
		note = "reply.leave-how" // nobody has been told anything
	}
	s.Blocks = append(s.Blocks, block{Para: b.Say("reply.leave-left", "Count", l.Left, "Year", l.Year)}, block{Para: b.Say(note)})
	return s
}
