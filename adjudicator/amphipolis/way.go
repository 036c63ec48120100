package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// ActivationCost implements [march.Rules]: what it costs to activate a zone (B.3.2). A rear
// base costs nothing, nor does a leader with two or three swords.
func (g *game) ActivationCost(side adjudicator.Side, z board.Zone) int {
	leaders := g.LeadersOf(side, z)
	switch {
	case g.Bases.Has(z), g.BestSwords(leaders) >= 2:
		return 0
	case leaders == 0:
		return 2
	}
	return 1
}

// Pace implements [march.Rules]: units have 4 movement points (1.2.1), leaders by
// themselves 5 (1.2.2), by land and in amphibious movements alike.
func (g *game) Pace(m *march.Move) int {
	if m.Units.Empty() {
		return 5
	}
	return 4
}

// ways are what the steps of a side cost in movement points, by the state of the walls,
// whether the river can be crossed, and whether the way goes over the sea (3.1.3, 3.1.4).
type ways [data.WallDestroyed + 1][2][2]board.StepCost

// findWays prepares them.
func findWays(p *field.Printed, d *data.Game) (w ways) {
	for walls := range w {
		for flotilla := range w[walls] {
			going := data.Going{Walls: data.WallState(walls), Flotilla: flotilla == 1}
			w[walls][flotilla][0] = d.StepCost(going)
			going.Fleets = p.Seas // the ships there are looked at by the way
			w[walls][flotilla][1] = d.StepCost(going)
		}
	}
	return w
}

// shores are the zones where amphibious movements begin and end: land by the sea, and rear
// bases from which ships sail (3.1.3).
func shores(p *field.Printed) (all board.Set) {
	for z := range p.Lands.All() {
		if p.Seas.Meets(p.Board.Near(z, board.Shore)) {
			all.Add(z)
		}
	}
	for z := range p.Bases.All() {
		if p.Seas.Meets(p.Board.Near(z, board.BySea)) {
			all.Add(z)
		}
	}
	return all
}

// StepCost implements [march.Rules].
func (g *game) StepCost(side adjudicator.Side, how march.Manner) board.StepCost {
	flotilla, fleets := 0, 0
	if g.flotilla && side == sparta {
		flotilla = 1
	}
	if how == march.Ferried {
		fleets = 1
	}
	return g.ways[g.walls][flotilla][fleets]
}

// Load implements [march.Rules]: each counter takes one PF of ships, whatever its own
// (3.1.2, 3.1.3).
func (g *game) Load(units field.UnitSet) int { return units.Minus(g.Ships).Len() }

// MayLeave implements [march.Rules]. In B.3 none but ships and what they carry leave a
// rear base by a movement (3.1), and amphibious movements are those of Athens in B.3
// (3.1.3).
func (g *game) MayLeave(m *march.Move) *field.Fault {
	switch {
	case m.Manner == march.Ferried && (m.Side != athens || !g.Phase.Acting) && !g.Seas.Has(m.From):
		return g.Fault("no-embarking", "3.1.3", field.FaultForce, "Zone", m.From)
	case m.Manner == march.ByLand && g.Bases.Has(m.From) && g.Phase.Acting:
		return g.Fault("base-only-operations", "3.1", field.FaultForce, "Zone", m.From)
	}
	return nil
}

// GivesWay implements [march.Rules]: cavalry rides off, but not before cavalry alone
// (3.1.4).
func (g *game) GivesWay(m *march.Move) bool { return !m.Units.Within(g.ByArm[field.CavalryArm]) }

// Shut implements [march.Rules]: in B.2 nobody enters a zone of the enemy, and in the
// armistice none of the main map (B.2, 10.4); 10.2 does not use the main map at all.
func (g *game) Shut(side adjudicator.Side) board.Set {
	switch enemy := g.Held[side.Other()]; {
	case !g.Phase.Acting:
		return g.closed().Union(enemy)
	case g.truce():
		return g.closed().Union(enemy.Minus(g.theatre))
	}
	return g.closed()
}

// WhyShut implements [march.Rules]: beside what is shut, the river is crossed by the bridge
// alone, until S3 (3.1.1).
func (g *game) WhyShut(m *march.Move, step int) *field.Fault {
	z, from := m.Route[step], m.Before(step)
	if f := g.whyClosed(m.Side, z); f != nil {
		f.Step = step
		return f
	}
	e := g.Board.Edge(from, z)
	if m.Manner != march.ByLand || e == nil || e.Tags&g.river == 0 || g.StepCost(m.Side, march.ByLand)(from, e) != board.Never {
		return nil
	}
	return g.Fault("river", "3.1.1", step, "From", from, "To", z, "Sparta", m.Side == sparta)
}

// whyClosed is the rule that closes a zone to the movements of a side, or nil.
func (g *game) whyClosed(side adjudicator.Side, z board.Zone) *field.Fault {
	switch {
	case g.closed().Has(z):
		return g.Fault("main-map-unused", "10.2", 0, "Zone", z)
	case !g.Shut(side).Has(z):
		return nil
	case !g.Phase.Acting:
		return g.Fault("enemy-there", "B.2", 0, "Zone", z, "Enemies", g.war().Present(side.Other(), z))
	}
	return g.Fault("truce", "10.4", 0, "Zone", z, "Enemies", g.war().Present(side.Other(), z))
}
