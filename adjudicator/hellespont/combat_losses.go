package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/board"
)

// applyResults makes both sides take the losses of the table (4.2.3). Where both
// have a choice they choose at the same time.
func (g *game) applyResults(t *adjudicator.Table, b *battle, cell bey.Cell) {
	result := [2]bey.Result{cell.Attacker, cell.Defender}
	if b.attacker == sparta {
		result[0], result[1] = result[1], result[0]
	}
	var forms [2]*unitsForm
	var lost [2]unitSet
	for side := range result {
		s := adjudicator.Side(side)
		f := g.lossForm(g.fighters(b, s), b.naval, result[s])
		switch {
		case f == nil:
		case f.open():
			forms[s] = f
		default:
			lost[s] = f.Default().(unitsAnswer).units
		}
	}
	switch {
	case forms[0] != nil && forms[1] != nil:
		a, d := t.AskBoth(g.lossQuestion(t, b, forms[0], result[0]), g.lossQuestion(t, b, forms[1], result[1]))
		lost[0], lost[1] = a.(unitsAnswer).units, d.(unitsAnswer).units
	case forms[0] != nil:
		lost[0] = t.Ask(athens, g.lossQuestion(t, b, forms[0], result[0])).(unitsAnswer).units
	case forms[1] != nil:
		lost[1] = t.Ask(sparta, g.lossQuestion(t, b, forms[1], result[1])).(unitsAnswer).units
	}
	for _, s := range [2]adjudicator.Side{b.attacker, b.attacker.Other()} {
		if result[s] == bey.AllEliminated {
			g.destroy(t, b, s)
			continue
		}
		g.weakenAll(t, "4.2.3", s, b.zone, lost[s])
	}
	g.aftermath(t, b.zone)
}

// lossForm returns the choice of losses that a result leaves to the owner, or nil
// if nothing is weakened. Land units are counted, ships in force points: those
// whose sum is the smallest that is enough.
func (g *game) lossForm(force unitSet, naval bool, result bey.Result) *unitsForm {
	if result == bey.NoLoss || result == bey.AllEliminated || force.empty() {
		return nil
	}
	f := &unitsForm{g: g, act: actLose, rule: "4.2.3", from: force}
	if !naval || result == bey.AllWeakened {
		n := result.Part(force.len())
		f.min, f.max = n, n
		return f
	}
	var values [bey.MaxShips]int
	n := 0
	for rest := force; !rest.empty(); n++ {
		values[n] = g.strength(rest.pop())
	}
	f.sum, _ = bey.LeastSum(values[:n], result.Part(g.sum(force)))
	return f
}

func (g *game) lossQuestion(t *adjudicator.Table, b *battle, f *unitsForm, result bey.Result) adjudicator.Question {
	q := adjudicator.Question{Kind: "losses", Rule: "4.2.3", Verbs: verbsLose, Reaction: true, Form: f}
	if t.Heard() {
		key, wanted := "hellespont.ask.losses", f.min
		if f.sum > 0 {
			key, wanted = "hellespont.ask.losses-naval", f.sum
		}
		q.Prompt = adjudicator.Say(key, "Zone", g.zoneTerm(b.zone), "Result", result.String(), "Wanted", wanted,
			"Units", g.terms(f.from, 0))
	}
	return q
}

// destroy is the result E: every combat unit of the force is eliminated, and its
// leaders with it. Troops aboard go down with their ships (3.3).
func (g *game) destroy(t *adjudicator.Table, b *battle, s adjudicator.Side) {
	units, men := g.unitsAt(s, b.zone), g.leadersOf(s, b.zone)
	g.tell(t, "4.2.3", 1, "destroyed", "Side", g.sideTerm(s), "Zone", g.zoneTerm(b.zone), "Units", g.terms(units, men))
	for !units.empty() {
		g.eliminate(units.pop())
	}
	for men != 0 {
		g.dismiss(men.pop(), eliminated)
	}
}

// weakenAll weakens units of one side in a zone and eliminates those that were
// weakened before.
func (g *game) weakenAll(t *adjudicator.Table, rule string, s adjudicator.Side, z board.Zone, units unitSet) {
	if units.empty() {
		return
	}
	fresh, spent := units.minus(g.weak), units.and(g.weak)
	if !fresh.empty() {
		g.tell(t, rule, 1, "weakened", "Side", g.sideTerm(s), "Zone", g.zoneTerm(z), "Units", g.terms(fresh, 0))
	}
	if !spent.empty() {
		g.tell(t, rule, 1, "eliminated", "Side", g.sideTerm(s), "Zone", g.zoneTerm(z), "Units", g.terms(spent, 0))
	}
	for !units.empty() {
		g.weaken(units.pop())
	}
}

// aftermath sees to what follows from losses in a zone: ships that can no longer
// carry their troops (3.3), leaders left alone (3.1, 4.2.4).
func (g *game) aftermath(t *adjudicator.Table, z board.Zone) {
	for _, s := range [2]adjudicator.Side{athens, sparta} {
		if g.seas.Has(z) {
			g.lighten(t, s, z)
		}
		g.strand(t, s, z)
	}
}

// strand removes leaders of a side who are left without units of their own where
// they cannot stay: among enemy units (4.2.4), or at sea without a ship (3.1).
func (g *game) strand(t *adjudicator.Table, s adjudicator.Side, z board.Zone) {
	men := g.leadersOf(s, z)
	if men == 0 || g.bases.Has(z) {
		return
	}
	key, rule := "captured", "4.2.4"
	switch {
	case g.enemies(s, z) && !g.holds(s, z):
	case g.seas.Has(z) && !g.heldBySea[s].Has(z):
		key, rule = "leader-lost-at-sea", "3.1"
	default:
		return
	}
	g.tell(t, rule, 1, key, "Side", g.sideTerm(s), "Zone", g.zoneTerm(z), "Leaders", g.terms(unitSet{}, men))
	for men != 0 {
		g.dismiss(men.pop(), captured)
	}
}
