package host

import (
	"fmt"

	"keryx/store"
	"keryx/templates"
)

// What was seen by a look: keys of the catalogues, "read.what.KEY".
const (
	readEmailIn  = "email-in"
	readEmailOut = "email-out"
	readLedger   = "ledger"
	readCase     = "case"
	readState    = "state"
	readCopy     = "copy"
)

// look is a command that shows what is secret.
type look struct{ command, what string }

// noteLook puts on record that somebody looks at what is secret in games. Of one that is
// over nothing is secret any more.
func (h *Host) noteLook(tx store.Tx, l look, games ...store.Game) error {
	for _, game := range games {
		if game.Status == store.Ended {
			continue
		}
		if _, err := tx.AddRead(store.Read{At: h.Now(), Game: game.ID, Command: l.command, What: l.what, User: h.User}); err != nil {
			return fmt.Errorf("putting on record that %s was looked at: %w", game.ID, err)
		}
	}
	return nil
}

// tellLooks puts into the last letter of a game that what is secret in it was looked at.
func (p *position) tellLooks(tx store.ReadTx, r *templates.Report) error {
	if p.game.Status != store.Ended {
		return nil
	}
	reads, err := tx.Reads(p.game.ID)
	for _, read := range reads {
		r.Looks = append(r.Looks, templates.Look{At: read.At, What: read.What})
	}
	return err
}
