package ruletest_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/internal/ford"
	"keryx/adjudicator/ruletest"
	"keryx/orders"
)

// secretBreaks break what is promised of what is hidden, and of copies.
var secretBreaks = []broken{
	{"a view that shows too much", "secrets", "its view", changed(ruled{view: func(g *ford.Game, v *adjudicator.View) {
		v.Goals = []adjudicator.Phrase{adjudicator.Say("ford.turn", "Turn", count(g.Hands))}
	}})},
	{"an observer who sees too much", "secrets", "an observer's view", changed(ruled{view: func(g *ford.Game, v *adjudicator.View) {
		if v.Side == adjudicator.Observer {
			v.Goals = []adjudicator.Phrase{adjudicator.Say("ford.turn", "Turn", count(g.Hands))}
		}
	}})},
	{"nothing is exchanged", "secrets", "has to change", changed(ruled{redeal: func(*ford.Game, adjudicator.Side, *rand.Rand) {}})},
	{"one's own hand is exchanged", "secrets", "its view", changed(ruled{redeal: func(g *ford.Game, side adjudicator.Side, r *rand.Rand) {
		g.Redeal(side, r)
		g.Redeal(side.Other(), r)
	}})},
	{"imagining changes the game", "secrets", "has changed the game itself", changed(ruled{sample: func(g *ford.Game, side adjudicator.Side) {
		for i := range g.Hands[side.Other()] {
			g.Hands[side.Other()][i] = !g.Hands[side.Other()][i]
		}
	}})},
	{"a refusal that tells", "secrets", "what is said to march 3", bent("act", func(g *ford.Game, q *adjudicator.Question) {
		accept := q.Form.Accept
		q.Form = form{Form: q.Form, accept: func(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
			a, fault := accept(o, s)
			if fault != nil && count(g.Hands) > 1 {
				fault.Args = append(fault.Args, "Limit", 77)
			}
			return a, fault
		}}
	})},
	{"it is not said what is hidden", "secrets", "no adjudicator.Redealer", func(*ruletest.Options) adjudicator.Ruleset { return open{ford.New("ford", ford.None)} }},

	{"a row that hangs on the other side's", "rows", "if they answer in another order", func(*ruletest.Options) adjudicator.Ruleset {
		return hasty{ford.New("ford", ford.None)}
	}},

	{"a copy that plays another turn", "forks", "may play another turn", changed(ruled{clone: func(g *ford.Game) adjudicator.Game { return g.Clone() }})},
	{"a copy that is no copy", "forks", "when it is played again", changed(ruled{clone: func(g *ford.Game) adjudicator.Game { return played{g, ruled{}} }})},
	{"a copy that forgets", "forks", "a copy of the turn stands otherwise", changed(ruled{clone: func(g *ford.Game) adjudicator.Game {
		c := g.Clone().(*ford.Game)
		c.Loot = [2]int{}
		return played{c, ruled{}}
	}})},
	{"an answer that is bound as another one", "forks", "a copy of the turn stands otherwise", changed(ruled{bind: func(a ford.Act) ford.Act {
		if a.Verb == "march" {
			a.Number = 1
		}
		return a
	}})},
	{"an exchange that leaves something", "forks", "In the state that Redeal leaves, Hands[", changed(ruled{redeal: func(g *ford.Game, side adjudicator.Side, r *rand.Rand) {
		kept := append([]bool(nil), g.Hands[side.Other()]...)
		g.Redeal(side, r)
		if len(kept) > 1 {
			copy(g.Hands[side.Other()][1:], kept[1:])
		}
	}})},
	{"a form that keeps what is hidden", "forks", "are imagined otherwise", bent("ambush", func(_ *ford.Game, q *adjudicator.Question) {
		q.Form = stale{q.Form.(advised), q.Form.Choices()}
	})},
	{"a question that is settled by the hand", "settled", "by who is waited for", bent("ambush", func(_ *ford.Game, q *adjudicator.Question) {
		q.Settled = len(q.Form.Choices()) == 1
	})},
	{"a value against the result", "forks", "Value says that it is worth", changed(ruled{value: func(g *ford.Game, side adjudicator.Side) float64 {
		return -g.Value(side)
	}})},

	{"a position that lacks something", "imagined", "is judged otherwise", entering(func(k *ford.Knowledge) { k.Paces = [2]int{} })},
	{"a position that is shown otherwise", "shown", "a position is shown otherwise than the game", func(*ruletest.Options) adjudicator.Ruleset {
		return blind{ford.New("ford", ford.None)}
	}},
	{"a position that nobody can enter", "imagined", "none could be entered", entering(func(k *ford.Knowledge) { k.Moment = nil })},
}

// open is the tiny game as one that does not tell what is hidden in it.
type open struct{ *ford.Rules }

func (r open) New(s adjudicator.Setup) (adjudicator.Game, error) { return r.Load(s, []byte("{}")) }

func (r open) Load(s adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	g, err := r.Rules.Load(s, state)
	return struct{ adjudicator.Game }{g}, err
}

// blind is the tiny game that shows nothing of a position.
type blind struct{ *ford.Rules }

func (blind) Show(adjudicator.Setup, adjudicator.Side, []byte) (adjudicator.View, error) {
	return adjudicator.View{}, nil
}

// enterable is the tiny game whose turns can be entered, with what a side is told changed
// where it is imagined.
type enterable struct {
	ford.Entered
	told func(*ford.Knowledge)
}

func entering(told func(*ford.Knowledge)) func(*ruletest.Options) adjudicator.Ruleset {
	return func(*ruletest.Options) adjudicator.Ruleset { return enterable{ford.NewEntered("ford"), told} }
}

func (e enterable) Imagine(scenario string, side adjudicator.Side, position []byte, r *rand.Rand) (adjudicator.Game, error) {
	var k ford.Knowledge
	if err := json.Unmarshal(position, &k); err != nil {
		return nil, err
	}
	e.told(&k)
	position, err := json.Marshal(k)
	if err != nil {
		return nil, err
	}
	return e.Entered.Imagine(scenario, side, position, r)
}

// stale is a form that lists what could be answered when it was made.
type stale struct {
	advised
	choices []adjudicator.Choice
}

type advised interface {
	adjudicator.Form
	adjudicator.Adviser
}

func (s stale) Choices() []adjudicator.Choice { return s.choices }

// count is the number of traps in both hands.
func count(hands [2][]bool) (n int) {
	for _, trap := range slices.Concat(hands[0], hands[1]) {
		if trap {
			n++
		}
	}
	return n
}
