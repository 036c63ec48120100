package settings

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	netmail "net/mail"

	"keryx/adjudicator/host"
	"keryx/cmd/keryx/screen"
	"keryx/store"
)

// A Trying is a command that can be tried: it does its work, tells what comes of it, and takes all of it back.
type Trying struct {
	Preview bool `help:"Show what would be done and who would be written to, and change nothing."`
}

// WithHost is [WithHost] for a command that may be tried.
func (t Trying) WithHost(g *screen.Globals, f func(*host.Host) error) error {
	if !t.Preview {
		return WithHost(g, f)
	}
	return WithHost(g, func(h *host.Host) error {
		trial := &trialStore{Store: h.Store}
		h.Store = trial
		defer func() { h.Store = trial.Store }()
		out := g.Out
		var said bytes.Buffer
		g.Out = &said
		err := f(h)
		if g.Out = out; err != nil {
			return err
		}
		return trial.tell(out, said.String())
	})
}

// trialStore is a store in which every change is taken back as it ends.
type trialStore struct {
	store.Store
	mails []store.OutboxMail // that would have been sent
}

// errTried takes a change back that went well.
var errTried = errors.New("only tried")

// Update implements [store.Store].
func (s *trialStore) Update(ctx context.Context, f func(store.Tx) error) error {
	var mails []store.OutboxMail
	err := s.Store.Update(ctx, func(tx store.Tx) error {
		mails = nil
		if err := f(trialTx{tx, &mails}); err != nil {
			return err
		}
		return errTried
	})
	if !errors.Is(err, errTried) {
		return err
	}
	s.mails = append(s.mails, mails...)
	return nil
}

// Unwrap is the store below.
func (s *trialStore) Unwrap() store.Store { return s.Store }

// trialTx notes what is queued.
type trialTx struct {
	store.Tx
	mails *[]store.OutboxMail
}

// Enqueue implements [store.Tx].
func (tx trialTx) Enqueue(m store.OutboxMail) (int64, error) {
	id, err := tx.Tx.Enqueue(m)
	if err == nil {
		*tx.mails = append(*tx.mails, m)
	}
	return id, err
}

// tell prints what would have been done, and the mails.
func (s *trialStore) tell(out io.Writer, said string) error {
	fmt.Fprintf(out, "Nothing is changed. Without --preview this would be done and said:\n%s", said)
	if len(s.mails) == 0 {
		fmt.Fprintln(out, "Nobody would be written to.")
		return nil
	}
	fmt.Fprintln(out, "Mail would go to:")
	for _, m := range s.mails {
		subject := m.Kind
		if read, err := netmail.ReadMessage(bytes.NewReader(m.Raw)); err == nil {
			if text, err := new(mime.WordDecoder).DecodeHeader(read.Header.Get("Subject")); err == nil {
				subject = text
			}
		}
		fmt.Fprintf(out, "  %s: %s\n", screen.Visible(m.Recipient), screen.Visible(subject))
	}
	return nil
}
