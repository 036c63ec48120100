package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/standing"
	"keryx/orders"
)

// calendar is how standing orders name the parts of a turn.
var calendar = &standing.Calendar{
	Phases: map[string]standing.Occasions{
		"b.1": standing.AfterTheDice, "b.2": standing.InArrivals, "b.3": standing.InMovements | standing.InCombats,
		"d":   standing.InRecovery | standing.InSieges | standing.InAttrition,
		"d.2": standing.InRecovery, "d.3": standing.InRecovery, "d.4": standing.InRecovery, "d.5": standing.InSieges, "d.6": standing.InAttrition,
	},
	Named: []adjudicator.Keyword{"B.1", "B.2", "B.3", "D.2", "D.3", "D.4", "D.5", "D.6", "movements", "combats", "sieges"},
}

// combatStandings are the standing orders on combats that this game has in a form of its
// own: nobody evades, and leaders meet in a duel.
var combatStandings = []standing.StandingKind{
	{Word: "subject-attacked", Read: standing.ReadRuseRule(standing.WhenAttacked)},
	{Word: "subject-duel", Read: readDuelRule},
}

// operationStandings come before those of the series: operations at the end of a turn are
// of two phases here.
var operationStandings = []standing.StandingKind{{Word: "subject-redeploy", Read: readStayRule}}

// stayRule makes no operation in D.2, in D.4, or in both.
type stayRule struct{ city, base bool }

// covers reports whether the rule is for a step.
func (x stayRule) covers(st step) bool { return x.city && st == toCity || x.base && st == toBase }

// ReadStanding implements [adjudicator.Ruleset].
func (rs *ruleset) ReadStanding(rule *orders.Rule) (adjudicator.Standing, []*orders.Diagnostic) {
	return standing.ReadStanding(rule, rs.Printed, rs.lexicon, calendar, standing.MoveStandings, operationStandings,
		standing.CombatStandings, combatStandings, adjustmentStandings)
}

// readDuelRule reads "duel is lost", the first word apart, and whether the die is thrown
// again then.
func readDuelRule(r *standing.RuleReader, rule *orders.Rule) adjudicator.Standing {
	r.Take("is")
	if !r.Take("lost") {
		r.Need("lost")
	}
	x := duelRule{When: r.Circumstance(rule, standing.ByMonth)}
	x.Again = r.Again(rule)
	return x
}

// readStayRule reads the phases that "redeploy: none" is for: both unless one is named.
func readStayRule(r *standing.RuleReader, rule *orders.Rule) adjudicator.Standing {
	var x stayRule
	for !r.Done() && len(r.Faults) == 0 {
		if r.TakeComma() || r.Take("during") {
			continue
		}
		switch t, _ := r.Next(); t.Fold {
		case "d.2":
			x.city = true
		case "d.4":
			x.base = true
		default:
			r.Fail(orders.UnknownAt(rule, r.Last(), "unknown-moment", "Word", t.Text, "Phases", []adjudicator.Keyword{"D.2", "D.4"}))
			r.Rest()
		}
	}
	if !x.city && !x.base {
		x = stayRule{city: true, base: true}
	}
	r.ActionsOf(rule, func(sub *standing.RuleReader) { sub.Require("none") })
	return x
}

// Idle implements [adjudicator.Overseer]: the standing orders that can never answer, since
// one above them answers all that they could.
func (rs *ruleset) Idle(rules []adjudicator.Standing) []adjudicator.Idle {
	var all []adjudicator.Idle
	for i, rule := range rules {
		if by, part := standing.ForestalledBy(rules[:i], rule, forestallsOwn); by >= 0 {
			all = append(all, adjudicator.Idle{Rule: i, By: by, Part: part})
		}
	}
	return all
}

// forestallsOwn tells of the sorts of rules that this game alone has whether the first of
// two answers all that the second could.
func forestallsOwn(above, below adjudicator.Standing) bool {
	if b, ok := below.(stayRule); ok {
		a, ok := above.(stayRule)
		return ok && (a.city || !b.city) && (a.base || !b.base)
	}
	b, ok := below.(duelRule)
	if !ok {
		return forestalls(above, below)
	}
	if a, ok := above.(duelRule); ok {
		return a.When.Contains(&b.When)
	}
	return standing.Keeps(above, standing.InCombats)
}
