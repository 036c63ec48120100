package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// combatSetting is a combat in which stratagems are played, or behind which.
type combatSetting struct {
	g          *game
	battle     *battle
	afterwards bool // it has been fought
}

func (x combatSetting) occasion() occasions { return inCombats }

func (x combatSetting) predicament(s adjudicator.Side) predicament {
	switch {
	case x.afterwards:
		return whenVictorious
	case s == x.battle.attacker:
		return whenAttacking
	}
	return whenAttacked
}

func (x combatSetting) covered(c *circumstance) bool { return x.g.covers(c, x.battle) }

func (x combatSetting) help(s adjudicator.Side, from board.Zone) int {
	return x.g.supporters(x.battle, s, from)
}

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
		return forms[s].question(t, "combat-stratagem", "Zone", g.zoneTerm(b.zone), "Enemy", g.sideTerm(s.Other()))
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
	f := &ruseForm{g: g, side: s, rule: "4.2.2", in: combatSetting{g, b, false}}
	g.offerRuses(b, f)
	f.offerOmens()
	return f
}

// offerSupport offers the stratagem that adds units next door, from each zone where there
// are any.
func (g *game) offerSupport(b *battle, f *ruseForm) {
	for z := range g.supportZones(b, f.side).All() {
		r := played(g.roles.support)
		r.zone = z
		f.offer(r)
	}
}

// offerWounds offers the stratagem that wounds a leader, against each of the enemy's.
func (g *game) offerWounds(b *battle, f *ruseForm) {
	for men := g.leadersOf(f.side.Other(), b.zone) &^ g.wounded; men != 0; {
		r := played(g.roles.wound)
		r.leader = men.pop()
		f.offer(r)
	}
}

// wound turns the leader whom a stratagem names to his reverse, for a time.
func (g *game) wound(t *adjudicator.Table, r ruse) {
	if r.number == 0 || r.number != g.roles.wound {
		return
	}
	g.wounded.add(r.leader)
	if t.Heard() {
		g.tell(t, g.textRule(r.number), 1, "leader-wounded", "Leader", g.leaderTerm(r.leader))
	}
}
