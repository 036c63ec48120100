package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// dieTable are the die modifiers of the table.
var dieTable = bey.Table("amphipolis.modifier.die-", "table, die", "leaders", "hoplites", "skirmishers", "three-types", "phalanx", "shelter")

// columnTable are the column modifiers of the table.
var columnTable = bey.Table("amphipolis.modifier.column-", "table, column", "hoplites", "no-hoplites", "river", "amphibious", "high", "wall")

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
	r.Die.Add(dieTable.Line('a'), g.war().LeaderBalance(b))
	r.Die.AddIf(attacker.Meets(picked) && !defender.Meets(picked), dieTable.Line('b'), 1)
	r.Die.AddIf(defender.Meets(g.ByArm[field.ArcherArm].Or(g.ByArm[field.CavalryArm])), dieTable.Line('c'), -1)
	r.Die.AddIf(g.war().TypesIn(attacker) >= 3, dieTable.Line('d'), 1)
	r.Die.AddIf(defender.Within(picked), dieTable.Line('e'), -2)
	r.Die.AddIf(g.cities.Union(g.wet).Has(b.Zone) && !walled, dieTable.Line('f'), -2)
}

// columnModifiers are those of the column. On the map of operations nobody has come over
// a border.
func (g *game) columnModifiers(b *battle.Battle, r *battle.Reckoning, attacker, defender field.UnitSet, wall int) {
	phalanx := g.ByArm[field.HopliteArm]
	r.Shifts.AddIf(attacker.Meets(phalanx) && !defender.Meets(phalanx), columnTable.Line('a'), 2)
	r.Shifts.AddIf(!attacker.Meets(phalanx) && defender.Meets(phalanx), columnTable.Line('b'), -1)
	r.Shifts.AddIf(g.war().AllCame(attacker, func(e field.Entry) bool { return g.overRiver(e, b.Zone) }), columnTable.Line('c'), -1)
	r.Shifts.AddIf(g.war().AllCame(attacker, battle.Amphibiously), columnTable.Line('d'), -1)
	if g.high.Has(b.Zone) {
		r.Shifts.AddIf(g.war().AllCame(attacker, g.war().FromClear), columnTable.Line('e'), -1)
	}
	r.Shifts.Add(columnTable.Line('f'), -wall)
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
	if w := g.own.Wall(z, e.From); w != nil && w.Permanent && !w.Built && g.options.WallAlways {
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
