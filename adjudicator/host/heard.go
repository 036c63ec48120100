package host

import (
	"keryx/store"
)

// What was heard is known by what its signature covers, in the form of [mail.Canonical], and by who
// signed it: not by the bytes of the mail, its armour, its encoding, its Message-ID or who sent it,
// all of which anybody can change who has seen it.

// hear notes a signed text that is no order file. Its author is there if it was not heard before:
// a copy of an old mail, which anybody can send, is no sign of life.
func (h *Host) hear(tx store.Tx, a *asking) (err error) {
	if a.before, err = heardBefore(tx, a.incoming, a.player.Address); err != nil || a.before != nil {
		return err
	}
	if err := noteHeard(tx, a.incoming, a.player.Address, false); err != nil {
		return err
	}
	_, err = h.heardFrom(tx, a.player.Address, "")
	return err
}
