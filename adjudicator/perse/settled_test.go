package perse

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/perse/data"
)

// TestWhoHasOneWayOutShows wants all to see whether a side has one way to leave a fight only: a question about that is settled by
// itself, and the wait would tell it else. In every fight of random games what is hidden from either side is dealt anew, and the ways out stay the same.
func TestWhoHasOneWayOutShows(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(45) {
		scenario := []string{"14.1", "14.2", "14.3"}[seed%3]
		p := adjudicator.Selfplay{Rules: New(data.Default()), Setup: adjudicator.Setup{Scenario: scenario}, Seed: seed + 300, MaxAnswers: 5000}
		if err := p.Seat(adjudicator.RandomPlayer, false); err != nil {
			t.Fatal(err)
		}
		p.Each = func(s *adjudicator.Session) error {
			if g := s.Game().(*Game); g.Fight != nil {
				return waysOutShow(g, seed, seen)
			}
			return nil
		}
		if _, err := p.Run(); err != nil {
			t.Fatal(err)
		}
	}
	for _, kind := range []string{"retreat", "seafight"} {
		if seen[kind] == 0 {
			t.Errorf("nobody could have been asked for %s: %v", kind, seen)
		}
	}
}

// waysOutShow returns an error if the ways out of a fight hang on what is hidden from somebody.
func waysOutShow(g *Game, seed uint64, seen map[string]int) error {
	asked := func(g *Game, side adjudicator.Side) adjudicator.Question {
		if g.Fight.Sea {
			return g.askWithdraw(side, g.Fight)
		}
		return g.askRetreat(side, g.Fight)
	}
	for side := range adjudicator.Side(2) {
		q := asked(g, side)
		seen[q.Kind]++
		for viewer := range adjudicator.Side(2) {
			for n := range uint64(3) {
				other := g.Clone().(*Game)
				other.Redeal(viewer, rand.New(rand.NewPCG(seed, n)))
				if again := asked(other, side); again.Settled != q.Settled || fmt.Sprint(again.Form.Choices()) != fmt.Sprint(q.Form.Choices()) {
					return fmt.Errorf("side %d has %v, and with what is hidden from side %d dealt anew %v", side, q.Form.Choices(), viewer, again.Form.Choices())
				}
			}
		}
	}
	return nil
}
