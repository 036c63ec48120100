package ruletest_test

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/internal/ford"
	"keryx/adjudicator/ruletest"
)

// playBreaks break what is promised of questions, answers and play.
var playBreaks = []broken{
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
	{"a state that leaves something out", "replay", "plays on as it stands", faulty(ford.Drops)},
	{"a state that does not come back", "replay", "once that is loaded", func(*ruletest.Options) adjudicator.Ruleset { return forgetful{ford.New("ford", ford.None)} }},

	{"an illegal default", "defaults", "Default is not legal", bent("loot", func(_ *ford.Game, q *adjudicator.Question) {
		q.Form = form{Form: q.Form, least: ford.Act{Verb: "loot", Number: 9}}
	})},

	{"an order that is misread", "reading", "reads back as", changed(ruled{read: func(a *ford.Act) {
		if a.Verb == "loot" && a.Number > 1 {
			a.Number--
		}
	}})},

	{"an answer that is not offered", "spared", "alone, and could answer", bent("act", func(g *ford.Game, q *adjudicator.Question) {
		q.Form = secretive{q.Form}
	})},
	{"a choice that is refused", "choices", "is offered (en), and refused", bent("act", func(g *ford.Game, q *adjudicator.Question) {
		q.Form = form{Form: q.Form, choices: []adjudicator.Choice{{Words: ford.Act{Verb: "march", Number: 4}.Words()}}}
	})},

	{"an offer that is refused", "offers", "is offered (en), and refused", offered(func(o *adjudicator.Offers) {
		o.Moves = append(o.Moves, adjudicator.Offer{Lines: []adjudicator.Words{ford.Act{Verb: "march", Number: 4}.Words()}})
	})},
	{"an offer without an order", "offers", "without an order", offered(func(o *adjudicator.Offers) { o.Moves = append(o.Moves, adjudicator.Offer{}) })},
	{"a way that is offered twice", "offers", "is offered twice", offered(func(o *adjudicator.Offers) {
		rest := adjudicator.Offer{Lines: []adjudicator.Words{ford.Act{Verb: "rest"}.Words()}}
		o.Moves = append(o.Moves, rest, rest)
	})},
	{"odds that nobody tells", "offers", "with odds, and the ruleset does not tell any", offered(func(o *adjudicator.Offers) { o.Moves[0].Odds = adjudicator.Words{"two to one"} })},
	{"a way that is barred by no rule", "offers", "which no rule refuses", offered(func(o *adjudicator.Offers) {
		scouts := o.Moves[0]
		scouts.Who = adjudicator.Words{"scouts"}
		o.Moves[0].To = adjudicator.Term{Kind: "zone", ID: "bank"}
		o.Moves = append(o.Moves, scouts)
	})},
	{"a kind of answer that is not named", "offers", "neither offered nor of the kinds", offered(func(o *adjudicator.Offers) { o.Rest = o.Rest[:1] })},
}

// offered is the tiny game of which the main question offers otherwise than it should.
func offered(change func(*adjudicator.Offers)) func(*ruletest.Options) adjudicator.Ruleset {
	return bent("act", func(_ *ford.Game, q *adjudicator.Question) {
		all := adjudicator.OffersOf(q.Form)
		all.Moves = append(all.Moves, adjudicator.Offer{Lines: []adjudicator.Words{q.Form.Default().Words()}})
		change(&all)
		q.Form = offering{q.Form, all}
	})
}

// offering is a form that offers what it is told to.
type offering struct {
	adjudicator.Form
	all adjudicator.Offers
}

func (f offering) Offers() adjudicator.Offers { return f.all }

// Aim implements [adjudicator.Aimer], with an order that nobody can read.
func (f offering) Aim(adjudicator.Offer, adjudicator.Term) []adjudicator.Words {
	return []adjudicator.Words{{adjudicator.Keyword("flee")}}
}

// secretive is a form that offers only its least answer.
type secretive struct{ adjudicator.Form }

func (f secretive) Choices() []adjudicator.Choice {
	return []adjudicator.Choice{{Words: f.Default().Words()}}
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
