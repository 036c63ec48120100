package perse

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/perse/data"
)

// carriedOut carries a plan out in a fork, as long as it can be followed, and returns the verbs of its answers: those that the
// enemy is asked between are answered with the defaults.
func carriedOut(s *adjudicator.Session, side adjudicator.Side, p adjudicator.Plan) (verbs []string, err error) {
	f, err := s.Fork(side, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	player := p.Player(rand.New(rand.NewPCG(1, 3)))
	for !f.Ended() && len(verbs) < 12 {
		now := side
		if f.Asked(side) == nil {
			now = side.Other()
		}
		q := f.Asked(now)
		a := q.Form.Default()
		if now == side {
			if !adjudicator.Follow(player, f, side) {
				return verbs, nil
			}
			a = player.Answer(f, side, q)
			verbs = append(verbs, fmt.Sprint(a.Words()[0]))
		}
		if err := f.Answer(now, a); err != nil {
			return verbs, err
		}
	}
	return verbs, nil
}

// TestPlansCoverTheTurn wants several plans for every kind of question that can be answered in several ways, each of another
// intent, and plans of several steps that are carried out one after the other: armies that are given and marched, taken aboard
// and landed, points that are kept for interceptions, battles that are broken off.
func TestPlansCoverTheTurn(t *testing.T) {
	rules := New(data.Default())
	planned, begun, followed := map[string]int{}, map[string]bool{}, map[string]bool{}
	for _, scenario := range rules.Info().Scenarios {
		for seed := range uint64(4) {
			game := adjudicator.Selfplay{Rules: rules, Setup: adjudicator.Setup{Scenario: scenario}, Seed: seed + 11, MaxAnswers: 5000}
			if err := game.Seat([]string{adjudicator.RandomPlayer, adjudicator.SensiblePlayer}[seed%2], false); err != nil {
				t.Fatal(err)
			}
			game.Each = func(s *adjudicator.Session) error {
				for side := range adjudicator.Side(2) {
					q := s.Asked(side)
					if q == nil || s.Ended() {
						continue
					}
					plans := adjudicator.Plans(rules, s, side, 8, rand.New(rand.NewPCG(seed, 5)))
					if choices := len(q.Form.Choices()); choices > 1 && len(plans) < 2 {
						return fmt.Errorf("%d plans for a question of kind %s with %d answers", len(plans), q.Kind, choices)
					}
					planned[q.Kind] = max(planned[q.Kind], len(plans))
					for _, p := range plans {
						verbs, err := carriedOut(s, side, p)
						if err != nil {
							return fmt.Errorf("a plan for a question of kind %s: %w", q.Kind, err)
						}
						if len(verbs) > 0 {
							begun[q.Kind+" "+verbs[0]] = true
						}
						followed[fmt.Sprint(verbs)] = true
					}
				}
				return nil
			}
			if _, err := game.Run(); err != nil {
				t.Fatalf("%s, game %d: %v", scenario, seed, err)
			}
		}
	}
	for kind, least := range map[string]int{"ready": 4, "act": 8, "intercept": 2, "fight": 2, "city": 2, "seafight": 2, "ruse": 2, "window": 2, "retreat": 2, "losses": 2, "wear": 2, "offer": 2} {
		if planned[kind] < least {
			t.Errorf("%d plans at most for a question of kind %s, and %d were wanted", planned[kind], kind, least)
		}
	}
	for _, first := range []string{"ready done", "ready reorganise", "act pass", "act activate", "act embark", "act court", "act intercept", "intercept let", "intercept intercept", "fight fight", "fight break", "city inside", "city outside"} {
		if !begun[first] {
			t.Errorf("no plan begins with %q", first)
		}
	}
	for _, steps := range []string{"[activate move]", "[embark sail land]", "[reorganise done]", "[sail land]"} {
		if !followed[steps] {
			t.Errorf("no plan is followed as %s", steps)
		}
	}
	t.Logf("most plans by kind: %v; %d ways to follow one", planned, len(followed))
}
