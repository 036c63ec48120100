package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
)

// Exposed implements [battle.Rules]: everywhere but in rear bases, cities, the port, and
// zones of operations with a garrison of one's own (6).
func (g *game) Exposed(s adjudicator.Side) board.Set {
	zones := g.Held[s].Minus(g.Bases).Minus(g.cities).Minus(g.harbour)
	for z := range zones.Intersect(g.theatre).All() {
		if g.garrisoned(s, z) {
			zones.Remove(z)
		}
	}
	return zones
}

// AttritionModifiers implements [battle.Rules].
func (g *game) AttritionModifiers(adjudicator.Side, board.Zone) bey.Modifiers {
	return bey.Modifiers{}
}

// AttritionOutcome implements [battle.Rules].
func (g *game) AttritionOutcome(total int) standing.Outcome {
	switch {
	case total >= 7:
		return standing.OutcomeAll
	case total >= 5:
		return standing.OutcomeOne
	}
	return standing.OutcomeNone
}
