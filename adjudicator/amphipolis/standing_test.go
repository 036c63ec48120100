package amphipolis

import (
	"fmt"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/orders"
)

// standingFaults reads standing orders and lists what is wrong with them.
func standingFaults(t *testing.T, text string) (all []string) {
	t.Helper()
	rules, faults := orders.ParseStanding(text)
	for i := range rules {
		_, more := Default().ReadStanding(&rules[i])
		faults = append(faults, more...)
	}
	for _, d := range faults {
		all = append(all, fmt.Sprintf("%d %s", d.Span.Line, d.Code))
	}
	return all
}

// TestStandingsOfTheGame: the circumstances of this game narrow a rule down, and what only
// other games of the series have is no standing order here.
func TestStandingsOfTheGame(t *testing.T) {
	for _, text := range []string{
		"losses in turn 9: peltasts first, hoplites last", "pertes au tour 9: peltastes d'abord",
		"when attacked in T12 at 3:2 or more in winter: play S6, else pass", "retreat in summer: T12",
		"when duel is lost: use advantage to reroll", "quand duel est perdu: relancer",
		"stratagems D.2, D.6: none", "stratagems sieges: play S19, else none", "refuge for Cleon: Thrace",
		"redeploy: none", "redeploy D.4: none", "redeploy in D.2 and D.4: none", "redéploiement en D.2: aucun",
	} {
		if faults := standingFaults(t, text); faults != nil {
			t.Errorf("%s: %v", text, faults)
		}
	}
	for text, want := range map[string]string{
		"evasion: none":                                    "unknown-subject",
		"advance: all":                                     "unknown-subject",
		"when victorious: play S7":                         "unknown-subject",
		"when besieged: pass":                              "unknown-subject",
		"when discord succeeds: accept":                    "unknown-subject",
		"when attacked: evade to T12":                      "",
		"losses in turn 12: fresh first":                   "",
		"when attacked in the strait: play S6":             "",
		"redeploy D.3: none":                               "unknown-moment",
		"redeploy D.4: Thasos":                             "",
		"stratagems C: none":                               "unknown-moment",
		"when duel is won: use advantage to reroll":        "",
		"retreat at 2:1 or more: T12":                      "circumstance-not-here",
		"when duel is lost in T7: use advantage to reroll": "circumstance-not-here",
	} {
		faults := standingFaults(t, text)
		if len(faults) == 0 || !strings.HasSuffix(faults[0], want) {
			t.Errorf("%s: %v, want %q", text, faults, want)
		}
	}
}

// TestIdleStandings: a rule that one above it answers for never applies, those of this game
// too.
func TestIdleStandings(t *testing.T) {
	for text, want := range map[string]int{
		"when duel is lost: accept\nwhen duel is lost in winter: reroll":         1,
		"when duel is lost in winter: reroll\nwhen duel is lost: accept":         0,
		"advantage: keep\nwhen duel is lost: reroll":                             1,
		"advantage except combats: keep\nwhen duel is lost: reroll":              0,
		"losses in turn 4: fresh first\nlosses in turn 5: fresh first":           0,
		"losses in turn 4 or turn 5: fresh first\nlosses in turn 5: ships first": 1,
		"losses: fresh first\nlosses in turn 5: ships first":                     1,
		"stratagems D.2: none\nstratagems D.3: play S12":                         0,
		"stratagems D: none\nstratagems D.4: play S1":                            1,
		"redeploy D.4: none\nredeploy: none":                                     0,
		"redeploy: none\nredeploy D.4: none":                                     1,
		"redeploy D.4: none\nredeploy D.2: none":                                 0,
	} {
		rules, faults := orders.ParseStanding(text)
		var read []adjudicator.Standing
		for i := range rules {
			st, more := Default().ReadStanding(&rules[i])
			read, faults = append(read, st), append(faults, more...)
		}
		if len(faults) > 0 {
			t.Fatal(text, faults)
		}
		if idle := Default().(adjudicator.Overseer).Idle(read); len(idle) != want {
			t.Errorf("%s: %v, want %d", text, idle, want)
		}
	}
}

// TestStarters: the standing orders to begin with are read, are known to be of their
// language, and all apply.
func TestStarters(t *testing.T) {
	for want, lang := range []string{orders.English: "en", orders.French: "fr"} {
		for side := range adjudicator.Side(2) {
			text := Default().(adjudicator.Guide).Starter(side, lang)
			rules, faults := orders.ParseStanding(text)
			var read []adjudicator.Standing
			for i := range rules {
				st, more := Default().ReadStanding(&rules[i])
				read, faults = append(read, st), append(faults, more...)
				if tongue, known := Default().(adjudicator.Linguist).Tongue(&rules[i]); !known || int(tongue) != want {
					t.Errorf("line %d of %s is taken for %v, %v", rules[i].Line, lang, tongue, known)
				}
			}
			if len(rules) < 12 || len(faults) > 0 {
				t.Errorf("%s of side %d: %d rules, %v", lang, side, len(rules), faults)
			}
			if idle := Default().(adjudicator.Overseer).Idle(read); len(idle) > 0 {
				t.Errorf("%s of side %d: %v never apply", lang, side, idle)
			}
		}
	}
}

// TestStartersFitTheirScenario: a duel is spoken of where both of its men come into play, and nowhere
// else; all other lines, but those that are left out in 10.2, are the same in each scenario and language.
func TestStartersFitTheirScenario(t *testing.T) {
	duels := map[string]bool{"10.1": false, "10.2": false, "10.3": true, "10.4": true}
	for scenario, duel := range duels {
		for side := range adjudicator.Side(2) {
			var lines [2]int
			for i, lang := range []string{"en", "fr"} {
				text := adjudicator.Starter(Default(), scenario, side, lang)
				if got := strings.Contains(text, "\nwhen duel") || strings.Contains(text, "\nquand duel"); got != duel {
					t.Errorf("%s, %s, %s: a duel is spoken of: %t", scenario, sideIDs[side], lang, got)
				}
				lines[i] = strings.Count(text, "\n")
			}
			whole := strings.Count(Default().(adjudicator.Guide).Starter(side, "en"), "\n")
			if missing := whole - lines[0]; lines[0] != lines[1] || missing > 4 || missing == 0 && !duel {
				t.Errorf("%s, %s: %v lines in English and French, of %d", scenario, sideIDs[side], lines, whole)
			}
		}
	}
	if text := adjudicator.Starter(Default(), "10.2", athens, "en"); strings.Contains(text, "from T5") || strings.Contains(text, "B.2") {
		t.Errorf("10.2 has no T5 to retreat from, and reinforcements are kept there:\n%s", text)
	}
}
