package adjudicator

import "keryx/orders"

// Reckoner is a [Ruleset] that tells the exact chances of a throw in a position which
// somebody describes in words. It knows nothing of any game in play, so that its
// answers can tell nothing of one.
type Reckoner interface {
	// Reckon answers a question written as an order is: the verb is "odds", or a word
	// for it in another language, and what follows is the ruleset's own. The error says
	// why the position is none of the ruleset.
	Reckon(at Position, question *orders.Statement) (Reckoning, []*orders.Diagnostic, error)
}

// Position is where a question about chances begins.
type Position struct {
	// Setup is the scenario and the options that count: of the scenario that the ruleset
	// takes for itself and with the rules as they are usually read, if it is zero.
	Setup Setup
	// Data is the JSON of a side's [View.Data]; nil for an empty board.
	Data []byte
	Side Side // whose it is, or [Observer]; without Data it does not count
}

// Reckoning is what a [Reckoner] answers.
type Reckoning struct {
	Title   Phrase
	Facts   []Phrase // who faces whom, and how the throw is made
	Chances []Chance
	Means   []Phrase // what there is to expect on the mean
	Tables  []Listing
	// Data makes the answer for programs, to be encoded as JSON. It is given what says a
	// phrase in the language that they want.
	Data func(say func(Phrase) string) any
}

// Chance is what can come of a throw.
type Chance struct {
	Told  Phrase  // in a sentence, the chance included
	Value float64 // 0 to 1
}

// Told is all that the reckoning says in sentences, in its order.
func (r Reckoning) Told() []Phrase {
	all := append([]Phrase(nil), r.Facts...)
	for _, c := range r.Chances {
		all = append(all, c.Told)
	}
	return append(all, r.Means...)
}
