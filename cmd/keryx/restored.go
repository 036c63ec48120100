package main

import (
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"keryx/adjudicator/host"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/mail"
	"keryx/mail/wire"
	"keryx/store"
)

// restoredCmd groups the commands for a database that is older than its mailbox.
type restoredCmd struct {
	List    restoredListCmd    `cmd:"" help:"List email missing from a restored database (read-only)."`
	Replay  restoredReplayCmd  `cmd:"" help:"Reprocess that email."`
	Discard restoredDiscardCmd `cmd:"" help:"Ignore that email and ask players to resend."`
}

// withLost runs f on the host and what it has lost.
func withLost(g *screen.Globals, f func(*host.Host, host.Lost) error) (err error) {
	config, err := settings.Load(g.Config)
	if err != nil {
		return err
	}
	return settings.WithHost(g, func(h *host.Host) error {
		d, err := daemonOf(g.Ctx, config, h)
		if err != nil {
			return err
		}
		lost, err := h.SearchLost(g.Ctx, d.Mailbox)
		if err != nil {
			return err
		}
		return f(h, lost)
	})
}

// sayLooked says how much was looked at.
func sayLooked(g *screen.Globals, lost host.Lost) {
	fmt.Fprintf(g.Out, "looked at %s in Keryx/Done and Keryx/Refused: the database does not know %d\n", screen.Count(lost.Looked, "mail"), len(lost.Mails))
}

// nothingLost says what is to be done when nothing is missing, and reports whether that
// is so. Work that was interrupted has to be ended all the same.
func nothingLost(g *screen.Globals, h *host.Host, lost host.Lost) (bool, error) {
	if len(lost.Mails) > 0 {
		return false, nil
	}
	unfinished, err := h.Unfinished(g.Ctx)
	if err != nil || unfinished != nil {
		return false, err
	}
	fmt.Fprintln(g.Out, "the database knows every mail that was looked at: keryx serve can run")
	return true, nil
}

// restoredListCmd lists what is missing.
type restoredListCmd struct{ screen.Listing }

// Run lists it.
func (c restoredListCmd) Run(g *screen.Globals) error {
	return withLost(g, func(h *host.Host, lost host.Lost) error {
		if c.JSON {
			return printLost(g, h, lost)
		}
		sayLooked(g, lost)
		if done, err := nothingLost(g, h, lost); done || err != nil {
			return err
		}
		w := tabwriter.NewWriter(g.Out, 0, 8, 2, ' ', 0)
		fmt.Fprintln(w, "RECEIVED\tFOLDER\tBYTES\tFROM\tSUBJECT")
		for _, f := range lost.Mails {
			from, subject := mail.ReadSender(f.Raw)
			fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\n", f.InternalDate.UTC().Format("2006-01-02 15:04"), f.Folder, f.Size, screen.Visible(from), screen.Visible(subject))
		}
		if err := w.Flush(); err != nil {
			return err
		}
		notes, err := h.ListNotes(g.Ctx, lost.Mails)
		if err != nil {
			return err
		}
		printNotes(g, &notes)
		if err := lost.Gap(); err != nil {
			fmt.Fprintf(g.Out, "%v\n", err)
		}
		unfinished, err := h.Unfinished(g.Ctx)
		if unfinished != nil {
			fmt.Fprintf(g.Out, "%v\n", unfinished)
		}
		return err
	})
}

// printNotes says what commands had done that the database does not know, and what is missing.
func printNotes(g *screen.Globals, read *host.NotesRead) {
	if read == nil {
		return
	}
	defer printLeaguesLost(g, read.Leagues)
	defer printGamesLost(g, read.Games)
	if len(read.Notes) == 0 {
		return
	}
	fmt.Fprintln(g.Out, "What commands of this server had done since, by the notes that they have left in the mailbox:")
	for _, n := range read.Notes {
		fmt.Fprintf(g.Out, "note %d  %s  %s\n", n.Number, n.At.UTC().Format("2006-01-02 15:04"), n.What)
	}
	if len(read.Missing) > 0 {
		fmt.Fprintf(g.Out, "Of these numbers no note is left, and what was done is not known: %v. Look through the games, keys and players before the daemon runs.\n", read.Missing)
	}
}

