package battle

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/form"
)

// ApplyResults makes both sides take the losses of the table (4.2.3). Where both
// have a choice they choose at the same time. What follows for who is left in the zone is
// up to the caller.
func (g Battles) ApplyResults(t *adjudicator.Table, b *Battle, cell bey.Cell) {
	result := [2]bey.Result{cell.Attacker, cell.Defender}
	if b.Attacker == field.Second {
		result[0], result[1] = result[1], result[0]
	}
	var forms [2]*UnitsForm
	var lost [2]field.UnitSet
	for side := range result {
		s := adjudicator.Side(side)
		f := g.LossForm(g.Fighters(b, s), b.Naval, result[s])
		switch {
		case f == nil:
		case f.Open():
			forms[s] = f
		default:
			lost[s] = f.Default().(UnitsAnswer).Units
		}
	}
	switch {
	case forms[0] != nil && forms[1] != nil:
		a, d := t.AskBoth(g.lossQuestion(t, b, forms[0], result[0]), g.lossQuestion(t, b, forms[1], result[1]))
		lost[0], lost[1] = a.(UnitsAnswer).Units, d.(UnitsAnswer).Units
	case forms[0] != nil:
		lost[0] = t.Ask(field.First, g.lossQuestion(t, b, forms[0], result[0])).(UnitsAnswer).Units
	case forms[1] != nil:
		lost[1] = t.Ask(field.Second, g.lossQuestion(t, b, forms[1], result[1])).(UnitsAnswer).Units
	}
	for _, s := range [2]adjudicator.Side{b.Attacker, b.Attacker.Other()} {
		if result[s] == bey.AllEliminated {
			g.destroy(t, b, s)
			continue
		}
		g.WeakenAll(t, g.Sections.Losses, s, b.Zone, lost[s])
	}
}

// LossForm returns the choice of losses that a result leaves to the owner, or nil
// if nothing is weakened. Land units are counted, ships in force points: those
// whose sum is the smallest that is enough.
func (g Battles) LossForm(force field.UnitSet, naval bool, result bey.Result) *UnitsForm {
	if result == bey.NoLoss || result == bey.AllEliminated || force.Empty() {
		return nil
	}
	f := &UnitsForm{G: g, Act: order.ActLose, Rule: g.Sections.Losses, From: force}
	if !naval || result == bey.AllWeakened {
		n := result.Part(force.Len())
		f.Min, f.Max = n, n
		return f
	}
	var values [draw.Most]int
	n := 0
	for rest := force; !rest.Empty(); n++ {
		values[n] = g.Strength(rest.Pop())
	}
	f.Sum, _ = form.LeastSum(values[:n], result.Part(g.Sum(force)))
	return f
}

func (g Battles) lossQuestion(t *adjudicator.Table, b *Battle, f *UnitsForm, result bey.Result) adjudicator.Question {
	q := adjudicator.Question{Kind: "losses", Rule: g.Sections.Losses, Verbs: order.VerbsLose, Reaction: true, Form: f}
	if t.Heard() {
		key, wanted := "bey.ask.losses", f.Min
		if f.Sum > 0 {
			key, wanted = "bey.ask.losses-naval", f.Sum
		}
		q.Prompt = adjudicator.Say(key, "Zone", g.ZoneTerm(b.Zone), "Result", result.String(), "Wanted", wanted,
			"Units", g.Terms(f.From, 0))
	}
	return q
}

// destroy is the result E: the force is eliminated.
func (g Battles) destroy(t *adjudicator.Table, b *Battle, s adjudicator.Side) {
	units, men := g.Doomed(b, s)
	g.Tell(t, g.Sections.Losses, 1, "destroyed", "Side", s, "Zone", b.Zone, "Units", g.Terms(units, men))
	for !units.Empty() {
		g.Eliminate(units.Pop())
	}
	for men != 0 {
		g.Dismiss(men.Pop(), field.Eliminated)
	}
}
