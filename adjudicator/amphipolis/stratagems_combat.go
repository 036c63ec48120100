package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// The stratagems of combats, beside those whose roles the family knows.
const (
	cavalryRuse  field.StratagemNo = 5
	peltastsRuse field.StratagemNo = 6
	spartansRuse field.StratagemNo = 7
	discordRuse  field.StratagemNo = 9
	surpriseRuse field.StratagemNo = 10
)

// What the stratagems change.
var (
	dieCavalry     = &bey.Clause{Key: "amphipolis.modifier.cavalry", Rule: "7 S5"}
	diePeltasts    = &bey.Clause{Key: "amphipolis.modifier.peltasts", Rule: "7 S6"}
	columnSpartans = &bey.Clause{Key: "amphipolis.modifier.spartans", Rule: "7 S7"}
)

// discordLeast is how many units the enemy must have if one of them is not to count (7, S9).
const discordLeast = 3

// OfferRuses implements [battle.Rules] (7).
func (g *game) OfferRuses(b *battle.Battle, f *chit.RuseForm) {
	own, enemies := g.war().Fighters(b, f.Side), g.war().Fighters(b, f.Side.Other())
	if own.Meets(g.ByArm[field.CavalryArm]) {
		f.Offer(chit.Played(cavalryRuse))
	}
	if own.Meets(g.ByArm[field.PeltastArm]) {
		f.Offer(chit.Played(peltastsRuse))
	}
	if f.Side == sparta && g.anySpartans(own) {
		f.Offer(chit.Played(spartansRuse))
	}
	if g.Lands.Has(b.Zone) {
		g.war().OfferSupport(b, f)
		g.offerSurprise(b, f)
	}
	if enemies.Len() >= discordLeast {
		f.OfferEach(discordRuse, enemies, board.NoZone)
	}
	g.war().OfferWounds(b, f)
}

// anySpartans reports whether there are hoplites with the white band among units.
func (g *game) anySpartans(units field.UnitSet) bool {
	for units = units.And(g.ByArm[field.HopliteArm]); !units.Empty(); {
		if g.Units[units.Pop()].Ally == "" {
			return true
		}
	}
	return false
}

// offerSurprise offers each land unit next door that could make the step into the zone of
// a combat, whatever it costs (7, S10).
func (g *game) offerSurprise(b *battle.Battle, f *chit.RuseForm) {
	if f.Side == g.Active && g.Phase.Barred.Has(b.Zone) {
		return
	}
	cost := g.StepCost(f.Side, march.ByLand)
	for z := range g.Board.Near(b.Zone, board.ByLand).Intersect(g.Lands).Intersect(g.HeldByLand[f.Side]).All() {
		if cost(z, g.Board.Edge(z, b.Zone)) != board.Never {
			f.OfferEach(surpriseRuse, g.LandAt(f.Side, z), z)
		}
	}
}

// answerCombined asks who has played nothing, when the enemy reveals a combined attack,
// whether he cancels it (7, S9).
func (g *game) answerCombined(t *adjudicator.Table, b *battle.Battle) {
	for _, s := range [2]adjudicator.Side{b.Attacker, b.Attacker.Other()} {
		if b.Ruse[s.Other()].Number != g.Roles.Support || b.Ruse[s].Number != 0 || !g.Armed(s) || g.Phase.Played[s] {
			continue
		}
		f := &chit.RuseForm{G: g.war().Chits, Side: s, Rule: "7 S9", In: battle.CombatSetting{G: g.war(), Battle: b}}
		f.Offer(chit.Played(discordRuse))
		r := t.Ask(s, f.Question(t, "answer-combined", "Side", g.SideTerm(s.Other()), "Zone", g.ZoneTerm(b.Zone))).(chit.RuseAnswer).Ruse
		if r.Number == 0 {
			continue
		}
		b.Ruse[s] = r
		g.Phase.Played[s] = true
		g.war().SpendRuse(t, s, r)
	}
}

