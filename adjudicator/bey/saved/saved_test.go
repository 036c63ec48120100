package saved_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/dice"
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

// TestMomentsAreChecked: a turn is entered at what a side is asked, and not at what names a
// juncture, side, zone, unit or counter that there is not.
func TestMomentsAreChecked(t *testing.T) {
	tried := map[string]int{}
	for _, rules := range []adjudicator.Ruleset{hellespont.Default(), amphipolis.Default()} {
		snap, err := adjudicator.Begin(rules, adjudicator.Setup{Scenario: rules.Info().Scenarios[0]})
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(3, 3))
		s, err := adjudicator.Open(rules, snap, dice.NewQuick(r), 1, dice.Head{})
		if err != nil {
			t.Fatal(err)
		}
		for !s.Ended() {
			side := adjudicator.Side(0)
			if s.Asked(side) == nil {
				side = 1
			}
			position, err := json.Marshal(s.Game().View(side).Data)
			if err != nil {
				t.Fatal(err)
			}
			for _, list := range []string{`{"at":"`, `"initiative":"`, `"activated":"`, `"first":"`, `"who":"`, `"start":"`, `"barred":["`, `"played":["`,
				`"arrived":["`, `"out":["`, `"cup":["`} {
				faulty := strings.Replace(string(position), list, list+"x-", 1)
				if faulty == string(position) || strings.Contains(string(position), `"aside":`) { // a question that cannot be entered has them elsewhere
					continue
				}
				tried[list]++
				_, err := rules.(adjudicator.Imaginer).Imagine(snap.Setup.Scenario, side, []byte(faulty), r)
				if !errors.Is(err, adjudicator.ErrNotImagined) || !strings.Contains(err.Error(), `"x-`) {
					t.Errorf("%s with a wrong %s: %v", rules.Info().Name, list, err)
				}
			}
			if err := s.Answer(side, s.Asked(side).Form.Sample(r)); err != nil {
				t.Fatal(err)
			}
		}
		s.Close()
	}
	if len(tried) < 7 {
		t.Errorf("only %v came up", tried)
	}
}
