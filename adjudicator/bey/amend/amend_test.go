package amend_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/dice/seed"
	"keryx/adjudicator/hellespont"
)

// games is how many games are played of each ruleset: KERYX_AMEND, or a few.
func games(t *testing.T) int {
	if text := os.Getenv("KERYX_AMEND"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	return 6
}

// TestAmendedGames plays games at random that are corrected at random, some by force: none
// breaks, and a copy of a corrected turn comes to the same.
func TestAmendedGames(t *testing.T) {
	for _, rules := range []adjudicator.Ruleset{hellespont.Default(), amphipolis.Default()} {
		t.Run(rules.Info().Name, func(t *testing.T) {
			c := &corrector{rules: rules.(adjudicator.Amending), taken: map[string]int{}, refused: map[string]int{}}
			first := seed.First(t, 0)
			for n := range uint64(games(t)) {
				if err := c.game(first + n); err != nil {
					t.Fatalf("seed %d: %v", first+n, err)
				}
			}
			t.Logf("taken %v, refused %v", c.taken, c.refused)
			for _, kind := range c.rules.Rulings().Kinds {
				if c.taken[kind.Verb] == 0 {
					t.Errorf("no correction %q was taken", kind.Verb)
				}
			}
		})
	}
}

// corrector plays and corrects games.
type corrector struct {
	rules          adjudicator.Amending
	taken, refused map[string]int
}

// game plays one game to its end, or for some turns.
func (c *corrector) game(seed uint64) error {
	r := rand.New(rand.NewPCG(seed, 41))
	scenarios := c.rules.Info().Scenarios
	snap, err := adjudicator.Begin(c.rules, adjudicator.Setup{Scenario: scenarios[seed%uint64(len(scenarios))]})
	if err != nil {
		return err
	}
	for turn := 0; turn < 12; turn++ {
		s, err := adjudicator.Open(c.rules, snap, dice.NewQuick(r), turn, dice.Head{})
		if err != nil {
			return err
		}
		err = c.turn(s, r)
		s.Close()
		if err != nil {
			return fmt.Errorf("turn %d: %w", turn+1, err)
		}
		if s.Over() {
			return nil
		}
		snap = s.Snapshot()
	}
	return nil
}

// turn plays a turn at random and corrects it now and then.
func (c *corrector) turn(s *adjudicator.Session, r *rand.Rand) error {
	var last string
	for n := 0; !s.Ended(); n++ {
		if n > 5000 {
			return fmt.Errorf("it does not end; last correction %s", last)
		}
		if r.IntN(6) == 0 {
			made, err := c.correct(s, r)
			if err != nil {
				return fmt.Errorf("at %s: %w", asked(s), err)
			}
			if made != "" {
				last = made
			}
			continue
		}
		side := adjudicator.Side(r.IntN(2))
		if s.Asked(side) == nil {
			side = side.Other()
		}
		q := s.Asked(side)
		if err := s.Answer(side, q.Form.Sample(r)); err != nil {
			return fmt.Errorf("answering %s after %s: %w", q.Kind, last, err)
		}
	}
	return nil
}

// asked names what is asked.
func asked(s *adjudicator.Session) string {
	for side := range adjudicator.Side(2) {
		if q := s.Asked(side); q != nil {
			return q.Kind
		}
	}
	return "nothing"
}

// correct makes one correction at random.
func (c *corrector) correct(s *adjudicator.Session, r *rand.Rand) (string, error) {
	kinds := c.rules.Rulings().Kinds
	kind := kinds[r.IntN(len(kinds))]
	x := kind.Sample(s.Game(), r)
	if x == nil {
		return "", nil
	}
	was := asked(s)
	text := fmt.Sprint([]any(x.Words()))
	out, err := s.Amend(adjudicator.Input{}, adjudicator.Amendment{Lines: []adjudicator.AmendmentLine{{Correction: x}}, Force: r.IntN(3) == 0})
	switch {
	case err != nil:
		return text, fmt.Errorf("%s at %s: %w", text, was, err)
	case len(out.Faults) > 0:
		c.refused[out.Faults[0].Code]++
		return "", nil
	}
	c.taken[kind.Verb]++
	return text + " at " + was, nil
}
