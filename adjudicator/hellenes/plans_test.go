package hellenes

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
)

// at plays a game of sensible players until some question is asked, of anybody, and returns whom.
func at(t *testing.T, rules *Rules, scenario string, seed uint64, look func(*adjudicator.Session, adjudicator.Side, *adjudicator.Question) bool) {
	t.Helper()
	p := adjudicator.Selfplay{Rules: rules, Setup: adjudicator.Setup{Scenario: scenario}, Seed: seed, MaxAnswers: 5000}
	done := false
	for side := range p.Players {
		p.Players[side] = looker{rules.Player(rand.New(rand.NewPCG(seed, uint64(side)))), func(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) {
			done = look(s, side, q) || done
		}}
	}
	if _, err := p.Run(); err != nil || !done {
		t.Fatalf("%s: %v; the question was asked: %t", scenario, err, done)
	}
}

// looker has somebody look at each question before another player answers it.
type looker struct {
	player adjudicator.Player
	look   func(*adjudicator.Session, adjudicator.Side, *adjudicator.Question)
}

// Answer implements [adjudicator.Player].
func (l looker) Answer(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) adjudicator.Answer {
	l.look(s, side, q)
	return l.player.Answer(s, side, q)
}

// Whole plans are proposed for the actions of a season and of a winter: the first is what the sensible player does, the
// others are different, do nothing, keep somebody where he is; and each can be followed to its end.
func TestPlansAreWholeSeasons(t *testing.T) {
	rules := New()
	for _, kind := range []string{"act", "winter"} {
		longest, looked := 0, 0
		at(t, rules, campaign431, 3, func(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) bool {
			if g := ground.Of(s.Game()); q.Kind != kind || looked > 20 || g.Left[side] == 0 {
				return looked > 20
			}
			looked++
			plans := rules.Propose(s, side, 8, rand.New(rand.NewPCG(5, 6)))
			if len(plans) < 4 {
				t.Errorf("%s: %d plans", kind, len(plans))
			}
			own := fmt.Sprint(rules.Player(rand.New(rand.NewPCG(1, 1))).Answer(s, side, q).Words()...)
			for i, plan := range plans {
				steps := followed(t, s, side, plan)
				if longest = max(longest, len(steps)); i == 0 && len(steps) > 0 && steps[0] != own {
					t.Errorf("%s: the first plan begins with %q, and the sensible player with %q", kind, steps[0], own)
				}
				if len(steps) == 0 {
					t.Errorf("%s: plan %d cannot be followed", kind, i)
				}
			}
			return false
		})
		if longest < 3 {
			t.Errorf("%s: the longest plan has %d steps", kind, longest)
		}
	}
}

// followed carries a plan out in a fork, and returns its steps.
func followed(t *testing.T, s *adjudicator.Session, side adjudicator.Side, plan adjudicator.Plan) (steps []string) {
	t.Helper()
	f, err := s.Fork(side, rand.New(rand.NewPCG(7, 8)))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	kind, player := s.Asked(side).Kind, plan.Player(rand.New(rand.NewPCG(9, 9)))
	for f.Asked(side) != nil && f.Asked(side).Kind == kind && adjudicator.Follow(player, f, side) {
		a := player.Answer(f, side, f.Asked(side))
		steps = append(steps, fmt.Sprint(a.Words()...))
		if err := f.Answer(side, a); err != nil {
			t.Fatal(err)
		}
	}
	return steps
}

// To the card of the New Year and of a season, to an attack, in a battle and at a siege all kinds of answers are proposed.
func TestPlansForEachQuestion(t *testing.T) {
	rules := New()
	want := map[string][]string{"newyear": {"sacrifice", "event"}, "card": {"card", "event"}, "fortify": {"hold", "fortify"}, "stand": {"fight", "retreat"},
		"siege": {"end", "assault"}, "capitulate": {"hold", "capitulate"}, "sortie": {"end", "sortie"}}
	for _, scenario := range []string{"sicily", campaign431} {
		at(t, rules, scenario, 4, func(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) bool {
			verbs, ok := want[q.Kind]
			if !ok {
				return len(want) == 0
			}
			had := map[string]bool{}
			for _, plan := range rules.Propose(s, side, 6, rand.New(rand.NewPCG(5, 6))) {
				had[plan.Player(rand.New(rand.NewPCG(1, 1))).Answer(s, side, q).(order.Act).Verb] = true
			}
			if all := had[verbs[0]] && had[verbs[1]]; all || q.Kind != "newyear" && q.Kind != "card" && q.Kind != "siege" {
				if delete(want, q.Kind); !all {
					t.Errorf("%s: the plans begin with %v, want %v", q.Kind, had, verbs)
				}
			}
			return true
		})
	}
	if len(want) > 0 {
		t.Errorf("of these no plans were seen: %v", want)
	}
}
