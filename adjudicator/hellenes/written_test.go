package hellenes

import (
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
	"keryx/orders"
	"keryx/templates"
)

// Orders are written in the words of their language, each zone by its name there, and read back as the same orders.
func TestOrdersAreWrittenInTheirLanguage(t *testing.T) {
	r := New()
	catalog, err := templates.With(r)
	if err != nil {
		t.Fatal(err)
	}
	zone := r.Board.MustZone
	for _, c := range []struct {
		act    order.Act
		en, fr string
	}{
		{order.Act{Verb: "pillage", Zone: zone("Himera"), Rows: []order.Row{{Pieces: ground.One(1), To: zone("TyrrhenianSea")}}},
			"pillage Himera 2 to Tyrrhenian-Sea", "piller Himère 2 vers mer-Tyrrhénienne"},
		{order.Act{Verb: "place", Zone: ground.Nowhere, Rows: []order.Row{{Pieces: ground.One(14), To: zone("Corinth")}}}, "place 15 at Corinth", "placer 15 à Corinthe"},
		{order.Act{Verb: "sacrifice", Zone: ground.Nowhere, Card: 19, God: ground.Zeus}, "sacrifice 19 to Zeus", "sacrifier 19 à Zeus"},
		{order.Act{Verb: "gather", Pieces: ground.One(9), Zone: zone("Phocis")}, "gather 10 in Phocis", "rassembler 10 en Phocide"},
		{order.Act{Verb: "gather", Pieces: ground.One(9), Zone: zone("Corinth")}, "gather 10 at Corinth", "rassembler 10 à Corinthe"},
	} {
		for lang, want := range map[string]string{"en": c.en, "fr": c.fr} {
			line := catalog.For(lang, r.Info().Name).Words(c.act.Words())
			if line != want {
				t.Errorf("%s: %q is written, %q wanted", lang, line, want)
			}
			if o, ok := read(t, r, line).(order.Act); !ok || o.Words().Canonical() != c.act.Words().Canonical() {
				t.Errorf("%s: %q is read as %v", lang, line, o)
			}
		}
	}
	for z := range board.Zone(ground.Zones) {
		term := ground.ZoneTerm(z)
		for _, lang := range []string{"en", "fr"} {
			word := catalog.For(lang, r.Info().Name).Words(adjudicator.Words{term})
			tokens, _ := orders.ParseStatements("target " + word)
			if e, d := r.Lexicon().LookupString(word, "zone"); d != nil || e.ID != term.ID || len(tokens) != 1 {
				t.Errorf("%s: %s is written %q, which names %v: %v", lang, term.ID, word, e, d)
			}
			if word == term.ID && catalog.For(lang, r.Info().Name).Term(term) != term.ID {
				t.Errorf("%s: %s is written by its identifier", lang, word)
			}
		}
	}
}
