package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/draw"
)

// A stratagem counter is a lot of the pool, by its index in the data.
type (
	chit    = draw.Lot
	chitSet = draw.Set
)

// noChit is the chit that there is not.
const noChit = draw.None

// armed reports whether a side holds any stratagem counter. How many it holds
// is public, which they are is not: questions are asked by this, not by
// [game.holding].
func (g *game) armed(s adjudicator.Side) bool { return g.chits.Hand[s] != 0 }

// holding returns a counter in the side's hand whose face of that number it may
// play, or noChit. Faces on the enemy's colour cannot be played (7), nor those
// that the scenario has withdrawn (10.2).
func (g *game) holding(s adjudicator.Side, n field.StratagemNo) chit {
	if g.scenario.IsWithdrawn(n) || g.retired.has(n) {
		return noChit
	}
	for set := g.chits.Hand[s]; set != 0; {
		c := set.Pop()
		for _, f := range g.Counters[c].Faces {
			if f.Stratagem == n && f.Colour.PlayableBy(s) {
				return c
			}
		}
	}
	return noChit
}

// ownColour returns the side's counters that have a face of its own colour, as
// sieges ask for (5.1).
func (g *game) ownColour(s adjudicator.Side) chitSet {
	var own chitSet
	for set := g.chits.Hand[s]; set != 0; {
		c := set.Pop()
		for _, f := range g.Counters[c].Faces {
			if f.Colour.Of(s) {
				own.Add(c)
			}
		}
	}
	return own
}

// spendChit takes a played counter out of the hand: it goes back into the cup,
// or out of the game if the text that was played is permanent (A).
func (g *game) spendChit(s adjudicator.Side, c chit, n field.StratagemNo) {
	if g.Stratagem(n).Permanent {
		g.chits.Remove(s, c)
	} else {
		g.chits.Return(c, true)
	}
}

// numberSet is a set of stratagem numbers.
type numberSet uint32

func (s numberSet) has(n field.StratagemNo) bool { return s&(1<<n) != 0 }
func (s *numberSet) add(n field.StratagemNo)     { *s |= 1 << n }
