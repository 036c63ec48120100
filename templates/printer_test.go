package templates

import (
	"strings"
	"testing"
	"time"

	"keryx/adjudicator"
)

func TestPhrase(t *testing.T) {
	say := adjudicator.Say
	en, fr := testCatalog(t).For("en-GB", "tiny"), testCatalog(t).For("fr-CA", "tiny")
	for _, tt := range []struct {
		p      *Printer
		phrase adjudicator.Phrase
		want   string
	}{
		{en, adjudicator.Phrase{}, ""},
		{en, say("tiny.event.battle", "zone", zone("Z1"), "who", side("west"), "whom", side("east")), "Battle at Gull Rock: Westport against Easthaven."},
		{en, say("tiny.event.fire", "who", "x", "Count", 1), "x loses one ship."},
		{en, say("tiny.event.fire", "who", "x", "Count", 2), "x loses 2 ships."},
		{en, say("tiny.event.fire", "who", "x", "Count", int64(1)), "x loses one ship."},
		{fr, say("tiny.event.fire", "who", "x", "Count", 0), "x perd 0 navire."}, // zero is singular in French
		{fr, say("tiny.event.wind", "from", "nord"), "The wind blows from the nord."},
		{fr, say("tiny.event.battle", "zone", zone("Z1"), "who", side("west"), "whom", "y"), "Battle at le rocher des Mouettes: Port-Couchant against y."},
		{en, say("tiny.event.wind", "from", adjudicator.Terms{}), "The wind blows from the ."},
		{en, say("tiny.event.wind", "from", adjudicator.Terms{zone("Z1")}), "The wind blows from the Gull Rock."},
		{en, say("tiny.event.wind", "from", adjudicator.Terms{zone("Z1"), zone("Z9"), zone("Z2")}), "The wind blows from the Gull Rock, Z9 and Ferry."},
		{en, say("tiny.event.wind", "from", []adjudicator.Phrase{say("tiny.month.5"), {}, say("tiny.balance.ships")}), "The wind blows from the May and Ships."},
		{en, say("tiny.event.wind", "from", adjudicator.Words{adjudicator.Keyword("sail"), zone("Z1"), ",", zone("Z2"), 3}), "The wind blows from the sail Z1, Ferry 3."},
		{fr, say("tiny.event.wind", "from", adjudicator.Words{adjudicator.Keyword("sail"), zone("Z2")}), "The wind blows from the voguer Ferry."},
		{en, say("tiny.event.wind", "from", "a\x1b[31m\r\nb\u202ec\xff"), "The wind blows from the a [31m  b c ."},
		{en, say("tiny.event.wind", "from", "{{.secret}} %s"), "The wind blows from the {{.secret}} %s."},
		{en, say("tiny.event.wind", "from", time.Date(2026, 2, 1, 8, 5, 0, 0, time.UTC)), "The wind blows from the Sunday 1 February 2026, 08:05 UTC."},
		{en, say("tiny.event.retreat", "who", "élan", "zone", "Z"), "Élan falls back to Z, harried all the way by light craft that hang on its rear until nightfall."},
		{en, say("tiny.nowhere", "b", 2, "a", zone("Z1")), "‹tiny.nowhere a=Gull Rock b=2›"},
		{en, say("tiny.event.wind"), "‹tiny.event.wind›"},
		{en, say("kit.order-unused", "Line", 3, "Order", "sail"), "Line 3 of your orders, “sail”, was not used: the turn ended before it was needed."},
	} {
		if got := tt.p.Phrase(tt.phrase); got != tt.want {
			t.Errorf("%s %v\n got %s\nwant %s", tt.p.Lang(), tt.phrase, got, tt.want)
		}
	}
}

// TestEither tells lists as choices.
// TestSiegeWithoutDice: who is asked about a siege without a die reads that none is rolled, and not 0 dice; French takes nought for a
// singular.
func TestSiegeWithoutDice(t *testing.T) {
	for lang, want := range map[string][3]string{"en": {"no die", "one die", "2 dice"}, "fr": {"aucun dé", "un dé", "2 dés"}} {
		for n, dice := range want {
			got := strings.ReplaceAll(For(lang, "hellespont").Say("hellespont.fact.siege", "Zone", "Abydos", "Dice", n, "Defenders", "T20"), "\u00a0", " ")
			if !strings.Contains(got, ": "+dice+" ") {
				t.Errorf("%s, %d dice: %q", lang, n, got)
			}
		}
	}
}

