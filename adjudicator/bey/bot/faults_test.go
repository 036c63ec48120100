package bot_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/bey/bot"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/hellespont"
)

// witness counts what players do in action phases that no careful person would.
type witness struct {
	position func(adjudicator.Game) *field.Field

	turn, read int // how far the events of a turn have been read
	announced  int // points of the action phase in hand, 0 outside one
	left       int // of them, before its combats
	fought     bool
	rivals     bool // the enemy has points too
	idle       bool // nothing was done in the action phase before

	drowned, vain, blockades, lavish int
}

// argument is one of a phrase, or nil.
func argument(p adjudicator.Phrase, name string) any {
	for i := 0; i+1 < len(p.Args); i += 2 {
		if p.Args[i] == name {
			return p.Args[i+1]
		}
	}
	return nil
}

// look reads on, for [adjudicator.Selfplay].
func (w *witness) look(s *adjudicator.Session) error {
	if s.Turn() != w.turn {
		w.close()
		w.turn, w.read, w.idle = s.Turn(), 0, false
	}
	for _, e := range s.Events()[w.read:] {
		w.read++
		w.hear(e)
	}
	g := w.position(s.Game())
	if g.Active != adjudicator.Observer && g.Phase.Acting && !w.fought && w.announced > 0 {
		w.left = min(w.left, g.Phase.Spend)
		w.rivals = g.Points[g.Active.Other()] > 0
	}
	return nil
}

// hear counts an event.
func (w *witness) hear(e adjudicator.Event) {
	switch p := e.Public; p.Key {
	case "bey.event.announced":
		w.close()
		w.announced = argument(p, "Points").(int)
		w.left, w.fought = w.announced, false
	case "bey.event.combat-die":
		w.fought = true
	case "bey.event.leader-lost-at-sea":
		if e.Phase == "B.2" || e.Phase == "B.3" && !w.fought {
			w.drowned++
		}
	case "bey.event.blockade":
		w.blockades++
		if argument(p, "PF").(int) > 2*argument(p, "Defence").(int)+7 {
			w.lavish++
		}
	}
}

// close ends an action phase.
func (w *witness) close() {
	if w.announced == 0 {
		return
	}
	idle := w.left == w.announced && !w.fought
	if idle && w.announced > 1 && w.rivals && !w.idle {
		w.vain++
	}
	w.announced, w.idle = 0, idle
}

// TestFaults: a sensible player leaves no leader at sea without a ship, does not throw points
// away with nothing planned while his enemy can still act on what has just been done, and
// blockades with little more than it takes, over games of every scenario.
func TestFaults(t *testing.T) {
	for _, rules := range []adjudicator.Ruleset{hellespont.Default(), amphipolis.Default()} {
		for _, scenario := range rules.Info().Scenarios {
			t.Run(fmt.Sprint(rules.Info().Name, " ", scenario), func(t *testing.T) {
				w := watchGames(t, rules, scenario, 6)
				t.Logf("%d leaders drowned, points announced in vain %d times, %d of %d blockades lavish", w.drowned, w.vain, w.lavish, w.blockades)
				if w.drowned > 0 || w.vain > 0 || 4*w.lavish > w.blockades {
					t.Error("that is too much")
				}
			})
		}
	}
}

// watchGames counts over some games of a scenario.
func watchGames(t *testing.T, rules adjudicator.Ruleset, scenario string, n uint64) *witness {
	t.Helper()
	w := new(witness)
	for seed := range n {
		player := func(k uint64) *bot.Player {
			return rules.(adjudicator.Bot).Player(rand.New(rand.NewPCG(seed+1, k))).(*bot.Player)
		}
		w.position, w.turn = player(3).Position, 0
		game := adjudicator.Selfplay{Rules: rules, Setup: adjudicator.Setup{Scenario: scenario}, Seed: seed + 1, MaxAnswers: 5000, Digest: true,
			Players: [2]adjudicator.Player{player(1), player(2)}, Each: w.look}
		if _, err := game.Run(); err != nil {
			t.Fatal(err)
		}
		w.close()
	}
	return w
}
