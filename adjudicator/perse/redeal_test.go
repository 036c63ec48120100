package perse

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/perse/data"
	"keryx/adjudicator/perse/field"
)

// TestRedealtGamesGoOn plays games at random. Now and then what is hidden from a side is dealt anew: the
// game then keeps its invariants, looks to the side as it did, and can be played on.
func TestRedealtGamesGoOn(t *testing.T) {
	for _, scenario := range []string{"14.1", "14.2", "14.3"} {
		t.Run(scenario, func(t *testing.T) {
			forks := 0
			for seed := range uint64(redealt) {
				r := rand.New(rand.NewPCG(seed, 17))
				p := adjudicator.Selfplay{Rules: New(data.Default()), Setup: adjudicator.Setup{Scenario: scenario}, Seed: seed + 1, MaxAnswers: 5000, Check: true}
				if err := p.Seat(adjudicator.RandomPlayer, false); err != nil {
					t.Fatal(err)
				}
				p.Each = func(s *adjudicator.Session) error {
					if s.Ended() || r.IntN(seldom(s)) != 0 {
						return nil
					}
					forks++
					return goOn(s, adjudicator.Side(r.IntN(2)), r, 1)
				}
				if _, err := p.Run(); err != nil {
					t.Fatalf("game %d: %v", seed, err)
				}
			}
			t.Log(forks, "forks")
			if forks == 0 {
				t.Error("nothing was dealt anew")
			}
		})
	}
}

// redealt is how many games of a scenario are played.
const redealt = 4

// seldom is how many questions there are for one that is looked at: few of those that come in the middle of
// what somebody does.
func seldom(s *adjudicator.Session) int {
	for side := range adjudicator.Side(2) {
		if q := s.Asked(side); q != nil && (q.Kind == "act" || q.Kind == "ready") {
			return 60
		}
	}
	return 3
}

// goOn deals anew what is hidden from a side, and plays at random from there. Now and then it is dealt anew
// for the other side then.
func goOn(s *adjudicator.Session, side adjudicator.Side, r *rand.Rand, depth int) error {
	was := s.Game().(*Game)
	seen, short := was.View(side).Data, was.Short(side.Other())
	fork, err := s.Fork(side, r)
	if err != nil {
		return err
	}
	defer fork.Close()
	fork.Hush()
	g := fork.Game().(*Game)
	if now := g.View(side).Data; !reflect.DeepEqual(now, seen) {
		return fmt.Errorf("side %d sees\n%+v instead of\n%+v", side, now, seen)
	}
	if lacking := g.Short(side.Other()) &^ short; lacking != 0 {
		return fmt.Errorf("dealt anew for side %d: the fleets %b lack ships", side, lacking)
	}
	if err := g.Invariants(); err != nil {
		return fmt.Errorf("dealt anew for side %d: %w", side, err)
	}
	for n := 0; n < 25 && !fork.Ended(); n++ {
		who := adjudicator.Side(0)
		if fork.Asked(who) == nil {
			who = 1
		}
		q := fork.Asked(who)
		if depth > 0 && r.IntN(seldom(fork)) == 0 {
			if err := goOn(fork, adjudicator.Side(r.IntN(2)), r, depth-1); err != nil {
				return err
			}
		}
		kind, a := q.Kind, q.Form.Sample(r)
		err := fork.Answer(who, a)
		if err == nil {
			err = fork.Game().Invariants()
		}
		if err == nil && !fork.Ended() && g.Short(field.Greeks)|g.Short(field.Persians) != 0 && (fork.Asked(0) == nil || fork.Asked(0).Kind == "act") && (fork.Asked(1) == nil || fork.Asked(1).Kind == "act") {
			err = fmt.Errorf("the fleets %b and %b lack ships", g.Short(field.Greeks), g.Short(field.Persians))
		}
		if err != nil {
			return fmt.Errorf("dealt anew for side %d, answer %d to %s, %+v: %w", side, n, kind, a, err)
		}
	}
	return nil
}
