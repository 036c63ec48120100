package amphipolis

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/bey/standing"
	"keryx/orders"
)

// adjustmentStandings are the standing orders on works, sieges and attrition.
var adjustmentStandings = []standing.Kind{
	{Word: "subject-works", Read: readWorksRule},
	{Word: "subject-sieges", Read: readSieges},
	{Word: "subject-attrition", Read: standing.ReadThrowRule(standing.ThrowAttrition, tolls)},
	{Word: "subject-enemy", Read: standing.ReadEnemyThrow(tolls)},
}

// tolls are the outcomes of attrition.
const tolls = standing.NoneOneAll | standing.OutcomeHalf

type (
	// siegeRule tells how to besiege: the first method that is allowed.
	siegeRule struct {
		when    standing.Circumstance
		none    bool
		methods []siegeMethod
	}
	// siegeMethod is a method, and the ratio of units to force points that it takes.
	siegeMethod struct {
		how   method
		limit advice.Limit
	}
	// worksRule tells whether to build.
	worksRule struct {
		when  standing.Circumstance
		build bool
	}
)

// met reports whether the besiegers are as many for the force points of the garrison as a
// rule wants, or as few: units in an assault, force points otherwise.
func (m siegeMethod) met(g *game, s *siege) bool {
	units, _ := g.besiegers(s)
	have := g.Sum(units)
	if m.how == assault {
		have = units.Len()
	}
	return m.limit.Allows(have, g.own.Garrisons[s.garrison].PF)
}

// readSieges reads "when siege fails: ...", and how to besiege.
func readSieges(r *standing.RuleReader, rule *orders.Rule) adjudicator.Standing {
	if rule.When != nil {
		return standing.ReadThrowRule(standing.ThrowSiege, standing.OutcomeFails|standing.OutcomeSucceeds)(r, rule)
	}
	citadel := inCitadel(r)
	x := siegeRule{when: r.Circumstance(rule, standing.ByPlace|standing.ByMonth)}
	if citadel {
		x.when.Zones.Add(r.P.Board.MustZone(citadelZone))
		x.when.Somewhere = true
	}
	r.ActionsOf(rule, func(sub *standing.RuleReader) {
		if sub.Take("none") {
			x.none = true
			return
		}
		if m, ok := readMethod(sub); ok {
			x.methods = append(x.methods, m)
			return
		}
		sub.Fail(orders.UnknownAt(rule, sub.Span(), "siege-how"))
		sub.Rest()
	})
	return x
}

// inCitadel takes "in the citadel", which is no zone of its own.
func inCitadel(r *standing.RuleReader) bool {
	mark := r.Mark()
	r.Take("at")
	r.Take("article")
	if r.Take("citadel") {
		return true
	}
	r.Reset(mark)
	return false
}

func readMethod(r *standing.RuleReader) (m siegeMethod, ok bool) {
	for how := negotiation; how < methods && !ok; how++ {
		if r.Take("to-" + manners[how].word) {
			m.how, ok = how, true
		}
	}
	if ok {
		m.limit, _ = advice.TakeLimit(r, func() (att, def int, ok bool) { return advice.TakeRatio(r) })
	}
	return m, ok
}

// readWorksRule reads "works: build" and "works: none".
func readWorksRule(r *standing.RuleReader, rule *orders.Rule) adjudicator.Standing {
	x := worksRule{when: r.Circumstance(rule, standing.ByMonth)}
	r.ActionsOf(rule, func(sub *standing.RuleReader) {
		switch {
		case sub.Take("to-build"):
			x.build = true
		case !sub.Take("none") && !sub.Take("pass"):
			sub.Need("build", "none")
		}
	})
	return x
}

// Forestalled implements [standing.Narrowed].
func (x worksRule) Forestalled(above adjudicator.Standing) (whole, plays bool) {
	a, ok := above.(worksRule)
	return ok && a.when.Contains(&x.when), false
}

// Forestalled implements [standing.Narrowed]: by a rule that besieges nowhere, or by every
// method of this one without a limit.
func (x siegeRule) Forestalled(above adjudicator.Standing) (whole, plays bool) {
	a, ok := above.(siegeRule)
	if !ok || !a.when.Contains(&x.when) {
		return false, false
	}
	return a.none || !x.none && !slices.ContainsFunc(x.methods, func(m siegeMethod) bool {
		return !slices.ContainsFunc(a.methods, func(sure siegeMethod) bool { return sure.how == m.how && !sure.limit.Set })
	}), false
}
