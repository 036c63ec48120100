package march

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Rules are what the movements of a game ask its ruleset.
type Rules interface {
	// Sickbeds returns where a leader who has fallen ill may go.
	Sickbeds(l field.LeaderNo) board.Set
	// ActivationCost is what it costs to activate a zone in B.3.
	ActivationCost(side adjudicator.Side, z board.Zone) int
	// Pace returns the movement points of a group.
	Pace(m *Move) int
	// StepCost is what the steps of a side by land, or those of its amphibious movements,
	// cost in movement points. Edges that the manner does not use are not asked for.
	StepCost(side adjudicator.Side, how Manner) board.StepCost
	// Load returns how much of their capacity land units take of the ships over which they
	// move amphibiously, against the force points of these.
	Load(units field.UnitSet) int
	// MayLeave returns the rule that keeps a group where it is by its manner of movement,
	// wherever it goes, or nil.
	MayLeave(m *Move) *field.Fault
	// Shut returns the zones that the ruleset closes to the movements of a side, and WhyShut
	// the rule that closes the zone of a step, or the step itself, or nil.
	Shut(side adjudicator.Side) board.Set
	WhyShut(m *Move, step int) *field.Fault
	// GivesWay reports whether cavalry that is by itself in a zone may ride off before a
	// group that enters it.
	GivesWay(m *Move) bool
	// JudgeVoyage returns the rule that forbids a naval movement, or nil.
	JudgeVoyage(m *Move) *field.Fault
	// Hold is how much of land units, as Load counts them, a fleet can carry by sea.
	Hold(m *Move) int
	// Unload has a fleet drop some of the land units that it carries at random.
	Unload(r *rand.Rand, m *Move)
	// Refuges returns where units of a side and a class can withdraw to by themselves from
	// a zone: the beaten, and those whom they push on. Leaders go with land units.
	Refuges(s adjudicator.Side, z board.Zone, c field.Class) board.Set
}

// Marches are the movements of a game in play: its state and its rules, made for the
// moment as [chit.Chits] are.
type Marches struct {
	chit.Chits
	Rules
}
