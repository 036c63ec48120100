package cases

import "keryx/adjudicator"

// Partly is a game with nothing but a part of its turn for a Turn, as [Stage] returns it.
func Partly(g adjudicator.Game, part func(t *adjudicator.Table) (over bool)) adjudicator.Game {
	return partly{g, part}
}

type partly struct {
	adjudicator.Game
	part func(t *adjudicator.Table) bool
}

// Turn implements [adjudicator.Game].
func (p partly) Turn(t *adjudicator.Table) bool { return p.part(t) }
