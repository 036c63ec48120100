package adjudicator

// Offerer is a [Form] that says what each piece of the side can do, so that a page on which
// orders are clicked, an order template and a player who searches ask it instead of guessing.
type Offerer interface {
	Offers() Offers
}

// Offers are what the pieces of a side can do in answer to a question.
type Offers struct {
	// Moves are one for each zone in which a stack as a whole, or one piece of it, can end. Each
	// is an answer that is accepted, by a cheapest way.
	Moves []Offer
	// Rest are the kinds of the answers that are none of these, as [Choice.Kind] names them.
	Rest []Keyword
}

// Offer is what a stack or a piece can do.
type Offer struct {
	From, To Term
	Who      Words // the pieces, as an order names them
	Whole    bool  // all of the stack that can still move
	// Lines are the orders to be written: the activation of the zone, where it is wanted, and
	// the order itself.
	Lines []Words
	Note  Phrase // such as what the activation costs; may be zero
}

// Kind is the kind of the choice, by which a page tells an activation from an end in any
// language: the canonical verb, "activate". It is empty for a remark without an order.
func (c Choice) Kind() Keyword {
	if len(c.Words) == 0 {
		return ""
	}
	verb, _ := c.Words[0].(Keyword)
	return verb
}
