package hellespont_test

import (
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/hellespont"
	"keryx/orders"
	"keryx/templates"
)

var inBoth = []string{"en", "fr"}

// vetted are the faults of a file of one order and one standing order.
func vetted(t *testing.T, order, rule string) []*orders.Diagnostic {
	t.Helper()
	f, faults := orders.Parse("game hel-1\nside athens\nanswers AAAA-AAAA\norders\n" + order + "\nstanding\n" + rule + "\n")
	if len(faults) > 0 {
		return faults
	}
	return adjudicator.Vet(hellespont.Default(), f)
}

// TestGuesses: what may have been meant is one word, the nearest, as the reader's own
// language writes it; where nothing is near no guess is made.
func TestGuesses(t *testing.T) {
	for _, c := range []struct{ order, en, fr string }{
		{"when attacked in Sestso: stand", "“Sestos”", "« Sestos »"},
		{"when attacked in Setpember: stand", "“September”", "« septembre »"},
		{"when attacked by Mindaurs: stand", "“Mindarus”", "« Mindaros »"},
		{"when attacked in Xyzzy: stand", "", ""},
		{"sepnd 3", "“spend”", "« dépenser »"},
		{"depanser 3", "“spend”", "« dépenser »"},
		{"actvate Sestos", "“activate”", "« activer »"},
		{"activate Sestso", "“Sestos”", "« Sestos »"},
		{"activate Lamspaque", "“Lampsacus”", "« Lampsaque »"},
		{"evad to Sestos", "", ""}, // short for evade
		{"siedge Sestos", "“siege”", "« assiéger »"},
		{"frobnicate", "", ""},
	} {
		faults := vetted(t, c.order, "stratagems: none")
		if strings.HasPrefix(c.order, "when ") {
			faults = vetted(t, "pass", c.order)
		}
		for i, want := range []string{c.en, c.fr} {
			text := strings.ReplaceAll(templates.For(inBoth[i], "hellespont").Diagnostics(faults), "\u00a0", " ")
			text = strings.Join(strings.Fields(text), " ")
			question := map[string]string{"en": "Did you mean " + want + "?", "fr": "Vouliez-vous dire " + want + " ?"}[inBoth[i]]
			if (want != "") != strings.Contains(text, question) || want == "" && strings.Contains(text, strings.Fields(question)[0]) {
				t.Errorf("%q in %s: want %q in %q", c.order, inBoth[i], question, text)
			}
			if strings.Contains(text, `\`) {
				t.Errorf("%q is told about backslashes: %s", c.order, text)
			}
		}
	}
}

// TestOfferedWordsAreRead: each word that a fault says would do is taken at that place,
// in both languages.
func TestOfferedWordsAreRead(t *testing.T) {
	offered := 0
	for _, rule := range []string{"losses: xyzzy", "losses: xyzzy first", "recover: xyzzy", "advance: xyzzy", "stratagems: xyzzy",
		"when attacked: xyzzy", "when besieged: xyzzy", "when evasion xyzzy: accept", "when siege xyzzy: accept",
		"when attrition is xyzzy: accept", "when discord xyzzy: accept", "when initiative is xyzzy: keep",
		"when initiative is lost: use advantage to xyzzy", "when result is A: xyzzy", "advantage: xyzzy",
		"when attacked at 2:1 or xyzzy: stand", "departures: xyzzy", "redeploy: xyzzy", "evasion: xyzzy"} {
		for _, lang := range inBoth {
			words := offers(t, lang, rule)
			offered += len(words)
			for _, word := range words {
				mended := strings.Replace(rule, "xyzzy", word, 1)
				for _, d := range vetted(t, "pass", mended) {
					if d.Code == orders.CodeKeywordExpected && !strings.HasSuffix(mended, word) {
						t.Errorf("%s: %q is offered for %q, and %v", lang, word, rule, d)
					}
					if d.Code == orders.CodeKeywordExpected && strings.Contains(d.Error(), "Found="+orders.Fold(word)) {
						t.Errorf("%s: %q is offered for %q, and not read: %v", lang, word, rule, d)
					}
				}
			}
		}
	}
	if offered < 80 {
		t.Errorf("only %d words are offered", offered)
	}
}

// offers lists the words that a fault of a standing order says would do.
func offers(t *testing.T, lang, rule string) []string {
	t.Helper()
	p := templates.For(lang, "hellespont")
	for _, d := range vetted(t, "pass", rule) {
		if d.Code != orders.CodeKeywordExpected {
			continue
		}
		for i := 0; i < len(d.Args); i += 2 {
			if words, ok := d.Args[i+1].([]adjudicator.Keyword); ok {
				var all []string
				for _, k := range words {
					all = append(all, p.Value(k))
				}
				return all
			}
		}
	}
	t.Errorf("%q has no fault that offers words: %v", rule, vetted(t, "pass", rule))
	return nil
}

// TestOldWordsAreStillRead: what older letters printed reads as before.
func TestOldWordsAreStillRead(t *testing.T) {
	for _, text := range []string{
		"partie hel-1\ncamp Athènes\nrepond AAAA-AAAA\nordres\nesquiver vers Sestos\névacuer tout vers T28\nutiliser avantage vers ramener H4 en Sestos\npermanents\nquand attaqué en mer: esquiver vers port, sinon tenir\nrefuge: Sestos, partout\navance: petite\nquand attrition est toutes: accepter\n",
		"game hel-1\nside athens\nanswer AAAA-AAAA\norders\nuse advantage to points\nplay Mine\nstanding orders\nwhen attacked in the strait: stand\n",
	} {
		f, faults := orders.Parse(text)
		if faults = append(faults, adjudicator.Vet(hellespont.Default(), f)...); len(faults) > 0 {
			t.Errorf("%q: %v", text, faults)
		}
	}
}
