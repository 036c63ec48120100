package saved_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/hellespont"
)

// inTheMidst are the questions in the midst of a combat, a siege, a movement or what a
// stratagem does: they hang on what has been thrown or chosen there already, and no turn is
// entered at them.
var inTheMidst = []string{
	"combat-order", "combat-stratagem", "answer-combined", "losses", "surplus", "retreat", "pursuit", "evasion", "evasion-loss", "reroll",
	"withdraw", "displace", "refuge", "answer-call", "attrition", "reroll-storm",
	"hellespont siege-stratagem", "besieged", "siege-losses", "advance",
}

// TestEveryQuestionIsEntered: in random games of every scenario a turn is entered at every
// question but those in the midst of something. These are rare, although of the questions of
// movements only one in ten is looked at.
func TestEveryQuestionIsEntered(t *testing.T) {
	for _, rules := range []adjudicator.Ruleset{hellespont.Default(), amphipolis.Default()} {
		asked, entered := map[string]int{}, map[string]int{}
		for i, scenario := range rules.Info().Scenarios {
			for seed := range uint64(4) {
				wander(t, rules, scenario, seed*10+uint64(i), asked, entered)
			}
		}
		all, known := 0, 0
		for kind, n := range asked {
			all, known = all+n, known+entered[kind]
			// Where both sides choose to begin with, who is asked again cannot have what he
			// wanted, which no view tells.
			if entered[kind] < n && kind != "start" && !slices.Contains(inTheMidst, kind) && !slices.Contains(inTheMidst, rules.Info().Name+" "+kind) {
				t.Errorf("%s: %d of %d questions %q are entered", rules.Info().Name, entered[kind], n, kind)
			}
		}
		if t.Logf("%s: %d of %d questions are entered; asked %v, entered %v", rules.Info().Name, known, all, asked, entered); 100*known < 85*all {
			t.Errorf("%s: only %d of %d questions are entered", rules.Info().Name, known, all)
		}
	}
}

// wander plays a game at random, and imagines the turn at the questions of it.
func wander(t *testing.T, rules adjudicator.Ruleset, scenario string, seed uint64, asked, entered map[string]int) {
	t.Helper()
	snap, err := adjudicator.Begin(rules, adjudicator.Setup{Scenario: scenario})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 1))
	for over := false; !over; {
		s, err := adjudicator.Open(rules, snap, dice.NewQuick(r), 1, dice.Head{})
		if err != nil {
			t.Fatal(err)
		}
		for !s.Ended() {
			side := adjudicator.Side(0)
			if s.Asked(side) == nil {
				side = 1
			}
			q := s.Asked(side)
			if usual := []string{"act", "depart", "react"}; !slices.Contains(usual, q.Kind) || r.IntN(10) == 0 {
				asked[q.Kind]++
				position, err := json.Marshal(s.Game().View(side).Data)
				if err != nil {
					t.Fatal(err)
				}
				im, err := adjudicator.Imagine(rules, scenario, side, position, "", q.Kind, rand.New(rand.NewPCG(seed, 2)))
				switch {
				case err == nil:
					entered[q.Kind]++
					im.Close()
				case !errors.Is(err, adjudicator.ErrNotImagined):
					t.Fatal(err)
				}
			}
			if err := s.Answer(side, q.Form.Sample(r)); err != nil {
				t.Fatal(err)
			}
		}
		if over = s.Over(); !over {
			snap = s.Snapshot()
		}
		s.Close()
	}
}
