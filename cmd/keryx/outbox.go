package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"keryx/adjudicator/host"
	"keryx/store"
)

// outboxCmd groups the commands on mail that goes out.
type outboxCmd struct {
	List    outboxListCmd    `cmd:"" help:"List mails that go out: those that were given up, unless a state is given."`
	Show    outboxShowCmd    `cmd:"" help:"Show one mail: what became of it, and its header."`
	Retry   outboxRetryCmd   `cmd:"" help:"Send once more mails that were refused for good, or came back."`
	Dismiss outboxDismissCmd `cmd:"" help:"Let a mail that was given up be, for a reason; a clock that it stopped goes on."`
}

// outboxListCmd lists mails.
type outboxListCmd struct {
	State string `help:"Only mails in this state: failed (given up), queued, sending, sent, cancelled, or all." default:"failed" enum:"failed,queued,sending,sent,cancelled,all"`
	Game  string `help:"Only mails of this game."`
	Limit int    `help:"The most that are listed, newest first." default:"50"`
}

// Run lists the mails.
func (c outboxListCmd) Run(g *globals) error {
	return g.withHost(func(h *host.Host) error {
		f := store.OutboxFilter{Game: c.Game, State: store.OutboxState(c.State), Limit: c.Limit}
		if c.State == "all" {
			f.State = ""
		}
		rows, err := h.Outbox(g.Ctx, f)
		if err != nil {
			return err
		}
		printOutbox(g.Out, rows)
		return nil
	})
}

// printOutbox prints a table of mails.
func printOutbox(out io.Writer, rows []store.OutboxMail) {
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "MAIL\tCREATED\tSTATE\tGAME\tSIDE\tKIND\tTO\tTRIES\tREASON")
	for _, m := range rows {
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t%s\n", m.ID, m.Created.Format("2006-01-02 15:04"), m.State, m.Game, m.Side, m.Kind,
			visible(m.Recipient), m.Attempts, visible(m.LastError))
	}
	w.Flush()
}

// outboxShowCmd shows a mail.
type outboxShowCmd struct {
	Mail int64 `arg:"" help:"Its number, as keryx outbox list prints it."`
	Body bool  `help:"Show the body too. It may tell what only one side may know; that you looked is on record, and the players of the game are told when it is over."`
}

// Run shows the mail.
func (c outboxShowCmd) Run(g *globals) error {
	return g.withHost(func(h *host.Host) error {
		m, size, err := c.read(g.Ctx, h)
		if err != nil {
			return explainOutgoing(c.Mail, err)
		}
		w := tabwriter.NewWriter(g.Out, 0, 8, 2, ' ', 0)
		fmt.Fprintf(w, "mail\t%d, %d bytes\nto\t%s\nkind\t%s\ncreated\t%s\nstate\t%s\nreason\t%s\ntries\t%d\n", m.ID, size, visible(m.Recipient), m.Kind,
			m.Created.Format(time.RFC1123), m.State, visible(m.LastError), m.Attempts)
		if m.Game != "" {
			fmt.Fprintf(w, "seat\t%s, %s\n", m.Game, m.Side)
		}
		if m.State == store.Queued {
			fmt.Fprintf(w, "next try\t%s\n", m.NextAttempt.Local().Format(time.RFC1123))
		}
		w.Flush()
		head, body, _ := strings.Cut(strings.ReplaceAll(string(m.Raw), "\r\n", "\n"), "\n\n")
		fmt.Fprintf(g.Out, "\n%s\n", visible(head))
		if c.Body {
			fmt.Fprintf(g.Out, "\n%s\n", visible(body))
		}
		return nil
	})
}

// read reads the mail and its size in bytes: no more than its header, unless the body is to
// be shown.
func (c outboxShowCmd) read(ctx context.Context, h *host.Host) (m store.OutboxMail, size int, err error) {
	if !c.Body {
		return h.OutgoingHeader(ctx, c.Mail)
	}
	m, err = h.Outgoing(ctx, c.Mail)
	return m, len(m.Raw), err
}

// outboxRetryCmd puts mails back to be sent.
type outboxRetryCmd struct {
	Mails []int64 `arg:"" optional:"" help:"Their numbers."`
	Game  string  `help:"All of this game that were given up."`
}

// Run puts the mails back, oldest first.
func (c outboxRetryCmd) Run(g *globals) error {
	if (len(c.Mails) == 0) == (c.Game == "") {
		return errors.New("name the mails by their numbers, or a game with --game")
	}
	return g.withHost(func(h *host.Host) error {
		if c.Game != "" {
			rows, err := h.Outbox(g.Ctx, store.OutboxFilter{Game: c.Game, State: store.Failed})
			if err != nil {
				return err
			}
			for i := len(rows) - 1; i >= 0; i-- {
				c.Mails = append(c.Mails, rows[i].ID)
			}
		}
		for _, id := range c.Mails {
			if err := h.SendAgain(g.Ctx, id); err != nil {
				return explainOutgoing(id, err)
			}
			fmt.Fprintf(g.Out, "mail %d will be sent again: by the running daemon within a minute or so, or when it starts\n", id)
		}
		if len(c.Mails) == 0 {
			fmt.Fprintf(g.Out, "no mail of %s was given up\n", c.Game)
		}
		return nil
	})
}

// outboxDismissCmd ends the matter of a mail.
type outboxDismissCmd struct {
	Mail   int64  `arg:"" help:"Its number."`
	Reason string `arg:"" help:"Why it is not to be sent; it is kept with the mail."`
}

// Run dismisses the mail.
func (c outboxDismissCmd) Run(g *globals) error {
	return g.withHost(func(h *host.Host) error {
		if err := h.LetGo(g.Ctx, c.Mail, c.Reason); err != nil {
			return explainOutgoing(c.Mail, err)
		}
		fmt.Fprintf(g.Out, "mail %d dismissed\n", c.Mail)
		return nil
	})
}

// explainOutgoing puts the errors of these commands in a person's words.
func explainOutgoing(id int64, err error) error {
	switch {
	case errors.Is(err, store.ErrNotFound):
		return fmt.Errorf("there is no mail %d; keryx outbox list --state all lists them", id)
	case errors.Is(err, store.ErrConflict):
		return fmt.Errorf("mail %d was not given up; keryx outbox list lists those that were", id)
	}
	return err
}
