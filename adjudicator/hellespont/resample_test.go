package hellespont

import (
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
)

// TestResampleKeepsWhatIsKnown: a hand is imagined of all that it can hold, and of
// nothing else.
func TestResampleKeepsWhatIsKnown(t *testing.T) {
	g, err := Default().(*ruleset).empty(adjudicator.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	g.Pool.Hand[athens], g.Pool.Hand[sparta] = 0b11, 0b1100
	g.Pool.Cup = 0b11110000
	g.Pool.Known[athens] = 0b00110000
	r := rand.New(rand.NewPCG(1, 1))
	seen := field.ChitSet(0)
	for range 200 {
		other := g.Resample(athens, r).(*game)
		if other.Pool.Hand[athens] != g.Pool.Hand[athens] || other.Pool.Hand[sparta].Len() != 2 || other.Pool.Cup|other.Pool.Hand[sparta] != 0b11111100 {
			t.Fatalf("cup %b, hands %b", other.Pool.Cup, other.Pool.Hand)
		}
		seen |= other.Pool.Hand[sparta]
	}
	if seen != 0b11001100 {
		t.Errorf("counters imagined in the enemy's hand: %b", seen)
	}
	if g.Pool.Cup != 0b11110000 {
		t.Error("the game itself was changed")
	}
}
