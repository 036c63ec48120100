package saved_test

import (
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/hellespont"
)

// TestStoredStatesAreChecked: a state loads as what it was; one that names a side, unit,
// leader, zone, fate or counter that there is not is refused by that name.
func TestStoredStatesAreChecked(t *testing.T) {
	for _, rules := range []adjudicator.Ruleset{hellespont.Default(), amphipolis.Default()} {
		for _, scenario := range rules.Info().Scenarios {
			setup := adjudicator.Setup{Scenario: scenario}
			g, err := rules.New(setup)
			if err != nil {
				t.Fatal(err)
			}
			state := string(g.State())
			again, err := rules.Load(setup, []byte(state))
			if err != nil || string(again.State()) != state {
				t.Errorf("%s %s loads as another: %v", rules.Info().Name, scenario, err)
			}
			for _, list := range []string{`"advantage":"`, `"units":[{"id":"`, `"leaders":[{"id":"`, `"zone":"`, `"cup":["`} {
				faulty := strings.Replace(state, list, list+"x-", 1)
				if faulty == state && list == `"leaders":[{"id":"` {
					continue // there may be none to begin with
				}
				if _, err := rules.Load(setup, []byte(faulty)); err == nil || !strings.Contains(err.Error(), `"x-`) {
					t.Errorf("%s %s with a wrong %s: %v", rules.Info().Name, scenario, list, err)
				}
			}
			faulty := strings.Replace(state, `"units":[{`, `"units":[{"fate":"x-lost",`, 1)
			if _, err := rules.Load(setup, []byte(faulty)); err == nil || !strings.Contains(err.Error(), `"x-lost"`) {
				t.Errorf("%s %s with a wrong fate: %v", rules.Info().Name, scenario, err)
			}
		}
	}
}
