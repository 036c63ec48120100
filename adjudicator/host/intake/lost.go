package intake

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"keryx/adjudicator/host/upkeep"
	"keryx/adjudicator/host/written"
	"keryx/mail/wire"
	"keryx/store"
)

// RestoredError reports that the mailbox holds mails which were handled and which the
// database knows nothing of: it is an older copy, or another database than the one that
// handled them. To go on with it would resolve what has been resolved, against what the
// players were told.
type RestoredError struct {
	Mails int       // how many are known to be missing; there may be more
	Since time.Time // when the oldest of them came in
	Empty bool      // the database holds no game and knows none of the mails that were looked at
}

// Error says what to do.
func (e *RestoredError) Error() string {
	since := e.Since.UTC().Format("2006-01-02 15:04 MST")
	if e.Empty {
		return fmt.Sprintf("the database is empty, and the mailbox holds mails that were handled since %s: look whether \"database\" in the "+
			"configuration names the right file, and \"imap\" the mailbox of this club; if a new club is to begin in a mailbox that was used, "+
			"empty the folders Keryx/Done and Keryx/Refused, or run \"keryx restored discard\"", since)
	}
	return fmt.Sprintf("the database is older than its mailbox: %d mails that were handled since %s are not in it; "+
		"see \"keryx restored list\", then take them up again with \"keryx restored replay\" or leave them out with \"keryx restored discard\"",
		e.Mails, since)
}

// UnfinishedError reports that the work on the mails which a restored database lacks was
// begun and has not ended.
type UnfinishedError struct{ Command string } // "replay" or "discard"

// Error says what to do.
func (e *UnfinishedError) Error() string {
	return fmt.Sprintf("\"keryx restored %s\" was begun and has not ended: run it once more", e.Command)
}

// CheckRestored looks for the mails that were filed last in the database, and returns a
// *[wire.StopError] around a *[RestoredError] if there are some that it does not know, or
// around an *[UnfinishedError]. It writes nothing. It is made to be
// [wire.MailboxConfig].Begin.
func (rc *Recovery) CheckRestored(ctx context.Context, filed []wire.Fetched) error {
	missing, err := rc.Forgotten(ctx, filed)
	if err != nil {
		return err
	}
	begun, games := "", 0
	var ahead *upkeep.NoteAheadError
	err = rc.Store.View(ctx, func(tx store.ReadTx) (err error) {
		if begun, err = written.Restoring(tx); err != nil {
			return err
		}
		if ahead, err = upkeep.NoteAhead(tx); err != nil {
			return err
		}
		counts, err := tx.CountGames()
		for _, n := range counts {
			games += n
		}
		return err
	})
	switch {
	case err != nil:
		return fmt.Errorf("comparing the mailbox with the database: %w", err)
	case begun != "":
		return &wire.StopError{Err: &UnfinishedError{begun}}
	case len(missing) > 0:
		return &wire.StopError{Err: &RestoredError{Mails: len(missing), Since: missing[0].InternalDate,
			Empty: games == 0 && len(missing) == len(filed)}}
	}
	if ahead != nil {
		return &wire.StopError{Err: ahead}
	}
	return nil
}

// Forgotten returns those mails that the database does not know, in the order in which
// they came in.
func (rc *Recovery) Forgotten(ctx context.Context, filed []wire.Fetched) (missing []wire.Fetched, err error) {
	for _, f := range filed {
		row, err := rc.known(ctx, f)
		if err != nil {
			return nil, err
		}
		if row == nil {
			missing = append(missing, f)
		}
	}
	inOrder(missing)
	return missing, nil
}