// printGamesLost names the games that the database does not have, and what can be done about them.
func printGamesLost(g *screen.Globals, games []string) {
	if len(games) == 0 {
		return
	}
	fmt.Fprintf(g.Out, "Made after the backup, and not in this database: %s. These names are not given to other games. "+
		"If there is a later backup, put that one back before you run replay or discard. If there is none, these games are lost: "+
		"their players get no answer but that there is no such game. After replay or discard, tell them, and make the games anew (keryx game new); a league makes those of its fixtures by itself.\n", strings.Join(games, ", "))
}

// printLeaguesLost names the leagues that the database does not have, and what can be done about them.
func printLeaguesLost(g *screen.Globals, leagues []string) {
	if len(leagues) == 0 {
		return
	}
	fmt.Fprintf(g.Out, "Made after the backup, and not in this database, are these leagues, as the mails of their members name them: %s. "+
		"Whoever wrote about them gets the answer that there is no such league. After replay or discard, make them anew (keryx league new) and ask their members to join again.\n", strings.Join(leagues, ", "))
}

// restoredReplayCmd takes up what is missing.
type restoredReplayCmd struct {
	Gap bool `help:"Continue even if email is missing from the mailbox. Later emails that were accepted before may be refused then."`
}

// Run takes it up.
func (c restoredReplayCmd) Run(g *screen.Globals) error {
	return withLost(g, func(h *host.Host, lost host.Lost) error {
		sayLooked(g, lost)
		if done, err := nothingLost(g, h, lost); done || err != nil {
			return err
		}
		if err := lost.Gap(); err != nil && !c.Gap {
			return fmt.Errorf("%w; put those mails back into the folder, or run \"keryx restored replay --gap\" to do without them, "+
				"or \"keryx restored discard\" to go on from the backup", err)
		}
		r, err := h.Recover(g.Ctx, lost.Mails, func(f wire.Fetched, state store.InboxState) {
			from, subject := mail.ReadSender(f.Raw)
			fmt.Fprintf(g.Out, "%s  %-10s %s  %s\n", f.InternalDate.UTC().Format("2006-01-02 15:04"), state, screen.Visible(from), screen.Visible(subject))
		})
		if err != nil {
			return explainLock(err)
		}
		printNotes(g, r.Notes)
		fmt.Fprintf(g.Out, "%s taken up again; keryx serve sends what came of them\n", screen.Count(r.Mails, "mail"))
		if r.Astray > 0 {
			fmt.Fprintf(g.Out, "%d of them came out otherwise than before: a deadline that had passed or a command in between is missing. "+
				"The referees are told; look through the games (keryx ledger GAME) before the players go on.\n", r.Astray)
		}
		return nil
	})
}

// restoredDiscardCmd leaves out what is missing.
type restoredDiscardCmd struct {
	Anyway bool `help:"Also when no mail is missing: deadlines that passed after the backup may have published dice, and every game gets new ones."`
}

// Run leaves it out.
func (c restoredDiscardCmd) Run(g *screen.Globals) error {
	return withLost(g, func(h *host.Host, lost host.Lost) error {
		sayLooked(g, lost)
		if !c.Anyway {
			if done, err := nothingLost(g, h, lost); done || err != nil {
				return err
			}
		}
		notes, err := h.Discard(g.Ctx, lost.Mails)
		if err != nil {
			return explainLock(err)
		}
		printNotes(g, notes)
		fmt.Fprintf(g.Out, "%s left out; keryx serve tells the players\n", screen.Count(len(lost.Mails), "mail"))
		return nil
	})
}

// explainLock says who is in the way.
func explainLock(err error) error {
	if locked := (*store.LockedError)(nil); errors.As(err, &locked) {
		return fmt.Errorf("stop keryx serve first: %w", err)
	}
	return err
}
