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

// inboxCmd groups the commands on mail that came in.
type inboxCmd struct {
	List    inboxListCmd    `cmd:"" help:"List quarantined or other email received."`
	Show    inboxShowCmd    `cmd:"" help:"Show one email received."`
	Retry   inboxRetryCmd   `cmd:"" help:"Reprocess quarantined email."`
	Dismiss inboxDismissCmd `cmd:"" help:"Dismiss quarantined email."`
}

// inboxListCmd lists mails.
type inboxListCmd struct {
	screen.Listing
	State string `help:"Only mails in this state: poison (set aside), accepted, faulty, stale, too-large ..., or all." default:"poison" enum:"received,accepted,duplicate,stale,faulty,foreign,unsigned,bad-signature,no-such-game,closed,command,automatic,too-large,poison,ignored,all"`
	Game  string `type:"game" help:"Only mails for this game."`
	Limit int    `help:"The most that are listed, newest first." default:"50" least:"1"`
}

// Run lists the mails.
func (c inboxListCmd) Run(g *screen.Globals) error {
	return listMails(g, c.Game, c.Listing, printInbox, func(h *host.Host) ([]store.InboxMessage, error) {
		return h.Answers.Inbox(g.Ctx, store.InboxFilter{Game: c.Game, State: store.InboxState(stateOf(c.State)), Limit: c.Limit})
	})
}

// printInbox prints a table of mails.
func printInbox(w *screen.Table, rows []store.InboxMessage) error {
	fmt.Fprintln(w, "MAIL\tRECEIVED\tSTATE\tGAME\tSIDE\tTRIES\tREASON")
	for _, m := range rows {
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%d\t%s\n", m.ID, m.Receipt.Format("2006-01-02 15:04"), m.State,
			screen.Visible(m.Game), screen.Visible(m.Side), m.Tries, screen.Visible(m.Reason))
	}
	return w.Flush()
}

// inboxShowCmd shows a mail.
type inboxShowCmd struct {
	screen.Listing
	Mail int64 `arg:"" help:"Its number, as keryx inbox list prints it."`
	Body bool  `help:"Show the body too. It may hold orders that only one side may know; this is logged, and the players of the game are told when it is over."`
}

// Run shows the mail.
func (c inboxShowCmd) Run(g *screen.Globals) error {
	return g.Paged(func() error { return settings.WithHost(g, func(h *host.Host) error { return c.show(g, h) }) })
}

// show prints it.
func (c inboxShowCmd) show(g *screen.Globals, h *host.Host) error {
	m, size, err := c.read(g.Ctx, h)
	if err != nil {
		return mailIn.explain(c.Mail, err)
	}
	w := c.Facts(g.Out)
	fmt.Fprintf(w, "mail\t%d, %d bytes\nreceived\t%s\nstate\t%s\nreason\t%s\ntries\t%d\n", m.ID, size,
		m.Receipt.Format(time.RFC1123), m.State, screen.Visible(m.Reason), m.Tries)
	fmt.Fprintf(w, "found in\t%s, UID %d\n", m.Place.Folder, m.Place.UID)
	if m.Game != "" {
		fmt.Fprintf(w, "seat\t%s, %s\n", screen.Visible(m.Game), screen.Visible(m.Side))
	}
	if c.JSON {
		mailIn.fact(w, m.Raw, c.Body)
		return w.Flush()
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if size == 0 {
		fmt.Fprintln(g.Out, "\nIts bytes are not kept: it was too large, or keryx prune has dropped them.")
		return nil
	}
	mailIn.print(g.Out, m.Raw, c.Body)
	return nil
}

// read reads the mail and its size in bytes: no more than its header, unless the body is to
// be shown.
func (c inboxShowCmd) read(ctx context.Context, h *host.Host) (m store.InboxMessage, size int, err error) {
	if !c.Body {
		return h.Reports.MessageHeader(ctx, c.Mail)
	}
	m, err = h.Reports.Message(ctx, c.Mail)
	return m, len(m.Raw), err
}

// inboxRetryCmd puts mails back to be worked on.
type inboxRetryCmd struct {
	Mails []int64 `arg:"" optional:"" help:"Their numbers."`
	Game  string  `type:"game" help:"All that were set aside for this game."`
}

// Run puts the mails back.
func (c inboxRetryCmd) Run(g *screen.Globals) error {
	set := func(h *host.Host) ([]store.InboxMessage, error) {
		return h.Answers.Inbox(g.Ctx, store.InboxFilter{Game: c.Game, State: store.Poison})
	}
	return putBack(g, mailIn, c.Mails, c.Game, set, func(m store.InboxMessage) int64 { return m.ID }, func(h *host.Host, id int64) error { return h.Answers.Retry(g.Ctx, id) })
}

// inboxDismissCmd ends the matter of a mail.
type inboxDismissCmd struct {
	Mail   int64  `arg:"" help:"Its number."`
	Reason string `arg:"" help:"Why nothing is to come of it; it is kept with the mail."`
}

// Run dismisses the mail.
func (c inboxDismissCmd) Run(g *screen.Globals) error {
	return settings.WithHost(g, func(h *host.Host) error {
		return mailIn.dismissed(g.Out, c.Mail, h.Answers.Dismiss(g.Ctx, c.Mail, c.Reason))
	})
}
