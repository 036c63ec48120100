package adjudicator_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
	"keryx/adjudicator/internal/ford"
	"keryx/orders"
)

// restOfSouth answers everything that south is asked in a turn.
const restOfSouth = "bid 0/pass/pass/loot 0/loot 0"

func TestQueue(t *testing.T) {
	tests := []struct {
		name         string
		north, south string
		asks         string   // afterwards
		answers      []string // of north
		told         []string // to north, by the kit
		waiting      int      // of north's orders, when it was taken
	}{
		{"orders without headings are asked for in turn", "bid 1/pass/pass/loot 0/loot 0", restOfSouth, "- -",
			[]string{"north bid 1 orders", "north pass orders", "north pass orders", "north loot 0 orders", "north loot 0 orders"}, nil, 4},
		{"orders wait for their phase", "bid 1/phase D/loot 0/loot 0", restOfSouth, "act -",
			[]string{"north bid 1 orders"}, nil, 2},
		{"again is the next phase of that name", "bid 1/phase C/pass/phase C again/shoot/phase D/loot 0/loot 0", restOfSouth, "- -",
			[]string{"north bid 1 orders", "north pass orders", "north shoot orders", "north loot 0 orders", "north loot 0 orders"}, nil, 4},
		{"a group is not used in two phases", "bid 1/phase C/pass/shoot", restOfSouth, "act -",
			[]string{"north bid 1 orders", "north pass orders"}, nil, 2},
		{"a group passed over is told", "bid 1/phase A/shoot/phase C/pass/phase C again/pass/phase D/loot 0/loot 0", restOfSouth, "- -",
			[]string{"north bid 1 orders", "north pass orders", "north pass orders", "north loot 0 orders", "north loot 0 orders"},
			[]string{"order-passed 7 shoot"}, 5},
		{"what the turn leaves over is told", "bid 1/pass/pass/loot 0/loot 0/phase A/shoot/phase D/loot 0", restOfSouth, "- -",
			[]string{"north bid 1 orders", "north pass orders", "north pass orders", "north loot 0 orders", "north loot 0 orders"},
			[]string{"order-unused 11 shoot", "order-unused 13 loot 0"}, 6},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := begin(t, ford.None, fixed{face: 1})
			out := m.take(north, tt.north)
			m.take(south, tt.south)
			if got := m.asks(); got != tt.asks {
				t.Errorf("asked is %q, want %q", got, tt.asks)
			}
			var mine []string
			for _, a := range answered(m.Answers()) {
				if a[0] == 'n' {
					mine = append(mine, a)
				}
			}
			if d := cmp.Diff(tt.answers, mine); d != "" {
				t.Errorf("answers of north (-want +got):\n%s", d)
			}
			if d := cmp.Diff(tt.told, m.told(north)); d != "" {
				t.Errorf("told to north (-want +got):\n%s", d)
			}
			if m.told(south) != nil {
				t.Errorf("south is told of north's orders: %q", m.told(south))
			}
			if len(out.Waiting) != tt.waiting {
				t.Errorf("%d orders wait, want %d: %v", len(out.Waiting), tt.waiting, out.Waiting)
			}
		})
	}
}

func TestRestOfAGroupIsToldWhenItsMomentHasPassed(t *testing.T) {
	m := begin(t, ford.None, fixed{face: 1})
	m.take(south, restOfSouth)
	m.take(north, "bid 1/phase C/pass/shoot/phase C again/pass/phase D/loot 0/loot 0")
	if m.asks() != "- -" {
		t.Fatalf("asked is %q", m.asks())
	}
	if d := cmp.Diff([]string{"order-passed 8 shoot"}, m.told(north)); d != "" {
		t.Errorf("told to north (-want +got):\n%s", d)
	}
}

// A file that comes in the middle of a phase means the next one by "again".
func TestAgainInTheMiddleOfAPhase(t *testing.T) {
	m := begin(t, ford.None, fixed{face: 1})
	m.take(south, restOfSouth)
	m.take(north, "bid 1")
	m.take(north, "phase C again/shoot")
	if m.asks() != "act -" {
		t.Fatalf("\"phase C again\" was used in the present phase: asked is %q", m.asks())
	}
	out := m.take(north, "pass/phase C again/shoot")
	if d := cmp.Diff([]string{"north pass orders", "north shoot orders"}, answered(out.Answers)); d != "" {
		t.Errorf("answers (-want +got):\n%s", d)
	}
}

