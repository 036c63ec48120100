package saved_test

import (
	"encoding/json"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/hellespont"
)

// drawnBefore are the questions behind which a counter can have been drawn since the turn was
// last at a juncture, which no view tells: a turn is not entered there. They are rare.
var drawnBefore = []string{"reroll", "retreat", "losses", "surplus", "evasion", "pursuit", "refuge", "advance", "siege-losses", "answer-combined"}

// TestEveryQuestionIsEntered: in games of every scenario, of random players and of sensible ones,
// without standing orders, a turn is entered at 98 of 100 questions, and at every one of those behind
// which nothing can have been drawn; of the questions of movements only one in ten is looked at. With
// -v it says which are asked and how many of each are entered.
func TestEveryQuestionIsEntered(t *testing.T) {
	for _, rules := range []adjudicator.Ruleset{hellespont.Default(), amphipolis.Default()} {
		t.Run(rules.Info().Name+"/"+adjudicator.RandomPlayer, func(t *testing.T) {
			everyQuestion(t, rules, 4, func(r *rand.Rand) adjudicator.Player { return adjudicator.Random{Rand: r} })
		})
		t.Run(rules.Info().Name+"/"+adjudicator.SensiblePlayer, func(t *testing.T) {
			everyQuestion(t, rules, 3, rules.(adjudicator.Bot).Player)
		})
	}
}

// everyQuestion plays some games of each scenario.
func everyQuestion(t *testing.T, rules adjudicator.Ruleset, games uint64, player func(*rand.Rand) adjudicator.Player) {
	asked, entered := map[string]int{}, map[string]int{}
	for i, scenario := range rules.Info().Scenarios {
		for seed := range games {
			wander(t, rules, scenario, seed*10+uint64(i), player(rand.New(rand.NewPCG(seed, 3))), asked, entered)
		}
	}
	all, known := 0, 0
	for _, kind := range slices.Sorted(maps.Keys(asked)) {
		n := asked[kind]
		all, known = all+n, known+entered[kind]
		t.Logf("%s: %-22s %4d of %4d", rules.Info().Name, kind, entered[kind], n)
		// Where both sides choose to begin with, who is asked again cannot have what he
		// wanted, which no view tells; in a siege, what the enemy has chosen already.
		if entered[kind] < n && kind != "start" && kind != "siege-stratagem" && !slices.Contains(drawnBefore, kind) {
			t.Errorf("%s: %d of %d questions %q are entered", rules.Info().Name, entered[kind], n, kind)
		}
	}
	if t.Logf("%s: %d of %d questions are entered, %.1f of 100", rules.Info().Name, known, all, 100*float64(known)/float64(all)); 100*known < 98*all {
		t.Errorf("%s: only %d of %d questions are entered", rules.Info().Name, known, all)
	}
}

// wander plays a game, and imagines the turn at the questions of it.
func wander(t *testing.T, rules adjudicator.Ruleset, scenario string, seed uint64, player adjudicator.Player, asked, entered map[string]int) {
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
			if err := s.Answer(side, player.Answer(s, side, q)); err != nil {
				t.Fatal(err)
			}
		}
		if over = s.Over(); !over {
			snap = s.Snapshot()
		}
		s.Close()
	}
}
