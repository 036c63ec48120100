package hellespont

import (
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
)

// dieTable are the die modifiers of the table.
var dieTable = bey.Table("hellespont.modifier.die-", "table, die", "leaders", "hoplites", "three-types", "phalanx", "skirmishers", "marines", "few-marines")

// columnTable are the column modifiers of the table.
var columnTable = bey.Table("hellespont.modifier.column-", "table, column", "hoplites", "no-hoplites", "amphibious", "difficult", "beach", "enemy-beach")

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

	r.Die.Add(dieTable.Line('a'), g.war().LeaderBalance(b))
	r.Die.AddIf(attacker.Meets(picked) && !defender.Meets(picked), dieTable.Line('b'), 1)
	r.Die.AddIf(g.war().TypesIn(attacker) >= 3, dieTable.Line('c'), 1)
	r.Die.AddIf(defender.Within(picked), dieTable.Line('d'), -2)
	r.Die.AddIf(defender.Meets(g.ByArm[field.ArcherArm].Or(g.ByArm[field.CavalryArm])), dieTable.Line('e'), -1)

	r.Shifts.AddIf(attacker.Meets(phalanx) && !defender.Meets(phalanx), columnTable.Line('a'), 2)
	r.Shifts.AddIf(!attacker.Meets(phalanx) && defender.Meets(phalanx), columnTable.Line('b'), -1)
	r.Shifts.AddIf(g.war().AllCame(attacker, battle.Amphibiously), columnTable.Line('c'), -1)
	if g.Difficult.Has(b.Zone) {
		r.Shifts.AddIf(g.war().AllCame(attacker, g.war().FromClear), columnTable.Line('d'), -1)
	}
}

// navalModifiers are those of a battle in a sea zone. The attacker who carries
// no land units against a defender who carries none carries "as much".
func (g *game) navalModifiers(b *battle.Battle, r *battle.Reckoning) {
	defender := b.Attacker.Other()
	r.Die.Add(dieTable.Line('a'), g.war().LeaderBalance(b))
	if g.LandPF(b.Attacker, b.Zone) >= g.LandPF(defender, b.Zone) {
		r.Die.Add(dieTable.Line('f'), 1)
	} else {
		r.Die.Add(dieTable.Line('g'), -1)
	}
	beaches := g.Board.Beaches(b.Zone)
	ours, theirs := beaches.Meets(g.HeldByLand[b.Attacker]), beaches.Meets(g.HeldByLand[defender])
	r.Shifts.AddIf(ours && !theirs, columnTable.Line('e'), 1)
	r.Shifts.AddIf(theirs && !ours, columnTable.Line('f'), -1)
}
