package host

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"keryx/mail"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/templates"
)

// SeatMails is how many mails of a seat are taken up in an hour if a host does not say
// otherwise; what comes beyond waits. A program that sends the same player's orders over and over must not hold
// up the others.
const SeatMails = 30

// seatMails is the limit of this host.
func (h *Host) seatMails() int {
	if h.SeatMails > 0 {
		return h.SeatMails
	}
	return SeatMails
}

// seatWindow is the time that SeatMails counts over.
const seatWindow = time.Hour

// overLimit lets a file wait whose seat has sent too many mails in the hour, and tells its holder so
// once a day. His files for other games do not wait with it. Copies of mails received before do not
// count, lest somebody who has seen one could silence its author with it.
func (h *Host) overLimit(tx store.Tx, s *submission, seat store.Seat) error {
	if s.player.Address == machineAddress {
		return nil // it writes no more than it is asked
	}
	if job, err := restoring(tx); err != nil || job != "" {
		return err // what came on many days comes again at once
	}
	purse := purseOfSeat(seat)
	if err := h.inOrder(tx, s.incoming, purse, s.player); err != nil {
		return err
	}
	since := s.row.Receipt
	if now := h.Now(); s.row.Delays > 0 {
		since = now // it has waited
	}
	n, err := tx.CountInbox(seat.Game, seat.Side, since.Add(-seatWindow))
	if err != nil || n < h.seatMails() {
		return err
	}
	h.Log.Warn("a seat sends too many mails", "game", seat.Game, "side", seat.Side, "message", s.row.ID)
	return &waitError{player: s.player, purse: purse, text: s.signedDigest(), until: h.Now().Add(seatWindow + time.Second), tell: func(tx store.Tx) error {
		if ok, err := tx.SpendAnswer("limit:"+seat.Game+":"+s.player.Address, h.Now(), 1); err != nil || !ok {
			return err
		}
		return h.tellPlayer(tx, s.player, seat, "too-many", fmt.Sprint(s.row.ID),
			"Game", seat.Game, "Limit", h.seatMails(), "Received", s.row.Receipt)
	}}
}

// purseOfSeat names what the files of one seat wait for.
func purseOfSeat(seat store.Seat) string { return seatPurse + ":" + seat.Game + ":" + seat.Side }

// workLimit is how long the work on a message may take.
func (h *Host) workLimit() time.Duration {
	if h.WorkLimit > 0 {
		return h.WorkLimit
	}
	return 2 * time.Minute
}

// Why work on a message failed.
var (
	errPanicked  = errors.New("panic")
	errOutOfTime = errors.New("out of time")
	// errMeanwhile: what the work rests on has changed while it went on. The next try
	// finds it as it is now.
	errMeanwhile = errors.New("has just become")
)

// try does the work on a stored message, within the time that there is for it.
func (h *Host) try(ctx context.Context, row store.InboxMessage) (state store.InboxState, err error) {
	limit := h.workLimit()
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("%w: the work took more than %s", errOutOfTime, limit))
	defer cancel()
	if h.Hung != nil {
		defer time.AfterFunc(2*limit, func() { h.Hung(row.ID) }).Stop()
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("message %d: %w: %v", row.ID, errPanicked, r)
			h.Log.Error("intake panicked", "message", row.ID, "panic", r)
		}
		if ctx.Err() != nil && err != nil {
			err = fmt.Errorf("%w (%w)", err, context.Cause(ctx))
		}
	}()
	letter, err := h.read(ctx, row)
	if err != nil {
		return "", err
	}
	h.did(StepRead)
	letter.moved = &movement{}
	defer func() { h.keepWarm(letter.moved, err == nil) }()
	err = h.update(ctx, func(plain store.Tx) error {
		tx, err := h.causedBy(plain, letter)
		if err != nil {
			return err
		}
		v, err := h.judge(tx, row, letter)
		if err != nil {
			return err
		}
		state = v.state
		if err := h.noteAuthorOf(tx, letter); err != nil {
			return err
		}
		if v.game != "" {
			if err := tx.SetInboxSeat(row.ID, v.game, v.side); err != nil {
				return err
			}
		}
		return tx.SetInboxState(row.ID, v.state, v.reason)
	}, func() { h.keepWarm(letter.moved, false) })
	if err != nil {
		return "", fmt.Errorf("message %d: %w", row.ID, err)
	}
	return state, nil
}

// noteAuthorOf notes in which player's name a message came.
func (h *Host) noteAuthorOf(tx store.Tx, in incoming) error {
	player, _, err := h.author(tx, in)
	if err != nil || player.Address == "" {
		return err
	}
	return tx.SetInboxPlayer(in.row.ID, player.Address)
}

// receiveHead deals with a message that is too large to be fetched: it is recorded
// with its header and answered from that alone.
func (h *Host) receiveHead(ctx context.Context, f wire.Fetched) (store.InboxMessage, error) {
	in, err := h.intake(ctx)
	if err != nil {
		return store.InboxMessage{}, err
	}
	message, err := in.ReadHeader(ctx, f.Head)
	letter := incoming{message: message}
	if err != nil && !errors.As(err, &letter.refusal) {
		return store.InboxMessage{}, err
	}
	now := h.Now()
	m := store.InboxMessage{
		ContentHash:  sha256.Sum256(fmt.Appendf(nil, "too large %d\n%s", f.Size, f.Head)),
		Place:        store.Place{Folder: f.Folder, UIDValidity: f.UIDValidity, UID: f.UID},
		InternalDate: f.InternalDate, FirstSeen: now, Receipt: receipt(f.InternalDate, now),
		Raw: headerOf(f.Head), State: store.TooLarge, Reason: fmt.Sprintf("%d bytes", f.Size),
	}
	if len(f.Head) == 0 { // its place must stand for it
		m.ContentHash = sha256.Sum256(fmt.Appendf(nil, "too large %s %d %d %d", f.Folder, f.UIDValidity, f.UID, f.Size))
	}
	if message.Auto != "" {
		m.State = store.Automatic
	}
	err = h.Store.Update(ctx, func(tx store.Tx) error {
		row, added, err := tx.AddInbox(m)
		m = row
		if err != nil || !added {
			return err
		}
		letter.row = row
		if err := h.noteAuthorOf(tx, letter); err != nil {
			return err
		}
		switch {
		case message.Bounce != nil:
			_, err = h.bounced(tx, message.Bounce)
			return err
		case message.Auto != "":
			return nil
		}
		letter.refusal = &mail.Refusal{Code: mail.MailTooLarge, Class: mail.TooLarge, Args: []any{"Limit", mail.MaxMail}}
		return errors.Join(h.answerStranger(tx, letter, templates.TooLarge), h.tellInVain(tx, letter, verdict{reason: string(mail.MailTooLarge)}))
	})
	if err != nil {
		return m, fmt.Errorf("storing what is known of message %d of %s: %w", f.UID, f.Folder, err)
	}
	return m, nil
}
