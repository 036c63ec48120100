package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// The die modifiers of the table, in its order.
var (
	dieLeaders     = &bey.Clause{Letter: "a", Key: "amphipolis.modifier.die-leaders", Rule: "table, die a"}
	dieHoplites    = &bey.Clause{Letter: "b", Key: "amphipolis.modifier.die-hoplites", Rule: "table, die b"}
	dieSkirmishers = &bey.Clause{Letter: "c", Key: "amphipolis.modifier.die-skirmishers", Rule: "table, die c"}
	dieThreeTypes  = &bey.Clause{Letter: "d", Key: "amphipolis.modifier.die-three-types", Rule: "table, die d"}
	diePhalanx     = &bey.Clause{Letter: "e", Key: "amphipolis.modifier.die-phalanx", Rule: "table, die e"}
	dieShelter     = &bey.Clause{Letter: "f", Key: "amphipolis.modifier.die-shelter", Rule: "table, die f"}
)

// The column modifiers of the table, in its order.
var (
	columnHoplites   = &bey.Clause{Letter: "a", Key: "amphipolis.modifier.column-hoplites", Rule: "table, column a"}
	columnNoHoplites = &bey.Clause{Letter: "b", Key: "amphipolis.modifier.column-no-hoplites", Rule: "table, column b"}
	columnRiver      = &bey.Clause{Letter: "c", Key: "amphipolis.modifier.column-river", Rule: "table, column c"}
	columnAmphibious = &bey.Clause{Letter: "d", Key: "amphipolis.modifier.column-amphibious", Rule: "table, column d"}
	columnHigh       = &bey.Clause{Letter: "e", Key: "amphipolis.modifier.column-high", Rule: "table, column e"}
	columnWall       = &bey.Clause{Letter: "f", Key: "amphipolis.modifier.column-wall", Rule: "table, column f"}
)

// Modify implements [battle.Rules].
func (g *game) Modify(b *battle.Battle, r *battle.Reckoning) {
	attacker, defender := g.war().Fighters(b, b.Attacker), g.war().Fighters(b, b.Attacker.Other())
	wall := g.wallColumns(attacker, b.Zone)
	g.dieModifiers(b, r, attacker, defender, wall > 0)
	g.columnModifiers(b, r, attacker, defender, wall)
	g.ruseModifiers(b, r)
}

// dieModifiers are those of the die. The shelter of a city or of wet ground does not count
// against who came through a wall.
func (g *game) dieModifiers(b *battle.Battle, r *battle.Reckoning, attacker, defender field.UnitSet, walled bool) {
	picked := g.ByArm[field.HopliteArm].And(g.Bonus)
	r.Die.Add(dieLeaders, g.war().LeaderBalance(b))
	r.Die.AddIf(attacker.Meets(picked) && !defender.Meets(picked), dieHoplites, 1)
	r.Die.AddIf(defender.Meets(g.ByArm[field.ArcherArm].Or(g.ByArm[field.CavalryArm])), dieSkirmishers, -1)
	r.Die.AddIf(g.war().TypesIn(attacker) >= 3, dieThreeTypes, 1)
	r.Die.AddIf(defender.Within(picked), diePhalanx, -2)
	r.Die.AddIf(g.cities.Union(g.wet).Has(b.Zone) && !walled, dieShelter, -2)
}

// columnModifiers are those of the column. On the map of operations nobody has come over
// a border.
func (g *game) columnModifiers(b *battle.Battle, r *battle.Reckoning, attacker, defender field.UnitSet, wall int) {
	phalanx := g.ByArm[field.HopliteArm]
	r.Shifts.AddIf(attacker.Meets(phalanx) && !defender.Meets(phalanx), columnHoplites, 2)
	r.Shifts.AddIf(!attacker.Meets(phalanx) && defender.Meets(phalanx), columnNoHoplites, -1)
	r.Shifts.AddIf(g.war().AllCame(attacker, func(e field.Entry) bool { return g.overRiver(e, b.Zone) }), columnRiver, -1)
	r.Shifts.AddIf(g.war().AllCame(attacker, battle.Amphibiously), columnAmphibious, -1)
	if g.high.Has(b.Zone) {
		r.Shifts.AddIf(g.war().AllCame(attacker, g.war().FromClear), columnHigh, -1)
	}
	r.Shifts.Add(columnWall, -wall)
}

// overRiver reports whether a unit came into a zone over the bridge or the river.
func (g *game) overRiver(e field.Entry, z board.Zone) bool {
	if e.From == board.NoZone || e.Amphibious {
		return false
	}
	edge := g.Board.Edge(e.From, z)
	return edge != nil && edge.Tags&(g.Board.EdgeTag("river")|g.Board.EdgeTag("bridge")) != 0
}

// wallColumns is by how many columns the attackers of a zone suffer because they came
// through walls, 0 if that does not hold of all who must have.
func (g *game) wallColumns(attacker field.UnitSet, z board.Zone) int {
	if !g.war().AllCame(attacker, func(e field.Entry) bool { return g.wallPassed(e, z) > 0 }) {
		return 0
	}
	least := 0
	for !attacker.Empty() {
		if n := g.wallPassed(g.Phase.Entry[attacker.Pop()], z); n > 0 && (least == 0 || n < least) {
			least = n
		}
	}
	return least
}

// wallPassed is by how many columns the wall counts that a unit came through into a zone
// (5.1). A permanent wall for which the marker is needed counts without it by an option.
func (g *game) wallPassed(e field.Entry, z board.Zone) int {
	if e.From == board.NoZone || e.Amphibious {
		return 0
	}
	state := g.walls
	if w := g.own.Wall(z, e.From); w != nil && w.Permanent && !w.Built && g.options.wallAlways {
		state = data.WallStanding
	}
	return g.own.WallColumns(e.From, z, state)
}

// Doomed implements [battle.Rules]: ships look on (4.1), and the two leaders who fight each
// other have their own dice (table).
func (g *game) Doomed(b *battle.Battle, s adjudicator.Side) (field.UnitSet, field.LeaderSet) {
	men := g.LeadersOf(s, b.Zone)
	if g.championsMeet(b.Zone) {
		men &^= g.champions()
	}
	return g.LandAt(s, b.Zone), men
}
