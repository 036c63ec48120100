package amphipolis

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// ActivationCost implements [march.Rules].
func (g *game) ActivationCost(side adjudicator.Side, z board.Zone) int { return 1 }

// Pace implements [march.Rules].
func (g *game) Pace(m *march.Move) int { return 4 }

// StepCost implements [march.Rules].
func (g *game) StepCost(side adjudicator.Side, how march.Manner) board.StepCost {
	return g.own.StepCost(data.Going{Walls: g.walls, Flotilla: side == sparta && g.flotilla, Fleets: g.HeldBySea[side]})
}

// Load implements [march.Rules].
func (g *game) Load(units field.UnitSet) int { return units.Len() }

// MayLeave implements [march.Rules].
func (g *game) MayLeave(m *march.Move) *field.Fault { return nil }

// Shut implements [march.Rules].
func (g *game) Shut(side adjudicator.Side) board.Set { return g.closed() }

// WhyShut implements [march.Rules].
func (g *game) WhyShut(m *march.Move, step int) *field.Fault { return nil }

// JudgeVoyage implements [march.Rules].
func (g *game) JudgeVoyage(m *march.Move) *field.Fault { return nil }

// Embark implements [march.Rules].
func (g *game) Embark(r *rand.Rand, m *march.Move, troops field.UnitSet) {}

// Unload implements [march.Rules].
func (g *game) Unload(r *rand.Rand, m *march.Move) {}
