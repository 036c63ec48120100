package demo

import (
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/hellespont"
	"keryx/orders"
)

// TestDemoWritesInTheLanguageOfItsPlayers wants the standing orders of the demo below a heading in the words of the rest of
// the file, the requests of a season in them as well, and what it prints of the file to count orders alone.
func TestDemoWritesInTheLanguageOfItsPlayers(t *testing.T) {
	if err := hellespont.Opener.Register(""); err != nil {
		t.Fatal(err)
	}
	rules, err := adjudicator.Lookup(demoGame)
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string]struct{ file, heading, requests string }{
		"en": {"orders\n  choose S9\n", "\nstanding\n", "join demo\nbid demo 1-1-1 Athens 2\n"},
		"fr": {"ordres\n  choisir S9\n", "\nconsignes\n", "inscription demo\noffre demo 1-1-1 Athènes 2\n"},
	} {
		p := demoPlayer{demo: &demo{rules: rules, lang: lang}, side: rules.Info().Sides[0]}
		if s := (&seasonPlayer{demoPlayer: &p}); s.entry()+s.bid("1-1-1", p.side, 2) != want.requests {
			t.Errorf("%s: a player of the season writes %q", lang, s.entry()+s.bid("1-1-1", p.side, 2))
		}
		section := p.standing()
		if !strings.HasPrefix(section, want.heading) {
			t.Errorf("%s: the standing orders begin with %.20q, want %q", lang, section, want.heading)
		}
		if parsed, _ := orders.Parse(want.file + section); !parsed.HasStanding || len(parsed.Standing) == 0 {
			t.Errorf("%s: no standing orders are read from\n%s", lang, section)
		}
		verb := strings.Fields(want.file)[1]
		if got := summarise(want.file+section, p.demo.standingTitle()); got != "1 order: "+verb+", and standing orders" {
			t.Errorf("%s: summed up as %q", lang, got)
		}
	}
}
