package hellespont

import (
	"encoding/json"
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

// TestCountersSeen: who is asked nothing sees which counters cannot be in the enemy's hand, also
// where another counter has a face of theirs: what he imagines hangs on it.
func TestCountersSeen(t *testing.T) {
	seen := func(c field.ChitNo) string {
		g := emptyField(t)
		g.Pool.Known[sparta].Add(c)
		data, err := json.Marshal(g.View(sparta).Data)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if seen(0) == seen(1) {
		t.Error("two counters in the cup that Sparta has seen there look the same to it")
	}
}
