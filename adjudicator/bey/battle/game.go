package battle

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
)

// Rules are what the combats and tests of attrition of a game ask its ruleset.
type Rules interface {
	// BeforeBattle lets the sides do what goes before a combat. It reports whether the
	// combat is off.
	BeforeBattle(t *adjudicator.Table, b *Battle) bool
	// OfferRuses offers what a side can play in a combat.
	OfferRuses(b *Battle, f *chit.RuseForm)
	// Modify adds the modifiers of a combat: those of the table, then those of the
	// stratagems.
	Modify(b *Battle, r *Reckoning)
	// AfterBattle does what follows the losses of a combat and goes before the retreat.
	AfterBattle(t *adjudicator.Table, b *Battle, victor adjudicator.Side)
	// Exposed returns the zones in which the units of a side are tested for attrition.
	Exposed(s adjudicator.Side) board.Set
	// AttritionModifiers are those of the test of a side in a zone.
	AttritionModifiers(s adjudicator.Side, z board.Zone) bey.Modifiers
	// AttritionOutcome is what a modified die of attrition comes to.
	AttritionOutcome(total int) standing.Outcome
	// StormNeed is the die on which a storm damages ships of a side in a sea zone.
	StormNeed(s adjudicator.Side, z board.Zone) int
}

// Battles are the combats of a game in play: its state and its rules, made for the moment
// as [chit.Chits] are.
type Battles struct {
	march.Marches
	Rules
}

// Game is what a ruleset of the family plays: it answers what the layers ask.
type Game interface {
	chit.Rules
	march.Rules
	Rules
}

// Of are the combats, movements and counters of a game with its state.
func Of(state *field.Field, g Game) Battles {
	return Battles{Marches: march.Marches{Chits: chit.Chits{Field: state, Rules: g}, Rules: g}, Rules: g}
}
