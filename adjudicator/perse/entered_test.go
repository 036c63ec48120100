package perse

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/perse/data"
	"keryx/orders"
)

// TestQuestionsAreEntered wants at least 98 questions of a hundred to be entered on what a side was told, in
// games of players who fight and in games at random. The side then has the choices that it has in its game, and
// the turn is played on from there to its end.
func TestQuestionsAreEntered(t *testing.T) {
	rules := New(data.Default())
	asked, entered := 0, 0
	left := map[string]int{}
	for i, scenario := range []string{"14.1", "14.2", "14.3"} {
		for n, kind := range []string{adjudicator.SensiblePlayer, adjudicator.SensiblePlayer, adjudicator.RandomPlayer} {
			r := rand.New(rand.NewPCG(uint64(i), uint64(n)))
			p := adjudicator.Selfplay{Rules: rules, Setup: adjudicator.Setup{Scenario: scenario}, Seed: uint64(n) + 7, MaxAnswers: 5000}
			if err := p.Seat(kind, false); err != nil {
				t.Fatal(err)
			}
			p.Each = func(s *adjudicator.Session) error {
				for side := range adjudicator.Side(2) {
					q := s.Asked(side)
					if q == nil || r.IntN(3) != 0 {
						continue
					}
					asked++
					err := enter(rules, s, side, r)
					if errors.Is(err, adjudicator.ErrNotImagined) {
						left[q.Kind]++
						continue
					}
					if err != nil {
						return fmt.Errorf("%s, side %d, asked for %s: %w", scenario, side, q.Kind, err)
					}
					entered++
				}
				return nil
			}
			if _, err := p.Run(); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%d of %d questions, not %v", entered, asked, left)
	if 100*entered < 98*asked {
		t.Errorf("only %d of %d questions are entered, not %v", entered, asked, left)
	}
}

// enter imagines the question that a side is asked, compares the choices, and plays on.
func enter(rules *Rules, s *adjudicator.Session, side adjudicator.Side, r *rand.Rand) error {
	position, err := json.Marshal(s.Game().View(side).Data)
	if err != nil {
		return err
	}
	im, err := adjudicator.Imagine(rules, s.Setup().Scenario, side, position, s.Standing(side, orders.English), s.Asked(side).Kind, r)
	if err != nil {
		return err
	}
	defer im.Close()
	if err := im.Game().Invariants(); err != nil {
		return fmt.Errorf("imagined: %w", err)
	}
	if is, should := fmt.Sprint(im.Asked(side).Form.Choices()), fmt.Sprint(s.Asked(side).Form.Choices()); is != should {
		return fmt.Errorf("imagined it has the choices\n%s\ninstead of\n%s", is, should)
	}
	if r.IntN(4) != 0 {
		return nil
	}
	f, err := im.Fork(side, r)
	if err != nil {
		return err
	}
	defer f.Close()
	for n := 0; n < 40 && !f.Ended(); n++ {
		for who := range adjudicator.Side(2) {
			if q := f.Asked(who); q != nil {
				if err := f.Answer(who, q.Form.Sample(r)); err != nil {
					return fmt.Errorf("played on: %w", err)
				}
			}
		}
		if err := f.Game().Invariants(); err != nil {
			return fmt.Errorf("played on: %w", err)
		}
	}
	return nil
}
