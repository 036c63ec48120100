package adjudicator_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"keryx/adjudicator"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/internal/ford"
)

// sample writes a file that answers what a side is asked, and more.
func sample(s *adjudicator.Session, side adjudicator.Side, r *rand.Rand) string {
	if s.Asked(side) == nil {
		return ""
	}
	words := s.Asked(side).Form.Sample(r).Words()
	text := strings.TrimSuffix(fmt.Sprintln([]any(words)...), "\n")
	return text + []string{"", "/pass", "/phase D/loot 0/loot 1", "/shoot/shoot", "/standing/reaction: ambush, else hold", "/march 9"}[r.IntN(6)]
}

// The same inputs give the same game: events, answers, state, standing orders.
func TestReplay(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		source := dice.NewTurn(dice.ByOrders, dice.Secret{byte(seed)}, "ford-1", 1)
		m := begin(t, ford.None, source)
		var inputs []adjudicator.Input
		for !m.Ended() {
			side := adjudicator.Side(r.IntN(2))
			in := m.input(side, nil)
			if r.IntN(8) > 0 || m.Asked(side) == nil {
				in.File = file(t, sample(m.Session, side, r))
			}
			if again(t, m.snap, source, append(inputs, in)) == nil {
				continue // refused: the game goes on without it
			}
			if out, err := m.Take(in); err != nil || len(out.Faults) > 0 {
				t.Fatalf("seed %d: %v %v", seed, out.Faults, err)
			}
			inputs = append(inputs, in)
		}
		want := fingerprint(t, m.Session)
		for range 2 {
			s := again(t, m.snap, source, inputs)
			if d := cmp.Diff(want, fingerprint(t, s)); d != "" {
				t.Fatalf("seed %d: %d inputs give another game (-first +again):\n%s", seed, len(inputs), d)
			}
			if d := cmp.Diff(m.Snapshot(), s.Snapshot()); d != "" {
				t.Fatalf("seed %d: another snapshot (-first +again):\n%s", seed, d)
			}
		}
	}
}

// again plays inputs from a snapshot, and returns nil if the last is refused.
func again(t *testing.T, snap adjudicator.Snapshot, d dice.Source, inputs []adjudicator.Input) *adjudicator.Session {
	t.Helper()
	m := open(t, ford.New("ford", ford.None), snap, d)
	for i, in := range inputs {
		out, err := m.Take(in)
		if err != nil {
			t.Fatal(err)
		}
		if len(out.Faults) > 0 {
			if i < len(inputs)-1 {
				t.Fatalf("input %d was taken, and is refused now: %v", i, out.Faults)
			}
			return nil
		}
	}
	return m.Session
}

// Neither side learns of the other's secret answer before both have given theirs.
func TestAskBothIsSecret(t *testing.T) {
	view := func(bid string) string {
		m := begin(t, ford.None, fixed{face: 1})
		if bid != "" {
			m.take(north, bid)
		}
		var heard []adjudicator.Phrase
		for _, e := range m.Events() {
			if p, ok := e.For(south); ok {
				heard = append(heard, p)
			}
		}
		return fmt.Sprintf("%+v %v %s %d", m.Game().View(south), heard, m.Asked(south).Kind, m.Asks(south))
	}
	for _, bid := range []string{"bid 0", "bid 3", "bid 2/pass/standing/reaction: hold"} {
		if d := cmp.Diff(view(""), view(bid)); d != "" {
			t.Errorf("south can tell that north ordered %q:\n%s", bid, d)
		}
	}
	m := begin(t, ford.None, fixed{face: 1})
	m.take(south, "bid 2")
	m.take(north, "bid 1")
	if m.asks() != "- act" {
		t.Errorf("after both bids asked is %q, want south to act", m.asks())
	}
}

// A plan goes as far as it depends on nothing that the side cannot know.
func TestPlan(t *testing.T) {
	m := begin(t, ford.None, fixed{face: 1})
	m.Plan(north)
	if err := m.Answer(north, ford.Act{Verb: "bid", Number: 1}); err != nil {
		t.Fatal(err)
	}
	if m.Disclosed() || m.Asked(north) != nil {
		t.Errorf("a secret bid discloses something, or asks north for %v", m.asks())
	}
	if d := cmp.Diff([]string{"north bid 1 player"}, answered(m.Answers())); d != "" {
		t.Errorf("answers (-want +got):\n%s", d)
	}
	m.take(south, restOfSouth)
	m.Plan(north)
	if err := m.Answer(north, ford.Act{Verb: "shoot"}); err != nil {
		t.Fatal(err)
	}
	if !m.Disclosed() {
		t.Error("a roll discloses nothing")
	}
	m.Plan(north)
	if err := m.Answer(north, ford.Act{Verb: "march", Number: 9}); err == nil {
		t.Error("an illegal answer was taken")
	}
	if err := m.Answer(south, ford.Act{Verb: "pass"}); err == nil {
		t.Error("an answer was taken from a side that is asked nothing")
	}
}