func TestEither(t *testing.T) {
	c := mustLoad(t, `"a.b" = "{{.X}} / {{.XOr}}"`+"\n"+`"kit.and" = "and"`+"\n"+`"kit.or" = "or"`)
	for _, v := range []any{[]string{"A", "B", "C"}, adjudicator.Terms{{ID: "A"}, {ID: "B"}, {ID: "C"}}, []adjudicator.Keyword{"A", "B", "C"}} {
		if got := c.For("", "").Say("a.b", "X", v); got != "A, B and C / A, B or C" {
			t.Errorf("%T: %s", v, got)
		}
	}
}

// TestStopped reads the kit's longest text with its nested reason.
func TestStopped(t *testing.T) {
	p := testCatalog(t).For("en", "tiny")
	for left, want := range map[int]string{0: "", 1: " The order after it was dropped.", 3: " The 3 orders after it were dropped."} {
		got := p.Say("kit.orders-stopped", "Line", 7, "Order", "sail Z9", "Left", left, "Rule", "3.2",
			"Why", adjudicator.Say("diagnostic.tiny-not-adjacent", "From", zone("Z1"), "To", zone("Z9")))
		if !strings.HasSuffix(got, "Gull Rock is not adjacent to Z9."+want) {
			t.Errorf("%d left: %s", left, got)
		}
	}
}

func TestFrenchArticles(t *testing.T) {
	for name, want := range map[string][2]string{
		"Sestos": {"de Sestos", "à Sestos"}, "Athènes": {"d’Athènes", "à Athènes"}, "Éléonte": {"d’Éléonte", "à Éléonte"},
		"le Pirée": {"du Pirée", "au Pirée"}, "les Arginuses": {"des Arginuses", "aux Arginuses"}, "la mer": {"de la mer", "à la mer"},
	} {
		de := must(textFuncs["de"](name))
		a := must(textFuncs["a"](name))
		if de != want[0] || a != want[1] {
			t.Errorf("%s: %s, %s", name, de, a)
		}
	}
}

// What is said in a place with an article is said of it and from it with the article too.
func TestFrenchFrom(t *testing.T) {
	for want, place := range map[string]placed{
		"de l’Hellespont": {"Hellespont", "dans l’Hellespont"}, "des Thermopyles": {"Thermopyles", "aux Thermopyles"},
		"du golfe Argolique": {"golfe-Argolique", "dans le golfe Argolique"}, "des Cyclades": {"Cyclades", "dans les Cyclades"},
		"de Troade": {"Troade", "en Troade"}, "d’Éolide": {"Éolide", "en Éolide"}, "de la mer de Carie": {"la mer de Carie", "dans la mer de Carie"},
	} {
		if got := must(textFuncs["de"](place)); got != want {
			t.Errorf("%s, %s: %s", place.name, place.in, got)
		}
	}
}

// must is a value that comes without an error.
func must(v any, err error) any {
	if err != nil {
		panic(err)
	}
	return v
}

// A place whose French is neither "à" nor "en" before a number says itself what it is.
func TestFrenchProvinces(t *testing.T) {
	p := testCatalog(t).For("fr", "tiny")
	for id, want := range map[string]string{"Z3": "En Thrace, de Thrace, Thrace.", "Z1": "Au rocher des Mouettes, du rocher des Mouettes, le rocher des Mouettes.", "M5": "En M5, de M5, M5."} {
		if got := p.Say("tiny.event.came", "Zone", zone(id)); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}

func TestWhenIn(t *testing.T) {
	p := testCatalog(t).For("en", "")
	east := time.FixedZone("Pacific/Auckland", 13*3600)
	west := time.FixedZone("Atlantic/Azores", -3600)
	at := time.Date(2026, 11, 21, 18, 4, 0, 0, time.UTC)
	for want, zone := range map[string]*time.Location{
		"Saturday 21 November 2026, 18:04 UTC":                                                nil,
		"Saturday 21 November 2026, 17:04 Azores time (18:04 UTC)":                            west,
		"Sunday 22 November 2026, 07:04 Auckland time (Saturday 21 November 2026, 18:04 UTC)": east,
	} {
		if got := p.WhenIn(at, zone); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
