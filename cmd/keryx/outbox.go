package main

import (
	"context"
	"fmt"
	"time"

	"keryx/adjudicator/host"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/store"
)

// outboxCmd groups the commands on mail that goes out.
type outboxCmd struct {
	List    outboxListCmd    `cmd:"" help:"List failed or other email sent."`
	Show    outboxShowCmd    `cmd:"" help:"Show one email sent."`
	Retry   outboxRetryCmd   `cmd:"" help:"Resend failed email."`
	Dismiss outboxDismissCmd `cmd:"" help:"Dismiss failed email."`
}

// outboxListCmd lists mails.
type outboxListCmd struct {
	screen.Listing
	State string `help:"Only mails in this state: failed (given up), queued, sending, sent, cancelled, or all." default:"failed" enum:"failed,queued,sending,sent,cancelled,all"`
	Game  string `type:"game" help:"Only mails of this game."`
	Limit int    `help:"The most that are listed, newest first." default:"50" least:"1"`
}

// Run lists the mails.
func (c outboxListCmd) Run(g *screen.Globals) error {
	return listMails(g, c.Game, c.Listing, printOutbox, func(h *host.Host) ([]store.OutboxMail, error) {
		return h.Answers.Outbox(g.Ctx, store.OutboxFilter{Game: c.Game, State: store.OutboxState(stateOf(c.State)), Limit: c.Limit})
	})
}

// printOutbox prints a table of mails.
func printOutbox(w *screen.Table, rows []store.OutboxMail) error {
	fmt.Fprintln(w, "MAIL\tCREATED\tSTATE\tGAME\tSIDE\tKIND\tTO\tTRIES\tREASON")
	for _, m := range rows {
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t%s\n", m.ID, m.Created.Format("2006-01-02 15:04"), m.State, m.Game, m.Side, m.Kind,
			screen.Visible(m.Recipient), m.Attempts, screen.Visible(m.LastError))
	}
	return w.Flush()
}

// outboxShowCmd shows a mail.
type outboxShowCmd struct {
	screen.Listing
	Mail int64 `arg:"" help:"Its number, as keryx outbox list prints it."`
	Body bool  `help:"Show the body too. It may tell what only one side may know; this is logged, and the players of the game are told when it is over."`
}

// Run shows the mail.
func (c outboxShowCmd) Run(g *screen.Globals) error {
	return g.Paged(func() error { return settings.WithHost(g, func(h *host.Host) error { return c.show(g, h) }) })
}

// show prints it.
func (c outboxShowCmd) show(g *screen.Globals, h *host.Host) error {
	m, size, err := c.read(g.Ctx, h)
	if err != nil {
		return mailOut.explain(c.Mail, err)
	}
	w := c.Facts(g.Out)
	fmt.Fprintf(w, "mail\t%d, %d bytes\nto\t%s\nkind\t%s\ncreated\t%s\nstate\t%s\nreason\t%s\ntries\t%d\n", m.ID, size, screen.Visible(m.Recipient), m.Kind,
		m.Created.Format(time.RFC1123), m.State, screen.Visible(m.LastError), m.Attempts)
	if m.Game != "" {
		fmt.Fprintf(w, "seat\t%s, %s\n", m.Game, m.Side)
	}
	if m.State == store.Queued {
		fmt.Fprintf(w, "next try\t%s\n", m.NextAttempt.Local().Format(time.RFC1123))
	}
	if c.JSON {
		mailOut.fact(w, m.Raw, c.Body)
		return w.Flush()
	}
	if err := w.Flush(); err != nil {
		return err
	}
	mailOut.print(g.Out, m.Raw, c.Body)
	return nil
}

// read reads the mail and its size in bytes: no more than its header, unless the body is to
// be shown.
func (c outboxShowCmd) read(ctx context.Context, h *host.Host) (m store.OutboxMail, size int, err error) {
	if !c.Body {
		return h.Reports.OutgoingHeader(ctx, c.Mail)
	}
	m, err = h.Reports.Outgoing(ctx, c.Mail)
	return m, len(m.Raw), err
}

// outboxRetryCmd puts mails back to be sent.
type outboxRetryCmd struct {
	Mails []int64 `arg:"" optional:"" help:"Their numbers."`
	Game  string  `type:"game" help:"All of this game that were given up."`
}

// Run puts the mails back, oldest first.
func (c outboxRetryCmd) Run(g *screen.Globals) error {
	set := func(h *host.Host) ([]store.OutboxMail, error) {
		return h.Answers.Outbox(g.Ctx, store.OutboxFilter{Game: c.Game, State: store.Failed})
	}
	return putBack(g, mailOut, c.Mails, c.Game, set, func(m store.OutboxMail) int64 { return m.ID }, func(h *host.Host, id int64) error { return h.Answers.SendAgain(g.Ctx, id) })
}

// outboxDismissCmd ends the matter of a mail.
type outboxDismissCmd struct {
	Mail   int64  `arg:"" help:"Its number."`
	Reason string `arg:"" help:"Why it is not to be sent; it is kept with the mail."`
}

// Run dismisses the mail.
func (c outboxDismissCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		return mailOut.dismissed(g.Out, c.Mail, h.Answers.LetGo(g.Ctx, c.Mail, c.Reason))
	})
}