// carryOutRuses does what the stratagems of a combat do before it is reckoned.
func (g *game) carryOutRuses(t *adjudicator.Table, b *battle.Battle) {
	for _, s := range [2]adjudicator.Side{b.Attacker, b.Attacker.Other()} {
		switch b.Ruse[s].Number {
		case discordRuse:
			g.sowDiscord(t, b, s)
		case surpriseRuse:
			g.surprise(t, b, s)
		}
	}
}

// Unfold implements [battle.Rules]: a leader is wounded, discord cancels a combined attack,
// and a surprise brings its unit (7, S9, S10 and S18).
func (g *game) Unfold(b *battle.Battle) {
	g.war().Wound(b)
	for _, s := range [2]adjudicator.Side{b.Attacker, b.Attacker.Other()} {
		switch b.Ruse[s].Number {
		case discordRuse:
			g.cancelsCombined(b, s)
		case surpriseRuse:
			g.join(b, s)
		}
	}
}

// sowDiscord cancels a combined attack of the enemy's; without one, a unit of his does not
// count in the ratio (7, S9).
func (g *game) sowDiscord(t *adjudicator.Table, b *battle.Battle, s adjudicator.Side) {
	enemy := s.Other()
	if g.cancelsCombined(b, s) {
		g.Tell(t, "7 S9", 1, "discord-cancels", "Enemy", enemy)
		return
	}
	g.Tell(t, "7 S9", 1, "discord-discounts", "Unit", b.Ruse[s].Unit, "Enemy", enemy)
}

// cancelsCombined takes a combined attack of the enemy's out of a combat, and reports whether
// there was one (7, S9).
func (g *game) cancelsCombined(b *battle.Battle, s adjudicator.Side) bool {
	enemy := s.Other()
	if b.Ruse[enemy].Number != g.Roles.Support {
		return false
	}
	b.Ruse[enemy] = field.Ruse{}
	b.Ruse[s].Unit = field.NoUnit
	return true
}

// surprise brings the unit of S10 into the combat, where it stays.
func (g *game) surprise(t *adjudicator.Table, b *battle.Battle, s adjudicator.Side) {
	u, from := b.Ruse[s].Unit, b.Ruse[s].Zone
	g.Show(t, "7 S10", 1, g.Mark("move", s, from, b.Zone), "surprise", "Side", g.SideTerm(s),
		"Unit", g.UnitTermOf(u), "Zone", g.ZoneTerm(from))
	g.join(b, s)
	g.war().Aftermath(t, from)
}

// join puts the unit of S10 into the zone of the combat.
func (g *game) join(b *battle.Battle, s adjudicator.Side) {
	u, from := b.Ruse[s].Unit, b.Ruse[s].Zone
	g.Place(u, b.Zone)
	g.Phase.Entry[u] = field.Entry{From: from}
}

// ruseModifiers are what the stratagems of a combat change in its reckoning.
func (g *game) ruseModifiers(b *battle.Battle, r *battle.Reckoning) {
	for _, s := range [2]adjudicator.Side{b.Attacker, b.Attacker.Other()} {
		attacks := s == b.Attacker
		switch b.Ruse[s].Number {
		case cavalryRuse:
			r.Die.AddIf(attacks, dieCavalry, 2)
			r.Die.AddIf(!attacks, dieCavalry, -1)
		case peltastsRuse:
			r.Die.AddIf(attacks, diePeltasts, 1)
			r.Die.AddIf(!attacks, diePeltasts, -2)
		case spartansRuse:
			r.Shifts.AddIf(attacks, columnSpartans, 1)
			r.Shifts.AddIf(!attacks, columnSpartans, -1)
		case discordRuse:
			if u := b.Ruse[s].Unit; u != field.NoUnit {
				r.Strength[s.Other()] -= g.Strength(u)
			}
		}
	}
}
