package adjudicator_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/internal/ford"
	"keryx/orders"
)

func TestRefusedFileReportsAllFaults(t *testing.T) {
	tests := []struct {
		name  string
		file  string
		codes []string
	}{
		{"an illegal order", "march 9", []string{"5 too-many"}},
		{"an order that is not asked for", "loot 1", []string{"5 not-asked-now"}},
		{"an order that cannot be read", "march north", []string{"5 number-expected"}},
		{"an unknown verb", "frobnicate 3", []string{"5 unknown-verb"}},
		{"an unknown phase", "pass/phase Q/pass", []string{"6 no-such-phase"}},
		{"an order after the end", "pass/finis/march 2", []string{"7 order-after-end"}},
		{"several at once", "frobnicate 3/march north/phase Q/pass/phase C/march 9/shoot 2/bid 1/finis/loot 1",
			[]string{"5 unknown-verb", "6 number-expected", "7 no-such-phase", "11 left-over", "14 order-after-end", "10 too-many"}},
		{"a standing order", "pass/standing/when tired: hold", []string{"7 no-such-standing"}},
		{"an order that could be legal after a roll", "frobnicate/shoot/march 9/loot 9", []string{"5 unknown-verb"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := begin(t, ford.None, fixed{face: 1})
			m.take(south, restOfSouth)
			m.take(north, "bid 1")
			out := m.try(north, tt.file)
			if d := cmp.Diff(tt.codes, codes(out.Faults)); d != "" {
				t.Errorf("faults (-want +got):\n%s", d)
			}
		})
	}
}

// A legal order before the faulty one is tried, so that it is not reported; nothing
// that hangs on a faulty order is.
func TestFaultsOfWhatFollowsAFault(t *testing.T) {
	m := begin(t, ford.None, fixed{face: 1})
	m.take(south, "phase C/pass/phase C again/pass")
	out := m.try(north, "bid 9/pass/pass")
	if d := cmp.Diff([]string{"5 too-many"}, codes(out.Faults)); d != "" {
		t.Errorf("faults (-want +got):\n%s", d)
	}
}

// loaded dice give other public dice than fixed ones and the same draws.
type loaded struct {
	fixed
	seed dice.Seed
}

func (l loaded) Roll(h dice.Head, i, faces int) int { return l.seed.Roll(h, i, faces) }

// What a refused file is told must not depend on dice: its author would send it
// again and again until he liked them.
func TestRefusedFileIsNoOracle(t *testing.T) {
	files := []string{
		"frobnicate/shoot/phase C again/march 3/phase D/loot 3/loot 3",
		"shoot/phase C again/march 3/phase D/loot 3/loot 3/finis/march 1",
		"march 9/shoot/phase C again/shoot/phase D/loot 6",
		"phase Q/pass/phase C/shoot/loot 1/loot 6",
	}
	for _, text := range files {
		var first []string
		for seed := range 200 {
			position := func() *match {
				m := begin(t, ford.None, loaded{fixed{}, dice.Seed{byte(seed)}})
				m.take(south, "bid 0/shoot/shoot/loot 0/loot 0/standing/reaction: hold")
				m.take(north, "bid 1")
				return m
			}
			taken := position().try(north, text)
			m := position()
			before := len(m.Events())
			rehearsed := m.rehearse(north, text, uint64(seed)).Faults
			if d := cmp.Diff(codes(taken.Faults), codes(rehearsed)); d != "" {
				t.Errorf("%s: faults when taken and when rehearsed (-taken +rehearsed):\n%s", text, d)
			}
			if seed == 0 {
				first = codes(rehearsed)
			}
			if len(first) == 0 || len(taken.Faults) == 0 {
				t.Fatalf("%s: not refused (before were %d events)", text, before)
			}
			if d := cmp.Diff(first, codes(rehearsed)); d != "" {
				t.Fatalf("%s: the faults tell of the dice (-one +other):\n%s", text, d)
			}
		}
	}
}

