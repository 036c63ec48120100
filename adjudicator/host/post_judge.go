package host

import (
	"keryx/adjudicator"
	"keryx/mail"
	"keryx/orders"
	"keryx/store"
)

// appeal is a ruling that a text appeals against, once nothing is wrong with that.
type appeal struct {
	ruling int
	answer bool         // the ruling answered a claim
	by     store.Player // who gave it; none if it is not known any more
	reason string
	entry  int // of the ledger, once it is entered
}

// incoming is a message after its signature has been looked at.
type incoming struct {
	row     store.InboxMessage
	message *mail.Message
	refusal *mail.Refusal // why there is no signed text; nil if there is

	newKey  *mail.PublicKey // that signed it, if it signs no orders yet
	edition *mail.PublicKey // that it brings of the key that signed it, to renew that

	moved *movement // what it has moved

	club *clubMail // what another server says; nil of all other mail
	note *note     // that this server has left itself
}

// verdict is the final state of a message, and which seat it concerned.
type verdict struct {
	state      store.InboxState
	reason     string
	game, side string
}

// submission is a signed order file on its way to the game.
type submission struct {
	incoming
	key    store.Key
	player store.Player
	file   *orders.File
	parted orders.Parted // what stood around it
	faults []*orders.Diagnostic

	position *position
	side     adjudicator.Side
	appeal   *appeal // that stands in the file, once it is in the ledger
	spent    bool    // the position was played on, and is not what the ledger tells any more
	unplaced bool    // the position is that of the seat that its author must have meant

	last adjudicator.Phrase // tells that the answer is the last of the day
}
