package adjudicator

import "keryx/orders"

// Reckoner is a [Ruleset] that tells the exact chances of a throw in a position which
// somebody describes in words. It knows nothing of any game in play, so that its
// answers can tell nothing of one.
type Reckoner interface {
	// Reckon answers a question written as an order is: the verb is "odds", or a word
	// for it in another language, and what follows is the ruleset's own.
	Reckon(question *orders.Statement) (Reckoning, []*orders.Diagnostic)
}

// Reckoning is what a [Reckoner] answers.
type Reckoning struct {
	Title  Phrase
	Facts  []Phrase
	Tables []Listing
}
