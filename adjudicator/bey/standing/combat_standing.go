package standing

import (
	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// CombatStandings are the standing orders on combats, throws and adjustments that every
// game has.
var CombatStandings = []Kind{
	{Word: "subject-attacking", Read: ReadRuseRule(WhenAttacking)},
	{Word: "subject-result", Read: readResultRule},
	{Word: "subject-defeated", Read: readDefeatRule},
	{Word: "subject-storm", Read: ReadThrowRule(ThrowStorm, outcomeHits)},
	{Word: "subject-initiative", Read: readInitiativeRule},
	{Word: "subject-losses", Read: standingOf(readLossRule)},
	{Word: "retreat-to", Read: readRetreatRule},
	{Word: "subject-displaced", Read: readWayRule("displace")},
	{Word: "subject-refuge", Read: readWayRule("refuge")},
	{Word: "subject-advantage", Read: readKeepAdvantage},
	{Word: "subject-combats", Read: readOrderRule},
	{Word: "subject-keep", Read: readKeepRule},
	{Word: "subject-recover", Read: standingOf(readRecoverRule)},
	{Word: "subject-redeploy", Read: readStays("redeploy")},
	{Word: "subject-departures", Read: readStays("depart")},
}

// standingOf makes a reader of one sort of rule a reader of any.
func standingOf[T any](read func(*RuleReader, *orders.Rule) T) func(*RuleReader, *orders.Rule) adjudicator.Standing {
	return func(r *RuleReader, rule *orders.Rule) adjudicator.Standing { return read(r, rule) }
}

type (
	// RetreatRule lists where to retreat, the best first.
	RetreatRule struct {
		When Circumstance
		To   []board.Set
	}
	// KeepAdvantage accepts every throw and uses the Advantage for nothing, on some
	// occasions or on any.
	KeepAdvantage struct{ Occasions Occasions }
	// InitiativeRule tells what the Advantage is used for once the dice of B.1 are
	// cast: nothing, if use is NoUse.
	InitiativeRule struct {
		When Circumstance
		Lost bool
		Use  order.Use
	}
)

// ActionsOf reads every alternative of a rule's actions.
func (r *RuleReader) ActionsOf(rule *orders.Rule, read func(sub *RuleReader)) {
	advice.Each(r, rule, func(tokens []orders.Token) *RuleReader { return r.alternative(rule, tokens) }, read)
}

func readRetreatRule(r *RuleReader, rule *orders.Rule) adjudicator.Standing {
	x := RetreatRule{When: r.Circumstance(rule, ByPlace|ByMonth)}
	r.ActionsOf(rule, func(sub *RuleReader) { sub.Havens(&x.To, "retreat-to") })
	return x
}

// readKeepAdvantage reads "advantage: keep", perhaps for some phases only.
func readKeepAdvantage(r *RuleReader, rule *orders.Rule) adjudicator.Standing {
	x := KeepAdvantage{r.occasions(rule, nil)}
	r.ActionsOf(rule, func(sub *RuleReader) {
		if !sub.Take("none") && !sub.Take("keep") {
			sub.Need("keep", "none")
		}
	})
	return x
}

// readInitiativeRule reads "initiative is lost", the first word apart, and what is
// done then.
func readInitiativeRule(r *RuleReader, rule *orders.Rule) adjudicator.Standing {
	var x InitiativeRule
	r.Take("is")
	if x.Lost = r.Take("lost"); !x.Lost && !r.Take("won") {
		r.Need("lost", "won")
	}
	x.When = r.Circumstance(rule, ByMonth)
	first := true
	r.ActionsOf(rule, func(sub *RuleReader) {
		use := order.NoUse
		if !sub.Take("leave") {
			words := []adjudicator.Keyword{"points", "initiative"}
			if !sub.Take("use") {
				words = append(words, "keep")
			}
			sub.Take("advantage")
			for sub.Take("to") || sub.Take("for") {
			}
			switch {
			case sub.Take("points"):
				use = order.UsePoints
			case sub.Take("initiative"):
				use = order.UseInvert
			default:
				sub.Need(words...)
			}
		}
		if first {
			x.Use, first = use, false
		}
	})
	return x
}

func readStays(kind string) func(*RuleReader, *orders.Rule) adjudicator.Standing {
	return func(r *RuleReader, rule *orders.Rule) adjudicator.Standing {
		r.ActionsOf(rule, func(sub *RuleReader) { sub.Require("none") })
		return StaysRule{kind}
	}
}
