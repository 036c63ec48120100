// Package play is a game as it stands in the store, and every way in which it goes on: a file of
// orders played, a turn ended and the next begun, entries put into the ledger, a game set back,
// replayed or looked at. Mail is not known here.
package play

import (
	"keryx/adjudicator"
	"keryx/adjudicator/host/club"
)

// Games plays the games of a club.
type Games struct {
	*club.Club

	past balances

	// Warm is what was kept of games since their last mail.
	Warm warmth

	// BeforeTurn may have a game go over to other rules before its next turn is opened.
	BeforeTurn func(tx club.Tx, p *Position, snap adjudicator.Snapshot) (adjudicator.Snapshot, error)
}
