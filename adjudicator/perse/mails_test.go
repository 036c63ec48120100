package perse

import (
	"slices"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/perse/data"
)

// TestMailsOfEachScenario wants a turn of each scenario to take five mails to a player at the median, with the standing orders
// that the game proposes; of all scenarios together the kit has the same counted.
func TestMailsOfEachScenario(t *testing.T) {
	rules := New(data.Default())
	for _, scenario := range rules.Info().Scenarios {
		var sent []int
		asking := map[string]int{}
		for game := range uint64(20) {
			p := adjudicator.Selfplay{Rules: rules, Setup: adjudicator.Setup{Scenario: scenario}, Seed: game*adjudicator.SeedStep + 1, MaxAnswers: 5000}
			if err := p.Seat(adjudicator.SensiblePlayer, false); err != nil {
				t.Fatal(err)
			}
			for side := range p.Standing {
				p.Standing[side] = adjudicator.Starter(rules, scenario, adjudicator.Side(side), "en")
			}
			played, err := p.Run()
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range played.Mails {
				sent = append(sent, m[0], m[1])
			}
			for kind, n := range played.Asking {
				asking[kind] += n
			}
		}
		slices.Sort(sent)
		median := sent[len(sent)/2]
		t.Logf("%s: %d mails at the median of %d turns, for %v", scenario, median, len(sent)/2, asking)
		if median > 5 {
			t.Errorf("%s: a turn takes %d mails at the median, for %v", scenario, median, asking)
		}
	}
}
