package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"keryx/adjudicator/host"
	"keryx/adjudicator/host/play"
	"keryx/cmd/keryx/screen"
	"keryx/cmd/keryx/settings"
	"keryx/store"
)

// keptMail holds the words in which the commands on mail that came in and on mail that
// goes out differ; what they do is the same.
type keptMail struct {
	list  string // the command that lists mails
	was   string // what has become of those that the commands are for
	again string // what is done with one that is put back
}

var (
	mailIn  = keptMail{list: "keryx inbox list", was: "set aside", again: "tried again"}
	mailOut = keptMail{list: "keryx outbox list", was: "given up", again: "sent again"}
)

// parts are the header and the body of a mail.
func (keptMail) parts(raw []byte) (head, body string) {
	head, body, _ = strings.Cut(strings.ReplaceAll(string(raw), "\r\n", "\n"), "\n\n")
	return head, body
}

// fact gives a program the header of a mail and, if wanted, its body.
func (k keptMail) fact(f *screen.Facts, raw []byte, withBody bool) {
	head, body := k.parts(raw)
	if f.Texts["header"] = head; withBody {
		f.Texts["body"] = body
	}
}

// print prints the header of a mail and, if wanted, its body.
func (k keptMail) print(out io.Writer, raw []byte, withBody bool) {
	head, body := k.parts(raw)
	fmt.Fprintf(out, "\n%s\n", screen.Visible(head))
	if withBody {
		fmt.Fprintf(out, "\n%s\n", screen.Visible(body))
	}
}

// stateOf is the state that a list is for, empty for all of them.
func stateOf(named string) string {
	if named == "all" {
		return ""
	}
	return named
}

// listMails prints a list of mails, of a game if one is named: of one that there is, or that mails name.
func listMails[M any](g *screen.Globals, game string, l screen.Listing, print func(*screen.Table, []M) error, read func(*host.Host) ([]M, error)) error {
	return settings.WithHost(g, func(h *host.Host) error {
		rows, err := read(h)
		if err != nil {
			return err
		}
		if game != "" && len(rows) == 0 {
			err := h.Store.View(g.Ctx, func(tx store.ReadTx) error { _, err := tx.Game(game); return err })
			if errors.Is(err, store.ErrNotFound) {
				return &play.UnknownGameError{ID: game}
			}
			if err != nil {
				return err
			}
		}
		return print(l.Table(g.Out), rows)
	})
}

// putBack puts mails back: those that are named by numbers or, if none is, all of a game, which come newest first, from
// the oldest on. It refuses both, and neither.
func putBack[M any](g *screen.Globals, k keptMail, mails []int64, game string, ofGame func(*host.Host) ([]M, error), number func(M) int64, again func(*host.Host, int64) error) error {
	if (len(mails) == 0) == (game == "") {
		return errors.New("give email numbers or --game")
	}
	return settings.WithHost(g, func(h *host.Host) error {
		if game != "" {
			rows, err := ofGame(h)
			if err != nil {
				return err
			}
			for _, row := range slices.Backward(rows) {
				mails = append(mails, number(row))
			}
		}
		for _, id := range mails {
			if err := again(h, id); err != nil {
				return k.explain(id, err)
			}
			fmt.Fprintf(g.Out, "mail %d will be %s: by the running daemon within a minute or so, or when it starts\n", id, k.again)
		}
		if len(mails) == 0 {
			fmt.Fprintf(g.Out, "no mail of %s was %s\n", game, k.was)
		}
		return nil
	})
}

// dismissed says what came of dismissing a mail.
func (k keptMail) dismissed(out io.Writer, id int64, err error) error {
	if err != nil {
		return k.explain(id, err)
	}
	fmt.Fprintf(out, "mail %d dismissed\n", id)
	return nil
}

// explain puts the errors of these commands in a person's words.
func (k keptMail) explain(id int64, err error) error {
	switch {
	case errors.Is(err, store.ErrNotFound):
		return fmt.Errorf("there is no mail %d; %s --state all lists them", id, k.list)
	case errors.Is(err, store.ErrConflict):
		return fmt.Errorf("mail %d was not %s; %s lists those that were", id, k.was, k.list)
	}
	return err
}
