package ruletest_test

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/internal/ford"
)

// hasty is the tiny game with two bids before the first turn's bid, one behind the other and
// apart for each side. The first of the sides to be through begins with a point of loot.
type hasty struct{ *ford.Rules }

func (r hasty) New(s adjudicator.Setup) (adjudicator.Game, error) { return r.Load(s, []byte("{}")) }

func (r hasty) Load(s adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	g, err := r.Rules.Load(s, state)
	if err != nil {
		return nil, err
	}
	return &racing{Game: g.(*ford.Game)}, nil
}

// racing is a game of it.
type racing struct {
	*ford.Game
}

func (g *racing) Clone() adjudicator.Game {
	return &racing{Game: g.Game.Clone().(*ford.Game)}
}

func (g *racing) Resample(side adjudicator.Side, r *rand.Rand) adjudicator.Game {
	return &racing{Game: g.Game.Resample(side, r).(*ford.Game)}
}

// Turn implements [adjudicator.Game].
func (g *racing) Turn(t *adjudicator.Table) bool {
	first := adjudicator.Observer
	t.Phase("B", adjudicator.Observer)
	row := func(d *adjudicator.Desk) {
		for range 2 {
			d.Ask(g.Bid())
		}
		if first == adjudicator.Observer {
			first = d.Side()
		}
	}
	t.Apart(row, row)
	g.Loot[first]++
	return g.Game.Turn(t)
}
