package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/amend"
)

// tracks are the markers of this game that a referee can set: "garrison O4 sparta" (1.2.3),
// and "wall standing" (5).
func (rs *ruleset) tracks() []amend.Track {
	var places, states []any
	for i := range rs.own.Garrisons {
		places = append(places, rs.ZoneTerm(rs.own.Garrisons[i].Zone))
	}
	for i := range wallIDs {
		states = append(states, adjudicator.Keyword("wall-"+wallIDs[i]))
	}
	return []amend.Track{
		{Verb: "garrison", Of: places, Values: amend.Sides(rs.Printed),
			Get: func(g adjudicator.Game, i int) int { return int(g.(*game).faces[i]) },
			Put: func(g adjudicator.Game, i, s int) { g.(*game).faces[i] = adjudicator.Side(s) }},
		{Verb: "wall", Values: states,
			Get: func(g adjudicator.Game, _ int) int { return int(g.(*game).walls) },
			Put: func(g adjudicator.Game, _, to int) { g.(*game).walls = data.WallState(to) }},
	}
}

// Anew implements [adjudicator.Amendable].
func (g *game) Anew() (adjudicator.Game, bool) {
	other := g.copied()
	return other, amend.Enter(&other.Field, junctures)
}

// Unsound implements [adjudicator.Amendable].
func (g *game) Unsound() []error { return amend.Unsound(&g.Field, g.Invariants()) }