func TestBrokenGame(t *testing.T) {
	m := begin(t, ford.Panics, fixed{face: 1})
	m.take(south, restOfSouth)
	_, err := m.Take(m.input(north, file(t, "bid 1/march 3")))
	if !errors.Is(err, adjudicator.ErrBroken) || !strings.Contains(err.Error(), "phase C") {
		t.Fatalf("the error is %v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("a snapshot of a broken game was made")
		}
	}()
	m.Snapshot()
}

func TestSnapshotInTheMiddleOfATurn(t *testing.T) {
	m := begin(t, ford.None, fixed{face: 1})
	defer func() {
		if recover() == nil {
			t.Error("a snapshot was made in the middle of a turn")
		}
	}()
	m.Snapshot()
}

func TestCloseTwice(t *testing.T) {
	m := begin(t, ford.None, fixed{face: 1})
	m.Close()
	m.Close()
}

// BenchmarkAsk is one question, put, answered and gone on from.
func BenchmarkAsk(b *testing.B) {
	m := begin(b, ford.Endless, fixed{face: 1})
	m.Hush()
	var pass adjudicator.Answer = ford.Act{Verb: "pass"}
	for _, side := range []adjudicator.Side{north, south} {
		if err := m.Answer(side, ford.Act{Verb: "bid"}); err != nil {
			b.Fatal(err)
		}
	}
	side := north
	b.ReportAllocs()
	for b.Loop() {
		if err := m.Answer(side, pass); err != nil {
			b.Fatal(err)
		}
		side = side.Other()
	}
}

// BenchmarkReplay is a turn rebuilt from its snapshot and five order files.
func BenchmarkReplay(b *testing.B) {
	rules := ford.New("ford", ford.None)
	snap, err := adjudicator.Begin(rules, adjudicator.Setup{})
	if err != nil {
		b.Fatal(err)
	}
	var inputs []adjudicator.Input
	for i, text := range []string{"bid 1", "bid 0/phase C/pass", "march 1", "hold/phase C/shoot", "pass"} {
		inputs = append(inputs, adjudicator.Input{Entry: i + 2, Head: dice.Head{byte(i)}, Side: adjudicator.Side(i % 2), File: file(b, text)})
	}
	for b.Loop() {
		s, err := adjudicator.Open(rules, snap, dice.NewTurn(dice.ByOrders, dice.Secret{1}, "ford-1", 1), 1, dice.Head{})
		if err != nil {
			b.Fatal(err)
		}
		for _, in := range inputs {
			if out, err := s.Take(in); err != nil || len(out.Faults) > 0 {
				b.Fatal(out.Faults, err)
			}
		}
		s.Close()
	}
}

// TestNoDieTwice: inputs whose dice hang on the same head, such as deadlines between two
// texts, throw the dice of that head one after the other and none of them twice.
func TestNoDieTwice(t *testing.T) {
	for name, c := range map[string]struct {
		head func(entry int) dice.Head
		want []int
	}{
		"one head": {func(int) dice.Head { return dice.Head{1} }, []int{0, 1, 2, 3}},
		"heads":    {func(entry int) dice.Head { return dice.Head{byte(entry)} }, []int{0, 0, 0, 0}},
	} {
		m := begin(t, ford.None, fixed{face: 1})
		m.take(0, "bid 1")
		m.take(1, "bid 0")
		for i := range 4 {
			in := m.input(adjudicator.Side(i%2), file(t, "shoot"))
			in.Head = c.head(in.Entry)
			if out, err := m.Take(in); err != nil || len(out.Faults) > 0 {
				t.Fatal(out.Faults, err)
			}
		}
		var got []int
		for _, e := range m.Events() {
			for _, r := range e.Rolls {
				got = append(got, r.Index)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: dice number %v, want %v", name, got, c.want)
		}
	}
}
