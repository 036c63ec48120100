package ruletest_test

import (
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

// breaks break every promise in turn.
var breaks = slices.Concat(playBreaks, secretBreaks, adviceBreaks, caseBreaks, textBreaks, amendBreaks)

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

// with is the tiny game tried with other options.
func with(change func(*ruletest.Options)) func(*ruletest.Options) adjudicator.Ruleset {
	return func(o *ruletest.Options) adjudicator.Ruleset {
		change(o)
		return ford.New("ford", ford.None)
	}
}
