package upkeep

import (
	"context"
	"errors"
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/play"
	"keryx/adjudicator/host/post"
	"keryx/adjudicator/host/season"
	"keryx/adjudicator/host/watch"
	"keryx/store"
)

// ErrBegun reports a game that cannot be cancelled, since its players may know of it; the
// error says why.
var ErrBegun = errors.New("the game has begun")

// CancelGame takes back a game that was made by mistake, before any of its letters has left:
// nobody hears of it, and its seats are free. Its number is not given again. The error
// matches [ErrBegun], or is an *[play.UnknownGameError].
func (uk *Upkeep) CancelGame(ctx context.Context, id, reason string) error {
	return uk.Write(ctx, func(tx club.Tx) error {
		game, err := play.GameNamed(tx, id)
		if err != nil {
			return err
		}
		if game.Status == store.Ended {
			return fmt.Errorf("%s: %w: it is over already", id, ErrBegun)
		}
		entries, err := tx.Entries(id, 1)
		if err != nil {
			return err
		}
		for _, e := range entries {
			switch adjudicator.EntryKind(e.Kind) {
			case adjudicator.Created, adjudicator.Seats, adjudicator.Commit:
			case adjudicator.Reseed:
				// Nothing was played here, but what was sent from the database that was lost,
				// nobody knows.
				return fmt.Errorf("%s: %w: the database was put back to an older copy on %s, and its letters may have left before", id, ErrBegun,
					e.Time.UTC().Format("2006-01-02 15:04 MST"))
			default:
				return fmt.Errorf("%s: %w: it has been played", id, ErrBegun)
			}
		}
		if err := cancelLetters(tx, id, reason); err != nil {
			return err
		}
		if err := uk.Outbox.LeaveNote(tx, post.Note{What: post.NoteCancel, Game: id}); err != nil {
			return err
		}
		return CloseCancelled(tx, game, reason)
	})
}

// cancelLetters takes the letters of a game out of the queue, if none can have left.
func cancelLetters(tx club.Tx, game, reason string) error {
	mails, err := tx.OutboxMails(store.OutboxFilter{Game: game})
	if err != nil {
		return err
	}
	for _, m := range mails {
		if m.State == store.Cancelled {
			continue
		}
		// One that was tried may have arrived, although the server's answer did not.
		if m.State != store.Queued || m.Attempts > 0 || m.Doubtful || m.LastError != "" {
			return fmt.Errorf("%s: %w: a letter to %s has been sent, or may have been (%s)", game, ErrBegun, m.Recipient, m.State)
		}
		if err := tx.CancelOutbox(m.ID, "the game was cancelled: "+reason); err != nil {
			return err
		}
	}
	return nil
}

// CloseCancelled ends a game without a result, and frees its seats.
func CloseCancelled(tx club.Tx, game store.Game, reason string) error {
	seats, err := tx.SeatsOf(game.ID)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		seat.Player, seat.Answers, seat.Deadline, seat.Reminded = "", "", nil, nil
		if err := tx.UpdateSeat(seat); err != nil {
			return err
		}
	}
	game.Status = store.Ended
	if err := errors.Join(tx.UpdateGame(game), play.WatchDue(tx, game.ID, game.Created)); err != nil {
		return err
	}
	if err := season.Touch(tx); err != nil {
		return err
	}
	return tx.SetSetting(watch.CancelledSetting(game.ID), []byte(reason))
}
