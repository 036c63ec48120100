package requests

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"keryx/adjudicator/host/reports"
	"keryx/adjudicator/host/written"
	"keryx/orders"
	"keryx/templates"
)

// sayHelp is a page of help.
func sayHelp(lang, topic string) string {
	return templates.For(lang, "").Say("help."+topic, "Mailbox", "keryx@club.example", "Day", "2026-11-21", "Answers", 1, "Changes", 1, "Reports", 1, "Characters", 1,
		"Turn", 1, "OfferDays", 1, "OfferTurns", 1, "AppealDays", 2, "Observers", 1, "Watched", 1)
}

// What a page of help shows to be copied is carried out as it stands: where it changes something, the
// lines that say at which server and when are there.
func TestHelpPagesBindWhatTheyShow(t *testing.T) {
	for _, lang := range templates.Known().Languages() {
		for _, topic := range reports.PagesOfRequests {
			text, bound := "", 0
			for line := range strings.Lines(sayHelp(lang, topic) + "\n\n") {
				if strings.HasPrefix(line, "    ") {
					text += line
					continue
				}
				if first := strings.Fields(text + " -")[0]; first != "press" && first != "presse" { // below orders
					if written.NeedsBinding(text) {
						t.Errorf("%s, help %s: this is not carried out:\n%s", lang, topic, text)
					}
					if strings.Contains(text, "keryx@club.example") {
						bound++
					}
				}
				text = ""
			}
			if bound == 0 && topic != "index" {
				t.Errorf("%s, help %s shows no request with its lines", lang, topic)
			}
		}
	}
}

// TestEveryVerbIsInHelp: what can be asked for by mail stands in a page of help, in every language.
func TestEveryVerbIsInHelp(t *testing.T) {
	for _, lang := range templates.Known().Languages() {
		pages := ""
		for _, topic := range reports.PagesOfRequests {
			pages += sayHelp(lang, topic) + "\n"
		}
		shown := wordsOf(pages)
		for name, spellings := range written.SpellingsOfVerbs() {
			if !slices.ContainsFunc(spellings, func(word string) bool { return shown[word] }) {
				t.Errorf("%s: no page of help has %q in one of its spellings %q", lang, name, spellings)
			}
		}
	}
}

// TestEveryActIsInHelp: what can be ruled has a name and a line in the page on rulings, in every language.
func TestEveryActIsInHelp(t *testing.T) {
	for _, lang := range templates.Known().Languages() {
		shown := wordsOf(sayHelp(lang, "rulings"))
		for _, act := range written.Acts {
			if !slices.ContainsFunc(strings.Fields(act.Spellings), func(word string) bool { return shown[word] }) {
				t.Errorf("%s: help.rulings has no line about %q in one of its spellings %q", lang, act.Name, act.Spellings)
			}
			if key := "ruling.word." + act.Name; !templates.For(lang, "").Has(key) {
				t.Errorf("%s: there is no %s", lang, key)
			}
		}
	}
}

// wordsOf are the words of a text, folded.
func wordsOf(text string) map[string]bool {
	words := map[string]bool{}
	for _, word := range strings.FieldsFunc(orders.Fold(text), func(r rune) bool { return r != '-' && !unicode.IsLetter(r) }) {
		words[word] = true
	}
	return words
}
