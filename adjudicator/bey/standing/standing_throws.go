package standing

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/orders"
)

// Standing orders on dice that the holder of the Advantage may have thrown again (8).
type (
	// ResultRule tells at which results of one's own a combat is thrown again.
	ResultRule struct {
		When    Circumstance
		Results [bey.AllEliminated + 1]bool
		Again   bool
	}
	// DefeatRule tells whether a combat that is lost is thrown again.
	DefeatRule struct {
		When  Circumstance
		Again bool
	}
	// ThrowRule tells at which outcomes another throw is made again.
	ThrowRule struct {
		Kind     throwKind
		Enemy    bool // an attrition of the enemy's
		When     Circumstance
		Outcomes Outcome
		Again    bool
	}
)

// throwKind is a throw that is no combat.
type throwKind uint8

// The throws.
const (
	ThrowSiege throwKind = iota
	ThrowAttrition
	ThrowDiscord
	ThrowStorm
)

// Outcome is what can come of such throws, as bits.
type Outcome uint8

// The outcomes.
const (
	OutcomeFails    Outcome = 1 << iota // of a siege, of discord
	OutcomeWeakens                      // of a siege: a five, and somebody is left
	OutcomeSucceeds                     // of a siege, of discord
	OutcomeNone                         // of attrition
	OutcomeOne
	OutcomeAll
	outcomeHits // of a storm
	OutcomeHalf // of attrition
)

// NoneOneAll are the outcomes of an attrition that weakens nothing, one unit or all.
const NoneOneAll = OutcomeNone | OutcomeOne | OutcomeAll

// outcomeWords are the words for outcomes of each throw, in folded form; the first
// one is what a diagnostic shows.
var outcomeWords = [...][]struct {
	word    string
	outcome Outcome
}{
	ThrowSiege: {
		{"outcome-fails", OutcomeFails},
		{"outcome-weakens", OutcomeWeakens},
		{"outcome-succeeds", OutcomeSucceeds},
	},
	ThrowAttrition: {
		{"outcome-none", OutcomeNone},
		{"outcome-one", OutcomeOne},
		{"outcome-half", OutcomeHalf},
		{"outcome-all", OutcomeAll},
	},
	ThrowDiscord: {
		{"outcome-fails", OutcomeFails},
		{"outcome-succeeds", OutcomeSucceeds},
	},
	ThrowStorm: {{"outcome-hits", outcomeHits}},
}

// throwNarrowing is what rules on each throw can be narrowed down by.
var throwNarrowing = [...]Narrowing{ThrowSiege: BySiege, ThrowAttrition: ByPlace | ByMonth,
	ThrowDiscord: ByLeader | ByMonth, ThrowStorm: ByPlace | ByMonth}

// ReadThrowRule makes a reader of rules on a throw of which these outcomes can come:
// "siege fails or weakens in T12", the first word apart.
func ReadThrowRule(kind throwKind, of Outcome) func(*RuleReader, *orders.Rule) adjudicator.Standing {
	return func(r *RuleReader, rule *orders.Rule) adjudicator.Standing {
		x := ThrowRule{Kind: kind}
		x.Enemy = r.Take("enemy")
		r.Take("is")
		if kind == ThrowStorm && !r.At(outcomeWords[kind][0].word) {
			x.Outcomes = outcomeHits
		}
		for more := x.Outcomes == 0; more && len(r.Faults) == 0; {
			known := false
			var words []adjudicator.Keyword
			for _, o := range outcomeWords[kind] {
				if of&o.outcome == 0 {
					continue
				}
				words = append(words, adjudicator.Keyword(o.word))
				if !known && r.Take(o.word) {
					known, x.Outcomes = true, x.Outcomes|o.outcome
				}
			}
			if !known {
				r.Need(words...)
			}
			more = r.TakeComma() || r.Take("or")
		}
		x.When = r.Circumstance(rule, throwNarrowing[kind])
		x.Again = r.Again(rule)
		return x
	}
}

// ReadEnemyThrow makes a reader of "enemy attrition is none", the first word apart, of
// which these outcomes can come.
func ReadEnemyThrow(of Outcome) func(*RuleReader, *orders.Rule) adjudicator.Standing {
	return func(r *RuleReader, rule *orders.Rule) adjudicator.Standing {
		if !r.Take("attrition") {
			r.Need("attrition")
		}
		x := ReadThrowRule(ThrowAttrition, of)(r, rule).(ThrowRule)
		x.Enemy = true
		return x
	}
}

func readResultRule(r *RuleReader, rule *orders.Rule) adjudicator.Standing {
	var x ResultRule
	r.Take("is")
	for len(r.Faults) == 0 {
		at := r.Span()
		t, _ := r.Next()
		known := false
		for n := range x.Results {
			if orders.Fold(bey.Result(n).String()) == t.Fold {
				known, x.Results[n] = true, true
			}
		}
		if !known {
			r.Fail(orders.UnknownAt(rule, at, "unknown-result", "Word", t.Text, "Results", []string{"1/4", "1/2", "3/4", "A", "E"}))
		}
		if !r.TakeComma() && !r.Take("or") {
			break
		}
		r.Take("or")
	}
	x.When = r.Circumstance(rule, ByAnything)
	x.Again = r.Again(rule)
	return x
}

// readDefeatRule reads a rule on combats that are lost: whether the dice are thrown
// again, or where one retreats.
func readDefeatRule(r *RuleReader, rule *orders.Rule) adjudicator.Standing {
	if r.alternative(rule, rule.Actions[0].Alternatives[0]).Take("retreat-to") {
		return readRetreatRule(r, rule)
	}
	x := DefeatRule{When: r.Circumstance(rule, ByAnything)}
	x.Again = r.Again(rule)
	return x
}

// Again reads "use advantage to reroll", "reroll" alone, or "accept", and reports
// whether the dice are to be thrown again.
func (r *RuleReader) Again(rule *orders.Rule) (reroll bool) {
	first := true
	r.ActionsOf(rule, func(sub *RuleReader) {
		if sub.Take("accept") {
			first = false
			return
		}
		sub.Take("use")
		sub.Take("advantage")
		sub.Take("to")
		sub.Take("so-as-to")
		if !sub.Take("reroll") {
			sub.Need("reroll", "accept")
		}
		reroll = reroll || first
		first = false
	})
	return reroll
}
