package saved_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/hellespont"
)

// TestAPositionIsShownWithoutItsGame: from the data of a view alone, a side or an observer is
// shown the view itself, whatever is asked of whom.
func TestAPositionIsShownWithoutItsGame(t *testing.T) {
	for _, rules := range []adjudicator.Ruleset{hellespont.Default(), amphipolis.Default()} {
		for i, scenario := range rules.Info().Scenarios {
			setup := adjudicator.Setup{Scenario: scenario}
			snap, err := adjudicator.Begin(rules, setup)
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(uint64(i), 5))
			for over := false; !over; {
				s, err := adjudicator.Open(rules, snap, dice.NewQuick(r), 1, dice.Head{})
				if err != nil {
					t.Fatal(err)
				}
				for !s.Ended() {
					for side := adjudicator.Observer; side < 2 && r.IntN(6) == 0; side++ {
						shown(t, rules, setup, s.Game().View(side))
					}
					side := adjudicator.Side(0)
					if s.Asked(side) == nil {
						side = 1
					}
					if err := s.Answer(side, s.Asked(side).Form.Sample(r)); err != nil {
						t.Fatal(err)
					}
				}
				if over = s.Over(); !over {
					snap = s.Snapshot()
				}
				if s.Close(); t.Failed() {
					return
				}
			}
		}
		if _, err := adjudicator.Show(rules, adjudicator.Setup{}, 0, []byte(`{"units":[{"id":"x-1","zone":"T1"}]}`)); err == nil {
			t.Errorf("%s shows what is no position", rules.Info().Name)
		}
	}
}

// shown wants a view to be shown of its data.
func shown(t *testing.T, rules adjudicator.Ruleset, setup adjudicator.Setup, want adjudicator.View) {
	t.Helper()
	position, err := json.Marshal(want.Data)
	if err != nil {
		t.Fatal(err)
	}
	got, err := adjudicator.Show(rules, setup, want.Side, position)
	if err != nil {
		t.Fatalf("%s, side %d: %v\n%s", rules.Info().Name, want.Side, err, position)
	}
	if data, _ := json.Marshal(got.Data); string(data) != string(position) {
		t.Errorf("the data are others: %s", data)
	}
	got.Data, want.Data = nil, nil
	was, now := reflect.ValueOf(want), reflect.ValueOf(got)
	for i := range was.NumField() {
		if !reflect.DeepEqual(was.Field(i).Interface(), now.Field(i).Interface()) {
			t.Errorf("%s, side %d: %s is shown as\n%+v\n--- it is\n%+v", rules.Info().Name, want.Side, was.Type().Field(i).Name, now.Field(i), was.Field(i))
		}
	}
}
