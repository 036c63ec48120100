package intake

import (
	"keryx/adjudicator/host/club"
	"keryx/adjudicator/host/keyring"
	"keryx/adjudicator/host/requests"
)

// What was heard is known by what its signature covers, in the form of [mail.Canonical], and by who
// signed it: not by the bytes of the mail, its armour, its encoding, its Message-ID or who sent it,
// all of which anybody can change who has seen it.

// hear notes a signed text that is no order file. Its author is there if it was not heard before:
// a copy of an old mail, which anybody can send, is no sign of life.
func (an *Answers) hear(tx club.Tx, a *requests.Mail) (err error) {
	if a.Before, err = keyring.HeardBefore(tx, a.Received, a.Player.Address); err != nil || a.Before != nil {
		return err
	}
	if err := requests.NoteHeard(tx, a.Received, a.Player.Address, false); err != nil {
		return err
	}
	_, err = an.Letters.HeardFrom(tx, a.Player.Address, "")
	return err
}
