package field

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/order"
)

// Redeal implements [adjudicator.Redealer]: other pieces under the enemy's names with other counters, another
// chit and other stratagems, and nothing of what he means to do.
func (g *War) Redeal(side adjudicator.Side, r *rand.Rand) {
	enemy := side.Other()
	g.redealMarkers(enemy, r)
	g.redealHand(side, r)
	g.redealChit(enemy, r)
	g.Plan[enemy], g.Ready[enemy] = nil, false
	if g.Readying && enemy == Greeks {
		g.Named = -1
	}
	if g.Flow.Segment == enemy {
		g.Way, g.Doing = "", order.Act{}
	}
	if g.Now.Side == enemy {
		if p := g.Head(enemy, g.Now.Names); p != draw.None {
			g.Now.Head = g.Veil[enemy].Goes[p]
		}
	}
}

// redealHand exchanges the stratagems in the enemy's hand, but for those that he has won in the open.
func (g *War) redealHand(side adjudicator.Side, r *rand.Rand) {
	enemy := side.Other()
	won := g.Pool.Hand[enemy] & g.Given
	g.Pool.Hand[enemy] &^= won
	g.Pool.Redeal(side, r)
	g.Pool.Hand[enemy] |= won
}

// redealChit gives a side another chit with which it could have spent what it has.
func (g *War) redealChit(enemy adjudicator.Side, r *rand.Rand) {
	if g.Chit[enemy] < 0 {
		return
	}
	var may []int8
	for c, worth := range g.Rules.Chits {
		if int8(c) != g.Chit[enemy.Other()] && worth[enemy]+g.Lead[enemy] >= g.Spent[enemy] {
			may = append(may, int8(c))
		}
	}
	g.Chit[enemy] = may[r.IntN(len(may))]
}

// Known returns the piece that somebody knows a name to be, and whether he does.
func (g *War) Known(of adjudicator.Side, n fog.Name, viewer adjudicator.Side) (fog.Piece, bool) {
	if viewer == of {
		return g.Veil[of].Of(n), true
	}
	p, known := g.Veil[of].Known(n)
	return p, known && (viewer == of.Other() || g.Veil[of].Open.Has(n))
}

// SeenHand are the stratagems in a side's hand that somebody knows: his own, and those that were won in the open.
func (g *War) SeenHand(of, viewer adjudicator.Side) draw.Set {
	if viewer == of {
		return g.Pool.Hand[of]
	}
	return g.Pool.Hand[of] & g.Given
}

// Hold are the counters that somebody knows to go with a name, and whether he knows all of them.
func (g *War) Hold(of adjudicator.Side, n fog.Name, viewer adjudicator.Side) (lots []int, all bool) {
	l := &g.Loads[of]
	if viewer == of {
		return g.Load(of, g.Veil[of].Of(n)), true
	}
	all = true
	if viewer == Nobody && (!g.Veil[of].Open.Has(n) || g.Scouted[of].Has(n)) {
		return nil, false
	}
	for s := range l.N {
		switch {
		case l.May[s] == 1<<n:
			lots = append(lots, g.Roster.Slots[of][s])
		case l.May[s].Has(n):
			all = false
		}
	}
	return lots, all
}

// CountShows reports whether all see how many counters go with some names together: what may be with one of them can be with no
// other name.
func (g *War) CountShows(side adjudicator.Side, names fog.Set) bool {
	l := &g.Loads[side]
	for i := range l.N {
		if l.May[i]&names != 0 && l.May[i]&^names != 0 {
			return false
		}
	}
	return true
}
