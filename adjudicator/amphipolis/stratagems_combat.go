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
	if f.Side == sparta && own.Minus(g.bandless).Meets(g.ByArm[field.HopliteArm]) {
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

// carryOutRuses does what the stratagems of a combat do before it is reckoned, and tells of it.
func (g *game) carryOutRuses(t *adjudicator.Table, b *battle.Battle) {
	for _, s := range [2]adjudicator.Side{b.Attacker, b.Attacker.Other()} {
		r, enemy := b.Ruse[s], s.Other()
		switch {
		case r.Number == surpriseRuse:
			g.Show(t, "7 S10", 1, g.Mark("move", s, r.Zone, b.Zone), "surprise", "Side", s, "Unit", r.Unit, "Zone", r.Zone)
		case r.Number == discordRuse && b.Ruse[enemy].Number == g.Roles.Support:
			g.Tell(t, "7 S9", 1, "discord-cancels", "Enemy", enemy)
		case r.Number == discordRuse:
			g.Tell(t, "7 S9", 1, "discord-discounts", "Unit", r.Unit, "Enemy", enemy)
		}
		if g.unfold(b, s); r.Number == surpriseRuse {
			g.war().Aftermath(t, r.Zone)
		}
	}
}

// Unfold implements [battle.Rules]: a leader is wounded (7, S18), and what [game.unfold] does.
func (g *game) Unfold(b *battle.Battle) {
	g.war().Wound(b)
	g.unfold(b, b.Attacker)
	g.unfold(b, b.Attacker.Other())
}

// unfold does what a stratagem of a side changes in a combat: a combined attack of the enemy's
// is cancelled, so that all of his units count (7, S9), and the unit of a surprise comes and
// stays (7, S10).
func (g *game) unfold(b *battle.Battle, s adjudicator.Side) {
	r, enemy := &b.Ruse[s], &b.Ruse[s.Other()]
	switch {
	case r.Number == discordRuse && enemy.Number == g.Roles.Support:
		*enemy, r.Unit = field.Ruse{}, field.NoUnit
	case r.Number == surpriseRuse:
		g.Place(r.Unit, b.Zone)
		g.Phase.Entry[r.Unit] = field.Entry{From: r.Zone}
	}
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
