package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"keryx/adjudicator/host"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/store"
)

// statusCmd tells whether anything needs a hand.
type statusCmd struct {
	JSON bool `name:"json" help:"Print it as JSON, for programs."`
}

// Run prints how the server stands. It ends with status 1 if something needs to be
// looked at, so that a monitor can run it.
func (c statusCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		o, err := h.Answers.Overview(g.Ctx)
		if err != nil {
			return err
		}
		daemons, err := settings.Members(g.Ctx, h.Store)
		if err != nil {
			return err
		}
		var found bytes.Buffer // what needs a hand
		out := io.Writer(g.Out)
		if c.JSON {
			out = &found
		} else {
			w := tabwriter.NewWriter(g.Out, 0, 8, 2, ' ', 0)
			fmt.Fprintf(w, "games\t%d running, %d paused, %d over\n", o.Running, o.Paused, o.Ended)
			if n := len(o.Between); n > 0 {
				fmt.Fprintf(w, "\t%d given to other clubs, or loaded from them and not going on here\n", n)
			}
			fmt.Fprintf(w, "mail\t%d waiting to be read, %d waiting to be sent\n", o.Waiting, o.Queued)
			if o.Awake.IsZero() {
				fmt.Fprintf(w, "daemon\tnever started\n")
			} else {
				fmt.Fprintf(w, "daemon\tlast active %s\n", o.Awake.Local().Format("2006-01-02 15:04:05 MST"))
			}
			for _, m := range daemons {
				fmt.Fprintf(w, "\t%s\n", settings.MemberText(m))
			}
			if settings.Unread(daemons) {
				fmt.Fprintf(w, "\tno daemon holds the mailbox lock; one takes it within 30 s\n")
			}
			w.Flush()
		}
		for _, id := range screen.SortedKeys(o.Broken) {
			fmt.Fprintf(out, "\n%s cannot be continued: %v\n", id, o.Broken[id])
		}
		for _, b := range o.Between {
			if tells(b, h.Now()) {
				fmt.Fprintf(out, "\n%s: %s\n", b.Game, betweenText(b))
			}
		}
		times, err := h.Clocks.Calendar(g.Ctx, "")
		if err != nil {
			return err
		}
		for _, t := range times {
			if t.Overdue {
				fmt.Fprintf(out, "\n%s: overdue: %s, who plays %s, had until %s (keryx calendar %s)\n", t.Game, t.Player, t.Side, t.Deadline.Local().Format("2006-01-02 15:04 MST"), t.Game)
			}
		}
		for _, l := range o.Leagues {
			switch {
			case !l.Begun && !l.Until.IsZero():
				fmt.Fprintf(out, "\n%s: %s was never begun; both players lose it on %s, unless they agree on a result or a referee rules (keryx league rule %s %s)\n", l.League, l.Game, l.Until.Local().Format("2006-01-02"), l.League, l.Game)
			default:
				fmt.Fprintf(out, "\n%s: the season has ended, and %s waits for a referee's ruling (keryx league rule %s %s)\n", l.League, l.Game, l.League, l.Game)
			}
		}
		for _, seat := range o.Unreachable {
			fmt.Fprintf(out, "\n%s: mail to %s, who plays %s, does not arrive\n", seat.Game, seat.Player, seat.Side)
		}
		for _, w := range o.Withheld {
			fmt.Fprintf(out, "\n%s: mail is to be encrypted, and none of his keys will do; letters withheld in the last month: %d (keryx key add %s KEYFILE, or keryx player set %s --no-encrypt)\n",
				w.Player.Address, w.Letters, w.Player.Address, w.Player.Address)
		}
		for _, seat := range o.Stopped {
			fmt.Fprintf(out, "\n%s: the clock of %s stands still since %s: mail %d, which asks %s, was refused or came back (keryx outbox show %d, retry, dismiss): %s\n",
				seat.Game, seat.Side, seat.Since.Local().Format("2006-01-02 15:04 MST"), seat.Mail.ID, seat.Player, seat.Mail.ID, screen.Visible(seat.Mail.LastError))
		}
		for _, seat := range o.InVain {
			fmt.Fprintf(out, "\n%s: %s, who plays %s, writes in vain: %s in his name gave no orders, the last on %s (%s); his deadline is %s\n", seat.Game,
				seat.Player, seat.Side, screen.Count(seat.Count, "mail"), seat.Last.Receipt.Local().Format("2006-01-02 15:04"), screen.Visible(seat.Last.Reason), seat.Deadline.Local().Format("2006-01-02 15:04 MST"))
		}
		if len(o.Automatic) > 0 {
			fmt.Fprintf(out, "\nmails in players' names that were taken for automatic ones in the last week, and not read:\n")
			printAutomatic(out, o.Automatic)
		}
		for _, m := range o.GivenUp {
			fmt.Fprintf(out, "\nmail %d to %s could not be sent (%s; keryx outbox show, retry, dismiss): %s\n", m.ID, m.Recipient, m.Kind, screen.Visible(m.LastError))
		}
		if len(o.SetAside) > 0 {
			fmt.Fprintf(out, "\nmails that were set aside (keryx inbox show, retry, dismiss):\n")
			if err := printInbox(screen.Listing{}.Table(out), o.SetAside); err != nil {
				return err
			}
		}
		if c.JSON {
			problems := []string{}
			for line := range strings.Lines(found.String()) {
				if line = strings.TrimSpace(line); line != "" {
					problems = append(problems, line)
				}
			}
			at := statusJSON{Games: map[string]int{"running": o.Running, "paused": o.Paused, "over": o.Ended, "between_clubs": len(o.Between)},
				Mail: map[string]int{"to_read": o.Waiting, "to_send": o.Queued}, Daemons: []string{}, Problems: problems}
			if !o.Awake.IsZero() {
				at.Awake = o.Awake.UTC().Format(time.RFC3339)
			}
			for _, m := range daemons {
				at.Daemons = append(at.Daemons, settings.MemberText(m))
			}
			if err := screen.PrintJSON(g.Out, at); err != nil {
				return err
			}
		}
		if len(o.Broken)+len(o.Unreachable)+len(o.Withheld)+len(o.InVain)+len(o.GivenUp)+len(o.SetAside) > 0 {
			return screen.ErrSaid
		}
		return nil
	})
}

// statusJSON is how the server stands, for programs.
type statusJSON struct {
	Games    map[string]int `json:"games"`
	Mail     map[string]int `json:"mail"`
	Awake    string         `json:"awake,omitempty"` // when a daemon last was
	Daemons  []string       `json:"daemons"`
	Problems []string       `json:"problems"`
}

// printAutomatic prints a table of mails that were not read.
func printAutomatic(out io.Writer, rows []store.InboxMessage) {
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	for _, m := range rows {
		fmt.Fprintf(w, "mail %d\t%s\t%s\t%s\n", m.ID, m.Receipt.Local().Format("2006-01-02 15:04"), screen.Visible(m.Player), screen.Visible(m.Reason))
	}
	w.Flush()
}
