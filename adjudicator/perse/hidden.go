package perse

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/order"
)

// Resample implements [adjudicator.Resampler].
func (g *Game) Resample(side adjudicator.Side, r *rand.Rand) adjudicator.Game {
	other := g.Clone().(*Game)
	other.Redeal(side, r)
	return other
}

// Redeal implements [adjudicator.Redealer]: other pieces under the enemy's names with other counters, another
// chit and other stratagems, and nothing of what he means to do.
func (g *Game) Redeal(side adjudicator.Side, r *rand.Rand) {
	enemy := side.Other()
	g.redealMarkers(enemy, r)
	g.redealHand(side, r)
	g.redealChit(enemy, r)
	g.Plan[enemy], g.Ready[enemy] = nil, false
	if g.Readying && enemy == greeks {
		g.Named = -1
	}
	if g.flow.Segment == enemy {
		g.way, g.doing = "", order.Act{}
	}
	if g.now.Side == enemy {
		if p := g.head(enemy, g.now.Names); p != draw.None {
			g.now.Head = g.Veil[enemy].Goes[p]
		}
	}
}

// redealHand exchanges the stratagems in the enemy's hand, but for those that he has won in the open.
func (g *Game) redealHand(side adjudicator.Side, r *rand.Rand) {
	enemy := side.Other()
	won := g.Pool.Hand[enemy] & g.Given
	g.Pool.Hand[enemy] &^= won
	g.Pool.Redeal(side, r)
	g.Pool.Hand[enemy] |= won
}

// redealChit gives a side another chit with which it could have spent what it has.
func (g *Game) redealChit(enemy adjudicator.Side, r *rand.Rand) {
	if g.Chit[enemy] < 0 {
		return
	}
	var may []int8
	for c, worth := range g.rules.Chits {
		if int8(c) != g.Chit[enemy.Other()] && worth[enemy]+g.Lead[enemy] >= g.Spent[enemy] {
			may = append(may, int8(c))
		}
	}
	g.Chit[enemy] = may[r.IntN(len(may))]
}

// Overt implements [adjudicator.Overt]: what the enemy sees of an answer before anything is shown.
func (g *Game) Overt(side adjudicator.Side, a adjudicator.Answer) string {
	act := a.(order.Act)
	switch act.Verb {
	case "pass":
		if g.flow.Passes == 0 && g.mayHave(side.Other()) && g.now.Gone == 0 { // else chits are shown, or counters lost
			return act.Verb
		}
	case "let", "none":
		if g.way == "" { // else the enemy's march goes on, which he has not said
			return act.Verb
		}
	case "command", "reorganise":
		return adjudicator.Unseen // what is ready is seen when all is
	case "activate":
		if g.now.Gone == 0 {
			names := g.Veil[side].Names(g.set(side, act.Piece) | g.set(side, act.With))
			return fmt.Sprint("activate ", names.Len(), " of ", g.likely(side, names))
		}
	case "move":
		if act.Units == "" && act.Taken == "" {
			return g.overtWay(side, g.now.Names, act.Path, g.ashore)
		}
	case "sail":
		if act.Piece != "" && act.Units == "" && act.Taken == "" && g.roster.ID != "14.1" {
			return g.overtWay(side, g.Veil[side].Names(g.set(side, act.Piece)), act.Path, g.afloat)
		}
	}
	return ""
}

// overtWay is what the enemy sees of a way into zones where nobody stands: names that stand among others
// that look alike are dealt anew.
func (g *Game) overtWay(side adjudicator.Side, names fog.Set, path string, there func(adjudicator.Side, board.Zone) fog.Set) string {
	first := names.Nth(0)
	from := g.Where[side][first]
	group := g.alike(side, there(side, from), first) | names
	zones := strings.Fields(path)
	for i, id := range zones {
		z := g.rules.zones[id]
		sea := g.roster.back[side][1].Has(first)
		if met, units := g.enemies(force{Side: side, At: z, Sea: sea}); met != 0 || units || g.Scorched.has(z) && !sea || i < len(zones)-1 && there(side, z) != 0 {
			return ""
		}
	}
	if len(zones) >= mostZones {
		return "" // counters may be lost at once
	}
	if group != names {
		return fmt.Sprint("some ", names.Len(), " of ", group, path)
	}
	return fmt.Sprint(names, path)
}

// known returns the piece that somebody knows a name to be, and whether he does.
func (g *Game) known(of adjudicator.Side, n fog.Name, viewer adjudicator.Side) (fog.Piece, bool) {
	if viewer == of {
		return g.Veil[of].Of(n), true
	}
	p, known := g.Veil[of].Known(n)
	return p, known && (viewer == of.Other() || g.Veil[of].Open.Has(n))
}

// seenHand are the stratagems in a side's hand that somebody knows: his own, and those that were won in the open.
func (g *Game) seenHand(of, viewer adjudicator.Side) draw.Set {
	if viewer == of {
		return g.Pool.Hand[of]
	}
	return g.Pool.Hand[of] & g.Given
}

// hold are the counters that somebody knows to go with a name, and whether he knows all of them.
func (g *Game) hold(of adjudicator.Side, n fog.Name, viewer adjudicator.Side) (lots []int, all bool) {
	l := &g.Loads[of]
	if viewer == of {
		return g.load(of, g.Veil[of].Of(n)), true
	}
	all = true
	if viewer == nobody && (!g.Veil[of].Open.Has(n) || g.Scouted[of].Has(n)) {
		return nil, false
	}
	for s := range l.N {
		switch {
		case l.May[s] == 1<<n:
			lots = append(lots, g.roster.slots[of][s])
		case l.May[s].Has(n):
			all = false
		}
	}
	return lots, all
}
