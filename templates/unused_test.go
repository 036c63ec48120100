package templates

import (
	"testing"

	"keryx/adjudicator"
)

// TestUnusedOrdersHaveTheirOwnHeading: orders that nothing asked for belong to no phase, and do not stand below the one in
// which that was noticed, such as that of victory.
func TestUnusedOrdersHaveTheirOwnHeading(t *testing.T) {
	for lang, head := range map[string]string{"en": "Orders that were not used", "fr": "Ordres qui n’ont pas servi"} {
		unused := adjudicator.Event{Phase: "D.7", Depth: 1, Private: [2]adjudicator.Phrase{
			adjudicator.Say("kit.order-unused", "Line", 7, "Order", adjudicator.Wording{"pass", "passer"})}}
		passed := adjudicator.Event{Phase: "C", Depth: 1, Private: [2]adjudicator.Phrase{
			adjudicator.Say("kit.order-passed", "Line", 5, "Order", adjudicator.Wording{"pass", "passer"}, "Phase", adjudicator.Keyword("C"))}}
		r := told(lang, Chapter{Number: 1, Events: []adjudicator.Event{passed, {Phase: "D.6", Public: adjudicator.Say("words")}, unused}})
		text := render(t, r).Text
		order := map[string]string{"en": "ine 5 of", "fr": "igne\u00a05 de"}[lang]
		last := map[string]string{"en": "ine 7 of", "fr": "igne\u00a07 de"}[lang]
		if missing := inOrder(text, "D.6", head, order, last); missing != "" {
			t.Errorf("%s: no %q in its place in\n%s", lang, missing, text)
		}
		r.Side = 1
		if theirs := render(t, r).Text; inOrder(theirs, head) == "" {
			t.Errorf("%s: the enemy reads of it:\n%s", lang, theirs)
		}
	}
}
