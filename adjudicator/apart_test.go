package adjudicator_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/moor"
	"keryx/orders"
)

// onMoor opens the first day of a game on the moor, in which both sides are asked a row of
// secret questions.
func onMoor(t testing.TB) *match {
	t.Helper()
	rules := moor.New()
	snap, err := adjudicator.Begin(rules, adjudicator.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	return open(t, rules, snap, dice.NewTurn(dice.ByOrders, dice.Secret{5}, "moo-1", 1))
}

// moorings are parts of a row.
const (
	madeRow = "hold 1/give 1 to F2/done"
	halfRow = "hold 1/give 1 to F2"
)

// A side's row is answered by one file or by several, by defaults, in any order of the sides;
// the game goes on when both are through.
func TestRowOfSecretQuestions(t *testing.T) {
	for _, steps := range [][]func(m *match){
		{func(m *match) { m.take(north, madeRow) }, func(m *match) { m.take(south, "hold 0/done") }},
		{func(m *match) { m.take(south, "hold 0") }, func(m *match) { m.take(north, halfRow) }, func(m *match) { m.take(south, "done") }, func(m *match) { m.take(north, "done") }},
		{func(m *match) { m.take(south, "hold 0/done/march R1 to Stone") }, func(m *match) { m.take(north, madeRow) }},
		{func(m *match) { m.take(south, "hold 0") }, func(m *match) { m.late(south) }, func(m *match) { m.take(north, "hold 1/give 1 to F2") }, func(m *match) { m.late(north) }},
	} {
		m := onMoor(t)
		for i, step := range steps {
			if !m.Sealed() || i > 0 && m.Game().(*moor.Game).Named {
				t.Fatalf("step %d: sealed %t, asked %s", i, m.Sealed(), m.asks())
			}
			step(m)
		}
		if m.Sealed() || m.asks() != "march -" {
			t.Errorf("sealed %t, asked %s", m.Sealed(), m.asks())
		}
		if g := m.Game().(*moor.Game); g.Held != [2]int{1, 0} || g.Loads[north].With[0] != 3 {
			t.Errorf("held %v, the chest with %d", g.Held, g.Loads[north].With[0])
		}
	}
}

// A fault in the second line of a row refuses the file, whatever the other side has done; the
// answers of a file that is refused are none.
func TestRowIsRefusedAsAWhole(t *testing.T) {
	for _, enemy := range []string{"", "hold 2", "hold 2/done", "hold 0/rest R1"} {
		m := onMoor(t)
		if enemy != "" && enemy != "hold 0/rest R1" {
			m.take(south, enemy)
		}
		c, err := m.Copy()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		whole := m.Session
		m.Session = c
		if d := cmp.Diff([]string{"6 no-chest", "7 cannot-rest"}, codes(m.rehearse(north, "hold 1/give 3 to F2/rest R1", 1).Faults)); d != "" {
			t.Errorf("south %q (-want +got):\n%s", enemy, d)
		}
		m.Session = whole
		if out := m.try(north, "hold 1/give 3 to F2"); len(out.Faults) != 1 {
			t.Errorf("played, it has the faults %v", codes(out.Faults))
		}
	}
}

// What a side has answered in its row does not show in a fork or a rehearsal of the other,
// wherever either is; its own answers stay.
func TestRowIsHiddenFromTheOther(t *testing.T) {
	for _, own := range []string{"", "hold 1", halfRow, madeRow} {
		var first string
		for _, enemy := range []string{"", "hold 0", "hold 2/give 1 to F3", "hold 3/give 2 to R2/give 1 to F1/done"} {
			if own == madeRow && strings.HasSuffix(enemy, "done") {
				continue // then it is no secret any more
			}
			m := onMoor(t)
			for side, text := range []string{own, enemy} {
				if text != "" {
					m.take(adjudicator.Side(side), text)
				}
			}
			f := fork(t, m.Session, north, 5)
			got := fmt.Sprint(f.Asks(north), f.Asks(south)) + told(t, f)
			again := fork(t, f, north, 6)
			playOut(t, again, 7)
			got += fmt.Sprint(again.Asks(north), again.Asks(south)) + told(t, again)
			if own != madeRow {
				out := m.rehearse(north, map[string]string{"": madeRow, "hold 1": "give 1 to F2/done", halfRow: "done"}[own]+"/march R1 R2 to Mill/march F1 to Stone", 3)
				got += fmt.Sprint(codes(out.Faults), answered(out.Answers), len(out.Waiting), m.asks())
				if len(out.Faults) != 2 {
					t.Errorf("behind its row a file has the faults %v", codes(out.Faults))
				}
			}
			if first == "" {
				first = got
			}
			if d := cmp.Diff(first, got); d != "" {
				t.Errorf("north %q: with %q in the enemy's row it is another:\n%s", own, enemy, d)
			}
		}
	}
}

// A copy in the midst of a row goes on as the turn itself.
func TestCopyInARow(t *testing.T) {
	m := onMoor(t)
	m.take(north, halfRow)
	m.take(south, "hold 2")
	c, err := m.Copy()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if d := cmp.Diff(told(t, m.Session), told(t, c)); d != "" {
		t.Errorf("a copy is another (-turn +copy):\n%s", d)
	}
	playOut(t, m.Session, 3)
	playOut(t, c, 3)
	if d := cmp.Diff(told(t, m.Session), told(t, c)); d != "" {
		t.Errorf("a copy goes on otherwise (-turn +copy):\n%s", d)
	}
}

// correct makes corrections on the moor.
func correct(t *testing.T, m *match, text string) adjudicator.Amended {
	t.Helper()
	a, faults := adjudicator.ReadAmendment(moor.New(), text)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	out, err := m.Amend(adjudicator.Input{Entry: 9, Head: dice.Head{9}}, a)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A correction in the midst of a row is made where the row begins, and the answers are given again;
// who has given one that is not legal any more is asked again from there. What is refused
// changes nothing, and a copy comes to the same.
func TestAmendInARow(t *testing.T) {
	m := onMoor(t)
	m.take(north, "hold 1/give 1 to F2")
	m.take(south, "hold 2/done")
	was := told(t, m.Session)
	if out := correct(t, m, "points south 9"); len(out.Faults) != 1 {
		t.Errorf("faults %v", codes(out.Faults))
	}
	if d := cmp.Diff(was, told(t, m.Session)); d != "" {
		t.Errorf("what is refused has changed the game:\n%s", d)
	}
	out := correct(t, m, "points south 2\nsteps north R1 1")
	if len(out.Faults) > 0 || len(out.Told) != 2 {
		t.Fatalf("%v, told %v", codes(out.Faults), out.Told)
	}
	g := m.Game().(*moor.Game)
	if g.Points != [2]int{0, 2} || g.Steps[north][0] != 1 || g.Held != [2]int{1, 2} || g.Loads[north].With[0] != 3 || m.asks() != "deed -" {
		t.Errorf("points %v, steps %v, held %v, the chest with %d, asked %s", g.Points, g.Steps[north], g.Held, g.Loads[north].With[0], m.asks())
	}
	m.take(north, "rest R1/done")
	if g := m.Game().(*moor.Game); g.Steps[north][0] != 2 || m.asks() != "march -" {
		t.Errorf("steps %v, asked %s", g.Steps[north], m.asks())
	}
	c, err := m.Copy()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	playOut(t, m.Session, 5)
	playOut(t, c, 5)
	if d := cmp.Diff(told(t, m.Session), told(t, c)); d != "" {
		t.Errorf("a copy goes on otherwise (-game +copy):\n%s", d)
	}
}

// Where an answer of the row is not legal in the corrected game, it and what follows are asked again.
func TestAmendTakesBackWhatIsIllegal(t *testing.T) {
	m := onMoor(t)
	correct(t, m, "steps north R1 1")
	m.take(north, "hold 1/rest R1/give 1 to F2")
	m.take(south, "hold 0")
	if out := correct(t, m, "steps north R1 2"); len(out.Faults) > 0 {
		t.Fatal(codes(out.Faults))
	}
	g := m.Game().(*moor.Game)
	if g.Steps[north][0] != 2 || g.Loads[north].With[0] != 0 || g.Held[north] != 1 || g.Deeds != [2]int{1, 1} || m.asks() != "deed deed" {
		t.Errorf("steps %v, chest with %d, deeds %v, asked %s", g.Steps[north], g.Loads[north].With[0], g.Deeds, m.asks())
	}
}

// A deal of names ends no rehearsal, and a file is refused as a whole behind it.
func TestDealIsOfNoConsequence(t *testing.T) {
	m := onMoor(t)
	m.take(north, "hold 0/done")
	m.take(south, "hold 0/done")
	text := "march R1 to Bog/march F1 to Birch/march F2 to Stone"
	c, err := m.Copy()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	whole := m.Session
	m.Session = c
	if d := cmp.Diff([]string{"7 too-far"}, codes(m.rehearse(north, text, 2).Faults)); d != "" {
		t.Errorf("rehearsed (-want +got):\n%s", d)
	}
	m.Session = whole
	m.Plan(north)
	if err := m.Answer(north, m.order("march R1 to Bog")); err != nil {
		t.Fatal(err)
	}
	if !m.Foreseen() {
		t.Error("a deal of names is taken for something that nobody could foresee")
	}
}

// order reads an order as the answer that it gives.
func (m *match) order(text string) adjudicator.Answer {
	m.t.Helper()
	st := file(m.t, text).Groups[0].Statements[0]
	verb, d := m.rules.Lexicon().Lookup(st.Verb, orders.VerbKind)
	if d != nil {
		m.t.Fatal(d)
	}
	o, faults := m.rules.ReadOrder(verb.ID, &st)
	if len(faults) > 0 {
		m.t.Fatal(faults)
	}
	return o.(adjudicator.Answer)
}

// careless is a game that does in a row what belongs behind it.
type careless struct {
	adjudicator.Game
	does func(*adjudicator.Table)
}

func (g careless) Turn(t *adjudicator.Table) bool {
	t.Apart(func(*adjudicator.Desk) { g.does(t) }, func(*adjudicator.Desk) {})
	return true
}

// What is thrown, drawn, told or asked of both in a row of one side breaks the game.
func TestRowIsForOneSide(t *testing.T) {
	rules := moor.New()
	snap, err := adjudicator.Begin(rules, adjudicator.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for name, does := range map[string]func(*adjudicator.Table){
		"Roll": func(t *adjudicator.Table) { t.Die() }, "Draw": func(t *adjudicator.Table) { t.Draw(2) }, "Deal": func(t *adjudicator.Table) { t.Deal(2) },
		"Tell": func(t *adjudicator.Table) { t.Tell(adjudicator.Event{}) }, "Phase": func(t *adjudicator.Table) { t.Phase("2", north) },
		"Ask": func(t *adjudicator.Table) { t.Ask(north, adjudicator.Question{}) }, "Disclose": func(t *adjudicator.Table) { t.Disclose() },
	} {
		g, err := rules.New(adjudicator.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := adjudicator.Enter(rules, careless{g, does}, snap, dice.NewQuick(rand.New(rand.NewPCG(1, 1))), 1, dice.Head{})
		if !errors.Is(err, adjudicator.ErrBroken) || !strings.Contains(err.Error(), "Table."+name) {
			t.Errorf("%s in a row: %v", name, err)
		}
		s.Close()
	}
}
