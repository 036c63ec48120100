package ruletest_test

import (
	"fmt"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/internal/ford"
	"keryx/orders"
	"keryx/templates"
)

// esperanto is what the tiny game says in a third language, and how its orders are
// written in it.
const esperanto = `
turn = "Tago {{.Turn}}"
[event]
marched = "Marŝo de {{.Paces}} paŝoj."
[keyword]
march = "marsi"
[verb]
bid = ["oferti"]
march = ["marsi", "iri"]
`

// TestAThirdLanguage: with one more file of texts, and no code, the tiny game is played in
// one more language; what that lacks is said in the fallback.
func TestAThirdLanguage(t *testing.T) {
	own, err := ford.Texts.Read()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"eo": esperanto}
	for _, text := range own {
		if text.Words != nil {
			files[text.Lang] += fmt.Sprintf("%q = [%s]\n", text.Key, quoted(text.Words))
		} else {
			files[text.Lang] += fmt.Sprintf("%q = %q\n", text.Key, text.Forms["other"])
		}
	}
	rules, err := ford.With("ford", ford.None, adjudicator.Texts{Owner: "ford", Files: textFiles(files)})
	if err != nil {
		t.Fatal(err)
	}
	catalog, err := templates.With(rules)
	if err != nil {
		t.Fatal(err)
	}
	p := catalog.For("eo", "ford")
	march := ford.Act{Verb: "march", Number: 2}
	for _, line := range []string{"marsi 2", "iri 2", "marcher 2", "march 2", p.Words(march.Words())} {
		file, faults := orders.Parse("game ford-1\nside north\nanswers AAAA-AAAA\norders\n" + line)
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		s := &file.Groups[0].Statements[0]
		verb, fault := rules.Lexicon().Lookup(s.Verb, orders.VerbKind)
		if fault != nil {
			t.Errorf("%q is not read: %v", line, fault)
			continue
		}
		if got, faults := rules.ReadOrder(verb.ID, s); len(faults) > 0 || got != adjudicator.Order(march) {
			t.Errorf("%q reads as %v: %v", line, got, faults)
		}
	}
	for _, tt := range []struct{ got, want string }{
		{p.Words(march.Words()), "marsi 2"},
		{p.Say("ford.event.marched", "Paces", 3), "Marŝo de 3 paŝoj."},
		{p.Say("ford.event.shot"), "A shot."},
		{p.Say("kit.and"), "and"},
		{catalog.For("fr", "ford").Words(march.Words()), "marcher 2"},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}

// TestTwoGamesOneCode: two games refuse an order with the same code, each in words of its
// own, and each in every language.
func TestTwoGamesOneCode(t *testing.T) {
	brook, err := ford.With("brook", ford.None, adjudicator.Texts{Owner: "brook", Files: textFiles(map[string]string{
		"en": "[diagnostic]\nno-chit = \"The brook hides nothing.\"\n\"no-chit.mend\" = \"Wade.\"\n",
		"fr": "[diagnostic]\nno-chit = \"Le ruisseau ne cache rien.\"\n\"no-chit.mend\" = \"Passez à gué.\"\n"})}, ford.Texts)
	if err != nil {
		t.Fatal(err)
	}
	catalog, err := templates.With(ford.New("ford", ford.None), brook)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ lang, ruleset, want, mend string }{
		{"en", "ford", "You hold no trap", "Write hold."},
		{"en", "brook", "The brook hides nothing", "Wade."},
		{"fr", "ford", "Vous ne tenez aucun piège", "Écrivez hold."},
		{"fr", "brook", "Le ruisseau ne cache rien", "Passez à gué."},
	} {
		said := catalog.For(tt.lang, tt.ruleset).Diagnostic(&orders.Diagnostic{Code: "no-chit", Rule: "2", Text: "ambush", Span: orders.Span{Line: 1, Column: 1, End: 7}})
		if !strings.Contains(said, tt.want) || !strings.Contains(said, tt.mend) {
			t.Errorf("%s in %s says %q", tt.ruleset, tt.lang, said)
		}
		// A letter about several games knows whose fault it is.
		if again := catalog.For(tt.lang, "").Diagnostic(&orders.Diagnostic{Code: "no-chit", Ruleset: tt.ruleset}); !strings.Contains(again, tt.want) {
			t.Errorf("%s in %s, among several games, says %q", tt.ruleset, tt.lang, again)
		}
	}
}
