package hellespont

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// Resample implements [adjudicator.Resampler]. All that a side cannot see are the
// stratagem counters in the enemy's hand: they are drawn anew from those that may
// be there as far as the side knows. An observer sees neither hand.
func (g *game) Resample(side adjudicator.Side, r *rand.Rand) adjudicator.Game {
	other := *g
	other.search = new(board.Search)
	if side == adjudicator.Observer {
		other.redealAll(r)
	} else {
		other.redeal(side, r)
	}
	return &other
}

// Redeal implements [adjudicator.Redealer]. What the enemy has chosen in secret for
// the siege in hand is forgotten with his counters, and so is the order that he wants his
// combats in, and what he could not have to begin with.
func (g *game) Redeal(side adjudicator.Side, r *rand.Rand) {
	g.redeal(side, r)
	g.sealed[side.Other()], g.missed[side.Other()] = ruse{}, 0
	if g.active != side {
		g.phase.first = zoneList{}
	}
}

// redeal exchanges the counters in the enemy's hand for others that the side
// cannot tell from them. Counters that it has seen go into the cup since the enemy
// last drew stay there.
func (g *game) redeal(side adjudicator.Side, r *rand.Rand) {
	enemy := side.Other()
	pool := (g.cup | g.hand[enemy]) &^ g.inCup[side]
	g.inCup[enemy] &= g.inCup[side] // which of his own he has put back only he knows
	n := g.hand[enemy].len()
	g.cup |= g.hand[enemy]
	g.hand[enemy] = 0
	g.deal(enemy, n, pool, r)
}

// redealAll exchanges the counters of both hands. What a side has seen go into the
// cup is its own knowledge, which an observer does not share.
func (g *game) redealAll(r *rand.Rand) {
	sizes := [2]int{g.hand[athens].len(), g.hand[sparta].len()}
	g.cup |= g.hand[athens] | g.hand[sparta]
	g.hand = [2]chitSet{}
	for s, n := range sizes {
		g.deal(adjudicator.Side(s), n, g.cup, r)
	}
}

// deal moves n counters of a pool from the cup into a hand.
func (g *game) deal(side adjudicator.Side, n int, pool chitSet, r *rand.Rand) {
	for ; n > 0; n-- {
		c := pool.nth(r.IntN(pool.len()))
		pool.drop(c)
		g.cup.drop(c)
		g.hand[side].add(c)
	}
}

var (
	_ adjudicator.Resampler = (*game)(nil)
	_ adjudicator.Redealer  = (*game)(nil)
)
