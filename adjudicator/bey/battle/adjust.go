package battle

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/bey/standing"
)

// RecoverUnits is D.3: a side turns as many weakened units to their front as its
// leaders in play have swords in all; leaders on their reverse have none. Allies
// that the ruleset names do not recover this way. Stratagems recover one and two more.
func (g Battles) RecoverUnits(t *adjudicator.Table, s adjudicator.Side) {
	swords := 0
	for men := g.LeadersInPlay(s); men != 0; {
		swords += g.Swords(men.Pop())
	}
	g.Heal(t, s, field.Healing{Rule: "D.3", N: swords})
	g.RecoverByRuse(t, s)
}

// RecoverByRuse is what the stratagems of recovery recover in D.3.
func (g Battles) RecoverByRuse(t *adjudicator.Table, s adjudicator.Side) {
	if g.Worn(s).Empty() {
		return
	}
	var worn []any
	if t.Heard() {
		worn = []any{"Units", g.Terms(g.Worn(s), 0)}
	}
	r := g.AskRuse(t, s, "D.3", field.AtRecoverRuse, standing.InRecovery, func(f *chit.RuseForm) {
		f.Offer(chit.Played(g.Roles.Mend))
		most := !g.Worn(s).Minus(g.Landsmen).Empty()
		if most {
			f.Offer(chit.Played(g.Roles.Rally))
		}
		if most || g.Roles.OmensHeal == g.Roles.Mend {
			f.Offer(g.Omens(field.OmenRecover))
		}
	}, worn...)
	n := r.Number
	if n == g.Roles.Omens {
		n = g.Roles.OmensHeal
	}
	switch n {
	case 0:
	case g.Roles.Mend:
		g.Heal(t, s, field.Healing{Rule: g.TextRule(g.Roles.Mend), N: 1})
	case g.Roles.Rally:
		g.Heal(t, s, field.Healing{Rule: g.TextRule(g.Roles.Rally), N: 2})
	}
}

// Heal lets a side turn some of its weakened units to their front. Allies that
// the ruleset names recover by the stratagem that mends one unit alone.
func (g Battles) Heal(t *adjudicator.Table, s adjudicator.Side, h field.Healing) {
	worn := g.Worn(s)
	switch h.Rule {
	case "D.3":
		worn = worn.And(g.Healed(s))
	case g.TextRule(g.Roles.Mend):
	default:
		worn = worn.Minus(g.Landsmen)
	}
	rule, n := h.Rule, min(h.N, worn.Len())
	if n == 0 {
		return
	}
	f := &UnitsForm{G: g, Act: order.ActRecover, Rule: rule, From: worn, Max: n, Located: true}
	q := adjudicator.Question{Kind: field.AtRecovery, Rule: rule, Verbs: order.VerbsRecover, Reaction: true, Form: f}
	if t.Heard() {
		q.Prompt = adjudicator.Say("bey.ask.recovery", "Count", n, "Units", g.Terms(worn, 0))
	}
	units := g.AskAt(t, field.Juncture{At: field.AtRecovery, Side: s, Heal: h}, q).(UnitsAnswer).Units
	if units.Empty() {
		return
	}
	g.Tell(t, rule, 0, "recovered", "Side", s, "Units", units)
	zones := g.ZonesOf(units)
	for !units.Empty() {
		g.Recover(units.Pop())
	}
	for z := range zones.Intersect(g.Seas).All() {
		g.Lighten(t, s, z) // each could be carried, but not all of them
	}
	g.Changed(t)
}
