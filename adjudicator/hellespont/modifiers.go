package hellespont

import "keryx/adjudicator/bey"

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

// modify adds the modifiers of a combat: those of the table, then those of the stratagems.
func (g *game) modify(b *battle, r *reckoning) {
	if b.naval {
		g.navalModifiers(b, r)
	} else {
		g.landModifiers(b, r)
	}
	stratagemShifts(b, r)
}

// landModifiers are those of a battle in a land zone.
func (g *game) landModifiers(b *battle, r *reckoning) {
	attacker, defender := g.fighters(b, b.attacker), g.fighters(b, b.attacker.Other())
	phalanx, picked := g.byArm[hoplites], g.byArm[hoplites].and(g.bonus)

	r.die.Add(dieLeaders, g.leaderBalance(b))
	r.die.AddIf(attacker.meets(picked) && !defender.meets(picked), dieHoplites, 1)
	r.die.AddIf(g.typesIn(attacker) >= 3, dieThreeTypes, 1)
	r.die.AddIf(defender.within(picked), diePhalanx, -2)
	r.die.AddIf(defender.meets(g.byArm[archers].or(g.byArm[cavalry])), dieSkirmishers, -1)

	r.shifts.AddIf(attacker.meets(phalanx) && !defender.meets(phalanx), columnHoplites, 2)
	r.shifts.AddIf(!attacker.meets(phalanx) && defender.meets(phalanx), columnNoHoplites, -1)
	r.shifts.AddIf(g.allCame(attacker, amphibiously), columnAmphibious, -1)
	if g.difficult.Has(b.zone) {
		r.shifts.AddIf(g.allCame(attacker, g.fromClear), columnDifficult, -1)
	}
}

// navalModifiers are those of a battle in a sea zone. The attacker who carries
// no land units against a defender who carries none carries "as much".
func (g *game) navalModifiers(b *battle, r *reckoning) {
	defender := b.attacker.Other()
	r.die.Add(dieLeaders, g.leaderBalance(b))
	if g.landPF(b.attacker, b.zone) >= g.landPF(defender, b.zone) {
		r.die.Add(dieMarines, 1)
	} else {
		r.die.Add(dieFewMarines, -1)
	}
	beaches := g.board.Beaches(b.zone)
	ours, theirs := beaches.Meets(g.heldByLand[b.attacker]), beaches.Meets(g.heldByLand[defender])
	r.shifts.AddIf(ours && !theirs, columnBeach, 1)
	r.shifts.AddIf(theirs && !ours, columnEnemyBeach, -1)
}
