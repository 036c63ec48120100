package hellespont

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/victory"
	"keryx/adjudicator/board"
)

// Clone implements [adjudicator.Cloner]. A game is copied by assignment, but for the memory
// that it works in.
func (g *game) Clone() adjudicator.Game { return g.copied() }

func (g *game) copied() *game {
	other := *g
	other.Search = new(board.Search)
	return &other
}

// Copy implements [battle.Model].
func (g *game) Copy() battle.Model {
	other := *g
	return &other
}

// Become implements [battle.Model].
func (g *game) Become(other battle.Model) { *g = *other.(*game) }

// kept is a copy that is looked at and never played.
func (g *game) kept() any {
	other := *g
	return &other
}

// Resample implements [adjudicator.Resampler]. All that a side cannot see are the
// stratagem counters in the enemy's hand: they are drawn anew from those that may
// be there as far as the side knows. An observer sees neither hand.
func (g *game) Resample(side adjudicator.Side, r *rand.Rand) adjudicator.Game {
	other := g.copied()
	other.Pool.Redeal(side, r)
	return other
}

// Bind implements [adjudicator.Binder]: what an answer names, it names in this game.
func (g *game) Bind(a adjudicator.Answer) adjudicator.Answer {
	switch a := a.(type) {
	case starting:
		a.g = g
		return a
	case choice:
		a.g = g
		return a
	case entering:
		f := *a.form
		f.g, a.form = g, &f
		return a
	case repatriation:
		f := *a.form
		f.g, a.form = g, &f
		return a
	}
	return g.war().Bind(a)
}

// Value implements [adjudicator.Valuer]: the victory points if the game ended now (9.2).
func (g *game) Value(side adjudicator.Side) float64 {
	points, _ := g.victoryPoints()
	return victory.Value(&g.Field, side, points)
}
