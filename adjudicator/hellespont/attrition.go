package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/board"
)

// The modifiers of an attrition die (6.4).
var (
	attritionTroops = &bey.Clause{Key: "hellespont.modifier.attrition-troops", Rule: "6.4"}
	attritionFleet  = &bey.Clause{Key: "hellespont.modifier.attrition-fleet", Rule: "6.4"}
	attritionWinter = &bey.Clause{Key: "hellespont.modifier.attrition-winter", Rule: "6.4"}
)

// exposed returns the zones where a side tests attrition: wherever it has units but
// in bases, ports and sea zones with a beach (6.4).
func (g *game) exposed(s adjudicator.Side) board.Set {
	var zones board.Set
	for z := range g.held[s].Minus(g.bases).Minus(g.ports).All() {
		if !g.seas.Has(z) || g.board.Beaches(z).Empty() {
			zones.Add(z)
		}
	}
	return zones
}

// attritionModifiers are those of the test of a side in a zone.
func (g *game) attritionModifiers(s adjudicator.Side, z board.Zone) bey.Modifiers {
	var m bey.Modifiers
	m.Add(attritionTroops, g.landPF(s, z)/5)
	m.Add(attritionFleet, g.navalPF(s, z)/20)
	m.Add(attritionWinter, g.now().Attrition)
	return m
}

// attritionOutcome is what a modified die comes to: 5 weakens one unit of the zone, 6 and
// more all of them (6.4).
func (g *game) attritionOutcome(total int) outcome {
	switch {
	case total >= 6:
		return outcomeAll
	case total == 5:
		return outcomeOne
	}
	return outcomeNone
}

// attrition is D.5: a die for each exposed zone weakens none, one or all of the units
// there (6.4). All zones are tested before losses are taken.
func (g *game) attrition(t *adjudicator.Table, s adjudicator.Side) {
	zones := g.exposed(s)
	if zones.Empty() {
		return
	}
	g.tell(t, "6.4", 0, "attrition", "Side", g.sideTerm(s), "Zones", g.zoneTerms(zones))
	tests := attritionTests{side: s, zones: zones}
	for z := range zones.All() {
		tests.total[z] = g.testAttrition(t, s, z)
	}
	g.suffer(t, tests)
}

// attritionTests are what a side has thrown in its exposed zones, modified.
type attritionTests struct {
	side  adjudicator.Side
	zones board.Set
	total [maxZones]int
}

// suffer takes the losses of the tests, of which one may be made again first (8).
func (g *game) suffer(t *adjudicator.Table, tests attritionTests) {
	s, zones, total := tests.side, tests.zones, &tests.total
	if z := g.rerollAttrition(t, tests); z != board.NoZone {
		total[z] = g.testAttrition(t, s, z)
	}
	for z := range zones.All() {
		switch g.attritionOutcome(total[z]) {
		case outcomeAll:
			g.weakenAll(t, "6.4", s, z, g.unitsAt(s, z))
		case outcomeOne:
			f := &unitsForm{g: g, act: actWeaken, rule: "6.4", from: g.unitsAt(s, z), min: 1, max: 1}
			g.weakenAll(t, "6.4", s, z, g.askAttrition(t, s, z, f))
		default:
			continue
		}
		g.aftermath(t, z)
	}
	g.changed(t)
}

// askAttrition asks which unit of a zone is weakened.
func (g *game) askAttrition(t *adjudicator.Table, s adjudicator.Side, z board.Zone, f *unitsForm) unitSet {
	if !f.open() {
		return f.Default().(unitsAnswer).units
	}
	q := adjudicator.Question{Kind: "attrition", Rule: "6.4", Verbs: verbsWeaken, Reaction: true, Form: f}
	if t.Heard() {
		q.Prompt = adjudicator.Say("hellespont.ask.attrition", "Zone", g.zoneTerm(z), "Units", g.terms(f.from, 0))
	}
	return t.Ask(s, q).(unitsAnswer).units
}

// testAttrition throws the die of a zone and returns its total.
func (g *game) testAttrition(t *adjudicator.Table, s adjudicator.Side, z board.Zone) int {
	m := g.attritionModifiers(s, z)
	die := t.Die()
	total := die + m.Sum()
	if t.Heard() {
		key := "attrition-none"
		switch g.attritionOutcome(total) {
		case outcomeAll:
			key = "attrition-all"
		case outcomeOne:
			key = "attrition-one"
		}
		g.tell(t, "6.4", 1, key, "Side", g.sideTerm(s), "Zone", g.zoneTerm(z), "Die", die, "Total", total)
		g.tellModifiers(t, 2, &m, "modifier-die")
	}
	return total
}

