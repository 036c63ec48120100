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
	// Fight resolves one combat, from its announcement to the retreat.
	Fight(t *adjudicator.Table, b *Battle)
	// OfferRuses offers what a side can play in a combat.
	OfferRuses(b *Battle, f *chit.RuseForm)
	// Unfold does to the position what the stratagems of a combat do before it is reckoned.
	Unfold(b *Battle)
	// Modify adds the modifiers of a combat: those of the table, then those of the
	// stratagems. It may take from the force points whose ratio is looked up behind it.
	Modify(b *Battle, r *Reckoning)
	// Doomed returns whom the result E eliminates on a side.
	Doomed(b *Battle, s adjudicator.Side) (field.UnitSet, field.LeaderSet)
	// JudgeRetreat says what forbids that a group of the beaten leaves those that it leaves
	// behind, or goes where it goes.
	JudgeRetreat(f *RetreatForm, a *Retirement) *field.Fault
	// Exposed returns the zones in which the units of a side are tested for attrition.
	Exposed(s adjudicator.Side) board.Set
	// AttritionModifiers are those of the test of a side in a zone.
	AttritionModifiers(s adjudicator.Side, z board.Zone) bey.Modifiers
	// AttritionOutcome is what a modified die of attrition comes to for some units, and how
	// many of them are weakened.
	AttritionOutcome(total, units int) (standing.Outcome, int)
	// AttritionRule is the rule of attrition: "6.4".
	AttritionRule() string
	// Healed returns the units of a side, weakened or not, that the bonuses of its leaders
	// turn to their front.
	Healed(s adjudicator.Side) field.UnitSet
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

// Model is a game of which copies can be made, to try things out on.
type Model interface {
	Game
	// Position is the state of the game, to look at and to change.
	Position() *field.Field
	// Copy makes another game in the same position. It searches with the same memory.
	Copy() Model
	// Become takes over all that another game of the ruleset is.
	Become(other Model)
}
