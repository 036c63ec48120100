package bot_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/hellespont"
)

// proposing plays, and looks now and then at what is proposed for the question that it is asked.
type proposing struct {
	adjudicator.Player
	t     *testing.T
	rules adjudicator.Ruleset
	rnd   *rand.Rand
	asked map[string]*[3]int // by kind: questions looked at, those with plans of the ruleset, and with an army kept
}

// Answer implements [adjudicator.Player].
func (p proposing) Answer(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) adjudicator.Answer {
	if p.rnd.IntN(4) == 0 {
		n := p.asked[q.Kind]
		if n == nil {
			n = new([3]int)
			p.asked[q.Kind] = n
		}
		n[0]++
		plans := p.rules.(adjudicator.Proposer).Propose(s, side, 16, rand.New(rand.NewPCG(1, 2)))
		if len(plans) > 1 {
			n[1]++
			p.legal(s, side, q, plans)
		}
		for _, plan := range plans {
			if k, ok := plan.(interface{ Keeps() bool }); ok && k.Keeps() {
				n[2]++
				break
			}
		}
	}
	return p.Player.Answer(s, side, q)
}

// legal wants the first answers of plans to be legal.
func (p proposing) legal(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question, plans []adjudicator.Plan) {
	for i, plan := range plans {
		a := plan.Player(rand.New(rand.NewPCG(3, 4))).Answer(s, side, q)
		if err := q.Form.Check(a); err != nil {
			p.t.Errorf("%s: plan %d begins with %q: %v", q.Kind, i, fmt.Sprint(a.Words()...), err)
		}
	}
}

// TestProposedEverywhere: whatever a sensible player weighs is proposed as plans: action phases and
// departures, operations, sieges, retreats, evasions, stratagems, second throws. Those that have one
// sensible answer, such as losses, are left to samples. Run it with -v for the table.
func TestProposedEverywhere(t *testing.T) {
	for _, x := range []struct {
		rules adjudicator.Ruleset
		want  []string // kinds of which most questions have plans
	}{
		{hellespont.Default(), []string{"spend", "act", "siege", "redeploy", "keep", "retreat", "reroll", "combat-stratagem", "evasion", "combat-order"}},
		{amphipolis.Default(), []string{"spend", "act", "redeploy", "home", "siege", "keep", "retreat", "reroll", "combat-stratagem"}},
	} {
		asked := map[string]*[3]int{}
		for _, scenario := range x.rules.Info().Scenarios {
			for seed := range uint64(3) {
				p := adjudicator.Selfplay{Rules: x.rules, Setup: adjudicator.Setup{Scenario: scenario}, Seed: seed, MaxAnswers: 5000}
				if err := p.Seat(adjudicator.SensiblePlayer, false); err != nil {
					t.Fatal(err)
				}
				for side := range p.Players {
					p.Players[side] = proposing{p.Players[side], t, x.rules, rand.New(rand.NewPCG(seed, uint64(side)+50)), asked}
				}
				if _, err := p.Run(); err != nil {
					t.Fatal(err)
				}
			}
		}
		kept := 0
		for _, kind := range slices.Sorted(maps.Keys(asked)) {
			n := asked[kind]
			kept += n[2]
			t.Logf("%-11s %-22s %4d asked, %4d with plans of the game, %3d with an army kept", x.rules.Info().Name, kind, n[0], n[1], n[2])
			if slices.Contains(x.want, kind) && n[1]*4 < n[0] {
				t.Errorf("%s: plans for %d of %d questions %q", x.rules.Info().Name, n[1], n[0], kind)
			}
		}
		if kept == 0 {
			t.Errorf("%s: no plan keeps an army for anything", x.rules.Info().Name)
		}
	}
}

// TestKeptArmyReachesItsGoal: an army that is kept for a siege or an operation stays until the moment
// comes, and does it then.
func TestKeptArmyReachesItsGoal(t *testing.T) {
	for _, rules := range []adjudicator.Ruleset{hellespont.Default(), amphipolis.Default()} {
		kept, reached := 0, 0
		goal := map[string]bool{"siege": true, "redeploy": true}
		for seed := range uint64(12) {
			snap, err := adjudicator.Begin(rules, adjudicator.Setup{})
			if err != nil {
				t.Fatal(err)
			}
			for range 3 {
				s, err := adjudicator.Open(rules, snap, dice.NewQuick(rand.New(rand.NewPCG(seed, 1))), 1, dice.Head{})
				if err != nil {
					t.Fatal(err)
				}
				s.Hush()
				var players [2]adjudicator.Player
				for side := range players {
					players[side] = rules.(adjudicator.Bot).Player(rand.New(rand.NewPCG(seed, uint64(side))))
				}
				carrier := adjudicator.Observer
				for !s.Ended() {
					side := adjudicator.Side(0)
					if s.Asked(0) == nil {
						side = 1
					}
					q := s.Asked(side)
					if q.Kind == "spend" && carrier == adjudicator.Observer {
						for _, plan := range rules.(adjudicator.Proposer).Propose(s, side, 16, rand.New(rand.NewPCG(seed, 9))) {
							if k, ok := plan.(interface{ Keeps() bool }); ok && k.Keeps() {
								players[side], carrier = plan.Player(rand.New(rand.NewPCG(seed, 10))), side
								kept++
								break
							}
						}
					}
					a := players[side].Answer(s, side, q)
					if side == carrier && goal[q.Kind] && a.Words()[0] != adjudicator.Keyword("stay") && len(a.Words()) > 1 {
						reached++
						carrier = -2
					}
					if err := s.Answer(side, a); err != nil {
						t.Fatal(err)
					}
				}
				over := s.Over()
				if !over {
					snap = s.Snapshot()
				}
				s.Close()
				if over {
					break
				}
			}
		}
		t.Logf("%s: %d armies were kept, %d did what they were kept for", rules.Info().Name, kept, reached)
		if kept == 0 || reached*4 < kept {
			t.Errorf("%s: %d armies were kept, %d did what they were kept for", rules.Info().Name, kept, reached)
		}
	}
}
