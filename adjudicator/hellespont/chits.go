package hellespont

import (
	"math/bits"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
)

// chit is the index of a stratagem counter.
type chit uint8

// noChit is the chit that there is not.
const noChit chit = 255

// chitSet is a set of stratagem counters.
type chitSet uint32

func (s chitSet) has(c chit) bool { return c < maxChits && s&(1<<c) != 0 }
func (s *chitSet) add(c chit)     { *s |= 1 << c }
func (s *chitSet) drop(c chit)    { *s &^= 1 << c }
func (s chitSet) len() int        { return bits.OnesCount32(uint32(s)) }

// pop removes the chit of the lowest index and returns it, or noChit.
func (s *chitSet) pop() chit {
	if *s == 0 {
		return noChit
	}
	c := chit(bits.TrailingZeros32(uint32(*s)))
	*s &= *s - 1
	return c
}

// nth returns the chit of rank n, from 0, in rising order of index.
func (s chitSet) nth(n int) chit {
	for ; n > 0; n-- {
		s.pop()
	}
	return s.pop()
}

// armed reports whether a side holds any stratagem counter. How many it holds
// is public, which they are is not: questions are asked by this, not by
// [game.holding].
func (g *game) armed(s adjudicator.Side) bool { return g.hand[s] != 0 }

// holding returns a counter in the side's hand whose face of that number it may
// play, or noChit. Faces on the enemy's colour cannot be played (7), nor those
// that the scenario has withdrawn (10.2).
func (g *game) holding(s adjudicator.Side, n field.StratagemNo) chit {
	if g.scenario.IsWithdrawn(n) || g.retired.has(n) {
		return noChit
	}
	for set := g.hand[s]; set != 0; {
		c := set.pop()
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
	for set := g.hand[s]; set != 0; {
		c := set.pop()
		for _, f := range g.Counters[c].Faces {
			if f.Colour.Of(s) {
				own.add(c)
			}
		}
	}
	return own
}

// discard puts a counter from a hand back into the cup. Its owner knows that it is
// there; the enemy does if he sees it.
func (g *game) discard(c chit, seen bool) {
	for s := range g.hand {
		if seen || g.hand[s].has(c) {
			g.inCup[s].add(c)
		}
		g.hand[s].drop(c)
	}
	g.cup.add(c)
}

// spendChit takes a played counter out of the hand: it goes back into the cup,
// or out of the game if the text that was played is permanent (A).
func (g *game) spendChit(s adjudicator.Side, c chit, n field.StratagemNo) {
	if !g.Stratagem(n).Permanent {
		g.discard(c, true)
	}
	g.hand[s].drop(c)
}

// numberSet is a set of stratagem numbers.
type numberSet uint32

func (s numberSet) has(n field.StratagemNo) bool { return s&(1<<n) != 0 }
func (s *numberSet) add(n field.StratagemNo)     { *s |= 1 << n }
