package ruletest_test

import (
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/internal/ford"
	"keryx/adjudicator/ruletest"
	"keryx/orders"
)

// adviceBreaks break what is promised of standing orders, players, plans and mails.
var adviceBreaks = []broken{
	{"a standing order that does not read", "standing", `"when tired: hold" does not read`, with(func(o *ruletest.Options) {
		o.Standing = append(o.Standing, "when tired: hold")
	})},
	{"no standing orders to try", "standing", "there is none to try", func(o *ruletest.Options) adjudicator.Ruleset {
		o.Standing = nil
		return reworded("help.standing", "", "en", "fr")(o)
	}},
	{"advice that is illegal", "standing", "a standing order answers", bent("ambush", func(_ *ford.Game, q *adjudicator.Question) {
		q.Form = counsel{q.Form, func(first []ford.Act) (adjudicator.Answer, bool) { return first[0], true }}
	})},
	{"standing orders that never answer", "standing", "none of the standing orders answers ambush", func(o *ruletest.Options) adjudicator.Ruleset {
		o.Mails = nil
		return bent("ambush", func(_ *ford.Game, q *adjudicator.Question) {
			q.Form = counsel{q.Form, func([]ford.Act) (adjudicator.Answer, bool) { return nil, false }}
		})(o)
	}},

	{"a player who moves the game", "player", "has changed the game", thinking(func(g *ford.Game, a adjudicator.Answer) adjudicator.Answer {
		g.Loot[0]++
		return a
	})},
	{"a player who sees the enemy's hand", "player", "with something else hidden", thinking(func(g *ford.Game, a adjudicator.Answer) adjudicator.Answer {
		if act := a.(ford.Act); act.Verb == "bid" || act.Verb == "loot" || act.Verb == "ambush" || act.Verb == "hold" || count(g.Hands)%2 == 0 {
			return a
		}
		return ford.Act{Verb: "pass"}
	})},
	{"a player of his own chance", "player", "equal generators", func(*ruletest.Options) adjudicator.Ruleset {
		return thoughtful{ford.New("ford", ford.None), func() *rand.Rand { return rand.New(rand.NewPCG(rand.Uint64(), 1)) }, nil}
	}},

	{"a plan made of the enemy's hand", "player", "with something else hidden", proposing(func(g *ford.Game, side adjudicator.Side) []adjudicator.Plan {
		if slices.Contains(g.Hands[side.Other()], true) {
			return nil
		}
		return []adjudicator.Plan{scheme{}}
	})},
	{"a plan that moves the game", "player", "changed the game", proposing(func(g *ford.Game, side adjudicator.Side) []adjudicator.Plan {
		g.Loot[side]++
		return nil
	})},
	{"more plans than are wanted", "player", "there are 9", proposing(func(*ford.Game, adjudicator.Side) []adjudicator.Plan { return make([]adjudicator.Plan, 9) })},

	{"a file that is refused later", "plans", "is refused", func(*ruletest.Options) adjudicator.Ruleset {
		w := &worn{Rules: ford.New("ford", ford.None)}
		w.Bend = func(_ *ford.Game, q adjudicator.Question) adjudicator.Question {
			if w.times > 6 && q.Kind == "act" {
				q.Form = form{Form: q.Form, accept: func(_ adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
					return nil, orders.IllegalAt(s, s.Verb.Span, "no-chit", "3")
				}}
			}
			return q
		}
		return w
	}},

	{"too many mails", "mails", "at most 1.0", with(func(o *ruletest.Options) { o.Mails[0].Most = 1 })},
	{"too many mails of most turns", "mails", "a median of", with(func(o *ruletest.Options) { o.Mails[0].Median = 1 })},
	{"a question besides", "mails", "loot is asked", with(func(o *ruletest.Options) { o.Mails[0].Asked = []string{"bid", "act"} })},
}

// counsel is a form that the first standing order answers in its own way.
type counsel struct {
	adjudicator.Form
	advise func([]ford.Act) (adjudicator.Answer, bool)
}

func (c counsel) Advise(standing []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	a, ok := c.advise(standing[0].([]ford.Act))
	return a, 0, ok
}

// thoughtful is the tiny game with a player of its own, whose answers are changed.
type thoughtful struct {
	*ford.Rules
	chance func() *rand.Rand // in place of what he is given
	think  func(*ford.Game, adjudicator.Answer) adjudicator.Answer
}

func thinking(think func(*ford.Game, adjudicator.Answer) adjudicator.Answer) func(*ruletest.Options) adjudicator.Ruleset {
	return func(*ruletest.Options) adjudicator.Ruleset {
		return thoughtful{ford.New("ford", ford.None), nil, think}
	}
}

func (t thoughtful) Player(r *rand.Rand) adjudicator.Player {
	if t.chance != nil {
		r = t.chance()
	}
	return thinker{adjudicator.Random{Rand: r}, t.think}
}

type thinker struct {
	adjudicator.Random
	think func(*ford.Game, adjudicator.Answer) adjudicator.Answer
}

func (p thinker) Answer(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) adjudicator.Answer {
	a := p.Random.Answer(s, side, q)
	if p.think == nil {
		return a
	}
	return p.think(s.Game().(*ford.Game), a)
}

// proposer is the tiny game with plans of its own.
type proposer struct {
	*ford.Rules
	propose func(*ford.Game, adjudicator.Side) []adjudicator.Plan
}

func proposing(propose func(*ford.Game, adjudicator.Side) []adjudicator.Plan) func(*ruletest.Options) adjudicator.Ruleset {
	return func(*ruletest.Options) adjudicator.Ruleset { return proposer{ford.New("ford", ford.None), propose} }
}

func (p proposer) Propose(s *adjudicator.Session, side adjudicator.Side, _ int, _ *rand.Rand) []adjudicator.Plan {
	return p.propose(s.Game().(*ford.Game), side)
}

// scheme is the plan to do anything.
type scheme struct{}

func (scheme) Player(r *rand.Rand) adjudicator.Player { return adjudicator.Random{Rand: r} }

// worn is a ruleset that counts how often the same position is loaded in a row.
type worn struct {
	*ford.Rules
	last  string
	times int
}

func (w *worn) Load(s adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	if w.times++; string(state) != w.last {
		w.last, w.times = string(state), 1
	}
	return w.Rules.Load(s, state)
}
