package battle

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
)

// Attrition throws a die for each exposed zone, which weakens none, some or all of the
// units there. All zones are tested before losses are taken.
func (g Battles) Attrition(t *adjudicator.Table, s adjudicator.Side) {
	zones := g.Exposed(s)
	if zones.Empty() {
		return
	}
	g.Tell(t, g.AttritionRule(), 0, "attrition", "Side", s, "Zones", zones)
	tests := field.AttritionTests{Side: s, Zones: zones}
	for z := range zones.All() {
		tests.Total[z] = g.testAttrition(t, s, z)
	}
	g.Suffer(t, tests)
}

// Suffer takes the losses of the tests, of which one may be made again first (8).
func (g Battles) Suffer(t *adjudicator.Table, tests field.AttritionTests) {
	s, zones, total := tests.Side, tests.Zones, &tests.Total
	if z := g.rerollAttrition(t, tests); z != board.NoZone {
		total[z] = g.testAttrition(t, s, z)
	}
	for z := range zones.All() {
		_, n := g.AttritionOutcome(total[z], g.UnitsAt(s, z).Len())
		if n == 0 {
			continue
		}
		f := &UnitsForm{G: g, Act: order.ActWeaken, Rule: g.AttritionRule(), From: g.UnitsAt(s, z), Min: n, Max: n}
		g.WeakenAll(t, f.Rule, s, z, g.askAttrition(t, s, z, f))
		g.Aftermath(t, z)
	}
	g.Changed(t)
}

// askAttrition asks which units of a zone are weakened.
func (g Battles) askAttrition(t *adjudicator.Table, s adjudicator.Side, z board.Zone, f *UnitsForm) field.UnitSet {
	if !f.Open() {
		return f.Default().(UnitsAnswer).Units
	}
	q := adjudicator.Question{Kind: "attrition", Rule: f.Rule, Verbs: order.VerbsWeaken, Reaction: true, Form: f}
	if t.Heard() {
		q.Prompt = adjudicator.Say("bey.ask.attrition", "Zone", g.ZoneTerm(z), "Units", g.Terms(f.From, 0))
		if f.Min > 1 {
			q.Prompt = adjudicator.Say("bey.ask.attrition-half", "Zone", g.ZoneTerm(z), "Units", g.Terms(f.From, 0), "Count", f.Min)
		}
	}
	return t.Ask(s, q).(UnitsAnswer).Units
}

// testAttrition throws the die of a zone and returns its total.
func (g Battles) testAttrition(t *adjudicator.Table, s adjudicator.Side, z board.Zone) int {
	m := g.AttritionModifiers(s, z)
	die := t.At(g.Board.Name(z)).Die()
	total := die + m.Sum()
	if t.Heard() {
		came, n := g.AttritionOutcome(total, g.UnitsAt(s, z).Len())
		key, args := "attrition-none", []any{"Side", g.SideTerm(s), "Zone", g.ZoneTerm(z), "Die", die, "Total", total}
		switch {
		case came == standing.OutcomeAll:
			key = "attrition-all"
		case came == standing.OutcomeOne:
			key = "attrition-one"
		case came == standing.OutcomeHalf && n == 0:
			key = "attrition-half-none"
		case came == standing.OutcomeHalf:
			key, args = "attrition-half", append(args, "Count", n)
		}
		g.Tell(t, g.AttritionRule(), 1, key, args...)
		g.TellModifiers(t, 2, &m, "modifier-die")
	}
	return total
}

// rerollAttrition asks the holder of the Advantage, once all zones are tested,
// which of the tests is made again, and returns its zone or NoZone (8).
func (g Battles) rerollAttrition(t *adjudicator.Table, tests field.AttritionTests) board.Zone {
	s, zones, total := tests.Side, tests.Zones, &tests.Total
	return g.rerollAt(t, zones, field.Juncture{At: field.AtRetest, Tests: tests}, attritionThrown{g, s, zones, total}, func() (facts []adjudicator.Phrase) {
		for z := range zones.All() {
			facts = append(facts, adjudicator.Say("bey.fact.attrition", "Zone", g.ZoneTerm(z),
				"Total", total[z], "Units", g.Terms(g.UnitsAt(s, z), 0)))
		}
		return facts
	}, "Side", g.SideTerm(s))
}
