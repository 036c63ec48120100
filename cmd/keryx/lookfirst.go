package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator/host"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/mail/wire"
	"keryx/store"
)

// Whoever gives a name to a game while no daemon runs may do so in a database that was put back from a
// copy, and give a name again that players have letters of. The mailbox knows; so it is asked first, as
// the daemon does when it begins.

const lookPatience = 10 * time.Second // with a mail server

// lookFirst refuses to go on while the mailbox holds what the database does not know. A mailbox that
// is out of reach is told of and hinders nothing.
func lookFirst(g *screen.Globals, h *host.Host, config *settings.Config) error {
	release, err := h.Store.AcquireLock(g.Ctx, "keryx game new", h.Now())
	if errors.Is(err, store.ErrLocked) {
		return nil // a daemon is at work, which has looked
	}
	if err != nil {
		return err
	}
	if err := release(); err != nil {
		return err
	}
	awake, err := h.Answers.LastAwake(g.Ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(g.Ctx, lookPatience)
	defer cancel()
	d, err := daemonOf(ctx, config, h)
	if err == nil {
		err = d.Mailbox.Look(ctx)
	}
	if stop := (*wire.StopError)(nil); errors.As(err, &stop) {
		return fmt.Errorf("no name is given to a game: %w", stop.Err)
	}
	if err != nil && !awake.IsZero() && g.Ctx.Err() == nil {
		fmt.Fprintf(g.Out, "The mailbox was not looked at: %v. If this database was put back from a copy, see \"keryx restored list\" first.\n", err)
	}
	return g.Ctx.Err()
}
