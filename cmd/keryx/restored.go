package main

import (
	"errors"
	"fmt"
	"text/tabwriter"

	"keryx/adjudicator/host"
	"keryx/mail"
	"keryx/store"
)

// restoredCmd groups the commands for a database that is older than its mailbox.
type restoredCmd struct {
	List    restoredListCmd    `cmd:"" help:"List the mails that were handled and that the database does not know. Nothing is changed."`
	Replay  restoredReplayCmd  `cmd:"" help:"Take them up again, in the order in which they came in, and tell the players."`
	Discard restoredDiscardCmd `cmd:"" help:"Leave them out for good, and tell the players to send again what is to count."`
}

// filedMails is where the forgotten mails are looked for.
type filedMails struct {
	Newest int `help:"How many of the newest mails in each of the folders Keryx/Done and Keryx/Refused to look at." default:"500"`
}

// with runs f on the host and the mails that it has forgotten.
func (c filedMails) with(g *globals, f func(*host.Host, []mail.Fetched) error) (err error) {
	if c.Newest < 1 {
		return fmt.Errorf("--newest is %d, want 1 or more", c.Newest)
	}
	settings, err := loadConfig(g.Config)
	if err != nil {
		return err
	}
	return g.withHost(func(h *host.Host) error {
		d, err := settings.daemon(g.Ctx, h)
		if err != nil {
			return err
		}
		var filed []mail.Fetched
		for _, folder := range []string{mail.FolderDone, mail.FolderRefused} {
			some, err := d.Mailbox.Filed(g.Ctx, folder, c.Newest)
			if err != nil {
				return err
			}
			filed = append(filed, some...)
		}
		missing, err := h.Forgotten(g.Ctx, filed)
		if err != nil {
			return err
		}
		if len(missing) == 0 {
			fmt.Fprintln(g.Out, "the database knows every mail that was looked at: keryx serve can run")
			return nil
		}
		return f(h, missing)
	})
}

// restoredListCmd lists what is missing.
type restoredListCmd struct{ filedMails }

// Run lists it.
func (c restoredListCmd) Run(g *globals) error {
	return c.with(g, func(h *host.Host, missing []mail.Fetched) error {
		w := tabwriter.NewWriter(g.Out, 0, 8, 2, ' ', 0)
		fmt.Fprintln(w, "RECEIVED\tFOLDER\tBYTES")
		for _, f := range missing {
			fmt.Fprintf(w, "%s\t%s\t%d\n", f.InternalDate.UTC().Format("2006-01-02 15:04"), f.Folder, f.Size)
		}
		return w.Flush()
	})
}

// restoredReplayCmd takes up what is missing.
type restoredReplayCmd struct{ filedMails }

// Run takes it up.
func (c restoredReplayCmd) Run(g *globals) error {
	return c.with(g, func(h *host.Host, missing []mail.Fetched) error {
		err := h.Recover(g.Ctx, missing, func(f mail.Fetched, state store.InboxState) {
			fmt.Fprintf(g.Out, "%s  %s\n", f.InternalDate.UTC().Format("2006-01-02 15:04"), state)
		})
		if err != nil {
			return explainLock(err)
		}
		fmt.Fprintf(g.Out, "%d mails were taken up again; keryx serve sends what came of them\n", len(missing))
		return nil
	})
}

// restoredDiscardCmd leaves out what is missing.
type restoredDiscardCmd struct{ filedMails }

// Run leaves it out.
func (c restoredDiscardCmd) Run(g *globals) error {
	return c.with(g, func(h *host.Host, missing []mail.Fetched) error {
		if err := h.Discard(g.Ctx, missing); err != nil {
			return explainLock(err)
		}
		fmt.Fprintf(g.Out, "%d mails were left out; keryx serve tells the players\n", len(missing))
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
