package intake

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/requests"
	"keryx/adjudicator/host/written"
	"keryx/mail"
	"keryx/mail/wire"
	"keryx/store"
	"keryx/templates"
)

// seatWindow is the time that the limit of a seat counts over.
const seatWindow = time.Hour

// overLimit lets a file wait whose seat has sent too many mails in the hour, and tells its holder so
// once a day. His files for other games do not wait with it. Copies of mails received before do not
// count, lest somebody who has seen one could silence its author with it.
func (it *Intake) overLimit(tx club.Tx, s *post.Submission, seat store.Seat) error {
	if s.Player.Address == post.MachineAddress {
		return nil // it writes no more than it is asked
	}
	if job, err := written.Restoring(tx); err != nil || job != "" {
		return err // what came on many days comes again at once
	}
	purse := purseOfSeat(seat)
	if err := it.Desk.InOrder(tx, s.Received, purse, s.Player); err != nil {
		return err
	}
	since := s.Row.Receipt
	if now := it.Now(); s.Row.Delays > 0 {
		since = now // it has waited
	}
	n, err := tx.CountInbox(seat.Game, seat.Side, since.Add(-seatWindow))
	if err != nil || n < it.Rules.SeatMails {
		return err
	}
	it.Log.Warn("a seat sends too many mails", "game", seat.Game, "side", seat.Side, "message", s.Row.ID)
	return &requests.WaitError{Player: s.Player, Purse: purse, Text: s.SignedDigest(), Until: it.Now().Add(seatWindow + time.Second), Tell: func(tx club.Tx) error {
		if ok, err := tx.SpendAnswer("limit:"+seat.Game+":"+s.Player.Address, it.Now(), 1); err != nil || !ok {
			return err
		}
		return it.Letters.TellPlayer(tx, s.Player, seat, "too-many", fmt.Sprint(s.Row.ID),
			"Game", seat.Game, "Limit", it.Rules.SeatMails, "Received", s.Row.Receipt)
	}}
}

// purseOfSeat names what the files of one seat wait for.
func purseOfSeat(seat store.Seat) string {
	return requests.SeatPurse + ":" + seat.Game + ":" + seat.Side
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
func (it *Intake) try(ctx context.Context, row store.InboxMessage) (state store.InboxState, err error) {
	limit := it.WorkLimit
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("%w: the work took more than %s", errOutOfTime, limit))
	defer cancel()
	if it.Hung != nil {
		defer time.AfterFunc(2*limit, func() { it.Hung(row.ID) }).Stop()
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("message %d: %w: %v", row.ID, errPanicked, r)
			it.Log.Error("intake panicked", "message", row.ID, "panic", r)
		}
		if ctx.Err() != nil && err != nil {
			err = fmt.Errorf("%w (%w)", err, context.Cause(ctx))
		}
	}()
	letter, err := it.read(ctx, row)
	if err != nil {
		return "", err
	}
	it.Did(club.StepRead)
	letter.Moved = &play.Movement{}
	defer func() { it.Games.KeepWarm(letter.Moved, err == nil) }()
	err = it.Update(ctx, func(plain club.Tx) error {
		tx, err := it.Letters.CausedBy(plain, letter)
		if err != nil {
			return err
		}
		v, err := it.judge(tx, row, letter)
		if err != nil {
			return err
		}
		state = v.State
		if err := it.noteAuthorOf(tx, letter); err != nil {
			return err
		}
		if v.Game != "" {
			if err := tx.SetInboxSeat(row.ID, v.Game, v.Side); err != nil {
				return err
			}
		}
		return tx.SetInboxState(row.ID, v.State, v.Reason)
	}, func() { it.Games.KeepWarm(letter.Moved, false) })
	if err != nil {
		return "", fmt.Errorf("message %d: %w", row.ID, err)
	}
	return state, nil
}

// noteAuthorOf notes in which player's name a message came.
func (it *Intake) noteAuthorOf(tx club.Tx, in post.Received) error {
	player, _, err := it.Letters.Author(tx, in)
	if err != nil || player.Address == "" {
		return err
	}
	return tx.SetInboxPlayer(in.Row.ID, player.Address)
}

// receiveHead deals with a message that is too large to be fetched: it is recorded
// with its header and answered from that alone.
func (it *Intake) receiveHead(ctx context.Context, f wire.Fetched) (store.InboxMessage, error) {
	in, err := it.Outbox.Intake(ctx)
	if err != nil {
		return store.InboxMessage{}, err
	}
	message, err := in.ReadHeader(ctx, f.Head)
	letter := post.Received{Message: message}
	if err != nil && !errors.As(err, &letter.Refusal) {
		return store.InboxMessage{}, err
	}
	now := it.Now()
	m := store.InboxMessage{
		ContentHash:  sha256.Sum256(fmt.Appendf(nil, "too large %d\n%s", f.Size, f.Head)),
		Place:        store.Place{Folder: f.Folder, UIDValidity: f.UIDValidity, UID: f.UID},
		InternalDate: f.InternalDate, FirstSeen: now, Receipt: receipt(f.InternalDate, now),
		Raw: reports.HeaderOf(f.Head), State: store.TooLarge, Reason: fmt.Sprintf("%d bytes", f.Size),
	}
	if len(f.Head) == 0 { // its place must stand for it
		m.ContentHash = sha256.Sum256(fmt.Appendf(nil, "too large %s %d %d %d", f.Folder, f.UIDValidity, f.UID, f.Size))
	}
	if message.Auto != "" {
		m.State = store.Automatic
	}
	err = it.Write(ctx, func(tx club.Tx) error {
		row, added, err := tx.AddInbox(m)
		m = row
		if err != nil || !added {
			return err
		}
		letter.Row = row
		if err := it.noteAuthorOf(tx, letter); err != nil {
			return err
		}
		switch {
		case message.Bounce != nil:
			_, err = it.Letters.Bounced(tx, message.Bounce)
			return err
		case message.Auto != "":
			return nil
		}
		letter.Refusal = &mail.Refusal{Code: mail.MailTooLarge, Class: mail.TooLarge, Args: []any{"Limit", mail.MaxMail}}
		return errors.Join(it.Desk.AnswerStranger(tx, letter, templates.TooLarge), it.Desk.TellUnheard(tx, letter, post.Verdict{Reason: string(mail.MailTooLarge)}))
	})
	if err != nil {
		return m, fmt.Errorf("storing what is known of message %d of %s: %w", f.UID, f.Folder, err)
	}
	return m, nil
}
