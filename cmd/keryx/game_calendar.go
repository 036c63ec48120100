package main

import (
	"fmt"
	"io"
	"strings"

	"keryx/adjudicator/calendar"
	"keryx/store"
)

// gameCalendar is what a new game may agree on about time, other than its club does.
type gameCalendar struct {
	Zone          *string             `help:"The game's time zone, such as Europe/Paris." group:"Calendar:"`
	DeadlineDays  *calendar.Days      `help:"Days of the week on which a deadline may fall: mon-fri." placeholder:"DAYS" group:"Calendar:"`
	DeadlineHours *calendar.Hours     `help:"Hours in which a deadline may fall: 18:00-22:00, or 23:30." placeholder:"HOURS" group:"Calendar:"`
	Holidays      *bool               `help:"Let no deadline fall on a holiday of the club." negatable:"" group:"Calendar:"`
	Quiet         *calendar.Hours     `help:"Quiet hours (player's zone) that delay reminders: 22:00-07:00." placeholder:"HOURS" group:"Calendar:"`
	Grace         *calendar.Span      `help:"How long after a deadline orders still count before the server answers: 1d." placeholder:"TIME" group:"Calendar:"`
	RefereeTime   *calendar.Span      `help:"How long the referee has, once he was told of a missed deadline, before the server answers: 1d." placeholder:"TIME" group:"Calendar:"`
	Bank          *calendar.Bank      `help:"Days that each player may use up beyond his deadlines: 30d, or 30d+3d with three more for each answer in time." placeholder:"DAYS" group:"Calendar:"`
	Extensions    *int                `help:"How many extensions each player may ask for by mail." placeholder:"N" group:"Calendar:"`
	ExtensionTime *calendar.Span      `help:"How long an extension is: 1d." placeholder:"TIME" group:"Calendar:"`
	Missed        *int                `help:"After how many missed deadlines in a row a game waits for a substitute or its referee, with the contracts substitute and forfeit." placeholder:"N" group:"Calendar:"`
	Absences      *bool               `help:"Stop a player's clock during absences." negatable:"" group:"Calendar:"`
	RemindBefore  []calendar.Reminder `help:"Reminders before a deadline: half,1d." placeholder:"TIMES" group:"Calendar:"`
	RemindAfter   []calendar.Span     `help:"Reminders after it: 1d,3d,7d." placeholder:"TIMES" group:"Calendar:"`
}

// on changes what a club does as the command says.
func (c gameCalendar) on(r calendar.Rules) calendar.Rules {
	set(&r.Zone, c.Zone)
	set(&r.Days, c.DeadlineDays)
	set(&r.Hours, c.DeadlineHours)
	set(&r.Free, c.Holidays)
	set(&r.Quiet, c.Quiet)
	set(&r.Grace, c.Grace)
	set(&r.Warn, c.RefereeTime)
	set(&r.Bank, c.Bank)
	set(&r.Tokens, c.Extensions)
	set(&r.TokenTime, c.ExtensionTime)
	set(&r.Missed, c.Missed)
	if c.Absences != nil {
		r.NoLeave = !*c.Absences
	}
	if c.RemindBefore != nil {
		r.Before = c.RemindBefore
	}
	if c.RemindAfter != nil {
		r.After = c.RemindAfter
	}
	return r
}

func set[T any](field *T, to *T) {
	if to != nil {
		*field = *to
	}
}

// showCalendar prints what a game has agreed on about time, a line each.
func showCalendar(w io.Writer, game store.Game) error {
	r, err := calendar.Read(game.Schedule)
	if err != nil || r == nil {
		return err
	}
	falls := "on any day"
	if days := r.Days.String(); days != "all" {
		falls = "on " + days
	}
	if r.Hours.Given {
		falls += " at " + r.Hours.String()
	}
	if r.Free {
		falls += ", not on holidays of the club"
	}
	zone := r.Zone
	if zone == "" {
		zone = "UTC"
	}
	fmt.Fprintf(w, "deadlines\tfall %s, times of %s\n", falls, zone)
	if r.Quiet.Given {
		fmt.Fprintf(w, "quiet hours\t%s, in each player's zone\n", r.Quiet)
	}
	if game.Contract != "wait" {
		fmt.Fprintf(w, "grace\t%s; the referee has %s\n", spanOr(r.Grace, "none"), spanOr(r.Warn, "no time of his own"))
	}
	if bank, _ := r.Bank.MarshalText(); len(bank) > 0 {
		fmt.Fprintf(w, "time bank\t%s each\n", bank)
	}
	if r.Tokens > 0 {
		fmt.Fprintf(w, "extensions\t%d each, of %s\n", r.Tokens, calendar.Span{Duration: r.Extension()})
	}
	if r.NoLeave {
		fmt.Fprintf(w, "absences\tstop no clock\n")
	}
	var before, after []string
	for _, b := range r.Before {
		if b.Half {
			before = append(before, "half of the time")
		} else {
			before = append(before, b.String())
		}
	}
	for _, a := range r.After {
		after = append(after, a.String())
	}
	fmt.Fprintf(w, "reminders\tbefore: %s; after: %s\n", listOr(before, "none"), listOr(after, "none"))
	return nil
}

func spanOr(s calendar.Span, none string) string {
	if s.Duration == 0 {
		return none
	}
	return s.String()
}

func listOr(list []string, none string) string {
	if len(list) == 0 {
		return none
	}
	return strings.Join(list, ", ")
}
