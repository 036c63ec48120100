package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"keryx/adjudicator/host"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/mail/wire"
	"keryx/store/engine"
	"keryx/store/postgres"
)

// serveCmd runs the daemon.
type serveCmd struct{}

// Run serves until it is interrupted. A hang-up has the daemon read its configuration again.
func (s serveCmd) Run(g *screen.Globals) error {
	c, err := settings.Load(g.Config)
	if err != nil {
		return err
	}
	sweepSeldom()
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGHUP)
	defer signal.Stop(asked)
	var had *settings.Config
	for {
		next, served, err := s.until(g, c, asked)
		if err != nil && !served && had != nil {
			slog.Default().Error(notThis, "error", err)
			c, had = had, nil
			continue
		}
		if err != nil || next == nil {
			return err
		}
		if served {
			had = c
		}
		c = next
		slog.Default().Info("the configuration is read again", "file", g.Config)
	}
}

// notThis is what the log says of a configuration that was to take the place of one, and cannot be served by.
const notThis = "the configuration will not do, and the daemon goes on with what it had"

// until serves by a configuration until it is interrupted, or until another one has been asked for and holds: the
// daemon then comes to rest as it does when it stops, with no work lost, and the other configuration is returned. It
// tells as well whether the daemon has served by the first: what the file alone does not show, such as a port that
// another program has taken, is found only on the way there.
func (s serveCmd) until(g *screen.Globals, c *settings.Config, asked <-chan os.Signal) (next *settings.Config, served bool, err error) {
	round := *g
	ctx, rest := context.WithCancel(g.Ctx)
	defer rest()
	round.Ctx = ctx
	ended := make(chan error, 1)
	go func() { ended <- s.serve(&round, c, func() { served = true }) }()
	for {
		select {
		case err := <-ended:
			return nil, served, err
		case <-asked:
		}
		other, err := settings.Load(g.Config)
		if err == nil {
			err = other.CheckFiles()
		}
		if err != nil {
			slog.Default().Error(notThis, "error", err)
			continue
		}
		rest()
		err = <-ended
		return other, served, err
	}
}

// serve serves by a configuration until its context ends. It calls ready once it does.
func (serveCmd) serve(g *screen.Globals, c *settings.Config, ready func()) (err error) {
	log := slog.Default()
	var h *host.Host
	err = whenInReach(g.Ctx, log, func() (err error) {
		h, err = settings.OpenHost(g.Ctx, c, log)
		return err
	})
	if err != nil {
		return stopped(g.Ctx, err)
	}
	defer func() { err = errors.Join(err, h.Store.Close()) }()
	if err := whenInReach(g.Ctx, log, func() error { return stillHere(g.Ctx, h.Store) }); err != nil {
		return stopped(g.Ctx, err)
	}
	d, err := daemonOf(g.Ctx, c, h)
	if err != nil {
		return err
	}
	var leave func() error
	err = whenInReach(g.Ctx, log, func() (err error) {
		leave, err = together(g.Ctx, d)
		return err
	})
	if err != nil {
		return stopped(g.Ctx, err)
	}
	defer func() { err = errors.Join(err, leave()) }()
	h.Hung = func(message int64) {
		// Nothing can end a loop in this process but its own end. Whoever supervises
		// the daemon starts it again, and a message that goes on doing this is set aside.
		log.Error("the work on a message does not end; stopping", "message", message)
		os.Exit(3)
	}
	done, err := keepArchive(g.Ctx, c, d)
	if err != nil {
		return stopped(g.Ctx, err)
	}
	defer func() { err = errors.Join(err, done()) }()
	d.Ready = func() {
		ready()
		log.Info("serving", "mailbox", c.Address, "database", engine.Name(c.Place()))
	}
	if err := serving(g.Ctx, c, d); err != nil {
		return err
	}
	log.Info("stopped")
	return nil
}

// whenInReach does something with the database that has to be done before a daemon serves, and waits
// while a server is away: at the start of a machine it may come later than the daemon.
func whenInReach(ctx context.Context, log *slog.Logger, do func() error) error {
	for pause := time.Second; ; pause = min(2*pause, longestWait) {
		err := do()
		if err == nil || ctx.Err() != nil || !postgres.Away(err) {
			return err
		}
		log.Warn("the database is out of reach; the daemon waits for it", "error", err, "pause", pause)
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
	}
}

// longestWait is the longest pause before a database is tried again that is away when a daemon starts.
const longestWait = 30 * time.Second

// stopped is the end of a daemon that has been stopped before it served, which is none of a fault.
func stopped(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// keptLines is how many connections to the sending server are kept for further mails.
const keptLines = 8

// daemonOf puts the parts together that the configuration describes.
func daemonOf(ctx context.Context, c *settings.Config, h *host.Host) (*host.Daemon, error) {
	in, err := c.Endpoint("imap", c.IMAP.Account)
	if err != nil {
		return nil, err
	}
	out, err := c.Endpoint("smtp", c.SMTP.Account)
	if err != nil {
		return nil, err
	}
	box, err := wire.NewMailbox(wire.MailboxConfig{Endpoint: in, Junk: c.IMAP.Junk, PollEvery: c.IMAP.Poll.Duration, Log: h.Log,
		Begin: h.Recovery.CheckRestored,
		Alarm: func(err error) { h.Letters.Alarm(ctx, err) }})
	if err != nil {
		return nil, err
	}
	d := &host.Daemon{Host: h, Mailbox: box, Carrier: &wire.Sender{Endpoint: out, LoggedIn: h.Outbox.LoggedIn, Keep: keptLines}, Every: c.Every.Duration, After: time.After}
	if c.SMTP.PerHour > 0 {
		d.Pace = (&wire.Pace{PerHour: c.SMTP.PerHour}).Wait
	}
	return d, nil
}
