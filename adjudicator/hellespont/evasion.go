package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
)

// The modifiers of the die of an evasion (4.2.1).
var (
	evadeLeader    = &bey.Clause{Key: "hellespont.modifier.evade-leader", Rule: "4.2.1"}
	evadeOpenSea   = &bey.Clause{Key: "hellespont.modifier.evade-open-sea", Rule: "4.2.1"}
	evadeStrait    = &bey.Clause{Key: "hellespont.modifier.evade-strait", Rule: "4.2.1"}
	evadeDifficult = &bey.Clause{Key: "hellespont.modifier.evade-difficult", Rule: "4.2.1"}
)

// evadeNeeds is the modified die at which an evasion succeeds.
const evadeNeeds = 6

// evasionModifiers are those of the defender's die when he tries to avoid a combat.
func (g *game) evasionModifiers(b *battle.Battle) bey.Modifiers {
	var m bey.Modifiers
	defender := b.Attacker.Other()
	own, enemy := g.BestSwords(g.LeadersOf(defender, b.Zone)), g.BestSwords(g.LeadersOf(b.Attacker, b.Zone))
	m.AddIf(own == 2 || own == 1 && enemy == 0, evadeLeader, 1)
	m.AddIf(b.Naval && !g.Straits.Has(b.Zone), evadeOpenSea, 1)
	m.AddIf(g.Straits.Has(b.Zone), evadeStrait, -1)
	m.AddIf(g.Difficult.Has(b.Zone), evadeDifficult, -1)
	return m
}

// evaded lets the defender try to avoid a combat by leaving for a zone or port next
// door without enemy units (4.2.1). It reports whether he has left.
func (g *game) evaded(t *adjudicator.Table, b *battle.Battle) bool {
	s := b.Attacker.Other()
	refuges := g.war().WaysOut(s, b.Zone)
	if refuges.Empty() {
		return false
	}
	to := g.askEvasion(t, b, s, refuges)
	if to == board.NoZone {
		return false
	}
	escaped := g.throwEvasion(t, b, s, to)
	// He whom the die has favoured has no reason to have it thrown again.
	m := g.evasionModifiers(b)
	certain := m.Sum()+6 < evadeNeeds
	if !certain && escaped == (g.Advantage == b.Attacker) && g.war().Reroll(t, evasionThrown{g, b}, func() adjudicator.Phrase {
		return adjudicator.Say("hellespont.reroll.evasion", "Side", g.SideTerm(s), "Zone", g.ZoneTerm(b.Zone))
	}) {
		escaped = g.throwEvasion(t, b, s, to)
	}
	if !escaped {
		return false
	}
	f := &battle.UnitsForm{G: g.war(), Act: order.ActLose, Rule: "4.2.1", From: g.UnitsAt(s, b.Zone), Min: 1, Max: 1}
	lost := f.Default().(battle.UnitsAnswer).Units
	if f.Open() {
		q := adjudicator.Question{Kind: "evasion-loss", Rule: "4.2.1", Verbs: order.VerbsLose, Reaction: true, Form: f}
		if t.Heard() {
			q.Prompt = adjudicator.Say("hellespont.ask.evasion-loss", "Zone", g.ZoneTerm(b.Zone), "Units", g.Terms(f.From, 0))
		}
		lost = t.Ask(s, q).(battle.UnitsAnswer).Units
	}
	g.war().WeakenAll(t, "4.2.1", s, b.Zone, lost)
	g.war().Aftermath(t, b.Zone)
	left := &battle.RetreatForm{G: g.war(), Side: s, From: b.Zone}
	a := battle.Retirement{Form: left, Units: g.UnitsAt(s, b.Zone), Men: g.LeadersOf(s, b.Zone), To: to}
	if !a.Units.Empty() {
		g.war().WithdrawTo(t, "4.2.1", a)
		g.war().SettleZone(t, s, to)
	}
	g.Changed(t)
	return true
}

