package field_test

import (
	"math/rand/v2"
	"testing"

	"keryx/adjudicator/bey/field"
)

// TestBestOfASet: those of most worth, of equal ones the first, and never more than there are.
func TestBestOfASet(t *testing.T) {
	set := field.UnitsOf(3, 64, 70, 90)
	worth := func(u field.UnitNo) int { return map[field.UnitNo]int{3: 2, 64: 5, 70: 2, 90: 5}[u] }
	for n, want := range []field.UnitSet{{}, field.UnitsOf(64), field.UnitsOf(64, 90), field.UnitsOf(3, 64, 90), set, set} {
		if got := set.Best(n, worth); got != want {
			t.Errorf("the best %d: %v, want %v", n, got, want)
		}
	}
	if got := set.Best(1, func(u field.UnitNo) int { return -int(u) }); got != field.UnitsOf(3) {
		t.Errorf("of worth below nothing: %v", got)
	}
	r := rand.New(rand.NewPCG(1, 2))
	drawn := map[field.UnitSet]bool{}
	for range 200 {
		two := set.Draw(r, 2)
		if two.Len() != 2 || !two.Within(set) {
			t.Fatalf("%v is drawn", two)
		}
		drawn[two] = true
	}
	if len(drawn) != 6 || set.Draw(r, 9) != set {
		t.Errorf("%d pairs of four are drawn", len(drawn))
	}
}
