package main

import (
	"context"
	"fmt"

	"keryx/adjudicator/host"
	"keryx/mail"
	"keryx/store/sqlite"
)

// memoryMails is how many of the mails that were filed last the doctor asks after.
const memoryMails = 20

// memory looks whether the database knows the mails that were handled last, which an
// older copy put in its place would not.
func (d *doctor) memory(ctx context.Context, box *mail.Mailbox) {
	const what = "memory"
	if box == nil || !d.readable {
		d.skip(what, "whether the database knows what was handled could not be looked at")
		return
	}
	filed, err := box.Filed(ctx, mail.FolderDone, memoryMails)
	if err != nil {
		d.warn(what, fmt.Sprintf("what was handled cannot be read: %v", err), "Look at the folder Keryx/Done with a mail program and the same account.")
		return
	}
	db, err := sqlite.Open(ctx, d.config.path(d.config.Database))
	if err != nil {
		d.fault("database", err.Error(), "Give the user that runs the daemon the right to write it.")
		return
	}
	defer db.Close()
	missing, err := (&host.Host{Store: db}).Forgotten(ctx, filed)
	switch {
	case err != nil:
		d.fault(what, err.Error(), "Put the last good backup in the place of the database; keep the damaged file.")
	case len(missing) > 0:
		d.fault(what, fmt.Sprintf("the database is older than its mailbox: of the last %d mails that were handled it does not know %d", len(filed), len(missing)),
			`See "keryx restored list", then run "keryx restored replay" or "keryx restored discard".`)
	default:
		d.ok(what, "the database knows the mails that were handled last")
	}
}
