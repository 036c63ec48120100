package ruletest_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/internal/ford"
	"keryx/adjudicator/ruletest"
	"keryx/orders"
)

// broken is one promise that a ruleset breaks.
type broken struct {
	name, promise string
	says          string // in the report
	rules         func(*ruletest.Options) adjudicator.Ruleset
}

// faulty is the tiny game with one of its own faults.
func faulty(f ford.Fault) func(*ruletest.Options) adjudicator.Ruleset {
	return func(*ruletest.Options) adjudicator.Ruleset { return ford.New("ford", f) }
}

// bent is the tiny game with the questions of a kind changed.
func bent(kind string, bend func(g *ford.Game, q *adjudicator.Question)) func(*ruletest.Options) adjudicator.Ruleset {
	return func(*ruletest.Options) adjudicator.Ruleset {
		rules := ford.New("ford", ford.None)
		rules.Bend = func(g *ford.Game, q adjudicator.Question) adjudicator.Question {
			if q.Kind == kind {
				bend(g, &q)
			}
			return q
		}
		return rules
	}
}

// form is a form of the tiny game of which one method is another. A method that is nil
// is the form's own.
type form struct {
	adjudicator.Form
	accept  func(adjudicator.Order, *orders.Statement) (adjudicator.Answer, *orders.Diagnostic)
	sample  func(*rand.Rand) adjudicator.Answer
	least   adjudicator.Answer
	choices []adjudicator.Choice
}

func (f form) Accept(o adjudicator.Order, s *orders.Statement) (adjudicator.Answer, *orders.Diagnostic) {
	if f.accept != nil {
		return f.accept(o, s)
	}
	return f.Form.Accept(o, s)
}

func (f form) Sample(r *rand.Rand) adjudicator.Answer {
	if f.sample != nil {
		return f.sample(r)
	}
	return f.Form.Sample(r)
}

func (f form) Default() adjudicator.Answer {
	if f.least != nil {
		return f.least
	}
	return f.Form.Default()
}

func (f form) Choices() []adjudicator.Choice { return append(f.Form.Choices(), f.choices...) }

// ruled is the tiny game with something else than its questions changed.
type ruled struct {
	*ford.Rules
	info   func(*adjudicator.Info)
	read   func(*ford.Act)
	view   func(g *ford.Game, v *adjudicator.View)
	redeal func(g *ford.Game, side adjudicator.Side, r *rand.Rand)
	sample func(g *ford.Game, side adjudicator.Side)
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

func changed(r ruled) func(*ruletest.Options) adjudicator.Ruleset {
	return func(*ruletest.Options) adjudicator.Ruleset {
		r.Rules = ford.New("ford", ford.None)
		return r
	}
}

// open is the tiny game as one that does not tell what is hidden in it.
type open struct{ *ford.Rules }

func (r open) New(s adjudicator.Setup) (adjudicator.Game, error) { return r.Load(s, []byte("{}")) }

func (r open) Load(s adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	g, err := r.Rules.Load(s, state)
	return struct{ adjudicator.Game }{g}, err
}

// breaks break every promise in turn.
var breaks = []broken{
	{"a phase that is not listed", "questions", `in the phase "D"`, changed(ruled{info: func(i *adjudicator.Info) { i.Phases = i.Phases[:3] }})},
	{"no version", "info", "no version", changed(ruled{info: func(i *adjudicator.Info) { i.Version = "" }})},
	{"a question without a prompt", "questions", "Prompt is empty", bent("loot", func(_ *ford.Game, q *adjudicator.Question) { q.Prompt = adjudicator.Phrase{} })},
	{"a verb that nobody knows", "questions", "not in the lexicon", bent("loot", func(_ *ford.Game, q *adjudicator.Question) { q.Verbs = append(q.Verbs, "plunder") })},

	{"an illegal sample", "plays", "is none of", faulty(ford.Refuses)},
	{"a turn without an end", "plays", "does not end", faulty(ford.Endless)},
	{"code that fails", "plays", "the bridge fell down", faulty(ford.Panics)},

	{"a broken invariant", "invariants", "broke the bridge", faulty(ford.Weak)},
	{"something unsettled", "invariants", "unsettled", func(o *ruletest.Options) adjudicator.Ruleset {
		o.Settled = func(adjudicator.Game) error { return fmt.Errorf("unsettled") }
		return ford.New("ford", ford.None)
	}},

	{"a state of more than the answers", "replay", "when the game is played again", faulty(ford.Forgets)},
	{"a state that does not come back", "replay", "once that is loaded", func(*ruletest.Options) adjudicator.Ruleset { return forgetful{ford.New("ford", ford.None)} }},

	{"an illegal default", "defaults", "Default is not legal", bent("loot", func(_ *ford.Game, q *adjudicator.Question) {
		q.Form = form{Form: q.Form, least: ford.Act{Verb: "loot", Number: 9}}
	})},

	{"an order that is misread", "reading", "reads back as", changed(ruled{read: func(a *ford.Act) {
		if a.Verb == "loot" && a.Number > 1 {
			a.Number--
		}
	}})},

	{"a choice that is refused", "choices", "is offered (en), and refused", bent("act", func(g *ford.Game, q *adjudicator.Question) {
		q.Form = form{Form: q.Form, choices: []adjudicator.Choice{{Words: ford.Act{Verb: "march", Number: 4}.Words()}}}
	})},

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
}

// count is the number of traps in both hands.
func count(hands [2][]bool) (n int) {
	for _, trap := range slices.Concat(hands[0], hands[1]) {
		if trap {
			n++
		}
	}
	return n
}

// forgetful loses a part of the state when it is loaded.
type forgetful struct{ *ford.Rules }

func (r forgetful) Load(s adjudicator.Setup, state []byte) (adjudicator.Game, error) {
	g, err := r.Rules.Load(s, state)
	if err == nil {
		g.(*ford.Game).Loot[0] = 0
	}
	return g, err
}