// The dice do decide whether the same file without its fault can be done, which
// makes the test above worth something.
func TestStoppedHalfWay(t *testing.T) {
	m := begin(t, ford.None, fixed{face: 6})
	m.take(south, "bid 0/shoot/shoot/loot 0/loot 0/standing/reaction: hold")
	out := m.take(north, "bid 1/march 1/shoot/loot 1/loot 1")
	// South's first shot pushes north back to where nothing can be looted.
	if d := cmp.Diff([]string{"north bid 1 orders", "north march 1 orders", "north shoot orders"}, answered(out.Answers)); d != "" {
		t.Errorf("answers (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"orders-stopped 8 loot 1 1"}, m.told(north)); d != "" {
		t.Errorf("told to north (-want +got):\n%s", d)
	}
	if len(out.Waiting) != 0 || m.asks() != "loot -" {
		t.Errorf("asked is %q, and %d orders wait", m.asks(), len(out.Waiting))
	}
	if m.told(south) == nil {
		t.Error("south is not told of his standing orders")
	}
}

// A file that is stopped tells its author alone, and gives the dice to the event
// that they belong to.
func TestStoppedFileLeavesDiceToTheirEvent(t *testing.T) {
	m := begin(t, ford.None, fixed{face: 3})
	m.take(south, "bid 0/pass/pass/loot 0/loot 0")
	m.take(north, "bid 1/shoot/loot 1")
	var rolls int
	for _, e := range m.Events() {
		rolls += len(e.Rolls)
		if e.Public.Key == "ford.event.shot" && (len(e.Rolls) != 1 || e.Phase != "C" || e.Rolls[0].Entry != 3) {
			t.Errorf("the shot has the dice %v in phase %q", e.Rolls, e.Phase)
		}
	}
	if rolls != 1 {
		t.Errorf("%d events have dice, want 1", rolls)
	}
	if d := cmp.Diff([]string{"orders-stopped 7 loot 1 0"}, m.told(north)); d != "" {
		t.Errorf("told to north (-want +got):\n%s", d)
	}
}

// Orders of the enemy that wait and have become impossible never refuse a file.
func TestEnemysOrdersCannotRefuse(t *testing.T) {
	m := begin(t, ford.None, fixed{face: 1})
	m.take(south, "bid 0/loot 1")
	out := m.take(north, "bid 1/pass")
	if d := cmp.Diff([]string{"orders-stopped 6 loot 1 0"}, m.told(south)); d != "" {
		t.Errorf("told to south (-want +got):\n%s", d)
	}
	if m.told(north) != nil || len(out.Answers) != 2 {
		t.Errorf("north is told %q; answers %v", m.told(north), answered(out.Answers))
	}
}

func TestVet(t *testing.T) {
	f, faults := orders.Parse(header + "march north\nfrobnicate\nmarch 9\nphase Q\npass\nstanding\nreaction: dance\n")
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	want := []string{"5 number-expected", "6 unknown-verb", "8 no-such-phase", "11 unknown-verb"}
	if d := cmp.Diff(want, codes(adjudicator.Vet(ford.New("ford", ford.None), f))); d != "" {
		t.Errorf("faults (-want +got):\n%s", d)
	}
}

// What becomes of a file must not depend on whether the enemy has answered a question
// that both are asked at once, nor on what he has answered: neither whether it is
// refused, nor for which faults.
func TestRefusalTellsNothingOfASealedAnswer(t *testing.T) {
	sealed := []string{"", "bid 0", "bid 3", "bid 1/phase C/march 1/march 3", "bid 2/standing/reaction: hold", "bid 0/loot 9"}
	files := []string{
		"bid 1/march 1/frobnicate", "bid 1/frobnicate/march 9/loot 9", "bid 1/march 9", "bid 1/bid 2", "bid 9/bid 1/march 9",
		"bid 1/pass/phase C again/march 9/phase Q/pass", "bid 1/loot 1/finis/march 1", "bid 2/march 3/march 9/march north",
		"march 1/bid 1/march 9", "standing/reaction: hold", "phase C/march 9/standing/reaction: ambush, else hold",
		"bid 1/standing/when tired: hold",
	}
	for _, side := range []adjudicator.Side{north, south} {
		for _, text := range files {
			become := func(enemy string, judge func(*match, adjudicator.Input) []*orders.Diagnostic) []string {
				m := begin(t, ford.None, fixed{face: 1})
				if enemy != "" {
					m.take(side.Other(), enemy)
				}
				before := len(m.Events())
				found := codes(judge(m, m.input(side, file(t, text))))
				if len(found) > 0 && len(m.Events()) > before {
					t.Errorf("%s after %q: the game went on for a file that is refused", text, enemy)
				}
				return found
			}
			for what, judge := range map[string]func(*match, adjudicator.Input) []*orders.Diagnostic{
				"taken": func(m *match, in adjudicator.Input) []*orders.Diagnostic {
					out, err := m.Take(in)
					if err != nil {
						t.Fatal(err)
					}
					return out.Faults
				},
				"rehearsed": func(m *match, in adjudicator.Input) []*orders.Diagnostic {
					out, err := m.Rehearse(in, rand.New(rand.NewPCG(1, 1)))
					if err != nil {
						t.Fatal(err)
					}
					return out.Faults
				},
			} {
				want := become(sealed[0], judge)
				for _, enemy := range sealed[1:] {
					if d := cmp.Diff(want, become(enemy, judge)); d != "" {
						t.Errorf("%s of side %d, %s, tells that the enemy has sealed %q (-not +has):\n%s", text, side, what, enemy, d)
					}
				}
			}
		}
	}
}
