package field

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/draw"
)

// A stratagem counter is a lot of the pool, by its index in the data.
type (
	ChitNo  = draw.Lot
	ChitSet = draw.Set
)

// NoChit is the chit that there is not.
const NoChit = draw.None

// Armed reports whether a side holds any stratagem counter. How many it holds
// is public, which they are is not: questions are asked by this, not by
// [game.holding].
func (g *Field) Armed(s adjudicator.Side) bool { return g.Pool.Hand[s] != 0 }

// Holding returns a counter in the side's hand whose face of that number it may
// play, or NoChit. Faces on the enemy's colour cannot be played (7), nor those
// that the scenario has withdrawn (10.2).
func (g *Field) Holding(s adjudicator.Side, n StratagemNo) ChitNo {
	if g.Playing.IsWithdrawn(n) || g.Retired.Has(n) {
		return NoChit
	}
	for set := g.Pool.Hand[s]; set != 0; {
		c := set.Pop()
		for _, f := range g.Counters[c].Faces {
			if f.Stratagem == n && f.Colour.PlayableBy(s) {
				return c
			}
		}
	}
	return NoChit
}

// OwnColour returns the side's counters that have a face of its own colour, as
// sieges ask for (5.1).
func (g *Field) OwnColour(s adjudicator.Side) ChitSet {
	var own ChitSet
	for set := g.Pool.Hand[s]; set != 0; {
		c := set.Pop()
		for _, f := range g.Counters[c].Faces {
			if f.Colour.Of(s) {
				own.Add(c)
			}
		}
	}
	return own
}

// SpendChit takes a played counter out of the hand: it goes back into the cup,
// or out of the game if the text that was played is permanent (A).
func (g *Field) SpendChit(s adjudicator.Side, c ChitNo, n StratagemNo) {
	if g.Stratagem(n).Permanent {
		g.Pool.Remove(s, c)
	} else {
		g.Pool.Return(c, true)
	}
}

// Redeal is [adjudicator.Redealer] for rulesets: the enemy's counters are any that the side
// cannot tell from his. What he has chosen in secret is forgotten with them, and so is the
// order that he wants his combats in, and what he could not have to begin with.
func (g *Field) Redeal(side adjudicator.Side, r *rand.Rand) {
	g.Pool.Redeal(side, r)
	g.Sealed[side.Other()], g.Missed[side.Other()] = Ruse{}, 0
	if g.Active != side {
		g.Phase.First = ZoneList{}
	}
	if g.Trace != nil {
		trace := *g.Trace // copies share it
		trace.Lost[side.Other()] = true
		g.Trace = &trace
	}
}

// NumberSet is a set of stratagem numbers.
type NumberSet uint32

// Has reports whether a stratagem is in the set.
func (s NumberSet) Has(n StratagemNo) bool { return s&(1<<n) != 0 }

// Add puts a stratagem into the set.
func (s *NumberSet) Add(n StratagemNo) { *s |= 1 << n }
