package host_test

import (
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/templates"
)

// TestLegendOfSketchNamesItsSigns: below the map in letters every sign that stands in it is explained, for each game in each
// language; a siege, which has a sign of its own, is not called a combat.
func TestLegendOfSketchNamesItsSigns(t *testing.T) {
	for _, name := range adjudicator.Rulesets() {
		rules, err := adjudicator.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		info := rules.Info()
		for _, lang := range []string{"en", "fr"} {
			for _, kind := range []templates.Kind{templates.Welcome, templates.TurnDone} {
				for siege, drawn := range map[bool]string{false: "....\n: T1! :\n", true: "....\n: T1!& :\n"} {
					l, err := templates.Render(templates.Report{Kind: kind, Lang: lang, Ruleset: name, Game: info.Prefix + "-1", Sides: [2]string(info.Sides), Sketch: []string{drawn}})
					if err != nil {
						t.Fatal(err)
					}
					_, legend, _ := strings.Cut(strings.Join(strings.Fields(l.Text), " "), drawn[strings.Index(drawn, "T1"):len(drawn)-3])
					if said := strings.Contains(legend, "&"); said != siege {
						t.Errorf("%s, %s, %s: a siege in the map: %v, in the legend: %v\n%s", name, lang, kind, siege, said, legend)
					}
					if kind == templates.Welcome && !strings.Contains(legend, "dots ") && !strings.Contains(legend, "des points ") {
						t.Errorf("%s, %s: nothing is said of the dots:\n%s", name, lang, legend)
					}
				}
			}
		}
	}
}
