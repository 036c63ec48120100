package main

import (
	"errors"
	"testing"
	"time"

	"keryx/store"
)

// refuse stores a mail that was sent and refused for good.
func (d desk) refuse(id, to string) {
	d.t.Helper()
	d.update(func(tx store.Tx) error {
		now := time.Now().UTC()
		_, err := tx.Enqueue(store.OutboxMail{MessageID: id, Recipient: to, Kind: "report", Created: now,
			Raw: []byte("Subject: your report\r\nMessage-ID: " + id + "\r\nX-Odd: \x1b[31m\r\n\r\nsecret words\r\n")})
		if err != nil {
			return err
		}
		claim, _, err := tx.ClaimOutbox(now, time.Hour, time.Hour)
		return errors.Join(err, tx.MarkFailed(claim.ID, claim.Token, "550 blocked by policy"))
	})
}

// TestOutbox looks after mails that were refused, by the commands.
func TestOutbox(t *testing.T) {
	d := newDesk(t)
	d.says(0, "outbox list", "^MAIL", "!550")
	d.refuse("<1@club.example>", "anna@club.example")
	d.refuse("<2@club.example>", "bert@club.example")
	d.says(1, "status", `mail 2 to bert@club\.example could not be sent`, "550 blocked by policy")
	d.says(0, "outbox list", "^1 .*failed.*anna@club.example.*550 blocked by policy", "^2 ")
	d.says(0, "outbox show 1", "Subject: your report", `\\u001b`, "!secret words")
	d.says(0, "outbox show 1 --body", "secret words")
	d.says(1, "outbox show 9", "there is no mail 9; keryx outbox list")
	d.says(1, "outbox retry", "give email numbers")
	d.says(0, "outbox retry 1", "mail 1 will be sent again")
	d.says(1, "outbox retry 1", "mail 1 was not given up", "!is to be sent again")
	d.says(0, "outbox list --state queued", "^1 ")
	d.says(0, "outbox dismiss 2 no_such_player", "mail 2 dismissed")
	d.says(1, "outbox dismiss 2 again", "mail 2 was not given up", "!is let go")
	d.says(0, "outbox list --state cancelled", "^2 .*no_such_player")
	d.says(0, "outbox retry --game hel-1", "no mail of hel-1 was given up")
	d.says(0, "status", "!could not be sent")
}
