package templates

import (
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/orders"
)

// told makes a report of Hellespont in which something has happened.
func told(lang string, chapters ...Chapter) Report {
	return Report{Kind: Receipt, Lang: lang, Game: "hel-7", Ruleset: "hellespont", Sides: [2]string{"athens", "sparta"}, Story: chapters}
}

// saying makes events of Hellespont, all of depth 1.
func saying(phrases ...adjudicator.Phrase) (events []adjudicator.Event) {
	for _, ph := range phrases {
		ph.Key = "hellespont.event." + ph.Key
		events = append(events, adjudicator.Event{Phase: "B.3", Rule: "4", Depth: 1, Public: ph})
	}
	return events
}

// flat renders a report and undoes the line breaks of its text.
func flat(t *testing.T, r Report) string {
	t.Helper()
	l, err := Known().Render(r)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.FieldsFunc(l.Text, func(r rune) bool { return r == ' ' || r == '\n' }), " ")
}

var (
	athens = adjudicator.Term{Kind: "side", ID: "athens"}
	sparta = adjudicator.Term{Kind: "side", ID: "sparta"}
)

func sail(from, to string) adjudicator.Phrase {
	return adjudicator.Say("sailed", "Side", athens, "Who", adjudicator.Terms{{Kind: "unit", ID: "T10"}}, "From", zone(from),
		"To", zone(to), "Route", adjudicator.Terms{zone(to)})
}

func announces(left int) adjudicator.Phrase {
	return adjudicator.Say("announced", "Side", sparta, "Points", 1, "Left", left)
}

// TestSummary: the paragraph at the head tells what weighs, and movements only where
// there is room for them.
func TestSummary(t *testing.T) {
	falls := adjudicator.Say("port-emptied", "Zone", zone("Sestos"))
	var many []adjudicator.Phrase
	for i := range 9 {
		many = append(many, sail("M5", "M"+string(rune('1'+i))))
	}
	for name, c := range map[string]struct {
		events []adjudicator.Phrase
		want   string
	}{
		"few":            {[]adjudicator.Phrase{falls, sail("M4", "M5")}, "In short: Sestos falls. Athens sails from M4 to M5."},
		"one":            {[]adjudicator.Phrase{falls}, "In short: Sestos falls."},
		"as many as fit": {many[:8], "Athens sails from M5 to M8. WHAT"},
		"both":           {[]adjudicator.Phrase{sail("M4", "M5"), falls, sail("M5", "M6"), falls, falls}, "In short: Athens sails from M4 to M5. Sestos falls. Athens sails from M5 to M6."},
		"too much":       {append([]adjudicator.Phrase{falls}, many...), "In short: Sestos falls."},
		"moves alone":    {many, "In short: Athens sails from M5 to M1."},
		"more than fit":  {many, "to M7. " + For("en", "").Say("report.more", "Count", 2)},
		"nothing alone":  {[]adjudicator.Phrase{announces(1), announces(0)}, ""},
	} {
		text := flat(t, told("en", Chapter{Number: 1, Events: saying(c.events...)}))
		if name == "nothing alone" && strings.Contains(text, "In short") {
			t.Errorf("what tells nothing by itself is told at the head: %s", text)
		}
		if !strings.Contains(text, c.want) {
			t.Errorf("%s: want %q in %s", name, c.want, text)
		}
		if name == "too much" && strings.Contains(text, "sails from M5 to M1. ") {
			t.Errorf("%s: the movements crowd in: %s", name, text)
		}
	}
}

// TestTally: a month in figures, with the plurals of both languages.
func TestTally(t *testing.T) {
	side := func(side adjudicator.Term, deeds ...adjudicator.Phrase) adjudicator.Phrase {
		return adjudicator.Say("hellespont.tally.side", "Side", side, "Deeds", deeds)
	}
	lost := func(naval, land, worn int) adjudicator.Phrase {
		return adjudicator.Say("hellespont.tally.lost", "Naval", naval, "Land", land, "Worn", worn, "AllWorn", worn == naval+land)
	}
	ports := func(key string, ids ...string) adjudicator.Phrase {
		var all adjudicator.Terms
		for _, id := range ids {
			all = append(all, zone(id))
		}
		return adjudicator.Say("hellespont.tally."+key, "Count", len(ids), "Ports", all)
	}
	won := func(n int) adjudicator.Phrase { return adjudicator.Say("hellespont.tally.won", "Count", n) }
	for _, c := range []struct {
		tally  []adjudicator.Phrase
		en, fr string
	}{
		{[]adjudicator.Phrase{side(athens, lost(14, 3, 2), won(1), ports("gained", "Sestos"))},
			"Athens lost 14 naval and 3 land PF (2 of them by attrition), won one combat and gained the port of Sestos.",
			"Athènes a perdu 14\u00a0PF navals et 3\u00a0PF terrestres (dont 2 par attrition), a gagné un combat et a pris le port de Sestos."},
		{[]adjudicator.Phrase{side(athens, lost(0, 1, 1), ports("gone", "Sestos", "Abydos")), side(sparta, lost(1, 0, 0), won(2), ports("gained", "Sestos", "Abydos"))},
			"Athens lost 1 land PF (by attrition) and lost 2 ports (Sestos and Abydos); Sparta lost 1 naval PF, won 2 combats and gained 2 ports (Sestos and Abydos).",
			"Athènes a perdu 1\u00a0PF terrestre (par attrition) et a perdu 2\u00a0ports (Sestos et Abydos)\u00a0; Sparte a perdu 1\u00a0PF naval, a gagné 2\u00a0combats et a pris 2\u00a0ports (Sestos et Abydos)."},
	} {
		chapter := Chapter{Number: 1, Turn: adjudicator.Say("hellespont.month.august"), Tally: c.tally}
		for lang, want := range map[string]string{"en": " in figures: " + c.en, "fr": " en chiffres\u00a0: " + c.fr} {
			if text := flat(t, told(lang, chapter)); !strings.Contains(text, want) {
				t.Errorf("want %q in %s", want, text)
			}
		}
	}
}

