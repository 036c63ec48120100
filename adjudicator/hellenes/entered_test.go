package hellenes

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/orders"
)

// Of the questions of random games 97 in a hundred are entered on what the side knows that is asked, and so are all that
// are not asked in the midst of a throw.
func TestQuestionsAreEntered(t *testing.T) {
	rules := New()
	midst := map[string]bool{"appeal": true, "retreat": true, "hits": true, "routs": true, "force": true, "vanguard": true}
	asked, entered, missed := 0, 0, map[string]int{}
	for seed := range uint64(8) {
		rnd := rand.New(rand.NewPCG(seed, 77))
		snap, err := adjudicator.Begin(rules, adjudicator.Setup{Scenario: rules.Info().Scenarios[seed%4]})
		if err != nil {
			t.Fatal(err)
		}
		for turn := range 12 {
			s, err := adjudicator.Open(rules, snap, dice.NewQuick(rnd), turn, dice.Head{})
			if err != nil {
				t.Fatal(err)
			}
			for !s.Ended() {
				side := adjudicator.Side(0)
				if s.Asked(side) == nil {
					side = 1
				}
				q := s.Asked(side)
				if rnd.IntN(4) == 0 {
					asked++
					switch err := imagined(rules, s, side, q.Kind, rnd); {
					case err == nil:
						entered++
					case errors.Is(err, adjudicator.ErrNotImagined):
						missed[q.Kind]++
					default:
						t.Fatalf("seed %d, %s: %v", seed, q.Kind, err)
					}
				}
				if err := s.Answer(side, q.Form.Sample(rnd)); err != nil {
					t.Fatal(err)
				}
			}
			over := s.Over()
			snap = s.Snapshot()
			s.Close()
			if over {
				break
			}
		}
	}
	if t.Logf("%d of %d, not %v", entered, asked, missed); entered*100 < asked*97 {
		t.Errorf("%d of %d questions are entered, want 97 in a hundred; not %v", entered, asked, missed)
	}
	for kind := range missed {
		if !midst[kind] {
			t.Errorf("%q is not entered", kind)
		}
	}
}

// imagined enters the turn at the question that a side is asked, on what it knows.
func imagined(rules *Rules, s *adjudicator.Session, side adjudicator.Side, kind string, rnd *rand.Rand) error {
	position, err := json.Marshal(s.Game().View(side).Data)
	if err != nil {
		return err
	}
	im, err := adjudicator.Imagine(rules, s.Setup().Scenario, side, position, s.Standing(side, orders.English), kind, rnd)
	if err != nil {
		return err
	}
	im.Close()
	return nil
}
