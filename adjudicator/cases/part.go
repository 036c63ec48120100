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

// Anew implements [adjudicator.Amendable] if the game does: behind a correction the turn is played from the question that
// is open, and to its own end.
func (p partly) Anew() (adjudicator.Game, bool) {
	if g, ok := p.Game.(adjudicator.Amendable); ok {
		return g.Anew()
	}
	return nil, false
}

// Unsound implements [adjudicator.Amendable].
func (p partly) Unsound() []error {
	if g, ok := p.Game.(adjudicator.Amendable); ok {
		return g.Unsound()
	}
	return nil
}
