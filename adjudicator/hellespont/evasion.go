package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
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
func (g *game) evasionModifiers(b *battle) bey.Modifiers {
	var m bey.Modifiers
	defender := b.attacker.Other()
	own, enemy := g.bestSwords(g.leadersOf(defender, b.zone)), g.bestSwords(g.leadersOf(b.attacker, b.zone))
	m.AddIf(own == 2 || own == 1 && enemy == 0, evadeLeader, 1)
	m.AddIf(b.naval && !g.straits.Has(b.zone), evadeOpenSea, 1)
	m.AddIf(g.straits.Has(b.zone), evadeStrait, -1)
	m.AddIf(g.difficult.Has(b.zone), evadeDifficult, -1)
	return m
}

// beforeBattle lets the defender try to avoid a combat by leaving for a zone or port next
// door without enemy units (4.2.1). It reports whether he has left.
func (g *game) beforeBattle(t *adjudicator.Table, b *battle) bool {
	s := b.attacker.Other()
	refuges := g.refuges(s, b.zone)
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
	if !certain && escaped == (g.advantage == b.attacker) && g.reroll(t, evasionThrown{g, b}, func() adjudicator.Phrase {
		return adjudicator.Say("hellespont.reroll.evasion", "Side", g.sideTerm(s), "Zone", g.zoneTerm(b.zone))
	}) {
		escaped = g.throwEvasion(t, b, s, to)
	}
	if !escaped {
		return false
	}
	f := &unitsForm{g: g, act: actLose, rule: "4.2.1", from: g.unitsAt(s, b.zone), min: 1, max: 1}
	lost := f.Default().(unitsAnswer).units
	if f.open() {
		q := adjudicator.Question{Kind: "evasion-loss", Rule: "4.2.1", Verbs: verbsLose, Reaction: true, Form: f}
		if t.Heard() {
			q.Prompt = adjudicator.Say("hellespont.ask.evasion-loss", "Zone", g.zoneTerm(b.zone), "Units", g.terms(f.from, 0))
		}
		lost = t.Ask(s, q).(unitsAnswer).units
	}
	g.weakenAll(t, "4.2.1", s, b.zone, lost)
	g.aftermath(t, b.zone)
	left := &retreatForm{g: g, side: s, from: b.zone}
	a := retirement{form: left, units: g.unitsAt(s, b.zone), men: g.leadersOf(s, b.zone), to: to}
	if !a.units.empty() {
		g.withdrawTo(t, "4.2.1", a)
		g.settleZone(t, s, to)
	}
	g.changed(t)
	return true
}

// throwEvasion throws the die of an evasion and reports whether it succeeds.
func (g *game) throwEvasion(t *adjudicator.Table, b *battle, s adjudicator.Side, to board.Zone) bool {
	m := g.evasionModifiers(b)
	die := t.Die()
	escaped := die+m.Sum() >= evadeNeeds
	if t.Heard() {
		key := "evaded"
		if !escaped {
			key = "evasion-failed"
		}
		g.tell(t, "4.2.1", 1, key, "Side", g.sideTerm(s), "Zone", g.zoneTerm(b.zone), "To", g.zoneTerm(to),
			"Die", die, "Total", die+m.Sum(), "Need", evadeNeeds)
		g.tellModifiers(t, 2, &m, "modifier-die")
	}
	return escaped
}

// askEvasion asks the defender whether and where he tries to evade.
func (g *game) askEvasion(t *adjudicator.Table, b *battle, s adjudicator.Side, refuges board.Set) board.Zone {
	f := &menu{g: g, code: "cannot-evade-there", rule: "4.2.1", guide: evasionGuide{g, b}}
	for z := range refuges.All() {
		f.options = append(f.options, single{actEvade, z})
	}
	f.options = append(f.options, single{actStand, board.NoZone})
	q := adjudicator.Question{Kind: "evasion", Rule: "4.2.1", Verbs: verbsEvade, Reaction: true, Free: true, Form: f}
	if t.Heard() {
		q.Prompt = adjudicator.Say("hellespont.ask.evasion", "Zone", g.zoneTerm(b.zone), "Enemy", g.sideTerm(b.attacker),
			"Zones", g.zoneTerms(refuges))
		m := g.evasionModifiers(b)
		q.Facts = append(q.Facts, adjudicator.Say("hellespont.fact.evasion", "Modifier", m.Sum(), "Need", evadeNeeds))
		q.Facts = append(q.Facts, g.oddsFacts(b)...)
	}
	return t.Ask(s, q).(menuAnswer).zone
}

