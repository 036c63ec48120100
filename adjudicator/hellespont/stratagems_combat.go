package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
)

// The column modifiers of the stratagems.
var (
	columnPeriplous        = &bey.Clause{Key: "hellespont.modifier.periplous", Rule: "7, S1"}
	columnPeriplousDefence = &bey.Clause{Key: "hellespont.modifier.periplous-defence", Rule: "7, S1"}
	columnKuklos           = &bey.Clause{Key: "hellespont.modifier.kuklos", Rule: "7, S2"}
	columnDiekplous        = &bey.Clause{Key: "hellespont.modifier.diekplous", Rule: "7, S3"}
	columnSurprise         = &bey.Clause{Key: "hellespont.modifier.surprise", Rule: "7, S10"}
)

// offerRuses offers what a side can play in a combat (7).
func (g *game) offerRuses(b *battle, f *ruseForm) {
	attacks := f.side == b.attacker
	if b.naval {
		if !g.straits.Has(b.zone) {
			f.offer(played(1))
		}
		if attacks {
			f.offer(played(3))
		} else {
			f.offer(played(2))
		}
	}
	if attacks {
		f.offer(played(10))
	}
	g.offerSupport(b, f)
	g.offerWounds(b, f)
}

// stratagemShifts are the column shifts of the stratagems played in the combat (7).
func stratagemShifts(b *battle, r *reckoning) {
	switch b.ruse[b.attacker].number {
	case 1:
		r.shifts.Add(columnPeriplous, 2)
	case 3:
		r.shifts.Add(columnDiekplous, 1)
	case 10:
		r.shifts.Add(columnSurprise, 1)
	}
	switch b.ruse[b.attacker.Other()].number {
	case 1:
		r.shifts.Add(columnPeriplousDefence, -2)
	case 2:
		r.shifts.Add(columnKuklos, -1)
	}
}

// afterBattle is S7: after a land combat its victor, if he has cavalry there, may
// eliminate one enemy unit that is weakened.
func (g *game) afterBattle(t *adjudicator.Table, b *battle, victor adjudicator.Side) {
	if b.naval || !g.armed(victor) || g.phase.played[victor] ||
		!g.landAt(victor, b.zone).meets(g.byArm[cavalry]) {
		return
	}
	prey := g.landAt(victor.Other(), b.zone).and(g.weak)
	if prey.empty() {
		return
	}
	f := &ruseForm{g: g, side: victor, rule: "7 S7", in: combatSetting{g, b, true}}
	for rest := prey; !rest.empty(); {
		r := played(7)
		r.unit = rest.pop()
		rest = rest.minus(g.equal(rest, g.units[r.unit].label, true))
		f.offer(r)
	}
	f.offerOmens()
	r := t.Ask(victor, f.question(t, "pursuit", "Zone", g.zoneTerm(b.zone), "Units", g.terms(prey, 0))).(ruseAnswer).ruse
	if r.number == 0 {
		return
	}
	g.phase.played[victor] = true
	g.spendRuse(t, victor, r)
	if r.number != 7 {
		return
	}
	g.weakenAll(t, "7 S7", victor.Other(), b.zone, unitsOf(r.unit))
	g.aftermath(t, b.zone)
}
