package battle

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
)

// CombatSetting is a combat in which stratagems are played, or behind which.
type CombatSetting struct {
	G          Battles
	Battle     *Battle
	Afterwards bool // it has been fought
}

// Occasion implements [chit.Setting].
func (x CombatSetting) Occasion() standing.Occasions { return standing.InCombats }

// Predicament implements [chit.Setting].
func (x CombatSetting) Predicament(s adjudicator.Side) standing.Predicament {
	switch {
	case x.Afterwards:
		return standing.WhenVictorious
	case s == x.Battle.Attacker:
		return standing.WhenAttacking
	}
	return standing.WhenAttacked
}

// Covered implements [chit.Setting].
func (x CombatSetting) Covered(c *standing.Circumstance) bool { return x.G.Covers(c, x.Battle) }

// Help implements [chit.Setting].
func (x CombatSetting) Help(s adjudicator.Side, from board.Zone) int {
	return x.G.supporters(x.Battle, s, from)
}

// Commit lets both sides choose a stratagem for a combat, in secret; they are
// revealed together (4.2.2). Each side has one stratagem per action phase (B.3).
func (g Battles) Commit(t *adjudicator.Table, b *Battle) {
	var chosen [2]field.Ruse
	var forms [2]*chit.RuseForm
	for side := range forms {
		if s := adjudicator.Side(side); g.Armed(s) && !g.Phase.Played[s] {
			forms[s] = g.CombatRuses(b, s)
		}
	}
	ask := func(s adjudicator.Side) adjudicator.Question {
		return forms[s].Question(t, "combat-stratagem", "Zone", g.ZoneTerm(b.Zone), "Enemy", g.SideTerm(s.Other()))
	}
	switch {
	case forms[0] != nil && forms[1] != nil:
		x, y := t.AskBoth(ask(0), ask(1))
		chosen[0], chosen[1] = x.(chit.RuseAnswer).Ruse, y.(chit.RuseAnswer).Ruse
	case forms[0] != nil:
		chosen[0] = t.Ask(field.First, ask(0)).(chit.RuseAnswer).Ruse
	case forms[1] != nil:
		chosen[1] = t.Ask(field.Second, ask(1)).(chit.RuseAnswer).Ruse
	}
	for _, s := range [2]adjudicator.Side{b.Attacker, b.Attacker.Other()} {
		if chosen[s].Number != 0 {
			b.Ruse[s] = chosen[s]
			g.Phase.Played[s] = true
			g.SpendRuse(t, s, chosen[s])
			if chosen[s].Number == g.Roles.Wound {
				g.Tell(t, g.TextRule(g.Roles.Wound), 1, "leader-wounded", "Leader", chosen[s].Leader)
			}
		}
	}
	g.Wound(b)
}

// CombatRuses lists what a side can play in a combat (7).
func (g Battles) CombatRuses(b *Battle, s adjudicator.Side) *chit.RuseForm {
	f := &chit.RuseForm{G: g.Chits, Side: s, Rule: g.Sections.Reckoning, In: CombatSetting{g, b, false}}
	g.OfferRuses(b, f)
	f.OfferOmens()
	return f
}

// OfferSupport offers the stratagem that adds units next door, from each zone where there
// are any.
func (g Battles) OfferSupport(b *Battle, f *chit.RuseForm) {
	for z := range g.SupportZones(b, f.Side).All() {
		r := chit.Played(g.Roles.Support)
		r.Zone = z
		f.Offer(r)
	}
}

// OfferWounds offers the stratagem that wounds a leader, against each of the enemy's.
func (g Battles) OfferWounds(b *Battle, f *chit.RuseForm) {
	for men := g.LeadersOf(f.Side.Other(), b.Zone) &^ g.Wounded; men != 0; {
		r := chit.Played(g.Roles.Wound)
		r.Leader = men.Pop()
		f.Offer(r)
	}
}

// Wound turns the leaders to their reverse, for a time, whom the stratagems of a combat name.
func (g Battles) Wound(b *Battle) {
	for _, r := range b.Ruse {
		if r.Number != 0 && r.Number == g.Roles.Wound {
			g.Wounded.Add(r.Leader)
		}
	}
}
