package adjudicator_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
	"keryx/adjudicator/internal/ford"
	"keryx/orders"
)

// rehearse judges a file without playing it.
func (m *match) rehearse(side adjudicator.Side, text string, seed uint64, faults ...*orders.Diagnostic) adjudicator.Outcome {
	m.t.Helper()
	out, err := m.Rehearse(m.input(side, file(m.t, text)), rand.New(rand.NewPCG(seed, 1)), faults...)
	if err != nil {
		m.t.Fatal(err)
	}
	return out
}

// A file that cannot be done to its end, whatever the enemy does and the dice say, is
// refused before anything of it is done, though the enemy is asked in its midst.
func TestHopelessFileIsRefusedAsAWhole(t *testing.T) {
	for _, tt := range []struct {
		name, file string
		codes      []string
	}{
		{"behind a question to the enemy", "march 2/phase C again/march 9", []string{"7 too-many"}},
		{"what hangs on a fault is not judged", "march 9/phase C again/march 7/phase D/loot 9", []string{"5 too-many"}},
		{"every fault", "march 9/march 7/pass/phase C again/pass/phase D/loot 9", []string{"5 too-many", "6 too-many", "11 too-many"}},
		{"what hangs on a throw is not judged", "shoot/phase C again/march 9", nil},
		{"to the end of the turn", "march 2/phase C again/march 1/phase D/loot 3/loot 3", nil},
		{"and beyond what he has", "march 2/phase C again/march 1/phase D/loot 3/loot 4", []string{"10 too-many"}},
		{"what is asked once, twice", "march 2/phase D/loot 3/bid 1/bid 2", []string{"9 asked-once"}},
		{"what is not asked for then", "march 2/loot 1", []string{"6 not-asked-now"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := begin(t, ford.None, fixed{face: 1})
			m.take(south, "bid 0")
			m.take(north, "bid 3")
			if d := cmp.Diff(tt.codes, codes(m.rehearse(north, tt.file, 1).Faults)); d != "" {
				t.Errorf("faults (-want +got):\n%s", d)
			}
		})
	}
}

// Nothing that the author cannot know makes a difference to the judgement of his file:
// what the enemy holds, has sealed, has ordered for later or lets answer for him.
func TestRehearsalKnowsNothingHidden(t *testing.T) {
	files := []string{"bid 3/march 2/phase C again/march 9/phase D/loot 9", "bid 1/march 1/hold/phase C again/march 1/phase D/loot 2/loot 3",
		"bid 9/march 3/march 3/loot 1"}
	enemies := []string{"", "bid 0", "bid 3", "bid 0/phase C/march 3/phase C again/march 3", "bid 1/standing/reaction: ambush, else hold",
		"bid 2/shoot/shoot/loot 0/standing/reaction: hold"}
	for _, text := range files {
		var first string
		for i, enemy := range enemies {
			for seed := range uint64(8) {
				m := begin(t, ford.None, fixed{face: int(1 + seed%6), traps: seed%2 == 0})
				if enemy != "" {
					m.take(south, enemy)
				}
				out := m.rehearse(north, text, seed)
				got := fmt.Sprint(codes(out.Faults), answered(out.Answers), len(out.Waiting), m.asks())
				if i == 0 && seed == 0 {
					first = got
				}
				if got != first {
					t.Errorf("%s: with %q: %s; else %s", text, enemy, got, first)
				}
			}
		}
	}
	// Where it is known who begins, it is another thing to be asked.
	m := begin(t, ford.None, fixed{face: 1})
	m.take(south, "bid 0")
	m.take(north, "bid 3")
	if out := m.rehearse(north, "march 9", 1); len(out.Faults) != 1 {
		t.Errorf("faults %v", codes(out.Faults))
	}
}

// The faults that a parser has found come first, and what can hang on them is let be.
func TestRehearsalOfWhatCannotBeReadWhole(t *testing.T) {
	m := begin(t, ford.None, fixed{face: 1})
	m.take(south, "bid 0")
	m.take(north, "bid 3")
	unread := &orders.Diagnostic{Code: "unreadable", Span: orders.Span{Line: 5}}
	out := m.rehearse(north, "loot 1/march 9", 1, unread)
	if d := cmp.Diff([]string{"5 unreadable", "6 too-many"}, codes(out.Faults)); d != "" {
		t.Errorf("faults (-want +got):\n%s", d)
	}
}
