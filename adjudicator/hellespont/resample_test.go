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
	g.chits.Hand[athens], g.chits.Hand[sparta] = 0b11, 0b1100
	g.chits.Cup = 0b11110000
	g.chits.Known[athens] = 0b00110000
	r := rand.New(rand.NewPCG(1, 1))
	seen := chitSet(0)
	for range 200 {
		other := g.Resample(athens, r).(*game)
		if other.chits.Hand[athens] != g.chits.Hand[athens] || other.chits.Hand[sparta].Len() != 2 || other.chits.Cup|other.chits.Hand[sparta] != 0b11111100 {
			t.Fatalf("cup %b, hands %b", other.chits.Cup, other.chits.Hand)
		}
		seen |= other.chits.Hand[sparta]
	}
	if seen != 0b11001100 {
		t.Errorf("counters imagined in the enemy's hand: %b", seen)
	}
	if g.chits.Cup != 0b11110000 {
		t.Error("the game itself was changed")
	}
}
