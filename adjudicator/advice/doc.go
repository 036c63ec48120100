// Package advice is what standing orders of any game are made of: sorts of rules, each known
// by the word that it begins with; the alternatives of their actions; limits, ratios,
// rankings and parts of a turn that narrow them down; and which of several rules answers.
//
// A ruleset lists its [Kind]s and reads a rule with [Read]; its forms answer with [First]:
//
//	var kinds = []advice.Kind[*adjudicator.Reader]{{"subject-losses", readLosses}}
//
//	func readLosses(r *adjudicator.Reader, rule *orders.Rule) adjudicator.Standing { ... }
//
//	func (f lossForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
//		return advice.First(rules, func(l losses) (adjudicator.Answer, bool) { ... })
//	}
//
// The words are the ruleset's texts, under [word]. This package looks for "filler" (small
// words that may begin a rule), "at", "limit", "least", "most", "or", "more", "less" and
// "ratio-to" (limits), "rank-article", "rank-first" and "rank-last" (rankings), "during" and "except" (parts of a turn).
package advice
