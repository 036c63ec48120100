package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/bey/standing"
	"keryx/orders"
)

// calendar is how standing orders name the parts of a turn.
var calendar = &standing.Calendar{
	Phases: map[string]standing.Occasions{
		"b.1": standing.AfterTheDice, "b.2": standing.InArrivals, "b.3": standing.InMovements | standing.InCombats,
		"d":   inRedeployments | standing.InRecovery | inReturns | standing.InSieges | standing.InAttrition,
		"d.2": inRedeployments, "d.3": standing.InRecovery, "d.4": inReturns, "d.5": standing.InSieges, "d.6": standing.InAttrition,
	},
	Named: []adjudicator.Keyword{"B.1", "B.2", "B.3", "D.2", "D.3", "D.4", "D.5", "D.6", "movements", "combats", "sieges"},
}

// combatStandings are the standing orders on combats that this game has in a form of its
// own: nobody evades, and leaders meet in a duel.
var combatStandings = []standing.Kind{
	{Word: "subject-attacked", Read: standing.ReadRuseRule(standing.WhenAttacked)},
	{Word: "subject-duel", Read: readDuelRule},
}

// operationStandings come before those of the series: operations at the end of a turn are
// of two phases here.
var operationStandings = []standing.Kind{{Word: "subject-redeploy", Read: readStayRule}}

// stayRule makes no operation in D.2, in D.4 or in both.
type stayRule struct{ in standing.Occasions }

// The parts of a turn of this game alone in which stratagems are asked for.
const (
	inRedeployments = standing.OwnOccasion << iota // D.2, to cities
	inReturns                                      // D.4, to rear bases
)

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
	x := stayRule{advice.Parts(r, inRedeployments|inReturns, func() standing.Occasions {
		switch t, _ := r.Next(); t.Fold {
		case "d.2":
			return inRedeployments
		case "d.4":
			return inReturns
		default:
			r.Fail(orders.UnknownAt(rule, r.Last(), "unknown-moment", "Word", t.Text, "Phases", []adjudicator.Keyword{"D.2", "D.4"}))
			r.Rest()
			return 0
		}
	}, func() bool { return false })}
	r.ActionsOf(rule, func(sub *standing.RuleReader) { sub.Require("none") })
	return x
}

// Forestalled implements [standing.Narrowed].
func (x stayRule) Forestalled(above adjudicator.Standing) (whole, plays bool) {
	a, ok := above.(stayRule)
	return ok && x.in&^a.in == 0, false
}

// Forestalled implements [standing.Narrowed].
func (x duelRule) Forestalled(above adjudicator.Standing) (whole, plays bool) {
	a, ok := above.(duelRule)
	return ok && a.When.Contains(&x.When) || standing.Keeps(above, standing.InCombats), false
}
