package hellespont

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// ActivationCost implements [march.Rules]:
// it is what it costs to activate a zone (B.3.2).
func (g *game) ActivationCost(side adjudicator.Side, z board.Zone) int {
	leaders := g.LeadersOf(side, z)
	switch {
	case leaders == 0:
		return 2
	case g.Now().FreeActivation && g.BestSwords(leaders) == 2:
		return 0
	}
	return 1
}

// Pace implements [march.Rules]: the movement points of a group on land are 4 for units
// (1.1), 5 for leaders by themselves (1.2); amphibiously all have 4 (3.4).
func (g *game) Pace(m *march.Move) int {
	if m.Units.Empty() && m.Manner != march.Ferried {
		return 5
	}
	return 4
}

// StepCost implements [march.Rules]: the movement points of a step by land (3.5). From a
// port into difficult terrain there is no surcharge, nor is there any amphibiously (3.4).
func (g *game) StepCost(_ adjudicator.Side, how march.Manner) board.StepCost {
	if how == march.Ferried {
		return plainStep
	}
	return g.landStep
}

// plainStep is what a step costs where all cost the same.
func plainStep(board.Zone, *board.Edge) int { return 1 }

// stepByLand returns what the steps by land cost.
func stepByLand(p *field.Printed) board.StepCost {
	return func(from board.Zone, e *board.Edge) int {
		if p.Difficult.Has(e.To) && p.Lands.Has(from) {
			return 2
		}
		return 1
	}
}

// Load implements [march.Rules]: each PF of land units takes one PF of ships (3.4).
func (g *game) Load(units field.UnitSet) int { return g.Sum(units) }

// GivesWay implements [march.Rules]: cavalry rides off before anybody (3.5).
func (g *game) GivesWay(*march.Move) bool { return true }

// Shut implements [march.Rules]: enemy ports are closed (3.1).
func (g *game) Shut(side adjudicator.Side) board.Set { return g.Ports.Intersect(g.Held[side.Other()]) }

// WhyShut implements [march.Rules].
func (g *game) WhyShut(m *march.Move, step int) *field.Fault {
	z := m.Route[step]
	if !g.Ports.Has(z) || !g.Held[m.Side.Other()].Has(z) {
		return nil
	}
	return g.Fault("enemy-port", "3.1", step, "Zone", z, "Enemies", g.war().Present(m.Side.Other(), z))
}

// JudgeVoyage implements [march.Rules]: it checks a naval movement (3.3).
func (g *game) JudgeVoyage(m *march.Move) *field.Fault {
	if f := g.judgeCargo(m); f != nil {
		return f
	}
	if f := g.war().JudgeSailing(m); f != nil {
		return f
	}
	for i := range m.Drop[:m.Drops] {
		d := &m.Drop[i]
		switch z := d.At; {
		case !g.Ports.Has(z):
			return g.Fault("drop-in-port", "3.3", field.FaultDrop, "Zone", z)
		case !d.Units.And(g.Ships).Empty():
			return g.Fault("drop-ships", "3.3", field.FaultDrop, "Ships", d.Units.And(g.Ships))
		}
	}
	return nil
}

// judgeCargo checks what ships carry: a fleet carries one PF of land units for five of its
// own (3.3).
func (g *game) judgeCargo(m *march.Move) *field.Fault {
	carried, fleet := g.Sum(m.Units.Minus(g.Ships)), g.Sum(m.Units.And(g.Ships))
	if fleet < 5*carried {
		return g.Fault("overloaded", "3.3", field.FaultForce, "Carried", carried, "Fleet", fleet, "Limit", fleet/5)
	}
	return nil
}

// MayLeave implements [march.Rules]: it keeps those off the sea who do not sail (10.1).
func (g *game) MayLeave(m *march.Move) *field.Fault {
	if m.Manner == march.ByLand {
		return nil
	}
	units, men := m.Units.And(g.Landsmen), m.Leaders&g.LandLeaders
	if !units.Empty() || men != 0 {
		return g.Fault("persians-stay-ashore", "10.1", field.FaultForce, "Who", g.Terms(units, men))
	}
	return nil
}

// Hold implements [march.Rules]: a fleet carries one PF for five of its own (3.3).
func (g *game) Hold(m *march.Move) int { return g.Sum(m.Units.And(g.Ships)) / 5 }

// Unload implements [march.Rules]: it lets a fleet sometimes leave land units in a port on its way.
func (g *game) Unload(r *rand.Rand, m *march.Move) {
	aboard, men := m.Units.Minus(g.Ships), m.Leaders
	if m.Manner != march.BySea || aboard.Empty() {
		return
	}
	for i, z := range m.Route[:m.Steps-1] {
		if !g.Ports.Has(z) || r.IntN(2) == 0 || m.Drops == march.MaxDrops || aboard.Empty() {
			continue
		}
		d := march.Drop{Step: i, At: z, Units: g.Canonical(march.SomeUnits(r, aboard), aboard), Leaders: march.SomeLeaders(r, men) & field.LeaderSet(r.Uint32())}
		aboard, men = aboard.Minus(d.Units), men&^d.Leaders
		m.Drop[m.Drops] = d
		m.Drops++
	}
}
