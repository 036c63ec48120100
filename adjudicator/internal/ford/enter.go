package ford

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"keryx/adjudicator"
)

// Entered is the ruleset with turns that can be entered in their middle.
type Entered struct{ *Rules }

// NewEntered returns it under a name.
func NewEntered(name string) Entered {
	r := New(name, None)
	r.entered = true
	return Entered{r}
}

// Moment is a point of a turn at which it can be entered: what is asked, and what a side
// has to know of the turn besides the position. The ambush is none.
type Moment struct {
	Kind  string
	Side  adjudicator.Side // who is asked; Observer for both
	First adjudicator.Side // who acts first
	Done  int              // impulses, or halves of a phase D
	Turns int
	Tie   adjudicator.Side
}

// moment is what a side is told of the turn if it is asked itself.
func (g *Game) moment(side adjudicator.Side) *Moment {
	m := g.now
	if !g.entered || m.Kind == "" || m.Side != side && m.Side != adjudicator.Observer {
		return nil
	}
	m.Turns, m.Tie = g.Turns, g.tie
	return &m
}

// Imagine implements [adjudicator.Imaginer].
func (r Entered) Imagine(_ string, side adjudicator.Side, position []byte, rnd *rand.Rand) (adjudicator.Game, error) {
	var k Knowledge
	if err := json.Unmarshal(position, &k); err != nil {
		return nil, fmt.Errorf("%w: %w", adjudicator.ErrNotImagined, err)
	}
	if k.Moment == nil {
		return nil, adjudicator.ErrNotImagined
	}
	g, err := r.Load(adjudicator.Setup{}, []byte("{}"))
	if err != nil {
		return nil, err
	}
	e := g.(*Game)
	e.at = *k.Moment
	e.Paces, e.Loot, e.Turns, e.tie = k.Paces, k.Loot, k.Moment.Turns, k.Moment.Tie
	e.Hands[side], e.Hands[side.Other()] = k.Own, make([]bool, k.Chits[side.Other()])
	e.Redeal(side, rnd)
	return e, nil
}
