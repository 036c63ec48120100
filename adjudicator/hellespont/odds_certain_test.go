package hellespont

import (
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/odds"
	"keryx/templates"
)

// TestOddsWithoutADie: where no die is rolled the answer says what happens, once, and gives no percentage of nothing.
func TestOddsWithoutADie(t *testing.T) {
	o := emptyOdds(t, adjudicator.Setup{Options: map[string]string{"siege-ratio": "worst"}}, "may")
	abydos := zone(t, o, "Abydos")
	o.lay(t, athens, zone(t, o, "M4"), "T10 H4")
	o.lay(t, sparta, abydos, "H3 P2")
	siege, wrong := siegeOdds(odds.Of(o), abydos, athens, [2]odds.Ruse{})
	if wrong != nil || siege.Dice != 0 {
		t.Fatalf("%+v, %v", siege, wrong)
	}
	run := emptyOdds(t, adjudicator.Setup{}, "august")
	m7 := zone(t, run, "M7")
	run.lay(t, athens, m7, "T20 T20 T10")
	run.lay(t, sparta, m7, "T4")
	for what, throw := range map[string]*odds.Throw{"siege": siege, "run": runOdds(odds.Of(run), m7, athens)} {
		chances := throw.Reckoning(adjudicator.Term{Kind: "zone", ID: throw.Zone}).Chances
		for _, lang := range []string{"en", "fr"} {
			if len(chances) != 1 {
				t.Fatalf("%s: %+v", what, chances)
			}
			if said := templates.For(lang, "hellespont").Phrase(chances[0].Told); strings.Contains(said, "%") || !strings.HasPrefix(said, map[string]string{"en": "No die", "fr": "Aucun dé"}[lang]) {
				t.Errorf("%s: %s", what, said)
			}
		}
	}
}
