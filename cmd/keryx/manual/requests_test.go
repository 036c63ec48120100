package manual

import (
	"regexp"
	"slices"
	"testing"

	"keryx/adjudicator/host/written"
	"keryx/orders"
)

// TestEveryRequestIsInTheManual: what can be asked for by mail begins a line or a phrase that some page of the
// manual shows as it is written, in every language.
func TestEveryRequestIsInTheManual(t *testing.T) {
	shown := map[string]map[string]bool{}
	first := regexp.MustCompile("(?m)(?:`|^)([\\pL-]+)")
	for _, p := range all(t) {
		if shown[p.Lang] == nil {
			shown[p.Lang] = map[string]bool{}
		}
		for _, found := range first.FindAllStringSubmatch(p.text, -1) {
			shown[p.Lang][orders.Fold(found[1])] = true
		}
	}
	for lang, words := range shown {
		for name, spellings := range written.SpellingsOfVerbs() {
			if !slices.ContainsFunc(spellings, func(word string) bool { return words[word] }) {
				t.Errorf("%s: no page shows %q in one of its spellings %q", lang, name, spellings)
			}
		}
	}
}
