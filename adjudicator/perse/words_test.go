package perse

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"keryx/adjudicator"
	"keryx/adjudicator/cases"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/field"
	"keryx/adjudicator/perse/order"
	"keryx/orders"
)

// staged is a game of a scenario with a position as cases write it.
func staged(t *testing.T, scenario string, lines ...cases.Line) *Game {
	t.Helper()
	return stagedIn(t, versions[0], scenario, lines...)
}

// stagedIn is the position in a version of the rules.
func stagedIn(t *testing.T, version, scenario string, lines ...cases.Line) *Game {
	t.Helper()
	made, err := in(data.Default(), version).Bare(adjudicator.Setup{Scenario: scenario})
	if err != nil {
		t.Fatal(err)
	}
	g := made.(*Game)
	for _, l := range lines {
		if _, err := (stage{Game: g}).Prepare(l); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// TestOrdersAreReadAsTheyAreSaid wants words that people write beside the shortest ones to be read.
func TestOrdersAreReadAsTheyAreSaid(t *testing.T) {
	rules := New(data.Default())
	for text, want := range map[string]order.Act{
		"march to Ephesus Miletus":                                                        {Verb: "move", Path: "Ephese Milet"},
		"marcher vers Éphèse":                                                             {Verb: "move", Path: "Ephese"},
		"embarquer Mardonios avec 3x3B à bord de Flotte-1":                                {Verb: "embark", Piece: "Mardonios", Units: "3x3B", With: "Fleet1"},
		"embarquer Mardonios abord Flotte-1":                                              {Verb: "embark", Piece: "Mardonios", With: "Fleet1"},
		"court Thessaly with 2 play Political-manoeuvre":                                  {Verb: "court", Path: "Thessalie", Number: 2, Play: "manoeuvre"},
		"rallier Thessalie avec 2 jouer Manœuvre-politique":                               {Verb: "court", Path: "Thessalie", Number: 2, Play: "manoeuvre"},
		"jouer Pas-de-quartier":                                                           {Verb: "play", Play: "quarter"},
		"marcher vers l'Hellespont, la Thrace":                                            {Verb: "move", Path: "Hellespont Thrace"},
		"marcher Hellespont puis Thrace":                                                  {Verb: "move", Path: "Hellespont Thrace"},
		"march to the Hellespont then Thrace":                                             {Verb: "move", Path: "Hellespont Thrace"},
		"rallier la Thessalie avec 2":                                                     {Verb: "court", Path: "Thessalie", Number: 2},
		"activer Mardonios avec Artabase, leurre-1":                                       {Verb: "activate", Piece: "Mardonios", With: "Artabaze decoy1"},
		"activate Mardonius with Artabazus and Artemisia":                                 {Verb: "activate", Piece: "Mardonios", With: "Artabaze Artemise"},
		"réorganiser Mardonios avec 3x3B et 2x3C":                                         {Verb: "reorganise", Piece: "Mardonios", Units: "3x3B 2x3C"},
		"grouper tous les navires en Lesbos dans Flotte-1":                                {Verb: "group", Units: "all", At: "Lesbos", Piece: "Fleet1"},
		"group all ships at Lesbos as Fleet-1":                                            {Verb: "group", Units: "all", At: "Lesbos", Piece: "Fleet1"},
		"embarquer Artémise dans Flotte-1":                                                {Verb: "embark", Piece: "Artemise", With: "Fleet1"},
		"embarquer Artémise sur Flotte-1":                                                 {Verb: "embark", Piece: "Artemise", With: "Fleet1"},
		"embark Artemisia on board Fleet-1":                                               {Verb: "embark", Piece: "Artemise", With: "Fleet1"},
		"naviguer Flotte 1 vers les Cyclades puis Eubée":                                  {Verb: "sail", Piece: "Fleet1", Path: "Cyclades Eubee"},
		"sail Fleet 1 to the Cyclades, Euboea":                                            {Verb: "sail", Piece: "Fleet1", Path: "Cyclades Eubee"},
		"embarquer Datis avec 2x 3B 3B cavalerie lourde 3C cavalerie légère sur Flotte 1": {Verb: "embark", Piece: "Datis", Units: "2x3B 3B-cavalry 3C", With: "Fleet1"},
		"embark Datis with 2x 3B 3B heavy cavalry 3C light cavalry aboard Fleet 1":        {Verb: "embark", Piece: "Datis", Units: "2x3B 3B-cavalry 3C", With: "Fleet1"},
		"intercepter les unités avec Flotte 1":                                            {Verb: "intercept", Target: order.Loose, With: "Fleet1"},
		"intercept the ships with Fleet 1":                                                {Verb: "intercept", Target: order.Loose, With: "Fleet1"},
		"reculer en Béotie":                                                               {Verb: "retreat", Path: "Beotie"},
		"naviguer Flotte-1 par Les vers Thasos":                                           {Verb: "sail", Piece: "Fleet1", Path: "Lesbos Thasos"},
	} {
		file, _ := orders.Parse("game: per-1\nside: persians\nanswers: ABCD-EFGH\norders\n" + text + "\n")
		_, got, faults := adjudicator.ReadOrder(rules, &file.Groups[0].Statements[0])
		if len(faults) > 0 || got != adjudicator.Order(want) {
			t.Errorf("%s: read as %+v, %v; want %+v", text, got, faults, want)
		}
	}
}

// TestOneFaultAtAPlace wants a word that is no name to be told once, and not also as a word that is missing there.
func TestOneFaultAtAPlace(t *testing.T) {
	for _, text := range []string{"group xyzzy as Fleet-1", "court xyzzy with 3", "reorganise xyzzy with 2x3B"} {
		file, _ := orders.Parse("game: per-1\nside: persians\nanswers: ABCD-EFGH\norders\n" + text + "\n")
		_, _, faults := adjudicator.ReadOrder(New(data.Default()), &file.Groups[0].Statements[0])
		if len(faults) != 1 || faults[0].Code != orders.CodeUnknownName {
			t.Errorf("%s: %v", text, faults)
		}
	}
}

// TestCourtingOffersStratagems wants an attempt to be offered with the stratagem that helps it and with what
// it needs, and none that no dice can win.
func TestCourtingOffersStratagems(t *testing.T) {
	g := staged(t, "14.3", line("leader", "Leonidas Laconie"), line("hand", "greeks manoeuvre"), line("points", "greeks 4"))
	q := g.askAct(field.Greeks)
	var courts []order.Act
	for _, a := range q.Form.(*order.Form).Open() {
		if a.Verb == "court" {
			courts = append(courts, a)
		}
	}
	if !slices.Contains(courts, order.Act{Verb: "court", Path: "Thessalie", Number: 2, Play: "manoeuvre"}) {
		t.Errorf("the manoeuvre is not offered: %+v", courts)
	}
	if slices.ContainsFunc(courts, func(a order.Act) bool { return a.Path == "Troade" && a.Play == "" }) {
		t.Errorf("Troad is offered, and 16 is the most that 4 points reach of 17: %+v", courts)
	}
	if note := g.price(field.Greeks, order.Act{Verb: "court", Path: "Thessalie", Number: 3}); note.Key != "perse.note.court" {
		t.Errorf("an attempt has the note %v", note)
	}
	if note := g.price(field.Greeks, order.Act{Verb: "scorch"}); !reflect.DeepEqual(note, adjudicator.Say("perse.note.cost", "Points", g.Rules.Cost.Scorch)) {
		t.Errorf("scorching has the note %v", note)
	}
	if why := g.wrongPlay(field.Greeks, order.Act{Verb: "play", Play: "manoeuvre"}); why == nil || why.Code != "plays-with-court" {
		t.Errorf("a manoeuvre alone is refused as %+v", why)
	}
}

// TestWaitsTellNoPoints wants a side that has had all its points to be asked what it does as long as its enemy cannot know that,
// whether it holds stratagems or not; and games begun under version 1 to go on as they did.
func TestWaitsTellNoPoints(t *testing.T) {
	for version, ends := range map[string]bool{"1": true, "2": false} {
		for _, left := range []string{"greeks 0", "greeks 1"} {
			for _, hand := range []string{"", "greeks oracle"} {
				lines := []cases.Line{line("leader", "Leonidas Laconie"), line("active", "Leonidas"), line("points", left)}
				if hand != "" {
					lines = append(lines, line("hand", hand))
				}
				g := staged(t, "14.3", lines...)
				g.Rules = in(data.Default(), version).Catalogue
				if got, want := g.askAct(field.Greeks).Settled, ends && left == "greeks 0" && hand == ""; got != want {
					t.Errorf("version %s, points %s, in hand %q: the segment ends by itself: %v, want %v", version, left, hand, got, want)
				}
			}
		}
	}
}

// TestTablesFold wants rows of a table to begin with a name, markers that nobody can tell apart to share a
// row, and one's own leaders to have their values.
func TestTablesFold(t *testing.T) {
	made, err := New(data.Default()).New(adjudicator.Setup{Scenario: "14.3"})
	if err != nil {
		t.Fatal(err)
	}
	g := made.(*Game)
	var ids []string
	for _, l := range g.View(field.Greeks).Tables {
		ids = append(ids, l.ID)
		seen := map[string]bool{}
		for _, row := range l.Rows {
			if row[0] == "" {
				t.Errorf("a row of %s has no name: %v", l.ID, row)
			}
			if p, ok := row[min(2, len(row)-1)].(adjudicator.Phrase); ok && p.Key == "perse.state.may" {
				text := fmt.Sprint(row[1:]...)
				if seen[text] {
					t.Errorf("two rows of %s say the same: %s", l.ID, text)
				}
				seen[text] = true
			}
		}
	}
	if !slices.Contains(ids, "leaders") {
		t.Errorf("the tables are %v", ids)
	}
}

// TestSeaHasItsOwnRules wants interceptions at sea to cite the rule of these.
func TestSeaHasItsOwnRules(t *testing.T) {
	g := staged(t, "14.3", line("leader", "Leonidas Laconie"))
	for sea, rule := range map[bool]string{false: "6.1", true: "9.2"} {
		came := field.Force{Side: field.Persians, At: g.Rules.Zones["Attique"], Sea: sea}
		if q := g.askIntercept(field.Greeks, came); q.Rule != rule {
			t.Errorf("at sea %v: rule %s", sea, q.Rule)
		}
	}
}

// TestRefusalsAreSentences wants every refusal to begin with a capital or what it is about, and to end with a full
// stop: it stands between sentences.
func TestRefusalsAreSentences(t *testing.T) {
	refusal := regexp.MustCompile(`(?ms)^\[diagnostic\]$(.*?)^\[`)
	text := regexp.MustCompile(`(?m)^"?[a-z.-]+"? = "(.*)"$`)
	for _, file := range []string{"en.toml", "fr.toml"} {
		all, err := embeddedTexts.ReadFile("texts/" + file)
		if err != nil {
			t.Fatal(err)
		}
		found := text.FindAllSubmatch(refusal.Find(all), -1)
		if len(found) < 50 {
			t.Fatalf("%s has %d refusals", file, len(found))
		}
		for _, m := range found {
			if said := string(m[1]); !strings.HasSuffix(said, ".") || unicode.IsLower([]rune(said)[0]) {
				t.Errorf("%s: %s", file, said)
			}
		}
	}
}
