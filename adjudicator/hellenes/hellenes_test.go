package hellenes

import (
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
)

// played plays a game with random players.
func played(t *testing.T, r *Rules, scenario string, seed uint64, replay bool) adjudicator.Played {
	t.Helper()
	random := func(n uint64) adjudicator.Random { return adjudicator.Random{Rand: rand.New(rand.NewPCG(seed, n))} }
	p, err := adjudicator.Selfplay{Rules: r, Setup: adjudicator.Setup{Scenario: scenario}, Players: [2]adjudicator.Player{random(1), random(2)},
		Seed: seed, Check: true, Replay: replay, MaxAnswers: 3000}.Run()
	if err != nil {
		t.Fatalf("%s, seed %d: %v", scenario, seed, err)
	}
	return p
}

// Every campaign is played to its end by random players, whatever they do, and each turn comes to the same when it is
// played again from what is stored.
func TestCampaigns(t *testing.T) {
	r := New()
	for _, scenario := range r.Info().Scenarios {
		t.Run(scenario, func(t *testing.T) {
			for seed := range uint64(8) {
				p := played(t, r, scenario, seed, true)
				if p.Result == nil {
					t.Errorf("seed %d: there is no result after %d turns", seed, p.Turns)
				}
				t.Logf("seed %d: %d turns, %d answers, %+v", seed, p.Turns, p.Answers, p.Result)
			}
		})
	}
}

// What a side has of prestige is its score at every moment, and the enemy then has none.
func TestScore(t *testing.T) {
	game, err := New().New(adjudicator.Setup{Scenario: campaign431})
	if err != nil {
		t.Fatal(err)
	}
	g := game.(*Game)
	for prestige, want := range map[int][2]int{7: {7, 0}, -4: {0, 4}, 0: {0, 0}} {
		if g.Prestige = prestige; g.Score() != want {
			t.Errorf("with %d prestige on the track the score is %v, want %v", prestige, g.Score(), want)
		}
	}
}