// rerollAttrition asks the holder of the Advantage, once all zones are tested,
// which of the tests is made again, and returns its zone or NoZone (8).
func (g *game) rerollAttrition(t *adjudicator.Table, tests attritionTests) board.Zone {
	s, zones, total := tests.side, tests.zones, &tests.total
	return g.rerollAt(t, zones, juncture{at: atRetest, tests: tests}, attritionThrown{g, s, zones, total}, func() (facts []adjudicator.Phrase) {
		for z := range zones.All() {
			facts = append(facts, adjudicator.Say("hellespont.fact.attrition", "Zone", g.zoneTerm(z),
				"Total", total[z], "Units", g.terms(g.unitsAt(s, z), 0)))
		}
		return facts
	}, "Side", g.sideTerm(s))
}

// trickery is what a side may play against the enemy in its D.5: rotten hulls (S5)
// or desertion (S23).
func (g *game) trickery(t *adjudicator.Table, s adjudicator.Side) {
	enemy := s.Other()
	r := g.askRuse(t, s, "D.5", atDecayRuse, inAttrition, func(f *ruseForm) {
		if !g.beached(enemy).empty() {
			f.offer(played(5))
		}
		if g.holding(s, 23) != noChit {
			g.eachDeserter(enemy, func(u unit) {
				r := played(23)
				r.unit = u
				f.offer(r)
			})
		}
	}, "Enemy", g.sideTerm(enemy))
	switch r.number {
	case 5:
		g.rot(t, enemy)
	case 23:
		z := g.where[r.unit]
		if t.Heard() {
			g.tell(t, "7 S23", 1, "deserted", "Side", g.sideTerm(enemy), "Unit", g.unitTermOf(r.unit), "Zone", g.zoneTerm(z))
		}
		g.lift(r.unit)
		g.unitFate[r.unit] = removed
		g.aftermath(t, z)
	}
	g.changed(t)
}

// eachDeserter calls yield with the units of a side that S23 can strike: of 10 PF
// at most as they stand, one of equal ones in each zone.
func (g *game) eachDeserter(s adjudicator.Side, yield func(unit)) {
	for rest := g.onMap(s); !rest.empty(); {
		u := rest.pop()
		same := g.equal(rest, g.units[u].label, g.weak.has(u)).and(g.at[g.where[u]])
		rest = rest.minus(same)
		if g.strength(u) <= 10 {
			yield(u)
		}
	}
}

// beached returns the ships of a side in sea zones with a beach.
func (g *game) beached(s adjudicator.Side) unitSet {
	var ships unitSet
	for z := range g.heldBySea[s].Intersect(g.seas).All() {
		if !g.board.Beaches(z).Empty() {
			ships = ships.or(g.navalAt(s, z))
		}
	}
	return ships
}

// rot is S5: of its ships on beaches the side eliminates one and weakens another,
// of its own choice.
func (g *game) rot(t *adjudicator.Table, s adjudicator.Side) {
	first := g.askHull(t, s, actRemove)
	z := g.where[first]
	if t.Heard() {
		g.tell(t, "7 S5", 1, "eliminated", "Side", g.sideTerm(s), "Zone", g.zoneTerm(z), "Units", g.terms(unitsOf(first), 0))
	}
	g.eliminate(first)
	g.aftermath(t, z)
	if g.beached(s).empty() {
		return
	}
	second := g.askHull(t, s, actWeaken)
	z = g.where[second]
	g.weakenAll(t, "7 S5", s, z, unitsOf(second))
	g.aftermath(t, z)
}

// askHull asks which ship on a beach is eliminated or weakened.
func (g *game) askHull(t *adjudicator.Table, s adjudicator.Side, a act) unit {
	f := &unitsForm{g: g, act: a, rule: "7 S5", from: g.beached(s), min: 1, max: 1, located: true}
	if !f.open() {
		return f.from.nth(0)
	}
	q := adjudicator.Question{Kind: "hulls", Rule: "7 S5", Verbs: []string{string(verbOf[a])}, Reaction: true, Form: f}
	if t.Heard() {
		q.Prompt = adjudicator.Say("hellespont.ask.hulls-"+string(verbOf[a]), "Units", g.terms(f.from, 0))
	}
	return t.Ask(s, q).(unitsAnswer).units.nth(0)
}
