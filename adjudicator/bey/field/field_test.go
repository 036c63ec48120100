package field

import (
	"slices"
	"testing"
)

// Half of the dice, rounded up, and what the season changes of them, unless it does not.
func TestPoints(t *testing.T) {
	summer := Turn{PA: 1, PAUnless: []int{5, 6}}
	winter := Turn{PA: -1, PAUnless: []int{1, 2}}
	for _, c := range []struct{ sum, summer, winter int }{{2, 2, 1}, {3, 3, 2}, {4, 3, 2}, {5, 4, 2}, {8, 5, 3}, {9, 5, 4}, {10, 5, 4}, {12, 6, 5}} {
		if got := [2]int{summer.Points(c.sum), winter.Points(c.sum)}; got != [2]int{c.summer, c.winter} {
			t.Errorf("%d: points %v, want %d and %d", c.sum, got, c.summer, c.winter)
		}
	}
}

// The order behind the colon does not matter, all else does.
func TestListed(t *testing.T) {
	var a Audit
	a.Listed("setup", "rule 10", []string{"north: T4 H2 H2", "turns 1 to 3"}, []string{"north: H2 T4 H2", "turns 1 to 3"})
	if len(a.Findings) != 0 {
		t.Errorf("findings %v, want none", a.Findings)
	}
	a.Listed("setup", "rule 10", []string{"north: T4 H2", "turns 3 to 1"}, []string{"north: H2 T4 H2", "turns 1 to 3"})
	if len(a.Findings) != 4 {
		t.Errorf("findings %v, want each line of both sides", a.Findings)
	}
}

// Arrivals come by turns, and within a turn side by side.
func TestEarlier(t *testing.T) {
	all := []*Deployment{{Turn: 2, Side: 1}, {Turn: 2}, {Turn: 0, Side: 1}, {Turn: 1}}
	slices.SortFunc(all, Earlier)
	for i, want := range []Deployment{{Turn: 0, Side: 1}, {Turn: 1}, {Turn: 2}, {Turn: 2, Side: 1}} {
		if all[i].Turn != want.Turn || all[i].Side != want.Side {
			t.Errorf("%d: turn %d of side %d", i, all[i].Turn, all[i].Side)
		}
	}
}
