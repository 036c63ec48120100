package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// portStandings are the standing orders on evasion, pursuit, sieges and ports, and those on
// attrition, whose outcomes are none, one and all here (6.4).
var portStandings = []standing.Kind{
	{Word: "subject-attacked", Read: readAttacked},
	{Word: "subject-victorious", Read: standing.ReadRuseRule(standing.WhenVictorious)},
	{Word: "subject-besieged", Read: standing.ReadRuseRule(standing.WhenBesieged)},
	{Word: "subject-besieging", Read: standing.ReadRuseRule(standing.WhenBesieging)},
	{Word: "subject-evasion", Read: readEvasion},
	{Word: "subject-attrition", Read: standing.ReadThrowRule(standing.ThrowAttrition, standing.NoneOneAll)},
	{Word: "subject-enemy", Read: standing.ReadEnemyThrow(standing.NoneOneAll)},
	{Word: "subject-discord", Read: standing.ReadThrowRule(standing.ThrowDiscord, standing.OutcomeFails|standing.OutcomeSucceeds)},
	{Word: "subject-sieges", Read: readSieges},
	{Word: "subject-advance", Read: readAdvanceRule},
}

type (
	// attackedRule tells where to evade to when attacked, and what to play.
	attackedRule struct {
		standing.RuseRule
		decides bool // whether to evade
		to      []board.Set
	}
	// evasionRule throws evasions again that fail, or those of the enemy that succeed.
	evasionRule struct {
		when         standing.Circumstance
		fails, again bool
	}
	// siegeRule lists the ports to besiege, the first first; all of them if all is set.
	siegeRule struct {
		when  standing.Circumstance
		all   bool
		ports []board.Zone
	}
	// advanceRule tells who moves into a port that has fallen.
	advanceRule struct{ all, none bool } // else the weakest unit that can hold it
)

// whenAttacked begins a rule on being attacked.
func whenAttacked(r *standing.RuleReader, rule *orders.Rule) attackedRule {
	return attackedRule{RuseRule: standing.RuseRule{Predicament: standing.WhenAttacked, When: r.Circumstance(rule, standing.ByAnything)}}
}

func readAttacked(r *standing.RuleReader, rule *orders.Rule) adjudicator.Standing {
	a := whenAttacked(r, rule)
	r.ActionsOf(rule, func(sub *standing.RuleReader) {
		if o, ok := sub.RuseAlternative(); ok {
			a.Ruses = append(a.Ruses, o)
			return
		}
		a.decides = true
		if sub.Take("stand-fast") {
			sub.Take("stand-firm")
			return
		}
		if !sub.Take("evade-at") {
			sub.Need("evade", "stand", "play", "pass")
			return
		}
		if sub.Done() {
			a.to = append(a.to, sub.P.Board.All())
			return
		}
		sub.Havens(&a.to, "evade-at")
	})
	return a
}

// readEvasion reads "when evasion fails: ...", and "evasion: none", which is to
// stand in every combat.
func readEvasion(r *standing.RuleReader, rule *orders.Rule) adjudicator.Standing {
	if rule.When == nil {
		a := whenAttacked(r, rule)
		a.decides = true
		r.ActionsOf(rule, func(sub *standing.RuleReader) { sub.Require("none") })
		return a
	}
	var x evasionRule
	if x.fails = r.Take("outcome-fails"); !x.fails && !r.Take("outcome-succeeds") {
		r.Need("outcome-fails", "outcome-succeeds")
	}
	x.when = r.Circumstance(rule, standing.ByAnything)
	x.again = r.Again(rule)
	return x
}

// readSieges reads "when siege fails: ...", and the ports to besiege.
func readSieges(r *standing.RuleReader, rule *orders.Rule) adjudicator.Standing {
	if rule.When != nil {
		return standing.ReadThrowRule(standing.ThrowSiege, standing.OutcomeFails|standing.OutcomeWeakens|standing.OutcomeSucceeds)(r, rule)
	}
	x := siegeRule{when: r.Circumstance(rule, standing.BySiege)}
	r.ActionsOf(rule, func(sub *standing.RuleReader) {
		switch {
		case sub.Take("none"):
		case sub.Take("all"):
			x.all = true
		default:
			sub.List(func() { x.ports = append(x.ports, sub.Zone().Zone) })
		}
	})
	return x
}

func readAdvanceRule(r *standing.RuleReader, rule *orders.Rule) adjudicator.Standing {
	var x advanceRule
	r.ActionsOf(rule, func(sub *standing.RuleReader) {
		switch {
		case sub.Take("none"):
			x.none = true
		case sub.Take("all"):
			x.all = true
		default:
			for sub.Take("most-of-all") {
			}
			if !sub.Take("smallest-one") {
				sub.Need("all", "none", "smallest-one")
			}
		}
	})
	return x
}

// Forestalled implements [standing.Narrowed]: it may decide on evasion and on stratagems.
func (a attackedRule) Forestalled(above adjudicator.Standing) (whole, plays bool) {
	stands := false
	if b, ok := above.(attackedRule); ok {
		stands = b.decides && b.When.Contains(&a.When)
	}
	if len(a.Ruses) > 0 {
		plays, _ = a.RuseRule.Forestalled(above)
	}
	switch {
	case !a.decides:
		return plays, false
	case len(a.Ruses) == 0:
		return stands, false
	}
	return stands && plays, plays
}

// Forestalled implements [standing.Narrowed].
func (x evasionRule) Forestalled(above adjudicator.Standing) (whole, plays bool) {
	if a, ok := above.(evasionRule); ok {
		return a.fails == x.fails && a.when.Contains(&x.when), false
	}
	return standing.Keeps(above, standing.InCombats), false
}

// Forestalled implements [standing.Narrowed]: the first of its sort always answers.
func (siegeRule) Forestalled(above adjudicator.Standing) (whole, plays bool) {
	_, whole = above.(siegeRule)
	return whole, false
}

// Forestalled implements [standing.Narrowed]: the first of its sort always answers.
func (advanceRule) Forestalled(above adjudicator.Standing) (whole, plays bool) {
	_, whole = above.(advanceRule)
	return whole, false
}
