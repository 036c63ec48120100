package battle

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
)

// TellBattle heads the story of a combat: who attacks whom, and with what.
func (g Battles) TellBattle(t *adjudicator.Table, b *Battle) {
	if !t.Heard() {
		return
	}
	defender := b.Attacker.Other()
	key := "battle-land"
	if b.Naval {
		key = "battle-naval"
	}
	g.Show(t, "4", 0, g.Mark("battle", b.Attacker, b.Zone), key, "Zone", b.Zone,
		"Attacker", b.Attacker, "Attackers", g.Present(b.Attacker, b.Zone),
		"Defender", defender, "Defenders", g.Present(defender, b.Zone))
}

// tellReckoning tells the odds, the column and every modifier with its rule.
func (g Battles) tellReckoning(t *adjudicator.Table, b *Battle, r *Reckoning) {
	if !t.Heard() {
		return
	}
	defender := b.Attacker.Other()
	for _, s := range [2]adjudicator.Side{b.Attacker, defender} {
		if r.support[s] > 0 {
			g.Tell(t, g.TextRule(g.Roles.Support), 1, "combined-attack", "Side", s, "PF", r.support[s], "Zone", b.Ruse[s].Zone)
		}
	}
	g.Tell(t, g.Sections.Reckoning, 1, "odds", "AttackerPF", r.Strength[b.Attacker], "DefenderPF", r.Strength[defender],
		"Odds", g.CRT.ColumnName(r.Odds), "Shift", r.Shifts.Sum(), "Column", g.CRT.ColumnName(r.Column))
	g.TellModifiers(t, 2, &r.Shifts, "modifier-column")
	g.TellModifiers(t, 2, &r.Die, "modifier-die")
}

// TellModifiers tells each modifier with its rule and its value.
func (g Battles) TellModifiers(t *adjudicator.Table, depth int, m *bey.Modifiers, key string) {
	for _, mod := range m.All() {
		g.Tell(t, mod.Rule, depth, key, "Modifier", adjudicator.Say(mod.Key), "Letter", mod.Letter, "Value", mod.Value)
	}
}