// known returns the row of a mail, nil if the database does not know it.
func (rc *Recovery) known(ctx context.Context, f wire.Fetched) (row *store.InboxMessage, err error) {
	err = rc.Store.View(ctx, func(tx store.ReadTx) error {
		found, err := tx.InboxByContent(content(f))
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		row = &found
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("comparing the mailbox with the database: %w", err)
	}
	return row, nil
}

// inOrder sorts mails by the time at which they came in.
func inOrder(mails []wire.Fetched) {
	slices.SortStableFunc(mails, func(a, b wire.Fetched) int { return a.InternalDate.Compare(b.InternalDate) })
}

// Filed are the folders that finished mail lies in; *[wire.Mailbox] is one.
type Filed interface {
	Back(ctx context.Context, folder string, show func(wire.Fetched) (enough bool, err error)) error
}

// Lost is what the mailbox knows and a restored database does not.
type Lost struct {
	Mails  []wire.Fetched // in the order in which they came in
	Looked int            // mails that were looked at
	Gaps   []string       // folders in which not one mail is known, though the database filed some there
}

// GapError reports that mails between the last that the database knows and the first that
// the mailbox still holds may be missing from both.
type GapError struct {
	Folders []string
	First   time.Time // when the first mail came in that the mailbox holds and the database does not know
}

// Error says what is missing.
func (e *GapError) Error() string {
	return fmt.Sprintf("there may be a gap: in %s no mail is left that the database knows, the first that it does not know came in %s; "+
		"what lay between has been deleted from the mailbox", join(e.Folders), e.First.UTC().Format("2006-01-02 15:04 MST"))
}

func join(folders []string) string {
	if len(folders) == 2 {
		return folders[0] + " and " + folders[1]
	}
	return folders[0]
}

// Gap returns a *[GapError] if mails may be missing from the mailbox as well.
func (l Lost) Gap() error {
	if len(l.Gaps) == 0 || len(l.Mails) == 0 {
		return nil
	}
	return &GapError{l.Gaps, l.Mails[0].InternalDate}
}

// sureAfter is how many mails in a row that were filed before the copy of the database
// was made end the search. One would do, for a folder is in the order of filing; a hand
// may have moved some.
const sureAfter = 20

// SearchLost looks through the folders of finished mail for what the database does not
// know, from the newest back until it meets what was filed before the database was
// copied. It changes nothing.
func (rc *Recovery) SearchLost(ctx context.Context, box Filed) (l Lost, err error) {
	for _, folder := range wire.HandledFolders {
		met, sure := false, 0
		err := box.Back(ctx, folder, func(f wire.Fetched) (bool, error) {
			l.Looked++
			row, err := rc.known(ctx, f)
			if err != nil {
				return false, err
			}
			if row == nil {
				l.Mails, sure = append(l.Mails, f), 0
				return false, nil
			}
			met = true
			// What was taken up after a restore has no place of its own: it says nothing
			// of the mails that were filed before it.
			if row.Filed && row.Place.Folder != "" {
				sure++
			}
			return sure >= sureAfter, nil
		})
		if err != nil {
			return l, err
		}
		if filed, err := rc.filedTo(ctx, folder); err != nil {
			return l, err
		} else if filed && !met {
			l.Gaps = append(l.Gaps, folder)
		}
	}
	slices.Reverse(l.Mails)
	if err := rc.notesAhead(ctx, box, &l); err != nil {
		return l, err
	}
	inOrder(l.Mails)
	return l, nil
}

// inboxFolder is where mail lies that was not handled yet, notes among it.
const inboxFolder = "INBOX"

// notesAhead adds the notes that no daemon has filed yet and the database does not know.
func (rc *Recovery) notesAhead(ctx context.Context, box Filed, l *Lost) error {
	return box.Back(ctx, inboxFolder, func(f wire.Fetched) (bool, error) {
		n, ok := rc.Outbox.ReadNote(f.Raw)
		if !ok {
			return false, nil
		}
		err := rc.Store.View(ctx, func(tx store.ReadTx) error {
			_, ahead, err := upkeep.IsAhead(tx, n)
			if ahead {
				l.Mails = append(l.Mails, f)
			}
			return err
		})
		return false, err
	})
}

// filedTo reports whether the database knows of a mail that was moved to a folder.
func (rc *Recovery) filedTo(ctx context.Context, name string) (filed bool, err error) {
	err = rc.Store.View(ctx, func(tx store.ReadTx) error {
		rows, err := tx.InboxMessages(store.InboxFilter{})
		filed = slices.ContainsFunc(rows, func(m store.InboxMessage) bool {
			return m.State.Final() && m.Filed && m.Place.Folder != "" && Folder(m.State) == name
		})
		return err
	})
	if err != nil {
		return false, fmt.Errorf("comparing the mailbox with the database: %w", err)
	}
	return filed, nil
}

// Unfinished returns the *[UnfinishedError] of a work on lost mails that was begun and has
// not ended, nil if there is none.
func (rc *Recovery) Unfinished(ctx context.Context) (unfinished *UnfinishedError, err error) {
	err = rc.Store.View(ctx, func(tx store.ReadTx) error {
		command, err := written.Restoring(tx)
		if command != "" {
			unfinished = &UnfinishedError{command}
		}
		return err
	})
	return unfinished, err
}
