package hellespont

import "keryx/adjudicator"

// commit lets both sides choose a stratagem for a combat, in secret; they are
// revealed together (4.2.2). Each side has one stratagem per action phase (B.3).
func (g *game) commit(t *adjudicator.Table, b *battle) {
	var chosen [2]ruse
	var forms [2]*ruseForm
	for side := range forms {
		if s := adjudicator.Side(side); g.armed(s) && !g.phase.played[s] {
			forms[s] = g.combatRuses(b, s)
		}
	}
	ask := func(s adjudicator.Side) adjudicator.Question {
		return forms[s].question(t, "combat-stratagem", "Zone", g.zoneTerm(b.zone), "Enemy", sideTerm(s.Other()))
	}
	switch {
	case forms[0] != nil && forms[1] != nil:
		x, y := t.AskBoth(ask(0), ask(1))
		chosen[0], chosen[1] = x.(ruseAnswer).ruse, y.(ruseAnswer).ruse
	case forms[0] != nil:
		chosen[0] = t.Ask(athens, ask(0)).(ruseAnswer).ruse
	case forms[1] != nil:
		chosen[1] = t.Ask(sparta, ask(1)).(ruseAnswer).ruse
	}
	for _, s := range [2]adjudicator.Side{b.attacker, b.attacker.Other()} {
		if chosen[s].number != 0 {
			b.ruse[s] = chosen[s]
			g.phase.played[s] = true
			g.spendRuse(t, s, chosen[s])
			g.wound(t, chosen[s])
		}
	}
}

// combatRuses lists what a side can play in a combat (7).
func (g *game) combatRuses(b *battle, s adjudicator.Side) *ruseForm {
	f := &ruseForm{g: g, side: s, rule: "4.2.2", inAction: true, battle: b}
	attacks := s == b.attacker
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
	for z := range g.supportZones(b, s).All() {
		r := played(8)
		r.zone = z
		f.offer(r)
	}
	for men := g.leadersOf(s.Other(), b.zone) &^ g.wounded; men != 0; {
		r := played(15)
		r.leader = men.pop()
		f.offer(r)
	}
	f.offerOmens()
	return f
}

// wound turns the leader that S15 names to his reverse until B.3 of the next turn.
func (g *game) wound(t *adjudicator.Table, r ruse) {
	if r.number != 15 {
		return
	}
	g.wounded.add(r.leader)
	if t.Heard() {
		g.tell(t, "7 S15", 1, "leader-wounded", "Leader", g.leaderTerm(r.leader))
	}
}

// rideDown is S7: after a land combat its victor, if he has cavalry there, may
// eliminate one enemy unit that is weakened.
func (g *game) rideDown(t *adjudicator.Table, b *battle, victor adjudicator.Side) {
	if b.naval || !g.armed(victor) || g.phase.played[victor] ||
		!g.landAt(victor, b.zone).meets(g.byArm[cavalry]) {
		return
	}
	prey := g.landAt(victor.Other(), b.zone).and(g.weak)
	if prey.empty() {
		return
	}
	f := &ruseForm{g: g, side: victor, rule: "7 S7", inAction: true, battle: b, afterwards: true}
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
