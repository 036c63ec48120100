package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
)

// tellBattle heads the story of a combat: who attacks whom, and with what.
func (g *game) tellBattle(t *adjudicator.Table, b *battle) {
	if !t.Heard() {
		return
	}
	defender := b.attacker.Other()
	key := "battle-land"
	if b.naval {
		key = "battle-naval"
	}
	g.show(t, "4", 0, g.mark("battle", b.attacker, b.zone), key, "Zone", g.zoneTerm(b.zone),
		"Attacker", g.sideTerm(b.attacker), "Attackers", g.present(b.attacker, b.zone),
		"Defender", g.sideTerm(defender), "Defenders", g.present(defender, b.zone))
}

// tellReckoning tells the odds, the column and every modifier with its rule.
func (g *game) tellReckoning(t *adjudicator.Table, b *battle, r *reckoning) {
	if !t.Heard() {
		return
	}
	defender := b.attacker.Other()
	for _, s := range [2]adjudicator.Side{b.attacker, defender} {
		if r.support[s] > 0 {
			g.tell(t, g.textRule(g.roles.support), 1, "combined-attack", "Side", g.sideTerm(s), "PF", r.support[s], "Zone", g.zoneTerm(b.ruse[s].zone))
		}
	}
	g.tell(t, "4.2.2", 1, "odds", "AttackerPF", r.strength[b.attacker], "DefenderPF", r.strength[defender],
		"Odds", g.CRT.ColumnName(r.odds), "Shift", r.shifts.Sum(), "Column", g.CRT.ColumnName(r.column))
	g.tellModifiers(t, 2, &r.shifts, "modifier-column")
	g.tellModifiers(t, 2, &r.die, "modifier-die")
}

// tellModifiers tells each modifier with its rule and its value.
func (g *game) tellModifiers(t *adjudicator.Table, depth int, m *bey.Modifiers, key string) {
	for _, mod := range m.All() {
		g.tell(t, mod.Rule, depth, key, "Modifier", adjudicator.Say(mod.Key), "Letter", mod.Letter, "Value", mod.Value)
	}
}

// oddsFacts is what a player should know before he decides about a combat: the
// odds as they stand, without stratagems.
func (g *game) oddsFacts(b *battle) []adjudicator.Phrase {
	r := g.reckon(b)
	facts := []adjudicator.Phrase{adjudicator.Say("hellespont.fact.odds",
		"AttackerPF", r.strength[b.attacker], "DefenderPF", r.strength[b.attacker.Other()],
		"Column", g.CRT.ColumnName(r.column), "Modifier", r.die.Sum())}
	for _, m := range [2]*bey.Modifiers{&r.shifts, &r.die} {
		for _, mod := range m.All() {
			facts = append(facts, adjudicator.Say("hellespont.fact.modifier",
				"Modifier", adjudicator.Say(mod.Key), "Value", mod.Value, "Rule", adjudicator.RuleMark(mod.Rule)))
		}
	}
	return facts
}
