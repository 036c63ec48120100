package host

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"time"

	"keryx/mail"
	"keryx/store"
)

// RestoredError reports that the mailbox holds mails which were handled and which the
// database knows nothing of: it is an older copy. To go on with it would resolve what
// has been resolved, against what the players were told.
type RestoredError struct {
	Mails int       // how many are known to be missing; there may be more
	Since time.Time // when the oldest of them came in
}

// Error says what to do.
func (e *RestoredError) Error() string {
	return fmt.Sprintf("the database is older than its mailbox: %d mails that were handled since %s are not in it; "+
		"see \"keryx restored list\", then take them up again with \"keryx restored replay\" or leave them out with \"keryx restored discard\"",
		e.Mails, e.Since.UTC().Format("2006-01-02 15:04 MST"))
}

// CheckRestored looks for the mails that were filed as done in the database, and
// returns a *[mail.StopError] around a *[RestoredError] if there are some that it does
// not know. It is made to be [mail.MailboxConfig].Begin.
func (h *Host) CheckRestored(ctx context.Context, filed []mail.Fetched) error {
	missing, err := h.Forgotten(ctx, filed)
	if err != nil || len(missing) == 0 {
		return err
	}
	return &mail.StopError{Err: &RestoredError{Mails: len(missing), Since: missing[0].InternalDate}}
}

// Forgotten returns those mails that the database does not know, in the order in which
// they came in. A database without any game has nothing to forget: a club that begins
// anew may keep its mailbox.
func (h *Host) Forgotten(ctx context.Context, filed []mail.Fetched) (missing []mail.Fetched, err error) {
	err = h.Store.View(ctx, func(tx store.ReadTx) error {
		games, err := tx.Games()
		if err != nil || len(games) == 0 {
			return err
		}
		for _, f := range filed {
			_, err := tx.InboxByContent(sha256.Sum256(f.Raw))
			if errors.Is(err, store.ErrNotFound) {
				missing = append(missing, f)
			} else if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("comparing the mailbox with the database: %w", err)
	}
	slices.SortStableFunc(missing, func(a, b mail.Fetched) int { return a.InternalDate.Compare(b.InternalDate) })
	return missing, nil
}

// Recover takes up the mails that a restored database has forgotten, as if they came in
// now in the order in which they did. A ledger entry bears the time at which its mail
// was received, so that the same mails cause the same rolls (unless they are older than
// maxOutage, when the time of this counts). handled, if set, is called
// after each. Everybody with a seat in a running game is told.
func (h *Host) Recover(ctx context.Context, missing []mail.Fetched, handled func(mail.Fetched, store.InboxState)) error {
	return h.afterRestore(ctx, "restored", missing, func(f mail.Fetched) error {
		if _, err := h.Receive(ctx, f); err != nil {
			return err
		}
		var row store.InboxMessage
		err := h.Store.View(ctx, func(tx store.ReadTx) (err error) {
			row, err = tx.InboxByContent(sha256.Sum256(f.Raw))
			return err
		})
		if err == nil && handled != nil {
			handled(f, row.State)
		}
		return err
	})
}

// Discard notes that nothing is to come of mails that a restored database has
// forgotten. Their authors are told to send again what is to count.
func (h *Host) Discard(ctx context.Context, missing []mail.Fetched) error {
	return h.afterRestore(ctx, "set-back", missing, func(f mail.Fetched) error {
		row, err := h.keep(ctx, f)
		if err != nil || row.State.Final() {
			return err
		}
		return h.Store.Update(ctx, func(tx store.Tx) error {
			return tx.SetInboxState(row.ID, store.Ignored, "left out after the database was restored")
		})
	})
}

// afterRestore deals with the forgotten mails as the only one on the database, with
// deadlines moved by the time that the restored daemon knows nothing of.
func (h *Host) afterRestore(ctx context.Context, key string, missing []mail.Fetched, deal func(mail.Fetched) error) (err error) {
	release, err := h.Store.AcquireLock(ctx, "keryx restored", h.Now())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	overview, err := h.Overview(ctx)
	if err != nil {
		return err
	}
	if _, err := h.Heartbeat(ctx); err != nil {
		return err
	}
	if err := h.tellRestored(ctx, key, overview.Awake, len(missing)); err != nil {
		return err
	}
	for _, f := range missing {
		f.Folder, f.UIDValidity, f.UID = "", 0, 0 // it lies where it belongs
		if err := deal(f); err != nil {
			return fmt.Errorf("the mail of %s: %w", f.InternalDate.UTC().Format(time.DateTime), err)
		}
	}
	return nil
}

// tellRestored tells the players and referees of all running games of a restore.
func (h *Host) tellRestored(ctx context.Context, key string, as time.Time, mails int) error {
	return h.Store.Update(ctx, func(tx store.Tx) error {
		games, err := tx.Games()
		if err != nil {
			return err
		}
		once := h.Now().UTC().Format(time.DateTime)
		for _, game := range games {
			if game.Status == store.Ended {
				continue
			}
			if err := h.tellSeatsRestored(tx, game, key, once, as, mails); err != nil {
				return err
			}
		}
		return nil
	})
}

func (h *Host) tellSeatsRestored(tx store.Tx, game store.Game, key, once string, as time.Time, mails int) error {
	seats, err := tx.SeatsOf(game.ID)
	if err != nil {
		return err
	}
	for _, seat := range seats {
		if seat.Player == "" {
			continue
		}
		player, err := tx.Player(seat.Player)
		if err != nil {
			return err
		}
		if err := h.tellPlayer(tx, player, seat, key, once, "Game", game.ID, "As", as, "Code", seat.Answers); err != nil {
			return err
		}
	}
	return h.tellReferee(tx, game, notice{key: key + ".referee", once: once,
		args: []any{"Game", game.ID, "As", as.UTC().Format("2006-01-02 15:04 MST"), "Mails", mails}})
}