// TestRepeatedAnswers: what standing orders answer again and again is told once.
func TestRepeatedAnswers(t *testing.T) {
	answer := func(phase, verb, head string) adjudicator.Event {
		ph := adjudicator.Say(standingOrder, "Order", adjudicator.Words{adjudicator.Keyword(verb)}, "Rule", adjudicator.Wording{head, head})
		return adjudicator.Event{Phase: phase, Rule: "B.3", Depth: 2, Private: [2]adjudicator.Phrase{ph}}
	}
	one := func(head string) adjudicator.Event { return answer("B.3", "stand", head) }
	text := flat(t, told("en", Chapter{Number: 1, Events: []adjudicator.Event{one("a"), one("b"), one("a"), one("b"), one("a"), answer("B.4", "stand", "a"),
		answer("B.4", "pass", "c")}}))
	for want, times := range map[string]int{
		"Standing order “a”: stand (and 2 more times)": 1, "order “a”": 2, "Standing order “b”: stand [rule 2.B.3]": 2, "order “c”": 0} {
		if n := strings.Count(text, want); n != times {
			t.Errorf("%q stands there %d times, want %d: %s", want, n, times, text)
		}
	}
}

// TestTrueReceipts: a receipt does not say that orders were carried out which wait, and the
// answer to an old file, or what tells of a missed deadline, does not promise a question where
// there is none.
func TestTrueReceipts(t *testing.T) {
	waiting := []orders.Statement{{Line: 8, Text: "spend 2"}}
	standing := adjudicator.Answered{Kind: "spend", From: adjudicator.FromStanding}
	own := adjudicator.Answered{Kind: "spend", From: adjudicator.FromOrders}
	for lang, words := range map[string][5]string{
		"en": {"Your orders are noted.", "have been carried out", "Nothing is asked of you now.",
			"None of them answers what is asked of you now; that is answered with recover or siege.", "No order in it has been carried out."},
		"fr": {"Vos ordres sont notés.", "ont été exécutés", "Rien ne vous est demandé pour l’instant.",
			"Aucun ne répond à ce qui vous est demandé maintenant\u00a0; ordres possibles\u00a0: récupérer ou assiéger.", "Aucun ordre n’y a été exécuté."},
	} {
		for _, c := range []struct {
			answered []adjudicator.Answered
			waiting  []orders.Statement
			want     string
		}{
			{nil, waiting, words[0]},
			{[]adjudicator.Answered{standing}, waiting, words[0]},
			{[]adjudicator.Answered{standing, own}, waiting, words[1]},
			{[]adjudicator.Answered{own}, nil, words[1]},
			{nil, nil, words[4]},
			{[]adjudicator.Answered{standing}, nil, words[4]},
		} {
			r := told(lang)
			r.Answered, r.Waiting = c.answered, c.waiting
			if got := flat(t, r); !strings.Contains(got, c.want) || c.want != words[1] && strings.Contains(got, words[1]) {
				t.Errorf("%s: %q is missing from\n%s", lang, c.want, got)
			}
		}
		for _, given := range [][]adjudicator.Answered{{standing}, {own}} { // what waits does not answer what is asked
			r := told(lang)
			r.Answered, r.Waiting, r.Question = given, waiting, &adjudicator.Question{Prompt: adjudicator.Say("hellespont.month.august"), Verbs: []string{"recover", "siege"}, Form: moveForm{}}
			if got := flat(t, r); strings.Contains(got, words[3]) != (given[0].From == adjudicator.FromStanding) {
				t.Errorf("%s, %v: %q is to be said of a file that answers nothing, in\n%s", lang, given, words[3], got)
			}
		}
		for _, kind := range []Kind{Stale, Asked} {
			r := told(lang)
			r.Kind = kind
			if got := flat(t, r); !strings.Contains(got, words[2]) {
				t.Errorf("%s, %s: %q is missing from\n%s", lang, kind, words[2], got)
			}
		}
	}
}

// What waited and waits no longer is told in the letter that takes its place, each order in its words.
func TestReplacedOrdersAreTold(t *testing.T) {
	for lang, says := range map[string]string{"en": "This order waited, and waits no longer", "fr": "Cet ordre attendait et n’attend plus"} {
		r := tinyReport(t)
		r.Lang, r.Kind, r.Waiting, r.Replaced = lang, Receipt, nil, []orders.Statement{{Line: 7, Text: "sail Ferry"}}
		letter, err := Render(r)
		if err != nil {
			t.Fatal(err)
		}
		if flat := strings.Join(strings.Fields(letter.Text), " "); !strings.Contains(flat, says) || !strings.Contains(flat, "sail Ferry") {
			t.Errorf("%s: nothing of the order that was replaced:\n%s", lang, letter.Text)
		}
	}
}
