package ruletest_test

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/internal/ford"
	"keryx/adjudicator/ruletest"
	"keryx/orders"
)

// ruled is the tiny game with something else than its questions changed.
type ruled struct {
	*ford.Rules
	info   func(*adjudicator.Info)
	read   func(*ford.Act)
	refuse func(*orders.Statement, *orders.Diagnostic)
	view   func(g *ford.Game, v *adjudicator.View)
	redeal func(g *ford.Game, side adjudicator.Side, r *rand.Rand)
	sample func(g *ford.Game, side adjudicator.Side)
	clone  func(g *ford.Game) adjudicator.Game
	value  func(g *ford.Game, side adjudicator.Side) float64
	bind   func(ford.Act) ford.Act
}

func (r ruled) Info() adjudicator.Info {
	info := r.Rules.Info()
	if r.info != nil {
		r.info(&info)
	}
	return info
}

func (r ruled) ReadOrder(verb string, s *orders.Statement) (adjudicator.Order, []*orders.Diagnostic) {
	o, faults := r.Rules.ReadOrder(verb, s)
	if a, ok := o.(ford.Act); ok && r.read != nil {
		r.read(&a)
		o = a
	}
	for _, d := range faults {
		if r.refuse != nil {
			r.refuse(s, d)
		}
	}
	return o, faults
}

func (r ruled) New(s adjudicator.Setup) (adjudicator.Game, error) { return r.Load(s, []byte("{}")) }

func (r ruled) Load(s adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	g, err := r.Rules.Load(s, state)
	if err != nil {
		return nil, err
	}
	return played{g.(*ford.Game), r}, nil
}

// played is a game of such a ruleset.
type played struct {
	*ford.Game
	rules ruled
}

func (g played) View(side adjudicator.Side) adjudicator.View {
	v := g.Game.View(side)
	if g.rules.view != nil {
		g.rules.view(g.Game, &v)
	}
	return v
}

func (g played) Redeal(side adjudicator.Side, r *rand.Rand) {
	if g.rules.redeal != nil {
		g.rules.redeal(g.Game, side, r)
		return
	}
	g.Game.Redeal(side, r)
}

func (g played) Resample(side adjudicator.Side, r *rand.Rand) adjudicator.Game {
	if g.rules.sample != nil {
		g.rules.sample(g.Game, side)
	}
	return played{g.Game.Resample(side, r).(*ford.Game), g.rules}
}

func (g played) Clone() adjudicator.Game {
	if g.rules.clone != nil {
		return g.rules.clone(g.Game)
	}
	return played{g.Game.Clone().(*ford.Game), g.rules}
}

func (g played) Value(side adjudicator.Side) float64 {
	if g.rules.value != nil {
		return g.rules.value(g.Game, side)
	}
	return g.Game.Value(side)
}

func (g played) Bind(a adjudicator.Answer) adjudicator.Answer {
	if g.rules.bind != nil {
		return g.rules.bind(a.(ford.Act))
	}
	return a
}

func changed(r ruled) func(*ruletest.Options) adjudicator.Ruleset {
	return func(*ruletest.Options) adjudicator.Ruleset {
		r.Rules = ford.New("ford", ford.None)
		return r
	}
}
