package main

import (
	"fmt"
	"text/tabwriter"
	"time"

	"keryx/adjudicator/host"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
)

// clockCmd looks after what was dated by a clock that was ahead.
type clockCmd struct {
	screen.Listing
	Mend bool `help:"Bring it back, and tell the players whose deadline has another date then."`
}

// Run shows what is dated later than it can be, and brings it back if that is wanted. It
// ends with status 1 if there is something that still is to be brought back.
func (c clockCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		const layout = "2006-01-02 15:04:05 MST"
		look, fell := h.Ahead, "would become"
		if c.Mend {
			look, fell = h.MendClock, "is now"
		}
		c.Say(g, "the clock says %s\n", h.Now().Local().Format(layout))
		s, err := look(g.Ctx)
		if err != nil {
			return err
		}
		if c.JSON {
			return c.print(g, h.Now(), s)
		}
		if s.Empty() {
			fmt.Fprintln(g.Out, "No future dates found.")
			return nil
		}
		if s.By > 0 {
			fmt.Fprintf(g.Out, "the daemon was last active %s later than that: the clock was ahead, or it is behind now\n", s.By.Round(time.Second))
		}
		w := tabwriter.NewWriter(g.Out, 0, 8, 2, ' ', 0)
		for _, seat := range s.Seats {
			fmt.Fprintf(w, "deadline of %s in %s\t%s %s\t(it was %s)\n", seat.Side, seat.Game, fell, seat.Deadline.Local().Format(layout), seat.Was.Local().Format(layout))
		}
		for _, d := range s.Dated {
			fmt.Fprintf(w, "%s\t%d\tthe latest %s\n", d.What, d.Count, d.Latest.Local().Format(layout))
		}
		w.Flush()
		if c.Mend {
			fmt.Fprintln(g.Out, "Dates corrected; players, referees and operator notified.")
			return nil
		}
		fmt.Fprintln(g.Out, "If the clock is right now, keryx clock --mend brings all of this back; the daemon does so by itself when it runs. If it is not, set it right first.")
		return screen.ErrSaid
	})
}

// clockFound is what is dated later than it can be, as programs read it.
type clockFound struct {
	Now       time.Time       `json:"now"`
	Ahead     float64         `json:"ahead_seconds"` // how far the clock was ahead; 0 if nobody knows
	Mended    bool            `json:"mended"`
	Deadlines []clockDeadline `json:"deadlines"`
	Dated     []clockDated    `json:"dated"`
}

type clockDeadline struct {
	Game     string    `json:"game"`
	Side     string    `json:"side"`
	Was      time.Time `json:"was"`
	Deadline time.Time `json:"deadline"` // as it becomes, or is now
}

type clockDated struct {
	What   string    `json:"what"`
	Count  int       `json:"count"`
	Latest time.Time `json:"latest"`
}

// print prints it for programs. The command ends as it does for people.
func (c clockCmd) print(g *screen.Globals, now time.Time, s host.SetBack) error {
	found := clockFound{Now: now, Ahead: s.By.Seconds(), Mended: c.Mend && !s.Empty(), Deadlines: []clockDeadline{}, Dated: []clockDated{}}
	for _, seat := range s.Seats {
		found.Deadlines = append(found.Deadlines, clockDeadline{seat.Game, seat.Side, seat.Was, *seat.Deadline})
	}
	for _, d := range s.Dated {
		found.Dated = append(found.Dated, clockDated{d.What, d.Count, d.Latest})
	}
	if err := screen.PrintJSON(g.Out, found); err != nil || c.Mend || s.Empty() {
		return err
	}
	return screen.ErrSaid
}
