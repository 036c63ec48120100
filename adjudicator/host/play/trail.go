package play

import (
	"fmt"

	"keryx/adjudicator/host/club"
	"keryx/store"
	"keryx/templates"
)

// What was seen by a look: keys of the catalogues, "read.what.KEY".
const (
	ReadEmailIn  = "email-in"
	ReadEmailOut = "email-out"
	ReadLedger   = "ledger"
	readCase     = "case"
	readState    = "state"
	ReadCopy     = "copy"
)

// Look is a command that shows what is secret.
type Look struct{ Command, What string }

// NoteLook puts on record that somebody looks at what is secret in games. Of one that is
// over nothing is secret any more.
func (g *Games) NoteLook(tx club.Tx, l Look, games ...store.Game) error {
	for _, game := range games {
		if game.Status == store.Ended {
			continue
		}
		if _, err := tx.AddRead(store.Read{At: g.Now(), Game: game.ID, Command: l.Command, What: l.What, User: g.User}); err != nil {
			return fmt.Errorf("putting on record that %s was looked at: %w", game.ID, err)
		}
	}
	return nil
}

// tellLooks puts into the last letter of a game that what is secret in it was looked at.
func (p *Position) tellLooks(tx store.ReadTx, r *templates.Report) error {
	if p.Game.Status != store.Ended {
		return nil
	}
	reads, err := tx.Reads(p.Game.ID)
	for _, read := range reads {
		r.Looks = append(r.Looks, templates.Look{At: read.At, What: read.What})
	}
	return err
}
