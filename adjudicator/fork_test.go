package adjudicator_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/internal/ford"
	"keryx/orders"
)

// fork forks a session for a side with a seed.
func fork(t testing.TB, s *adjudicator.Session, side adjudicator.Side, seed uint64) *adjudicator.Session {
	t.Helper()
	f, err := s.Fork(side, rand.New(rand.NewPCG(seed, 1)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	return f
}

// told is what a session stands at, its hidden parts included.
func told(t testing.TB, s *adjudicator.Session) string {
	t.Helper()
	text := fingerprint(t, s)
	for _, side := range []adjudicator.Side{north, south} {
		if q := s.Asked(side); q != nil {
			text += fmt.Sprint(q.Kind, q.Prompt, q.Form.Choices())
		}
	}
	return text
}

// playOut answers what is asked at random until the turn is over.
func playOut(t testing.TB, s *adjudicator.Session, seed uint64) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 2))
	for !s.Ended() {
		side := north
		if s.Asked(north) == nil {
			side = south
		}
		if err := s.Answer(side, s.Asked(side).Form.Sample(r)); err != nil {
			t.Fatal(err)
		}
	}
}

// A copy goes on as the turn itself, with what files, standing orders and defaults have
// answered and what waits in the files, and neither touches the other.
func TestCopyGoesOnAsTheTurn(t *testing.T) {
	m := begin(t, ford.None, dice.NewTurn(dice.ByOrders, dice.Secret{3}, "ford-1", 1))
	m.take(south, "bid 0/phase C again/march 2/phase D/loot 1/standing/reaction: ambush, else hold")
	for n, step := range []func(){
		func() { m.take(north, "bid 3/march 2/phase C again/march 1") },
		func() { m.late(south) },
		func() { m.take(south, "march 1/phase D/loot 0") },
		func() { m.take(north, "loot 0/loot 1") },
	} {
		c, err := m.Copy()
		if err != nil {
			t.Fatal(err)
		}
		before := told(t, m.Session)
		if got := told(t, c); got != before {
			t.Errorf("step %d: a copy is\n%s\nand the turn\n%s", n, got, before)
		}
		step()
		after, entry := told(t, m.Session), m.entry
		if got := told(t, c); got != before {
			t.Errorf("step %d: the turn went on, and its copy is\n%s\nand was\n%s", n, got, before)
		}
		whole := m.Session
		m.Session, m.entry = c, entry-1
		step()
		if got := told(t, c); got != after {
			t.Errorf("step %d: the copy comes to\n%s\nand the turn to\n%s", n, got, after)
		}
		if got := told(t, whole); got != after {
			t.Errorf("step %d: the copy went on, and the turn is\n%s\nand was\n%s", n, got, after)
		}
		m.Session = whole
		c.Close()
	}
}

// What the enemy holds, has sealed, has ordered for later or lets answer for him is not in
// a fork; of equal randomness it is the same whatever that was.
func TestForkHoldsNothingHidden(t *testing.T) {
	var first string
	for i, enemy := range []string{"", "bid 0", "bid 3", "bid 0/phase C/march 3/phase D/loot 2", "bid 1/standing/reaction: ambush, else hold", "defaults"} {
		for _, traps := range []bool{false, true} {
			m := begin(t, ford.None, hand{south, traps})
			switch enemy {
			case "":
			case "defaults":
				m.late(south)
			default:
				m.take(south, enemy)
			}
			f := fork(t, m.Session, north, 5)
			if f.Asked(south) == nil || f.Standing(south, orders.English) != "" || len(f.Events())+len(f.Answers()) > 0 {
				t.Fatalf("%q: asked %v, standing %q, %d events", enemy, f.Asked(south), f.Standing(south, orders.English), len(f.Events()))
			}
			got := told(t, f)
			g := fork(t, f, north, 6) // and a fork of it
			playOut(t, f, 7)
			playOut(t, g, 8)
			got += told(t, f) + told(t, g)
			if i == 0 && !traps {
				first = got
			}
			if got != first {
				t.Errorf("%q, traps %t:\n%s\nelse\n%s", enemy, traps, got, first)
			}
		}
	}
}

// hand are dice that give one side traps or blanks, and the other always a trap.
type hand struct {
	side  adjudicator.Side
	traps bool
}

func (hand) Roll(dice.Head, int, int) int { return 4 }
func (h hand) Draw(_ dice.Head, i, _ int) int {
	if adjudicator.Side(i) == h.side && !h.traps {
		return 1
	}
	return 0
}

// A fork for a side keeps what the side has sealed itself, ordered for later, and lets
// answer for it.
func TestForkKeepsOnesOwn(t *testing.T) {
	m := begin(t, ford.None, fixed{face: 4, traps: true})
	m.take(north, "bid 2/march 2/phase C again/march 1/standing/reaction: ambush, else hold")
	f := fork(t, m.Session, north, 1)
	if f.Asked(north) != nil || f.Asked(south) == nil || f.Standing(north, orders.English) == "" {
		t.Fatalf("north is asked %v, south %v", f.Asked(north), f.Asked(south))
	}
	if err := f.Answer(south, ford.Act{Verb: "bid"}); err != nil {
		t.Fatal(err)
	}
	if paces := f.Game().(*ford.Game).Paces; paces != [2]int{2, 0} || f.Asked(south).Kind != "ambush" {
		t.Errorf("paces %v, south is asked %s", paces, f.Asked(south).Kind)
	}
}

// What cannot be copied says so.
func TestWhatIsNotForked(t *testing.T) {
	m := begin(t, ford.None, fixed{face: 1})
	if _, err := m.Fork(adjudicator.Observer, rand.New(rand.NewPCG(1, 1))); !errors.Is(err, adjudicator.ErrNotForked) {
		t.Errorf("for an observer: %v", err)
	}
	m.take(south, "bid 0")
	m.take(north, "bid 1")
	if out := m.try(north, "march 9"); len(out.Faults) == 0 {
		t.Fatal("no fault")
	}
	if _, err := m.Copy(); !errors.Is(err, adjudicator.ErrNotForked) {
		t.Errorf("a session with a refused file: %v", err)
	}
	m = begin(t, ford.Panics, fixed{face: 1})
	m.take(south, "bid 0")
	if _, err := m.Take(m.input(north, file(t, "bid 1/march 3"))); !errors.Is(err, adjudicator.ErrBroken) {
		t.Fatal(err)
	}
	if _, err := m.Copy(); !errors.Is(err, adjudicator.ErrBroken) {
		t.Errorf("a broken session: %v", err)
	}
}

// A finished game is worth what its result says, to both sides.
func TestValueOfAResult(t *testing.T) {
	for _, tt := range []struct {
		result *adjudicator.Result
		want   [2]float64
	}{
		{nil, [2]float64{0, 0}},
		{&adjudicator.Result{Winner: adjudicator.Observer, Points: [2]int{9, 7}}, [2]float64{0, 0}},
		{&adjudicator.Result{Winner: south, Points: [2]int{9, 12}}, [2]float64{-3, 3}},
		{&adjudicator.Result{Winner: south, Points: [2]int{12, 9}}, [2]float64{-1, 1}},
	} {
		if got := [2]float64{tt.result.Value(north), tt.result.Value(south)}; got != tt.want {
			t.Errorf("%+v is worth %v, want %v", tt.result, got, tt.want)
		}
	}
}
