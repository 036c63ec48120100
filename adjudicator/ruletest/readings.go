package ruletest

import (
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/orders/pattern"
	"keryx/templates"
)

// breakable is what French prose must not hold: spaces that may break before a sign, a
// straight apostrophe.
var breakable = pattern.New(` [:;!?»]|« |\p{L}'\p{L}`)

// interpreted wants each reading of an [adjudicator.Interpreter] to be told once and whole,
// with what could be read as well, in every language; and one with an option to be of the
// ruleset's options, and to say which value of it is another reading.
func (t *trial) interpreted() {
	rules, ok := t.rules.(adjudicator.Interpreter)
	if !ok {
		return
	}
	told := rules.Readings(templates.Fallback)
	seen := map[string]bool{}
	for _, r := range told {
		if seen[r.ID] || r.ID == "" || r.Rule == "" || r.Question == "" || r.Default == "" || len(r.Others) == 0 {
			t.fail("the reading %q of rule %q is given twice, or lacks its question, default or alternatives", r.ID, r.Rule)
		}
		seen[r.ID] = true
		if r.Option != "" && !t.offers(r) {
			t.fail("the reading %q: Info has no option %q, or no alternative names it with a value, “option %s, VALUE”", r.ID, r.Option, r.Option)
		}
	}
	for _, p := range t.printers {
		if lang := p.Lang(); lang != templates.Fallback {
			t.translated(lang, told, rules.Readings(lang))
		}
	}
}

// offers reports whether a reading names a value of its option that is another one.
func (t *trial) offers(r adjudicator.Reading) bool {
	return slices.ContainsFunc(t.info.Options, func(o adjudicator.Option) bool {
		return o.ID == r.Option && slices.ContainsFunc(o.Values[1:], func(v string) bool {
			return strings.Contains(strings.Join(r.Others, " "), "option "+o.ID+", "+v)
		})
	})
}

// translated compares readings with those in another language.
func (t *trial) translated(lang string, told, other []adjudicator.Reading) {
	if len(other) != len(told) {
		t.fail("%d readings are told in %s, %d in %s", len(told), templates.Fallback, len(other), lang)
		return
	}
	for i, r := range other {
		if r.Question == "" || r.Default == "" || r.Default == told[i].Default || len(r.Others) != len(told[i].Others) {
			t.fail("the reading %q lacks its text in %s, or alternatives of it", told[i].ID, lang)
		}
		for _, text := range append([]string{r.Question, r.Default}, r.Others...) {
			if found := breakable.FindString(text); lang == "fr" && found != "" {
				t.fail("the reading %q in French has %q: %s", r.ID, found, text)
			}
		}
	}
}