func TestReactionsSkipOtherOrders(t *testing.T) {
	m := begin(t, ford.None, fixed{face: 1, traps: true})
	m.take(south, "bid 0/pass/pass/loot 0/loot 0")
	m.take(north, "bid 1/march 1/pass")
	if m.asks() != "- ambush" {
		t.Fatalf("asked is %q", m.asks())
	}
	if told := m.told(south); told != nil {
		t.Errorf("south is told %q", told)
	}
	out := m.take(south, "ambush/pass/pass/loot 0/loot 0")
	if d := cmp.Diff([]string{"south ambush orders", "south pass orders", "south pass orders"}, answered(out.Answers)); d != "" {
		t.Errorf("answers (-want +got):\n%s", d)
	}
}

func TestStandingOrders(t *testing.T) {
	m := begin(t, ford.None, fixed{face: 6, traps: true})
	m.take(south, "bid 0/pass/pass/loot 0/loot 0/standing/reaction: ambush, else hold")
	m.take(north, "bid 1/march 1/march 2/loot 0/loot 0")
	if !m.Ended() {
		t.Fatalf("asked is %q", m.asks())
	}
	want := []string{"south ambush standing"} // which spends his only chit
	var got []string
	for _, a := range m.Answers() {
		if a.From == "standing" {
			got = append(got, answered([]adjudicator.Answered{a})...)
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("answers from standing orders (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"standing-order [ambush] reaction"}, m.told(south)); d != "" {
		t.Errorf("told to south (-want +got):\n%s", d)
	}
	if m.told(north) != nil {
		t.Errorf("north is told of south's standing orders: %q", m.told(north))
	}

	next := open(t, m.rules, m.Snapshot(), fixed{face: 1})
	if next.Standing(south, orders.English) == "" || next.Standing(north, orders.English) != "" {
		t.Fatalf("the standing orders after the turn are %q and %q", next.Standing(north, orders.English), next.Standing(south, orders.English))
	}
	next.take(south, "bid 0/pass/pass")
	next.take(north, "bid 1/march 1")
	if d := cmp.Diff([]string{"standing-order [hold] reaction"}, next.told(south)); d != "" {
		t.Errorf("in the next turn south is told (-want +got):\n%s", d)
	}
	next.take(south, "standing")
	if next.Standing(south, orders.English) != "" {
		t.Error("an empty section does not withdraw the standing orders")
	}
}

// Defaults are taken for the phase in which the deadline passed, and no longer.
func TestDefaultsLastForOnePhase(t *testing.T) {
	m := begin(t, ford.None, fixed{face: 1})
	m.take(south, restOfSouth)
	out := m.late(north)
	if d := cmp.Diff([]string{"north bid 0 default"}, answered(out.Answers)); d != "" {
		t.Errorf("phase B (-want +got):\n%s", d)
	}
	if m.asks() != "act -" {
		t.Fatalf("asked is %q", m.asks())
	}
	m.late(north)
	if m.asks() != "act -" || len(m.Answers()) != 4 {
		t.Fatalf("after the second default asked is %q, %v", m.asks(), answered(m.Answers()))
	}
	m.take(north, "march 1")
	m.take(south, "hold/pass/loot 0/loot 0")
	out = m.late(north)
	if d := cmp.Diff([]string{"north loot 0 default", "north loot 0 default"}, answered(out.Answers)); d != "" {
		t.Errorf("phase D asks twice (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"default-order [bid 0]", "default-order [pass]", "default-order [loot 0]", "default-order [loot 0]"}, m.told(north)); d != "" {
		t.Errorf("told to north (-want +got):\n%s", d)
	}
}

// A default for a reaction in the enemy's phase does not last into his next.
func TestDefaultReaction(t *testing.T) {
	m := begin(t, ford.None, fixed{face: 1})
	m.take(south, "bid 0/phase C/pass/phase C again/pass")
	m.take(north, "bid 1/march 1/march 1")
	m.late(south)
	if m.asks() != "- ambush" || m.Asks(south) < 4 {
		t.Errorf("asked is %q after %d questions: the second reaction was answered as well", m.asks(), m.Asks(south))
	}
}

// A new file takes the place of orders that wait; those that it does not hold are named, and nothing else.
func TestQueueReplaced(t *testing.T) {
	m := begin(t, ford.None, fixed{face: 1})
	m.take(north, "bid 1/phase D/loot 0/loot 0")
	m.take(south, restOfSouth)
	if got := m.Waiting(north); len(got) != 2 {
		t.Fatalf("%v wait", got)
	}
	out := m.take(north, "pass/phase D/Loot  0")
	if len(out.Replaced) != 1 || out.Replaced[0].Text != "loot 0" {
		t.Errorf("%v are said to be replaced, want one loot 0", out.Replaced)
	}
	if out = m.take(north, "pass/phase D/loot 0/loot 0"); len(out.Replaced) != 0 {
		t.Errorf("%v are said to be replaced by a file that holds them", out.Replaced)
	}
}
