package doctor

import (
	"context"
	"errors"
	"fmt"

	"keryx/adjudicator/host"
	"keryx/adjudicator/host/intake"
	"keryx/mail/wire"
	"keryx/store/engine"
)

// memory looks whether the database knows the mails that were handled last, which an
// older copy or another club's would not.
func (d *doctor) memory(ctx context.Context, box *wire.Mailbox) {
	const what = "memory"
	if box == nil || !d.readable && !d.missing {
		d.skip(what, "whether the database knows what was handled could not be looked at")
		return
	}
	filed, err := lastFiled(ctx, box)
	if err != nil {
		d.warn(what, fmt.Sprintf("what was handled cannot be read: %v", err), "Look at the folders Keryx/Done and Keryx/Refused with a mail program and the same account.")
		return
	}
	if d.missing {
		if len(filed) > 0 {
			d.fault(what, "there is no database, and the mailbox holds mails that one has handled", emptyMend)
		}
		return
	}
	db, err := engine.Open(ctx, d.config.Place())
	if err != nil {
		d.fault("database", err.Error(), "Give the user that runs the daemon the right to write it.")
		return
	}
	defer db.Close()
	err = host.New(host.Club{Store: db}).Recovery.CheckRestored(ctx, filed)
	var restored *intake.RestoredError
	var unfinished *intake.UnfinishedError
	switch {
	case errors.As(err, &restored) && restored.Empty:
		d.fault(what, "the database is empty, and the mailbox holds mails that another has handled", emptyMend)
	case errors.As(err, &restored):
		d.fault(what, fmt.Sprintf("the database is older than its mailbox: of the last %d mails that were handled it does not know %d", len(filed), restored.Mails),
			`See "keryx restored list", then run "keryx restored replay" or "keryx restored discard".`)
	case errors.As(err, &unfinished):
		d.fault(what, unfinished.Error(), "The daemon does not serve before that.")
	case err != nil:
		d.fault(what, err.Error(), "Put the last good backup in the place of the database; keep the damaged file.")
	default:
		d.ok(what, "the database knows the mails that were handled last")
	}
}

// emptyMend says what may be the matter when an empty database meets a used mailbox.
const emptyMend = `Look whether "database" names the right file and [imap] the mailbox of this club. If a new club is to begin in a mailbox that was used, empty the folders Keryx/Done and Keryx/Refused, or run "keryx restored discard".`

// memoryMails is how many of the mails that were filed last in each folder the doctor
// asks after.
const memoryMails = 20

// lastFiled fetches those mails.
func lastFiled(ctx context.Context, box *wire.Mailbox) (filed []wire.Fetched, err error) {
	for _, folder := range wire.HandledFolders {
		n := 0
		err := box.Back(ctx, folder, func(f wire.Fetched) (bool, error) {
			filed = append(filed, f)
			n++
			return n == memoryMails, nil
		})
		if err != nil {
			return nil, err
		}
	}
	return filed, nil
}
