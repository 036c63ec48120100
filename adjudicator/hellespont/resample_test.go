package hellespont

import (
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
)

// TestResampleKeepsWhatIsKnown: a hand is imagined of all that it can hold, and of
// nothing else.
func TestResampleKeepsWhatIsKnown(t *testing.T) {
	g, err := Default().(*ruleset).empty(adjudicator.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	g.hand[athens], g.hand[sparta] = 0b11, 0b1100
	g.cup = 0b11110000
	g.inCup[athens] = 0b00110000
	r := rand.New(rand.NewPCG(1, 1))
	seen := chitSet(0)
	for range 200 {
		other := g.Resample(athens, r).(*game)
		if other.hand[athens] != g.hand[athens] || other.hand[sparta].len() != 2 || other.cup|other.hand[sparta] != 0b11111100 {
			t.Fatalf("cup %b, hands %b", other.cup, other.hand)
		}
		seen |= other.hand[sparta]
	}
	if seen != 0b11001100 {
		t.Errorf("counters imagined in the enemy's hand: %b", seen)
	}
	if g.cup != 0b11110000 {
		t.Error("the game itself was changed")
	}
}
