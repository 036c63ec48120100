package intake

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"keryx/adjudicator/host/club"
	"keryx/mail/wire"
	"keryx/store"
)

// maxOutage is how far behind the server's own receipt time a message may be
// fetched and still count as received then.
const maxOutage = 14 * 24 * time.Hour

// Receive takes one message from the mailbox, does all that follows from it,
// and says where it is to be filed. It is a [wire.Handler]: an error leaves the
// message where it is, to come again.
func (it *Intake) Receive(ctx context.Context, f wire.Fetched) (wire.Disposition, error) {
	row, err := it.Keep(ctx, f)
	if err != nil {
		return wire.Disposition{}, err
	}
	it.Did(club.StepFetched)
	state := row.State
	if state == store.Received {
		if state, err = it.Work(ctx, row); err != nil {
			return wire.Disposition{}, err
		}
	}
	return wire.Disposition{Folder: Folder(state), Filed: func() { it.Filed(ctx, row, f) }}, nil
}

// Filed notes that a copy of a message has been moved. Nothing depends on the
// note: what still lies in the mailbox comes again and is known.
func (it *Intake) Filed(ctx context.Context, row store.InboxMessage, f wire.Fetched) {
	at := store.Place{Folder: f.Folder, UIDValidity: f.UIDValidity, UID: f.UID}
	if err := it.Write(ctx, func(tx club.Tx) error { return tx.MarkFiled(row.ID, at) }); err != nil {
		it.Log.Warn("cannot note that a message was filed", "message", row.ID, "error", err)
	}
	it.Did(club.StepFiled)
}

// Folder is where a message of a final state is filed.
func Folder(s store.InboxState) string {
	switch s {
	case store.Accepted, store.Duplicate, store.Command:
		return wire.FolderDone
	case store.Automatic, store.Ignored:
		return wire.FolderIgnored
	}
	return wire.FolderRefused
}

// Keep stores a message in the inbox, or finds it there.
func (it *Intake) Keep(ctx context.Context, f wire.Fetched) (store.InboxMessage, error) {
	if f.TooLarge {
		return it.receiveHead(ctx, f)
	}
	if err := it.Transfers.MeetNote(ctx, f); err != nil {
		return store.InboxMessage{}, err
	}
	now := it.Now()
	m := store.InboxMessage{
		ContentHash:  sha256.Sum256(f.Raw),
		Place:        store.Place{Folder: f.Folder, UIDValidity: f.UIDValidity, UID: f.UID},
		InternalDate: f.InternalDate, FirstSeen: now, Receipt: receipt(f.InternalDate, now),
		Raw: f.Raw, State: store.Received,
	}
	row, err := it.keptBefore(ctx, m)
	if !errors.Is(err, store.ErrNotFound) {
		return row, err
	}
	err = it.Write(ctx, func(tx club.Tx) (err error) {
		row, _, err = tx.AddInbox(m)
		return err
	})
	if err != nil {
		return row, fmt.Errorf("storing message %d of %s: %w", f.UID, f.Folder, err)
	}
	return row, nil
}

// keptBefore returns the row of a message that was fetched before from the same place, or an
// error that wraps [store.ErrNotFound]. Whoever takes a full mailbox over meets many of those,
// and writes nothing for them.
func (it *Intake) keptBefore(ctx context.Context, m store.InboxMessage) (row store.InboxMessage, err error) {
	err = it.Store.View(ctx, func(tx store.ReadTx) error {
		row, err = tx.InboxAt(m.ContentHash, m.Place)
		return err
	})
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		err = fmt.Errorf("looking for message %d of %s: %w", m.Place.UID, m.Place.Folder, err)
	}
	return row, err
}

// receipt is the moment that counts for deadlines: the mail server's, unless
// that is out of any reason, for whoever can write to the mailbox can forge it.
func receipt(internal, seen time.Time) time.Time {
	if age := seen.Sub(internal); internal.IsZero() || age < -2*time.Minute || age > maxOutage {
		return seen
	}
	return internal
}

// maxResume bounds the messages that are taken up at once without a daemon. Further ones
// come again from the mailbox, where a message stays until it is finished.
const maxResume = 1000

// Resume works through the messages that were stored and not finished before
// the process last ended.
func (it *Intake) Resume(ctx context.Context) error {
	var rows []store.InboxMessage
	err := it.Store.View(ctx, func(tx store.ReadTx) (err error) {
		rows, err = tx.Pending(maxResume)
		return err
	})
	if err != nil {
		return fmt.Errorf("looking for unfinished messages: %w", err)
	}
	for _, row := range rows {
		if _, err := it.Work(ctx, row); err != nil && !errors.Is(err, wire.ErrLater) {
			if ctx.Err() != nil {
				return err
			}
			it.Log.Error("processing failed, will retry", "message", row.ID, "error", err)
		}
	}
	return nil
}
