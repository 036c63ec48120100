package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/amend"
)

// tracks are the markers of this game that a referee can set: "supply athens 2", and
// "shortage sparta yes" (6).
func (rs *ruleset) tracks() []amend.Track {
	sides := amend.Sides(rs.Printed)
	return []amend.Track{
		{Verb: "supply", Of: sides, Values: amend.Numbers(0, 3),
			Get: func(g adjudicator.Game, s int) int { return g.(*game).supply[s] },
			Put: func(g adjudicator.Game, s, n int) { g.(*game).supply[s] = n }},
		{Verb: "shortage", Of: sides, Values: []any{adjudicator.Keyword("marker-no"), adjudicator.Keyword("marker-yes")},
			Get: func(g adjudicator.Game, s int) int {
				if g.(*game).shortage[s] {
					return 1
				}
				return 0
			},
			Put: func(g adjudicator.Game, s, yes int) { g.(*game).shortage[s] = yes == 1 }},
	}
}

// Anew implements [adjudicator.Amendable].
func (g *game) Anew() (adjudicator.Game, bool) {
	other := g.copied()
	return other, amend.Enter(&other.Field, junctures)
}

// Unsound implements [adjudicator.Amendable].
func (g *game) Unsound() []error { return amend.Unsound(&g.Field, g.Invariants()) }