// throwEvasion throws the die of an evasion and reports whether it succeeds.
func (g *game) throwEvasion(t *adjudicator.Table, b *battle.Battle, s adjudicator.Side, to board.Zone) bool {
	m := g.evasionModifiers(b)
	die := t.At(g.Board.Name(b.Zone)).Die()
	escaped := die+m.Sum() >= evadeNeeds
	if t.Heard() {
		key := "evaded"
		if !escaped {
			key = "evasion-failed"
		}
		g.Tell(t, "4.2.1", 1, key, "Side", s, "Zone", b.Zone, "To", to,
			"Die", die, "Total", die+m.Sum(), "Need", evadeNeeds)
		g.war().TellModifiers(t, 2, &m, "modifier-die")
	}
	return escaped
}

// askEvasion asks the defender whether and where he tries to evade.
func (g *game) askEvasion(t *adjudicator.Table, b *battle.Battle, s adjudicator.Side, refuges board.Set) board.Zone {
	f := g.zoneMenu(actEvade, refuges, order.ActStand, "cannot-evade-there", "4.2.1", chit.Asides{}, evasionGuide{g, b})
	q := adjudicator.Question{Kind: "evasion", Rule: "4.2.1", Verbs: verbsEvade, Reaction: true, Free: true, Form: f}
	if t.Heard() {
		q.Prompt = adjudicator.Say("hellespont.ask.evasion", "Zone", g.ZoneTerm(b.Zone), "Enemy", g.SideTerm(b.Attacker),
			"Zones", g.ZoneTerms(refuges))
		m := g.evasionModifiers(b)
		q.Facts = append(q.Facts, adjudicator.Say("hellespont.fact.evasion", "Modifier", m.Sum(), "Need", evadeNeeds))
		q.Facts = append(q.Facts, g.oddsFacts(b)...)
	}
	return t.Ask(s, q).(choice).Zone
}

// oddsFacts is what a player should know before he decides about a combat: the
// odds as they stand, without stratagems.
func (g *game) oddsFacts(b *battle.Battle) []adjudicator.Phrase {
	r := g.war().Reckon(b)
	facts := []adjudicator.Phrase{adjudicator.Say("bey.fact.odds",
		"AttackerPF", r.Strength[b.Attacker], "DefenderPF", r.Strength[b.Attacker.Other()],
		"Column", g.CRT.ColumnName(r.Column), "Modifier", r.Die.Sum())}
	for _, m := range [2]*bey.Modifiers{&r.Shifts, &r.Die} {
		for _, mod := range m.All() {
			facts = append(facts, adjudicator.Say("bey.fact.modifier",
				"Modifier", adjudicator.Say(mod.Key), "Value", mod.Value, "Rule", adjudicator.RuleMark(mod.Rule)))
		}
	}
	return facts
}

// evasionGuide is the choice whether and where a side evades a combat.
type evasionGuide struct {
	g      *game
	battle *battle.Battle
}

// follow implements [guide]: the first way out of a rule that is open, else to stand.
func (x evasionGuide) follow(m *zoneMenu, st adjudicator.Standing) (order.Single, bool) {
	a, ok := st.(attackedRule)
	if !ok || !a.decides || !x.g.war().Covers(&a.When, x.battle) {
		return order.Single{}, false
	}
	if way, ok := m.wayOut(a.to); ok {
		return way, true
	}
	return m.none, true
}

// evasionThrown is the die of an evasion. Only who is disappointed is asked: the
// attacker by one that succeeds, the defender by one that fails.
type evasionThrown struct {
	g      *game
	battle *battle.Battle
}

// Judge implements [rethrown].
func (e evasionThrown) Judge(st adjudicator.Standing) (order.Single, battle.Fit) {
	x, ok := st.(evasionRule)
	if !ok || x.fails != (e.g.Advantage != e.battle.Attacker) || !e.g.war().Covers(&x.when, e.battle) {
		return order.Single{}, battle.NoFit
	}
	return battle.Decide(true, x.again)
}

func (e evasionThrown) Occasion() standing.Occasions { return standing.InCombats }

// Means implements [rethrown].
func (e evasionThrown) Means() []adjudicator.Phrase {
	s, id := e.battle.Attacker, "evasion-fails"
	if e.g.Advantage == s {
		id = "evasion-succeeds"
	}
	return battle.Meaning(id, "Side", e.g.SideTerm(s.Other()), "Zone", e.g.ZoneTerm(e.battle.Zone))
}
