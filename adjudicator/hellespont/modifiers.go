package hellespont

import (
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
)

// The die modifiers of the table, in its order.
var (
	dieLeaders     = &bey.Clause{Letter: "a", Key: "hellespont.modifier.die-leaders", Rule: "table, die a"}
	dieHoplites    = &bey.Clause{Letter: "b", Key: "hellespont.modifier.die-hoplites", Rule: "table, die b"}
	dieThreeTypes  = &bey.Clause{Letter: "c", Key: "hellespont.modifier.die-three-types", Rule: "table, die c"}
	diePhalanx     = &bey.Clause{Letter: "d", Key: "hellespont.modifier.die-phalanx", Rule: "table, die d"}
	dieSkirmishers = &bey.Clause{Letter: "e", Key: "hellespont.modifier.die-skirmishers", Rule: "table, die e"}
	dieMarines     = &bey.Clause{Letter: "f", Key: "hellespont.modifier.die-marines", Rule: "table, die f"}
	dieFewMarines  = &bey.Clause{Letter: "g", Key: "hellespont.modifier.die-few-marines", Rule: "table, die g"}
)

// The column modifiers of the table, in its order.
var (
	columnHoplites   = &bey.Clause{Letter: "a", Key: "hellespont.modifier.column-hoplites", Rule: "table, column a"}
	columnNoHoplites = &bey.Clause{Letter: "b", Key: "hellespont.modifier.column-no-hoplites", Rule: "table, column b"}
	columnAmphibious = &bey.Clause{Letter: "c", Key: "hellespont.modifier.column-amphibious", Rule: "table, column c"}
	columnDifficult  = &bey.Clause{Letter: "d", Key: "hellespont.modifier.column-difficult", Rule: "table, column d"}
	columnBeach      = &bey.Clause{Letter: "e", Key: "hellespont.modifier.column-beach", Rule: "table, column e"}
	columnEnemyBeach = &bey.Clause{Letter: "f", Key: "hellespont.modifier.column-enemy-beach", Rule: "table, column f"}
)

// Modify adds the modifiers of a combat: those of the table, then those of the stratagems.
func (g *game) Modify(b *battle.Battle, r *battle.Reckoning) {
	if b.Naval {
		g.navalModifiers(b, r)
	} else {
		g.landModifiers(b, r)
	}
	stratagemShifts(b, r)
}

// landModifiers are those of a battle in a land zone.
func (g *game) landModifiers(b *battle.Battle, r *battle.Reckoning) {
	attacker, defender := g.war().Fighters(b, b.Attacker), g.war().Fighters(b, b.Attacker.Other())
	phalanx, picked := g.ByArm[field.HopliteArm], g.ByArm[field.HopliteArm].And(g.Bonus)

	r.Die.Add(dieLeaders, g.war().LeaderBalance(b))
	r.Die.AddIf(attacker.Meets(picked) && !defender.Meets(picked), dieHoplites, 1)
	r.Die.AddIf(g.war().TypesIn(attacker) >= 3, dieThreeTypes, 1)
	r.Die.AddIf(defender.Within(picked), diePhalanx, -2)
	r.Die.AddIf(defender.Meets(g.ByArm[field.ArcherArm].Or(g.ByArm[field.CavalryArm])), dieSkirmishers, -1)

	r.Shifts.AddIf(attacker.Meets(phalanx) && !defender.Meets(phalanx), columnHoplites, 2)
	r.Shifts.AddIf(!attacker.Meets(phalanx) && defender.Meets(phalanx), columnNoHoplites, -1)
	r.Shifts.AddIf(g.war().AllCame(attacker, battle.Amphibiously), columnAmphibious, -1)
	if g.Difficult.Has(b.Zone) {
		r.Shifts.AddIf(g.war().AllCame(attacker, g.war().FromClear), columnDifficult, -1)
	}
}

// navalModifiers are those of a battle in a sea zone. The attacker who carries
// no land units against a defender who carries none carries "as much".
func (g *game) navalModifiers(b *battle.Battle, r *battle.Reckoning) {
	defender := b.Attacker.Other()
	r.Die.Add(dieLeaders, g.war().LeaderBalance(b))
	if g.LandPF(b.Attacker, b.Zone) >= g.LandPF(defender, b.Zone) {
		r.Die.Add(dieMarines, 1)
	} else {
		r.Die.Add(dieFewMarines, -1)
	}
	beaches := g.Board.Beaches(b.Zone)
	ours, theirs := beaches.Meets(g.HeldByLand[b.Attacker]), beaches.Meets(g.HeldByLand[defender])
	r.Shifts.AddIf(ours && !theirs, columnBeach, 1)
	r.Shifts.AddIf(theirs && !ours, columnEnemyBeach, -1)
}
