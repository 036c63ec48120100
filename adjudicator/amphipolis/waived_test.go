package amphipolis

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"keryx/adjudicator"
	"keryx/orders"
)

// TestWaivedStratagems: what standing orders decline is told in its own phase by its name, and
// who orders it later in the turn is told why it was not played.
func TestWaivedStratagems(t *testing.T) {
	told, answered := 0, 0
	for seed := range uint64(6) {
		game := adjudicator.Selfplay{Rules: Default(), Setup: adjudicator.Setup{Scenario: "10.4"}, Seed: seed, Digest: true, MaxAnswers: 5000,
			Standing: [2]string{"stratagems: none\n", "stratagems: none\n"}}
		if err := game.Seat(adjudicator.RandomPlayer, false); err != nil {
			t.Fatal(err)
		}
		turn, read := 0, 0
		var waived [2][]string // in the turn
		var late [2]bool       // the answer to who orders them is known
		game.Each = func(s *adjudicator.Session) error {
			if turn != s.Turn() {
				turn, read, waived, late = s.Turn(), 0, [2][]string{}, [2]bool{}
			}
			events := s.Events()
			for _, e := range events[read:] {
				for side, p := range e.Private {
					if p.Key != "kit.standing-waived" {
						continue
					}
					told++
					for _, what := range p.Args[3].(adjudicator.Terms) {
						if what.ID == "S15" && e.Phase != "B.2" {
							return fmt.Errorf("S15 is told to have been declined in phase %s", e.Phase)
						}
						waived[side] = append(waived[side], what.ID)
					}
				}
			}
			read = len(events)
			for side := range adjudicator.Side(2) {
				if q := s.Asked(side); q == nil || q.Kind != "act" || late[side] || !slices.Contains(waived[side], "S15") {
					continue
				}
				late[side] = true
				f, _ := orders.Parse(fmt.Sprintf("game amp-1\nside %s\nanswers K7Q2-9XWM\n\norders\nplay S15\n", Default().Info().Sides[side]))
				c, err := s.Copy()
				if err != nil {
					return err
				}
				out, err := c.Rehearse(adjudicator.Input{Side: side, File: f}, rand.New(rand.NewPCG(seed, 1)))
				c.Close()
				if err != nil {
					return err
				}
				if len(out.Faults) != 1 || out.Faults[0].Code != "waived" {
					return fmt.Errorf("who orders S15 afterwards is answered %v", out.Faults)
				}
				answered++
			}
			return nil
		}
		if _, err := game.Run(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("told %d times, answered %d times", told, answered)
	if told == 0 || answered == 0 {
		t.Errorf("told %d times, answered %d times", told, answered)
	}
}
