package data

import (
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/field/fieldtest"
)

// Facts that are more than the value of one line.
func TestCheckFindsBrokenFacts(t *testing.T) {
	printed.Finds(t, []fieldtest.Fact{
		{"M16 is not adjacent to M17", field.MapName, "", fieldtest.Edge("M16", "M17")},
		{"T3 is not adjacent to T1", field.MapName, "", fieldtest.Edge("T3", "T1")},
		{"T3 is not adjacent to T2", field.MapName, "", fieldtest.Edge("T3", "T2")},
		{"M16 is not adjacent to T1", field.MapName, "", fieldtest.Edge("M16", "T1")},
		{"T2 is not adjacent to M17", field.MapName, "", fieldtest.Edge("T2", "M17")},
		{"the way from Lampsacus to T27 costs 4 PM", field.MapName, "", fieldtest.Edge("T23", "T27")},
		{"Abydos is adjacent to at most two zones", field.MapName, "", fieldtest.Edge("T23", "Abydos")},
		{"zones adjacent to Sestos", field.MapName, "", fieldtest.Edge("T16", "Sestos")},
		{"zones adjacent to Cyzique", field.MapName, "", fieldtest.Edge("T4", "Cyzique")},
		{"a beach borders M12", field.MapName, "", strings.Replace(fieldtest.Edge("T10", "M12"), "]\n", "]\nbeach = true\n", 1)},
		{"a beach borders M8", field.MapName, "zones = [\"T15\", \"M8\"]\n", "zones = [\"T15\", \"M8\"]\nbeach = true\n"},
		{"a beach borders M13", field.MapName, "zones = [\"T5\", \"M13\"]\nbeach = true\n", "zones = [\"T5\", \"M13\"]\n"},
		{"a part of the shore of T20 is no beach", field.MapName, "zones = [\"T20\", \"M22\"]\n", "zones = [\"T20\", \"M22\"]\nbeach = true\n"},
		{"a part of the shore of T20 is beach", field.MapName, "zones = [\"T20\", \"M1\"]\nbeach = true\n", "zones = [\"T20\", \"M1\"]\n"},
		{"the whole shore of T1 is beach", field.MapName, "zones = [\"T1\", \"M15\"]\nbeach = true\n", "zones = [\"T1\", \"M15\"]\n"},
		{"T30, not being clear, has no beach", field.MapName, "zones = [\"T30\", \"M18\"]\n", "zones = [\"T30\", \"M18\"]\nbeach = true\n"},
		{"ships enter Parion from M9", field.MapName, "zones = [\"M9\", \"Parion\"]\nentry = true\n", "zones = [\"M9\", \"Parion\"]\n"},
		{"naval entries of Sestos", field.MapName, "zones = [\"M5\", \"Sestos\"]\nentry = true\n", "zones = [\"M5\", \"Sestos\"]\n"},
		{"Abydos has a naval entry", field.MapName, "zones = [\"M4\", \"Abydos\"]\nentry = true\n", "zones = [\"M4\", \"Abydos\"]\n"},
		{"who may use B1", field.MapName, "sides = [\"sparta\"]", "sides = [\"athens\", \"sparta\"]"},
		{"who may use B2", field.MapName, "sides = [\"athens\"]\n", ""},
		{"no movement enters B3", field.MapName, "zones = [\"B3\", \"M22\"]\noneway = true\n", "zones = [\"B3\", \"M22\"]\n"},
		{"stacking in Sestos", field.MapName, "pf = 50", "pf = 40"},
		{"reduced PF of athens:T10.1", field.CountersName, "reduced = 5", "reduced = 6"},
		{"PF of the navy of athens", field.CountersName, "count = 3", "count = 4"},
		{"counters of athens", field.CountersName, "count = 3", "count = 4"},
		{"sparta:P5.1 is Persian", field.CountersName, "count = 1\npersian = true", "count = 1"},
		{"origin of Doreius", field.CountersName, `ally = "rhodes"`, `ally = "syracuse"`},
		{"S18 and S10 share a counter", field.StratagemsName, `[["S18", "athens"], ["S10", "athens"]]`, `[["S18", "athens"], ["S9", "athens"]]`},
		{"S4 is on a neutral face", field.StratagemsName, `["S4", "neutral"]`, `["S4", "athens"]`},
		{"S1 is on a neutral face", field.StratagemsName, `["S1", "athens"]`, `["S1", "neutral"]`},
		{"use of stratagem S2", field.StratagemsName, `by = ["defender"]`, `by = ["attacker"]`},
		{"use of stratagem S17", field.StratagemsName, "permanent = true\n", ""},
		{"use of stratagem S1", field.StratagemsName, "not_in_straits = true\n", ""},
		{"action points of august", monthsName, "pa_unless = [5, 6]", "pa_unless = [6]"},
		{"attrition of a modified 0", attritionName, `["none"]`, `["one"]`},
		{"attrition of a modified 5", attritionName, `["one"]`, `["all"]`},
		{"attrition of a modified 7", attritionName, `["all"]`, `["one"]`},
		{"month 4", monthsName, "siege = -1", "siege = 0"},
		{"scenario 10.1", field.ScenariosName, `advantage = "sparta"`, `advantage = "athens"`},
		{"scenario 10.1", field.ScenariosName, `supply = 3`, `supply = 2`},
		{"scenario 10.2", field.ScenariosName, `withdrawn = ["S1", "S16"`, `withdrawn = ["S2", "S16"`},
		{"scenario 10.2", field.ScenariosName, "by = \"Theramene\"", "by = \"Tymochares\""},
		{"scenario 10.1", field.ScenariosName, "first_draw = 1", "first_draw = 2"},
		{"scenario 10.1 uses", field.ScenariosName, "weakened = { \"T10\" = 1 }\n", ""},
	})
}

// Facts whose breach no file can express, because the scenarios name the counters.
func TestCheckFindsBrokenCounters(t *testing.T) {
	for _, c := range []struct {
		fact   string
		change func(*Game)
	}{
		{"bonus of ship athens:T20.1", func(g *Game) { g.Units[0].Bonus = true }},
		{"leaders of sparta", func(g *Game) { g.Leaders[g.Leader("Mindaros")].ID = "Klearchos" }},
		{"leaders of athens", func(g *Game) { g.Leaders[g.Leader("Mindaros")].Side = Athens }},
		{"some leaders have a double bonus", func(g *Game) {
			for i := range g.Leaders {
				g.Leaders[i].Bonus = min(1, g.Leaders[i].Bonus)
			}
		}},
		{"number of stratagem texts", func(g *Game) { g.Stratagems = g.Stratagems[1:] }},
		{"athens has a coloured stratagem", func(g *Game) {
			for i := range g.Counters {
				for f := range g.Counters[i].Faces {
					if g.Counters[i].Faces[f].Colour == field.Colour(Athens) {
						g.Counters[i].Faces[f].Colour = field.Colour(Sparta)
					}
				}
			}
		}},
	} {
		g, err := Load(embedded)
		if err != nil {
			t.Fatal(err)
		}
		c.change(g)
		if !slices.ContainsFunc(Check(g), func(f Finding) bool { return strings.HasPrefix(f.Fact, c.fact) }) {
			t.Errorf("%s: not found", c.fact)
		}
	}
}
