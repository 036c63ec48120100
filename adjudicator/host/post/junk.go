package post

import (
	"context"
	"errors"

	"keryx/mail"
	"keryx/mail/wire"
)

// inbox is the folder that mail comes to when no filter has a hand in it.
const inbox = "INBOX"

// Belongs reports whether a message is for us. All of the inbox is. Of the junk folder,
// which is looked through because filters err, only what somebody has signed is taken:
// the rest stays where it is, and is neither kept nor answered.
func (ls *Letters) Belongs(ctx context.Context, f wire.Fetched) (bool, error) {
	if f.Folder == inbox {
		return true, nil
	}
	if f.TooLarge {
		return false, nil
	}
	in, err := ls.Outbox.Intake(ctx)
	if err != nil {
		return false, err
	}
	_, err = in.Read(ctx, f.Raw)
	var refusal *mail.Refusal
	if errors.As(err, &refusal) {
		return refusal.Class == mail.BadSignature || refusal.Fingerprint != "", nil
	}
	return err == nil, err
}
