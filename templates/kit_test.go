package templates

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator"
)

// TestTheKitNamesNoGame: the texts of letters, of help and of requests name no game, and
// nothing of one: no side, place, leader, or month of its, and no measure of its rules.
func TestTheKitNamesNoGame(t *testing.T) {
	words := map[string]bool{"pf": true, "pa": true, "trireme": true, "triremes": true, "trirème": true, "trirèmes": true,
		"navals": true, "naval": true, "siege": true, "siège": true, "sièges": true, "sieges": true}
	for _, name := range adjudicator.Rulesets() {
		rules, err := adjudicator.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		info := rules.Info()
		for _, word := range append([]string{info.Name, info.Prefix}, info.Sides...) {
			words[word] = true
		}
		for _, kind := range []string{"zone", "leader", "month", "stratagem"} {
			for _, id := range rules.Lexicon().Names(kind) {
				for _, lang := range embedded().Languages() {
					words[strings.ToLower(For(lang, name).Term(adjudicator.Term{Kind: kind, ID: id}))] = true
				}
			}
		}
	}
	if len(words) < 60 {
		t.Fatalf("only %d words to look for", len(words))
	}
	single := regexp.MustCompile(`[\p{L}\d][\p{L}\d-]*`)
	for _, lang := range embedded().Languages() {
		for _, key := range embedded().Keys(lang) {
			if strings.HasPrefix(key, "report.month.") || strings.HasPrefix(key, "kit.map.") {
				continue // the calendar, and what the legend of a map can show
			}
			m := embedded().texts[lang][key]
			for _, word := range single.FindAllString(strings.ToLower(action.ReplaceAllString(m.Forms["one"]+" "+m.Forms["other"], " ")), -1) {
				if words[word] && !slices.Contains([]string{"may", "mars", "march"}, word) {
					t.Errorf("%s: %s says %q: %s", lang, key, word, m.Forms["other"])
				}
			}
		}
	}
}
