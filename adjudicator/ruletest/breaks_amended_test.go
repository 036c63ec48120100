package ruletest_test

import (
	"math/rand/v2"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/internal/ford"
	"keryx/adjudicator/ruletest"
	"keryx/orders"
)

// amendBreaks break what is promised of a referee's corrections.
var amendBreaks = []broken{
	{"a correction for one side that all are told", "amended", "alone, and told as", func(*ruletest.Options) adjudicator.Ruleset {
		return indiscreet{ford.New("ford", ford.None)}
	}},
}

// indiscreet keeps all its corrections for one side, and tells everybody of them.
type indiscreet struct{ *ford.Rules }

func (r indiscreet) Rulings() adjudicator.Rulings {
	rulings := r.Rules.Rulings()
	rulings.Kinds = slices.Clone(rulings.Kinds)
	for i, kind := range rulings.Kinds {
		rulings.Kinds[i].Read = func(s *orders.Statement) (adjudicator.Correction, []*orders.Diagnostic) {
			c, faults := kind.Read(s)
			return overheard{c}, faults
		}
		rulings.Kinds[i].Sample = func(g adjudicator.Game, rnd *rand.Rand) adjudicator.Correction {
			return overheard{kind.Sample(g, rnd)}
		}
	}
	return rulings
}

// overheard is a correction for one side alone, whatever it corrects.
type overheard struct{ adjudicator.Correction }

func (o overheard) Hidden() adjudicator.Side {
	if side := o.Correction.Hidden(); side != adjudicator.Observer {
		return side
	}
	return 0
}
