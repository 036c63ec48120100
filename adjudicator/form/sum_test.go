package form_test

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"keryx/adjudicator/form"
)

func TestLeastSum(t *testing.T) {
	for _, c := range []struct {
		name   string
		values []int
		need   int
		want   int
		ok     bool
	}{
		{"H16: half of 38 PF are 19, two ships of 10", []int{10, 10, 10, 4, 4}, 19, 20, true},
		{"H17: a quarter of 15 PF are 3, the 2 and the 1", []int{5, 5, 2, 2, 1}, 3, 3, true},
		{"exact sums are preferred to bigger ships", []int{20, 10, 4, 2}, 6, 6, true},
		{"one ship only", []int{20}, 5, 20, true},
		{"everything", []int{4, 2}, 6, 6, true},
		{"more than there is", []int{4, 2}, 7, 0, false},
		{"nothing required", []int{4, 2}, 0, 0, true},
		{"no ships", nil, 1, 0, false},
		{"a whole navy", []int{20, 20, 20, 10, 10, 10, 10, 10, 10, 10, 10, 10, 4, 4, 4, 4, 4, 2, 2, 2, 2}, 133, 134, true},
	} {
		got, ok := form.LeastSum(c.values, c.need)
		if got != c.want || ok != c.ok {
			t.Errorf("%s: LeastSum(%v, %d) = %d, %t, want %d, %t", c.name, c.values, c.need, got, ok, c.want, c.ok)
		}
	}
}

// TestLeastSumAgainstAll compares with every subset of small fleets.
func TestLeastSumAgainstAll(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	kinds := []int{20, 10, 5, 4, 2, 1}
	for range 300 {
		values := make([]int, 1+r.IntN(8))
		for i := range values {
			values[i] = kinds[r.IntN(len(kinds))]
		}
		need := r.IntN(60)
		best, found := 0, false
		for set := range 1 << len(values) {
			s := sumOf(values, uint64(set))
			if s >= need && (!found || s < best) {
				best, found = s, true
			}
		}
		got, ok := form.LeastSum(values, need)
		if ok != found || got != best {
			t.Fatalf("LeastSum(%v, %d) = %d, %t, want %d, %t", values, need, got, ok, best, found)
		}
	}
}

func sumOf(values []int, set uint64) int {
	sum := 0
	for i, v := range values {
		if set&(1<<i) != 0 {
			sum += v
		}
	}
	return sum
}

func TestPickSum(t *testing.T) {
	if set, ok := form.PickSum([]int{10, 10, 10, 4, 4}, 20, nil); !ok || set != 0b11 {
		t.Errorf("the first choice of 20 PF is %b, %t, want 11, true", set, ok)
	}
	if _, ok := form.PickSum([]int{10, 10}, 15, nil); ok {
		t.Error("15 PF were found among two ships of 10")
	}
	if set, ok := form.PickSum(nil, 0, nil); !ok || set != 0 {
		t.Errorf("no loss among no ships: %b, %t", set, ok)
	}
}

// TestPickSumReachesEveryChoice counts the sets that random picks find.
func TestPickSumReachesEveryChoice(t *testing.T) {
	values := []int{10, 10, 5, 5, 4, 4, 2, 1}
	const sum = 15
	all := map[uint64]bool{}
	for set := range uint64(1) << len(values) {
		if sumOf(values, set) == sum {
			all[set] = true
		}
	}
	r := rand.New(rand.NewPCG(3, 4))
	seen := map[uint64]bool{}
	for range 20_000 {
		set, ok := form.PickSum(values, sum, r)
		if !ok || !all[set] {
			t.Fatalf("picked %b (%d PF, %d ships), %t", set, sumOf(values, set), bits.OnesCount64(set), ok)
		}
		seen[set] = true
	}
	if len(seen) != len(all) {
		t.Errorf("random picks found %d of the %d choices", len(seen), len(all))
	}
}

func BenchmarkPickSum(b *testing.B) {
	values := []int{20, 20, 20, 10, 10, 10, 10, 10, 5, 5, 4, 4, 2, 2, 1}
	r := rand.New(rand.NewPCG(5, 6))
	b.ReportAllocs()
	for b.Loop() {
		sum, _ := form.LeastSum(values, 33)
		form.PickSum(values, sum, r)
	}
}
