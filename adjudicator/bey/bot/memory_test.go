package bot_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/bey/bot"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/hellespont"
)

// TestWhatIsRememberedIsTrue: what a player keeps of movements that he has tried out and taken
// back is what the positions are worth that they lead to.
func TestWhatIsRememberedIsTrue(t *testing.T) {
	for name, rules := range map[string]adjudicator.Ruleset{"hellespont": hellespont.Default(), "amphipolis": amphipolis.Default()} {
		trips := 0
		for _, scenario := range rules.Info().Scenarios {
			player := func(n uint64) *bot.Player {
				return rules.(adjudicator.Bot).Player(rand.New(rand.NewPCG(7, n))).(*bot.Player)
			}
			asked, watcher := 0, player(3)
			game := adjudicator.Selfplay{Rules: rules, Setup: adjudicator.Setup{Scenario: scenario}, Seed: 7, MaxAnswers: 5000,
				Players: [2]adjudicator.Player{player(1), player(2)}}
			game.Each = func(s *adjudicator.Session) error {
				if asked++; asked%7 != 0 || s.Ended() {
					return nil
				}
				watcher.Trips(s.Game(), adjudicator.Side(asked%2), func(m *march.Move, remembered, worth float64) {
					if trips++; math.Abs(remembered-worth) > 1e-9 {
						t.Errorf("%s, answer %d: %v is remembered to be worth %v, and is worth %v", scenario, asked, m.Words(), remembered, worth)
					}
				})
				return nil
			}
			if _, err := game.Run(); err != nil {
				t.Fatal(err)
			}
		}
		if t.Logf("%s: %d movements", name, trips); trips < 2000 {
			t.Errorf("%s: no more than %d movements were looked at", name, trips)
		}
	}
}
