package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
)

// The modifiers of an attrition die (6).
var (
	attritionOpen      = &bey.Clause{Key: "amphipolis.modifier.attrition-open", Rule: "6"}
	attritionCrowd     = &bey.Clause{Key: "amphipolis.modifier.attrition-crowd", Rule: "6"}
	attritionWinter    = &bey.Clause{Key: "amphipolis.modifier.attrition-winter", Rule: "6"}
	attritionArmistice = &bey.Clause{Key: "amphipolis.modifier.attrition-armistice", Rule: "6"}
)

// crowd is the force points of land units that make a zone harder to live in (6).
const crowd = 30

// Exposed implements [battle.Rules]: everywhere but in rear bases, cities, the port, and
// zones of operations with a garrison of one's own (6).
func (g *game) Exposed(s adjudicator.Side) board.Set {
	return g.Held[s].Minus(g.Bases).Minus(g.cities).Minus(g.harbour).Minus(g.garrisonsOf(s).Intersect(g.theatre))
}

// AttritionModifiers implements [battle.Rules]. At sea and in zones of operations there is
// no ground that counts.
func (g *game) AttritionModifiers(s adjudicator.Side, z board.Zone) bey.Modifiers {
	var m bey.Modifiers
	m.AddIf(g.Clear.Union(g.high).Has(z), attritionOpen, 1)
	m.AddIf(g.LandPF(s, z) >= crowd, attritionCrowd, 1)
	// The turn's change is that of winter and that of the armistice together.
	peace := 0
	if g.turn().Armistice {
		peace = -1
	}
	m.Add(attritionWinter, g.turn().Attrition-peace)
	m.Add(attritionArmistice, peace)
	return m
}

// AttritionOutcome implements [battle.Rules]: 5 weakens one unit, 6 half of them, rounded
// down, and more all of them (6).
func (g *game) AttritionOutcome(total, units int) (standing.Outcome, int) {
	switch {
	case total > 6:
		return standing.OutcomeAll, units
	case total == 6 && g.options.AttritionOne:
		return standing.OutcomeHalf, max(units/2, min(units, 1))
	case total == 6:
		return standing.OutcomeHalf, units / 2
	case total == 5:
		return standing.OutcomeOne, min(units, 1)
	}
	return standing.OutcomeNone, 0
}

// AttritionRule implements [battle.Rules].
func (g *game) AttritionRule() string { return "6" }

// Healed implements [battle.Rules]: the bonuses of leaders turn units on the main map to
// their front; elsewhere a stratagem or the Advantage does (2.D.3).
func (g *game) Healed(s adjudicator.Side) (units field.UnitSet) {
	for z := range g.Held[s].Intersect(g.Lands.Union(g.Seas)).All() {
		units = units.Or(g.UnitsAt(s, z))
	}
	return units
}
