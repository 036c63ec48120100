package amphipolis

import (
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/odds"
	"keryx/orders"
	"keryx/templates"
)

// model is a game as the chances of the family take it.
type model struct{ *game }

func (m model) Position() *field.Field { return &m.Field }

func (m model) Copy() battle.Model {
	other := *m.game
	return model{&other}
}

func (m model) Become(other battle.Model) { *m.game = *other.(model).game }

func (model) Throws() []odds.Kind { return []odds.Kind{odds.Land, odds.Attrition} }

// The chances of the family's combats and attrition are told of this game too, by its own
// modifiers and its own table.
func TestChancesOfTheFamily(t *testing.T) {
	catalog, err := templates.With(Default())
	if err != nil {
		t.Fatal(err)
	}
	p := catalog.For("en", "amphipolis")
	for line, want := range map[string][]string{
		"odds land in T11 2xH6 against P5 P6":    {"Column 1:1, shifted to 2:1", "12 PF fight"},
		"odds land in T11 2xP5 against H7":       {"Column 1:1, shifted to 2:3"},
		"odds attrition in T7 2xH6, turn 6":      {"No loss", "One unit is weakened", "Half of the units are weakened", "All units are weakened"},
		"odds land in T11 H6 against P5, turn 5": {"Column 1:1"},
	} {
		rs := Default().(*ruleset)
		g, err := rs.empty(adjudicator.Setup{Scenario: "10.4"})
		if err != nil {
			t.Fatal(err)
		}
		st, fault := orders.ParseStatement(line)
		if fault != nil {
			t.Fatal(fault)
		}
		answer, faults := odds.Ask(model{g}, rs.lexicon, adjudicator.Position{}, st)
		if len(faults) > 0 {
			t.Errorf("%q: %s", line, p.Diagnostic(faults[0]))
			continue
		}
		var told []string
		for _, phrase := range answer.Told() {
			told = append(told, p.Phrase(phrase))
		}
		all := strings.Join(told, "\n")
		for _, w := range want {
			if !strings.Contains(all, w) {
				t.Errorf("%q is answered without %q:\n%s", line, w, all)
			}
		}
		sum := 0.0
		for _, c := range answer.Chances {
			sum += c.Value
		}
		if sum < 0.999 || sum > 1.001 {
			t.Errorf("%q: the chances add up to %v", line, sum)
		}
	}
}
