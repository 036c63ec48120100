package adjudicator_test

import (
	"slices"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/internal/ford"
	"keryx/orders"
)

// TestAskWhenAbleIsRead: every game reads the order, in each language, and refuses what is like
// it with its own way out; what a game reads itself stays the game's.
func TestAskWhenAbleIsRead(t *testing.T) {
	rules := ford.New("ford", ford.None)
	for text, want := range map[string]string{
		"ask: when I can act": "", "Demander : quand je peux agir": "", "ASK: only when i can act": "",
		"ask: always": "ask-when", "ask: when I can act, else when I can act": "ask-when", "ask: when I can act; when I can act": "ask-when",
	} {
		all, faults := orders.ParseStanding(text)
		if len(faults) > 0 {
			t.Fatalf("%q: %v", text, faults)
		}
		st, faults := adjudicator.ReadStanding(rules, &all[0])
		code := ""
		if len(faults) > 0 {
			code = faults[0].Code
		}
		if code != want || (want == "") != (st == adjudicator.Standing(adjudicator.CanAct{})) || !adjudicator.AsksWhenAble(text) {
			t.Errorf("%q is read as %v with the fault %q, want %q", text, st, code, want)
		}
	}
	if adjudicator.AsksWhenAble("reaction: hold\n") || !adjudicator.AsksWhenAble("reaction: hold\nask: when I can act\n") {
		t.Error("the order is found where it is not, or not where it is")
	}
}

// TestPassForThePhase: the order answers what is asked, and lapses with the phase. That it answers
// all that follows in the phase is tried with every ruleset.
func TestPassForThePhase(t *testing.T) {
	m := begin(t, ford.None, fixed{face: 1})
	m.take(north, "bid 1")
	m.take(south, "bid 0")
	if got := m.asks(); got != "act -" {
		t.Fatalf("asked: %s", got)
	}
	phase := m.Phases()
	if out := m.take(north, "pass for this phase"); len(out.Faults) > 0 {
		t.Fatal(out.Faults[0])
	}
	if m.Phases() == phase {
		t.Fatal("each impulse of the tiny game is a phase")
	}
	m.take(south, "pass")
	answered := m.Answers()
	mine := slices.DeleteFunc(slices.Clone(answered), func(a adjudicator.Answered) bool { return a.Side != north || a.Kind != "act" })
	if len(mine) != 1 || mine[0].From != adjudicator.FromOrders {
		t.Errorf("north has acted %v; the order has not lapsed with its phase", mine)
	}
}
