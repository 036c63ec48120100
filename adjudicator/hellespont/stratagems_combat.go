package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// The column modifiers of the stratagems.
var (
	columnPeriplous        = &bey.Clause{Key: "hellespont.modifier.periplous", Rule: "7, S1"}
	columnPeriplousDefence = &bey.Clause{Key: "hellespont.modifier.periplous-defence", Rule: "7, S1"}
	columnKuklos           = &bey.Clause{Key: "hellespont.modifier.kuklos", Rule: "7, S2"}
	columnDiekplous        = &bey.Clause{Key: "hellespont.modifier.diekplous", Rule: "7, S3"}
	columnSurprise         = &bey.Clause{Key: "hellespont.modifier.surprise", Rule: "7, S10"}
)

// OfferRuses offers what a side can play in a combat (7).
func (g *game) OfferRuses(b *battle.Battle, f *chit.RuseForm) {
	attacks := f.Side == b.Attacker
	if b.Naval {
		if !g.Straits.Has(b.Zone) {
			f.Offer(chit.Played(1))
		}
		if attacks {
			f.Offer(chit.Played(3))
		} else {
			f.Offer(chit.Played(2))
		}
	}
	if attacks {
		f.Offer(chit.Played(10))
	}
	g.war().OfferSupport(b, f)
	g.war().OfferWounds(b, f)
}

// Unfold implements [battle.Rules]: a leader is wounded (7, S15).
func (g *game) Unfold(b *battle.Battle) { g.war().Wound(b) }

// stratagemShifts are the column shifts of the stratagems played in the combat (7).
func stratagemShifts(b *battle.Battle, r *battle.Reckoning) {
	switch b.Ruse[b.Attacker].Number {
	case 1:
		r.Shifts.Add(columnPeriplous, 2)
	case 3:
		r.Shifts.Add(columnDiekplous, 1)
	case 10:
		r.Shifts.Add(columnSurprise, 1)
	}
	switch b.Ruse[b.Attacker.Other()].Number {
	case 1:
		r.Shifts.Add(columnPeriplousDefence, -2)
	case 2:
		r.Shifts.Add(columnKuklos, -1)
	}
}

// pursue is S7: after a land combat its victor, if he has cavalry there, may
// eliminate one enemy unit that is weakened.
func (g *game) pursue(t *adjudicator.Table, b *battle.Battle, victor adjudicator.Side) {
	if b.Naval || !g.Armed(victor) || g.Phase.Played[victor] ||
		!g.LandAt(victor, b.Zone).Meets(g.ByArm[field.CavalryArm]) {
		return
	}
	prey := g.LandAt(victor.Other(), b.Zone).And(g.Weak)
	if prey.Empty() {
		return
	}
	f := &chit.RuseForm{G: g.war().Chits, Side: victor, Rule: "7 S7", In: battle.CombatSetting{G: g.war(), Battle: b, Afterwards: true}}
	f.OfferEach(7, prey, board.NoZone)
	f.OfferOmens()
	r := t.Ask(victor, f.Question(t, "pursuit", "Zone", g.ZoneTerm(b.Zone), "Units", g.Terms(prey, 0))).(chit.RuseAnswer).Ruse
	if r.Number == 0 {
		return
	}
	g.Phase.Played[victor] = true
	g.war().SpendRuse(t, victor, r)
	if r.Number != 7 {
		return
	}
	g.war().WeakenAll(t, "7 S7", victor.Other(), b.Zone, field.UnitsOf(r.Unit))
	g.war().Aftermath(t, b.Zone)
}
