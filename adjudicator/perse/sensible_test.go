package perse

import (
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/field"
)

// wins plays games of a scenario between two kinds of players, and counts the wins of each side.
func wins(t *testing.T, scenario string, games int, kinds [2]string) (won [2]int) {
	t.Helper()
	rules := New(data.Default())
	for i := range games {
		p := adjudicator.Selfplay{Rules: rules, Setup: adjudicator.Setup{Scenario: scenario}, Seed: uint64(i)*adjudicator.SeedStep + 1, MaxAnswers: 5000}
		if err := p.Seat(adjudicator.RandomPlayer, false); err != nil {
			t.Fatal(err)
		}
		for side, kind := range kinds {
			one := p
			if err := one.Seat(kind, false); err != nil {
				t.Fatal(err)
			}
			p.Players[side] = one.Players[side]
		}
		played, err := p.Run()
		if err != nil {
			t.Fatal(err)
		}
		if w := played.Result.Winner; w != field.Nobody {
			won[w]++
		}
	}
	return won
}

// TestBalance wants neither side to win more than three games of four between sensible players, but for
// Marathon, which the reconstructed table of interception gives to the Greek: the Persian has to catch every marker in Attica
// within four turns, and with one row more on the die he wins as often as he should.
func TestBalance(t *testing.T) {
	for _, c := range []struct {
		scenario    string
		least, most int // games of 60 that the Greek wins
	}{{"14.1", 15, 45}, {"14.2", 30, 52}, {"14.3", 15, 45}} {
		won := wins(t, c.scenario, 60, [2]string{adjudicator.SensiblePlayer, adjudicator.SensiblePlayer})
		t.Logf("%s: Greek %d, Persian %d", c.scenario, won[field.Greeks], won[field.Persians])
		if won[field.Greeks] < c.least || won[field.Greeks] > c.most {
			t.Errorf("%s: the Greek wins %d games of 60, the Persian %d", c.scenario, won[field.Greeks], won[field.Persians])
		}
	}
}

// TestSensibleBeatsRandom wants the sensible player to win against one who answers at random: the Greek always, the Persian as
// often as he finds whom he has to beat. Of Eretrias that are taken one of six stands (8.2), and a Greek at random marches out of
// others before the first ship has come: an empty city is not destroyed, without which there is no victory at Marathon.
func TestSensibleBeatsRandom(t *testing.T) {
	for scenario, least := range map[string]int{"14.1": 16, "14.2": 6, "14.3": 14} {
		greek := wins(t, scenario, 20, [2]string{adjudicator.SensiblePlayer, adjudicator.RandomPlayer})
		persian := wins(t, scenario, 20, [2]string{adjudicator.RandomPlayer, adjudicator.SensiblePlayer})
		t.Logf("%s: Greek %v, Persian %v", scenario, greek, persian)
		if greek[field.Greeks] < 19 || persian[field.Persians] < least {
			t.Errorf("%s: the sensible Greek wins %d of 20 games, the sensible Persian %d", scenario, greek[field.Greeks], persian[field.Persians])
		}
	}
}
