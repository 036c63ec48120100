package perse

import (
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/fog"
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
	l, v := &g.Loads[enemy], &g.Veil[enemy]
	fits := func(fog.Piece, fog.Set) bool { return true }
	if !l.Redeal(v, g.roster.actors[enemy], fits, r) {
		panic("no pieces fit the names of a side") // the true ones do
	}
	g.redealHand(side, r)
	g.redealChit(enemy, r)
	g.Plan[enemy], g.Ready[enemy] = nil, false
	if g.Readying && enemy == greeks {
		g.Named = -1
	}
	if g.now.Side == enemy {
		g.way = ""
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
	act := a.(Act)
	switch act.Verb {
	case "pass":
		if g.passes == 0 && g.mayHave(side.Other()) && g.now.Gone == 0 { // else chits are shown, or counters lost
			return act.Verb
		}
	case "let", "none":
		return act.Verb
	case "command", "reorganise":
		return adjudicator.Unseen // what is ready is seen when all is
	case "move":
		if len(act.Path) > 0 && act.Units == "" && act.Taken == "" {
			return g.overtMarch(side, act)
		}
	}
	return ""
}

// overtMarch is what the enemy sees of a march into zones where nobody stands.
func (g *Game) overtMarch(side adjudicator.Side, act Act) string {
	to, ok := g.rules.zones[act.Path]
	if !ok || g.present(side.Other(), to) || g.Scorched.has(to) {
		return ""
	}
	names := g.now.Names
	group := g.alike(side, g.ashore(side, g.here(side)), names.Nth(0)) | names
	if group != names {
		return fmt.Sprint("move some ", names.Len(), act.Path)
	}
	return fmt.Sprint("move ", names, act.Path)
}

// known returns the piece that somebody knows a name to be, and whether he does.
func (g *Game) known(of adjudicator.Side, n fog.Name, viewer adjudicator.Side) (fog.Piece, bool) {
	if viewer == of {
		return g.Veil[of].Of(n), true
	}
	p, known := g.Veil[of].Known(n)
	return p, known && (viewer == of.Other() || g.Veil[of].Open.Has(n))
}

// hold are the counters that somebody knows to go with a name, and whether he knows all of them.
func (g *Game) hold(of adjudicator.Side, n fog.Name, viewer adjudicator.Side) (lots []int, all bool) {
	l := &g.Loads[of]
	if viewer == of || g.rules.leak == loadsInView {
		return g.load(of, g.Veil[of].Of(n)), true
	}
	all = true
	if viewer == nobody && !g.Veil[of].Open.Has(n) {
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
