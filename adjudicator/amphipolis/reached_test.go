package amphipolis

import (
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
)

// TestReached: a game that is over says the turn that it ended in, not the one that the
// marker has moved on to.
func TestReached(t *testing.T) {
	over := &adjudicator.Result{}
	for _, c := range []struct {
		turn    int
		outcome *adjudicator.Result
		want    int
	}{{0, nil, 2}, {3, nil, 5}, {3, over, 4}, {5, over, 6}, {4, nil, 6}} {
		g := &game{Field: field.Field{TurnNo: c.turn, Outcome: c.outcome, Playing: &field.Scenario{First: 2, Last: 6}}}
		if got := g.reached(); got != c.want {
			t.Errorf("turn %d, over %t: %d, want %d", c.turn, c.outcome != nil, got, c.want)
		}
	}
}
