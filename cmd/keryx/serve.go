package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"time"

	"keryx/adjudicator/host"
	"keryx/mail"
	"keryx/store/engine"
)

// serveCmd runs the daemon.
type serveCmd struct{}

// Run serves until it is interrupted.
func (serveCmd) Run(g *globals) (err error) {
	c, err := loadConfig(g.Config)
	if err != nil {
		return err
	}
	sweepSeldom()
	log := slog.Default()
	h, err := openHost(g.Ctx, c, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.Store.Close()) }()
	if err := stillHere(g.Ctx, h.Store); err != nil {
		return err
	}
	d, err := c.daemon(g.Ctx, h)
	if err != nil {
		return err
	}
	leave, err := together(g.Ctx, d)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, leave()) }()
	h.Hung = func(message int64) {
		// Nothing can end a loop in this process but its own end. Whoever supervises
		// the daemon starts it again, and a message that goes on doing this is set aside.
		log.Error("the work on a message does not end; stopping", "message", message)
		os.Exit(3)
	}
	done, err := c.keepArchive(g.Ctx, d)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	d.Ready = func() { log.Info("serving", "mailbox", c.Address, "database", engine.Name(c.place())) }
	if err := c.serving(g.Ctx, d); err != nil {
		return err
	}
	log.Info("stopped")
	return nil
}

// keptLines is how many connections to the sending server are kept for further mails.
const keptLines = 8

// daemon puts the parts together that the configuration describes.
func (c *config) daemon(ctx context.Context, h *host.Host) (*host.Daemon, error) {
	in, err := c.endpoint("imap", c.IMAP.account)
	if err != nil {
		return nil, err
	}
	out, err := c.endpoint("smtp", c.SMTP.account)
	if err != nil {
		return nil, err
	}
	box, err := mail.NewMailbox(mail.MailboxConfig{Endpoint: in, Junk: c.IMAP.Junk, PollEvery: c.IMAP.Poll.Duration, Log: h.Log,
		Begin: h.CheckRestored,
		Alarm: func(err error) { h.Alarm(ctx, err) }})
	if err != nil {
		return nil, err
	}
	d := &host.Daemon{Host: h, Mailbox: box, Carrier: &mail.Sender{Endpoint: out, LoggedIn: h.LoggedIn, Keep: keptLines}, Every: c.Every.Duration, After: time.After}
	if c.SMTP.PerHour > 0 {
		d.Pace = (&mail.Pace{PerHour: c.SMTP.PerHour}).Wait
	}
	return d, nil
}
