package doctor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"keryx/cmd/keryx/screen"
	"keryx/mail/wire"
)

// mailbox gets as far into the mailbox as the daemon does. It returns nil if that is
// not far enough to look for mail.
func (d *doctor) mailbox(ctx context.Context) *wire.Mailbox {
	e, ok := d.account("imap", d.config.IMAP.Account)
	if !ok {
		return nil
	}
	box, err := wire.NewMailbox(wire.MailboxConfig{Endpoint: e, Junk: d.config.IMAP.Junk, CommandTimeout: doctorTimeout, Log: quiet()})
	if err != nil {
		d.fault("imap", err.Error(), insecureMend)
		return nil
	}
	h, err := box.Examine(ctx)
	var failed *wire.ExamineError
	if errors.As(err, &failed) && (failed.Stage == wire.StageConnect || failed.Stage == wire.StageLogin) {
		says, mend := explain(failed.Err, "imap", d.config.IMAP.Account)
		d.fault("imap "+failed.Stage, says, mend)
		return nil
	}
	d.ok("imap login", "%s as %s", e.Address, e.Username)
	if failed != nil {
		d.mailboxFault(failed)
	} else {
		d.ok("imap folders", "%s, %s and %s are there; %s in the inbox", wire.FolderDone, wire.FolderRefused, wire.FolderIgnored, screen.Count(h.Messages, "message"))
	}
	d.abilities(h)
	d.junk(h, failed == nil)
	d.quota(h, failed == nil)
	return box
}

// mailboxFault words what failed after the login.
func (d *doctor) mailboxFault(failed *wire.ExamineError) {
	switch failed.Stage {
	case wire.StageFolders:
		d.fault("imap folders", fmt.Sprintf("the folders for finished mail cannot be made or listed: %v", failed.Err),
			"Make Keryx/Done, Keryx/Refused and Keryx/Ignored by hand, or let the account make folders; a full mailbox also refuses.")
	case wire.StageQuota:
		d.warn("imap quota", fmt.Sprintf("it cannot be read: %v", failed.Err), "Ask the provider how full the mailbox may be.")
	default:
		d.fault("imap "+failed.Stage, failed.Err.Error(), "Look at the mailbox with a mail program and the same account.")
	}
}

// abilities looks at the extensions that make a difference.
func (d *doctor) abilities(h wire.MailboxHealth) {
	if len(h.Capabilities) == 0 {
		return
	}
	switch {
	case !h.Move && !h.UIDPlus:
		d.warn("imap abilities", "the server has neither MOVE nor UIDPLUS: finished mail is copied and marked as deleted, and stays in the inbox",
			"Empty the inbox of deleted mail now and then with a mail program, or take another provider.")
	case !h.Idle:
		d.warn("imap abilities", "the server has no IDLE: mail is noticed at the next look only",
			`Set "poll" in [imap] to as long as players may wait for an answer, "1m" perhaps.`)
	case h.UIDValidity == 0:
		d.warn("imap abilities", "the server gives no UIDVALIDITY: nothing gets lost, but all mail in the inbox is looked at anew each time", "Take another provider if the inbox is large.")
	default:
		d.ok("imap abilities", "%s", strings.Join(slices.DeleteFunc([]string{"IDLE", "MOVE", "UIDPLUS", "QUOTA", "SPECIAL-USE"}, func(name string) bool {
			return !slices.Contains(h.Capabilities, name)
		}), ", "))
	}
}

// junk looks for the folder in which a spam filter hides orders.
func (d *doctor) junk(h wire.MailboxHealth, looked bool) {
	configured := d.config.IMAP.Junk
	switch {
	case configured != "" && h.Junk:
		d.ok("junk folder", "%s is looked through as well", configured)
	case configured != "" && looked:
		mend := "Name a folder that exists, or none."
		if len(h.JunkFolders) > 0 {
			mend = fmt.Sprintf("Set junk = %q in [imap].", h.JunkFolders[0])
		}
		d.fault("junk folder", fmt.Sprintf("[imap] names %s, and there is no such folder", configured), mend)
	case len(h.JunkFolders) > 0:
		d.warn("junk folder", fmt.Sprintf("orders that the provider's filter takes for spam end in %s, where nobody looks", h.JunkFolders[0]),
			fmt.Sprintf("Set junk = %q in [imap]; nothing but signed orders is taken from there.", h.JunkFolders[0]))
	case looked:
		d.ok("junk folder", "the mailbox has none")
	}
}

// quota warns before a full mailbox begins to refuse players' mail.
func (d *doctor) quota(h wire.MailboxHealth, looked bool) {
	full := false
	for _, q := range h.Quota {
		if q.Percent() < 80 {
			continue
		}
		full = true
		says := fmt.Sprintf("the mailbox is %d %% full (%s)", q.Percent(), strings.ToLower(q.Resource))
		mend := "Delete old mail from the Keryx folders: everything that counts is in the database."
		if q.Percent() >= 98 {
			d.fault("imap quota", says, mend)
		} else {
			d.warn("imap quota", says, mend)
		}
	}
	if len(h.Quota) > 0 && !full {
		d.ok("imap quota", "there is room in the mailbox")
	} else if len(h.Quota) == 0 && looked {
		d.skip("imap quota", "the server does not tell how full the mailbox is")
	}
}
