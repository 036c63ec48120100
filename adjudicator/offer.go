package adjudicator

import (
	"slices"

	"keryx/orders"
)

// Offerer is a [Form] that says what each piece of the side can do, so that a page on which
// orders are clicked, an order template and a player who searches ask it instead of guessing. What
// any form offers is [OffersOf] it.
type Offerer interface {
	Offers() Offers
}

// Offers are what the pieces of a side can do in answer to a question.
type Offers struct {
	// Moves are one for each zone in which a stack as a whole, or one piece of it, can end, and for
	// each kind of answer: to retreat there, to besiege it. Each is an answer that is accepted, by a
	// cheapest way.
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
	Risk  Phrase // what may stop them on their way; zero if nothing can
	// Odds is the question of the chances of the combat that the order leads to, as an order is
	// written but without its verb, for [Reckoner.Reckon] in the position in which the offer is made.
	// Empty if there is none, or the ruleset does not tell chances.
	Odds Words
	// Fault says why the orders are refused: see [Session.Barred]. Nil for what is offered.
	Fault *orders.Diagnostic
}

// OffersOf are the offers of a form: what an [Offerer] says, else its choices, those that name a zone
// as offers. Of such a form the choices may be examples, so that the kinds of all of them are among
// the rest.
func OffersOf(f Form) Offers {
	if o, ok := f.(Offerer); ok {
		return o.Offers()
	}
	choices := f.Choices()
	return OfferChoices(choices).With(OnlyKinds(choices))
}

// OfferChoices are the offers of a form of which the choices are all that can be done: each that names
// a zone is one, and the kinds of the others are the rest.
func OfferChoices(choices []Choice) (all Offers) {
	for _, c := range choices {
		if o, ok := c.offer(); ok {
			all.Moves = append(all.Moves, o)
		} else {
			all.rest(c.Kind())
		}
	}
	return all
}

// OnlyKinds are the offers of a form of which the choices are patterns: their kinds.
func OnlyKinds(choices []Choice) (all Offers) {
	for _, c := range choices {
		all.rest(c.Kind())
	}
	return all
}

// With are the offers of a question that takes two kinds of answers.
func (o Offers) With(more Offers) Offers {
	all := Offers{Moves: slices.Concat(o.Moves, more.Moves), Rest: slices.Clone(o.Rest)}
	all.rest(more.Rest...)
	return all
}

// Reached are the zones that are offered to those of an offer, each once.
func (o Offers) Reached(who Offer) (zones []Term) {
	pieces := who.Who.Canonical()
	for _, x := range o.Moves {
		if x.From == who.From && !slices.Contains(zones, x.To) && x.Who.Canonical() == pieces {
			zones = append(zones, x.To)
		}
	}
	return zones
}

// rest adds kinds to the rest that are not among it.
func (o *Offers) rest(kinds ...Keyword) {
	for _, kind := range kinds {
		if kind != "" && !slices.Contains(o.Rest, kind) {
			o.Rest = append(o.Rest, kind)
		}
	}
}

// offer is a choice as an offer, if it names a zone: the last one is where it leads, and one behind
// "from" where it begins. What else it names is who it is for.
func (c Choice) offer() (o Offer, ok bool) {
	from := false
	var who Words
	for i, w := range c.Words {
		zone, named := w.(Term)
		switch named = named && zone.Kind == "zone"; {
		case named && from:
			o.From, from = zone, false
		case named:
			o.To, ok = zone, true
		case w == Keyword("from"):
			from = true
		case i > 0:
			if _, keyword := w.(Keyword); !keyword {
				who = append(who, w)
			}
		}
	}
	o.Who, o.Whole, o.Lines, o.Note = who, len(who) == 0, []Words{c.Words}, c.Note
	return o, ok
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
