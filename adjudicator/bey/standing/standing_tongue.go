package standing

import (
	"keryx/adjudicator"
	"keryx/orders"
)

// TongueOf is the language of most of a standing order's own words, those that no other
// language knows.
func TongueOf(rule *orders.Rule, words *adjudicator.Vocabulary) (orders.Language, bool) {
	tag, ok := words.Tongue(func(yield func(string) bool) {
		lists := [][]orders.Token{rule.When, rule.Subject}
		for _, a := range rule.Actions {
			lists = append(lists, a.Alternatives...)
		}
		for _, tokens := range lists {
			for _, t := range tokens {
				if !yield(t.Fold) {
					return
				}
			}
		}
	})
	if !ok {
		return orders.English, false
	}
	return orders.LanguageOf(tag), true
}
