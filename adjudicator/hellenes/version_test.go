package hellenes

import (
	"math/rand/v2"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/cases"
	"keryx/adjudicator/hellenes/ground"
)

// What version 1 lets blocks do in an action that no fleet carries, and what version 2 does of it.
var strays = map[string]string{
	"1": "stand sparta Thebes: 8 1\n",
	"2": "refused cannot-carry\n",
	"3": "refused cannot-carry\n",
}

// TestVersionOneSailsAsItDid wants a game that was begun under version 1 to go on as it did: to an adjacent province blocks
// went by sea whom no fleet carries.
func TestVersionOneSailsAsItDid(t *testing.T) {
	for _, rules := range Opener.Embedded() {
		version := rules.Info().Version
		results, err := cases.Play(Cased{rules.(*Rules)}, strings.NewReader(`case L1: by sea, and nobody is carried
scenario 431
stand sparta Megara: 8 1
leader sparta none
left sparta 1
play act sparta
sparta:
  move 8 1 to Thebes
`+strays[version]))
		if err != nil {
			t.Fatal(err)
		}
		if len(results) != 1 || results[0].Err != nil {
			t.Errorf("version %s: %v", version, results)
		}
	}
}

// TestLastCardPlaysItself wants nobody to be asked for the one card that is left to him in winter, since version 3.
func TestLastCardPlaysItself(t *testing.T) {
	for _, rules := range Opener.Embedded() {
		winters := 0
		game := adjudicator.Selfplay{Rules: rules, Setup: adjudicator.Setup{Scenario: campaign431}, Seed: 4, MaxAnswers: 3000}
		for side := range game.Players {
			game.Players[side] = adjudicator.Random{Rand: rand.New(rand.NewPCG(4, uint64(side)))}
		}
		game.Each = func(s *adjudicator.Session) error {
			if q := s.Asked(ground.Sparta); q != nil && q.Kind == "card" && ground.Of(s.Game()).Season == ground.Winter {
				winters++
			}
			return nil
		}
		if _, err := game.Run(); err != nil {
			t.Fatal(err)
		}
		if asked := winters > 0; asked != (rules.Info().Version < "3") {
			t.Errorf("version %s: Sparta is asked for its last card %d times", rules.Info().Version, winters)
		}
	}
}