// evasionGuide is the choice whether and where a side evades a combat.
type evasionGuide struct {
	g      *game
	battle *battle
}

// follow implements [guide]: the first way out of a rule that is open, else to stand.
func (x evasionGuide) follow(m *menu, st adjudicator.Standing) (single, bool) {
	a, ok := st.(attackedRule)
	if !ok || !a.decides || !x.g.covers(&a.when, x.battle) {
		return single{}, false
	}
	if way, ok := m.wayOut(a.to); ok {
		return way, true
	}
	return single{actStand, board.NoZone}, true
}

// evasionThrown is the die of an evasion. Only who is disappointed is asked: the
// attacker by one that succeeds, the defender by one that fails.
type evasionThrown struct {
	g      *game
	battle *battle
}

// judge implements [rethrown].
func (e evasionThrown) judge(st adjudicator.Standing) (single, fit) {
	x, ok := st.(evasionRule)
	if !ok || x.fails != (e.g.advantage != e.battle.attacker) || !e.g.covers(&x.when, e.battle) {
		return single{}, noFit
	}
	return decide(true, x.again)
}

func (e evasionThrown) occasion() occasions { return inCombats }

// means implements [rethrown].
func (e evasionThrown) means() []adjudicator.Phrase {
	s, id := e.battle.attacker, "evasion-fails"
	if e.g.advantage == s {
		id = "evasion-succeeds"
	}
	return meaning(id, "Side", e.g.sideTerm(s.Other()), "Zone", e.g.zoneTerm(e.battle.zone))
}

// reroll asks the holder of the Advantage whether a throw is to be made once more
// (8). If so the Advantage passes to the opponent.
func (g *game) reroll(t *adjudicator.Table, of rethrown, what func() adjudicator.Phrase) bool {
	s := g.advantage
	f := &menu{g: g, code: "reroll-or-accept", rule: "8", of: of,
		options: []single{{actReroll, board.NoZone}, {actAccept, board.NoZone}}}
	q := adjudicator.Question{Kind: "reroll", Rule: "8", Verbs: verbsReroll, Reaction: true, Free: true, Form: f}
	if t.Heard() {
		q.Prompt = adjudicator.Say("hellespont.ask.reroll", "What", what())
		q.Facts = of.means()
	}
	if t.Ask(s, q).(menuAnswer).act != actReroll {
		return false
	}
	if t.Heard() {
		g.tell(t, "8", 1, "rerolled", "Side", g.sideTerm(s))
	}
	g.passAdvantage(t)
	return true
}

// rerollAt asks the holder of the Advantage which of the throws made in several
// zones is made once more, and returns its zone or NoZone (8).
func (g *game) rerollAt(t *adjudicator.Table, zones board.Set, j juncture, of rethrown, facts func() []adjudicator.Phrase, args ...any) board.Zone {
	if zones.Empty() {
		return board.NoZone
	}
	holder := g.advantage
	j.side = holder
	f := &menu{g: g, code: "reroll-or-accept", rule: "8", of: of}
	for z := range zones.All() {
		f.options = append(f.options, single{actReroll, z})
	}
	f.options = append(f.options, single{actAccept, board.NoZone})
	q := adjudicator.Question{Kind: j.at, Rule: "8", Verbs: verbsReroll, Reaction: true, Free: true, Form: f}
	if t.Heard() {
		q.Prompt = adjudicator.Say("hellespont.ask."+j.at, append(args, "Zones", g.zoneTerms(zones))...)
		q.Facts = facts()
	}
	a := g.askAt(t, j, q).(menuAnswer)
	if a.act != actReroll {
		return board.NoZone
	}
	if t.Heard() {
		g.tell(t, "8", 1, "rerolled", "Side", g.sideTerm(holder))
	}
	g.passAdvantage(t)
	return a.zone
}
