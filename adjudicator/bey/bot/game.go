package bot

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Rules are what a sensible player asks the ruleset that he plays.
type Rules interface {
	battle.Model
	// Prices are what things are worth to him.
	Prices() *Prices
	// Holdings values what one side has in a position and what it risks there, combats that
	// are due left out.
	Holdings(g *Planner, s adjudicator.Side) float64
	// Bearing returns the zones whose counters a combat in a zone and the retreat from it hang
	// on; more will do.
	Bearing(z board.Zone) board.Set
	// Alike reports whether everything that a movement leads to is worth the same in another
	// position of the ruleset, and can be done there as well; points that are left and who
	// has moved apart.
	Alike(other battle.Model) bool
	// Think answers what the ruleset alone asks, and what it answers otherwise than its
	// family; nil for everything else.
	Think(p *Player, g *Planner, side adjudicator.Side, form adjudicator.Form) adjudicator.Answer
	// SetOut offers what could set out from a zone with those who may, whole or in part:
	// movements, and what else there is, the likeliest first.
	SetOut(w *Wanderer, from board.Zone, who Party)
	// Goals are what armies could be kept for, where they stand, in the turn in play: the likeliest
	// first.
	Goals(g *Planner, side adjudicator.Side) []Goal
	// MayPart reports whether those whom a group leaves behind can do without it.
	MayPart(s adjudicator.Side, units field.UnitSet, men field.LeaderSet) bool
	// Preference lists the stratagems that are worth keeping, the best first.
	Preference() []field.StratagemNo
	// Aimed returns the plays of a stratagem outside combats that make sense at a moment, the
	// best first.
	Aimed(g *Planner, side adjudicator.Side, n field.StratagemNo, m field.Moment) []*chit.Play
	// RuseGain is what a ruse outside combats brings, less what the counter could bring
	// later.
	RuseGain(g *Planner, f *chit.RuseForm, r field.Ruse) float64
}

// Party is a group that sets out together.
type Party struct {
	Units   field.UnitSet
	Leaders field.LeaderSet
}

// Prices are what things are worth to a sensible player, in victory points.
type Prices struct {
	Unit     [field.Arms]float64 // each unit
	Strength [field.Arms]float64 // each of its PF, besides
	Point    float64             // an action point that could be spent on something else
	Chit     float64             // a stratagem counter in hand
	Caution  float64             // a loss of one's own, for one of the enemy's
}

// Planner is a position in which a sensible player thinks: the game in play, and what the
// ruleset says of worths.
type Planner struct {
	battle.Battles
	Rules
	prices *Prices

	fight     battle.Battle    // the memory that a combat is weighed in
	reckoning battle.Reckoning // and what its table is entered with

	reckoned reckoned             // the combat in it, if its position is still the same
	weighed  board.Set            // combats of which it is known in the appraisal in hand
	shared   uint16               // concerns that have been summed up in it for both sides, a bit for each concern and side
	sums     [concerns][2]float64 // and their sums
	won      [field.MaxZones]int8 // on how many faces of the die their attackers win them

	worths  worths    // of the units
	tolls   tolls     // of the table, for forces that are only compared
	memory  *memory   // of the position that a movement led here from, while this one is appraised
	changed board.Set // and the zones in which it is another
	around  board.Set // with those next to them
}

// On is the position of a game.
func On(g Rules) *Planner {
	at := g.Position()
	return &Planner{Battles: battle.Of(at, g), Rules: g, prices: g.Prices(), reckoned: nowhere, worths: worthsOf(at.Printed, g.Prices()), tolls: tollsOf(at.CRT)}
}
