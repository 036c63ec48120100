package play

import (
	"keryx/adjudicator"
	"keryx/orders"
	"keryx/store"
	"keryx/templates"
)

// SideNamed is the identifier of the side that a word names: as the game's lexicon has it,
// or as letters of any language write it above an order file. It is the word itself,
// folded, if that names none.
func SideNamed(game store.Game, given string) string {
	rules, err := adjudicator.Lookup(game.Ruleset)
	if err != nil {
		return orders.Fold(given)
	}
	if e, fault := rules.Lexicon().LookupString(given, "side"); fault == nil {
		return e.ID
	}
	folded := orders.Fold(given)
	for _, lang := range templates.Known().Languages() {
		p := templates.For(lang, game.Ruleset)
		for _, id := range rules.Info().Sides {
			if orders.Fold(p.Term(adjudicator.Term{Kind: "side", ID: id})) == folded {
				return id
			}
		}
	}
	return folded
}

// SideTerm names a side of a game in a text, whatever the printer's own ruleset is.
func SideTerm(game store.Game, side string) adjudicator.Phrase {
	return adjudicator.Say(game.Ruleset + ".side." + side)
}
