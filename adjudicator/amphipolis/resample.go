package amphipolis

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Resample implements [adjudicator.Resampler]. All that a side cannot see are the
// stratagem counters in the enemy's hand: they are drawn anew from those that may
// be there as far as the side knows. An observer sees neither hand.
func (g *game) Resample(side adjudicator.Side, r *rand.Rand) adjudicator.Game {
	other := *g
	other.Search = new(board.Search)
	other.Pool.Redeal(side, r)
	return &other
}

// Redeal implements [adjudicator.Redealer]. What the enemy has chosen in secret is
// forgotten with his counters, and so is the order that he wants his combats in.
func (g *game) Redeal(side adjudicator.Side, r *rand.Rand) {
	g.Pool.Redeal(side, r)
	g.Sealed[side.Other()] = field.Ruse{}
	if g.Active != side {
		g.Phase.First = field.ZoneList{}
	}
}

var (
	_ adjudicator.Resampler = (*game)(nil)
	_ adjudicator.Redealer  = (*game)(nil)
)
