package main

import (
	"cmp"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"keryx/adjudicator/host"
	"keryx/adjudicator/host/clock"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
)

// calendarCmd shows how games stand in time.
type calendarCmd struct {
	screen.Listing
	Game string `arg:"" optional:"" type:"game" help:"The game, such as hel-7; all that are not over unless given."`
}

// Run lists the deadlines, the most urgent first, and what hangs on each.
func (c calendarCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		all, err := h.Clocks.Calendar(g.Ctx, c.Game)
		if err != nil {
			return err
		}
		w := c.Table(g.Out)
		fmt.Fprintln(w, "GAME\tSIDE\tPLAYER\tDEADLINE")
		for _, t := range all {
			printTime(w, t, h.Now())
		}
		if err := w.Flush(); err != nil || c.Game != "" || c.JSON {
			return err
		}
		return printAnswersDue(g, h)
	})
}

// printAnswersDue prints the challenges on ladders that wait for an answer.
func printAnswersDue(g *screen.Globals, h *host.Host) error {
	due, err := h.Clocks.AnswersDue(g.Ctx)
	if err != nil || len(due) == 0 {
		return err
	}
	w := tabwriter.NewWriter(g.Out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "\nLADDER\tCHALLENGE\tPLAYER\tANSWER DUE")
	for _, a := range due {
		fmt.Fprintf(w, "%s\t%d by %s\t%s\t%s\n", a.Ladder, a.Number, a.Opponent, a.Player, inBoth(a.Until, a.Zone))
		if !a.Reminder.IsZero() {
			fmt.Fprintf(w, "\t\t\treminder %s\n", inBoth(a.Reminder, a.Zone))
		}
	}
	return w.Flush()
}

// printTime prints a seat and, below it, what hangs on its deadline.
func printTime(w io.Writer, t clock.GameTime, now time.Time) {
	when := "nothing is asked"
	switch {
	case t.Gone:
		when = "goes on at " + t.Club
	case t.Club != "":
		when = "loaded from " + t.Club + ", which has not released it"
	case t.Paused && !t.Until.IsZero():
		when = "paused until " + inBoth(t.Until, t.Zone)
	case t.Paused:
		when = "paused"
	case !t.Stands.IsZero():
		when = inBoth(t.Deadline, t.Zone) + ", and by as much later as the clock stands still: since " + inBoth(t.Stands, t.Zone)
	case t.Overdue:
		when = inBoth(t.Deadline, t.Zone) + ", overdue since " + now.Sub(t.Deadline).Round(time.Minute).String()
	case !t.Deadline.IsZero():
		when = inBoth(t.Deadline, t.Zone)
	}
	fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", t.Game, t.Side, cmp.Or(t.Player, "nobody"), when)
	under := func(format string, args ...any) { fmt.Fprintf(w, "\t\t\t"+format+"\n", args...) }
	for _, why := range t.Moved.Why {
		under("moved from %s: %s", inBoth(t.Moved.Was, t.Zone), movedWords[why])
	}
	for _, at := range t.Reminders {
		under("reminder %s", inBoth(at, t.Zone))
	}
	if !t.Answered.IsZero() {
		under("the server answers %s if he does not", inBoth(t.Answered, t.Zone))
	}
	if t.HasBank {
		under("%d days in the time bank", t.Bank)
	}
	if t.HasTokens {
		pledged := ""
		if t.Pledged {
			pledged = ", one asked for at this deadline"
		}
		under("%d extensions%s", t.Tokens, pledged)
	}
	for _, a := range t.Absences {
		under("absent from %s to %s", a.From.Format(time.DateOnly), a.To.Format(time.DateOnly))
	}
}

// movedWords say why a deadline has moved.
var movedWords = map[string]string{
	"day": "no deadline falls on that day of the week", "holiday": "a holiday of the club", "hour": "no deadline falls at that hour",
	"missing": "the clocks are put forward over that hour", "double": "that hour comes twice", "never": "no day is allowed",
}

// inBoth writes a moment in a player's zone and in UTC.
func inBoth(at time.Time, zone *time.Location) string {
	if zone == nil || zone.String() == "UTC" {
		return at.UTC().Format("Mon 2006-01-02 15:04 MST")
	}
	return at.In(zone).Format("Mon 2006-01-02 15:04 MST") + " (" + at.UTC().Format("2006-01-02 15:04 MST") + ")"
}
