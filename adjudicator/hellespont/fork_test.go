package hellespont

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/dice"
	"keryx/adjudicator/ruletest"
	"keryx/orders"
)

// BenchmarkForkMonth forks a month just before its end, which plays all its answers
// again: compare BenchmarkReplayMonth.
func BenchmarkForkMonth(b *testing.B) {
	snap, err := adjudicator.Begin(Default(), adjudicator.Setup{})
	if err != nil {
		b.Fatal(err)
	}
	snap, _ = month(b, snap)
	_, files := month(b, snap)
	s := reopen(b, snap, files[:len(files)-1])
	defer s.Close()
	answers := s.Asks(athens) + s.Asks(sparta)
	s.Hush()
	side := athens
	if s.Asked(athens) == nil {
		side = sparta
	}
	r := rand.New(rand.NewPCG(1, 1))
	for b.Loop() {
		f, err := s.Fork(side, r)
		if err != nil {
			b.Fatal(err)
		}
		f.Close()
	}
	b.ReportMetric(float64(answers), "answers")
}

// TestAnswersAreBound: no answer that is given to another game points to the one that it
// was made in, in whatever way.
func TestAnswersAreBound(t *testing.T) {
	bound := map[string]int{}
	for seed := range uint64(12) {
		p := adjudicator.Selfplay{Rules: Default(), Setup: setups[seed%uint64(len(setups))], Seed: seed, MaxAnswers: 5000}
		for side := range p.Players {
			p.Players[side] = binding{t, bound, adjudicator.Random{Rand: rand.New(rand.NewPCG(seed, uint64(side)))}}
		}
		if _, err := p.Run(); err != nil {
			t.Fatal(err)
		}
	}
	if len(bound) < 18 {
		t.Errorf("only these answers came up: %v", bound)
	}
	g := emptyField(t) // and two that seldom do
	for _, a := range []adjudicator.Answer{march.RidingOff{Move: &march.Move{G: g.war().Marches}}, march.Displacement{G: g.war().Marches}} {
		if points(reflect.ValueOf(g.copied().Bind(a)), g) {
			t.Errorf("a %T points to another game", a)
		}
	}
}

// binding is a player who looks at what Bind makes of his answers.
type binding struct {
	t     *testing.T
	bound map[string]int
	adjudicator.Random
}

func (p binding) Answer(s *adjudicator.Session, side adjudicator.Side, q *adjudicator.Question) adjudicator.Answer {
	a, g := p.Random.Answer(s, side, q), s.Game().(*game)
	other := g.copied()
	name := reflect.TypeOf(a).String()
	p.bound[name]++
	if points(reflect.ValueOf(other.Bind(a)), g) || points(reflect.ValueOf(a), other) {
		p.t.Errorf("a %s points to another game", name)
	}
	return a
}

// points reports whether a value leads to a game.
func points(v reflect.Value, g *game) bool {
	switch v.Kind() {
	case reflect.Interface:
		return !v.IsNil() && points(v.Elem(), g)
	case reflect.Pointer:
		return !v.IsNil() && (v.UnsafePointer() == reflect.ValueOf(g).UnsafePointer() || v.Type() != reflect.TypeOf(g) && points(v.Elem(), g))
	case reflect.Struct:
		for i := range v.NumField() {
			if points(v.Field(i), g) {
				return true
			}
		}
	}
	return false
}

// TestForkOfImagined: what is opened on a letter can be played on, again and again, and
// each fork comes from the question that the letter asks.
func TestForkOfImagined(t *testing.T) {
	forked := map[string]int{}
	for seed := range uint64(10) {
		snap, err := adjudicator.Begin(Default(), setups[seed%3])
		if err != nil {
			t.Fatal(err)
		}
		_, _, n := wandering(t, snap, seed, 1<<20)
		for at := 0; at < n; at += 1 + n/8 {
			s, _, _ := wandering(t, snap, seed, at)
			side := athens
			if s.Asked(side) == nil {
				side = sparta
			}
			kind := s.Asked(side).Kind
			position, err := json.Marshal(s.Game().View(side).Data)
			if err != nil {
				t.Fatal(err)
			}
			im, err := adjudicator.Imagine(Default(), setups[seed%3].Scenario, side, position, s.Standing(side, orders.English), kind, rand.New(rand.NewPCG(seed, 1)))
			s.Close()
			if err != nil {
				continue
			}
			var ends [2]string
			for i := range ends {
				ends[i] = forkedEnd(t, im, side, kind)
			}
			if ends[0] != ends[1] {
				t.Errorf("seed %d, answer %d, %s: the second fork ends otherwise than the first", seed, at, kind)
			}
			forked[kind]++
			im.Close()
		}
	}
	if t.Logf("%v", forked); forked["act"] == 0 || forked["redeploy"] == 0 {
		t.Errorf("forked were %v", forked)
	}
}

// forkedEnd forks a session, plays the fork to the end of its month, and returns what it
// has come to.
func forkedEnd(t *testing.T, s *adjudicator.Session, side adjudicator.Side, kind string) string {
	t.Helper()
	f, err := s.Fork(side, rand.New(rand.NewPCG(2, 2)))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if q := f.Asked(side); q == nil || q.Kind != kind {
		t.Fatalf("a fork asks %v, and not %s", q, kind)
	}
	r := rand.New(rand.NewPCG(3, 3))
	for !f.Ended() {
		now := athens
		if f.Asked(athens) == nil {
			now = sparta
		}
		if err := f.Answer(now, f.Asked(now).Form.Sample(r)); err != nil {
			t.Fatal(err)
		}
		if err := f.Game().Invariants(); err != nil {
			t.Fatal(err)
		}
	}
	return string(f.Game().State())
}

// TestSecretsOfTheStart: what a side has wanted to begin with and could not have is not in
// what its enemy imagines while it is asked again.
func TestSecretsOfTheStart(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(2000) {
		snap, err := adjudicator.Begin(Default(), adjudicator.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := adjudicator.Open(Default(), snap, dice.NewQuick(rand.New(rand.NewPCG(seed, 1))), 1, dice.Head{})
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(seed, 2))
		for _, side := range []adjudicator.Side{athens, sparta} {
			if err := s.Answer(side, s.Asked(side).Form.Sample(r)); err != nil {
				t.Fatal(err)
			}
		}
		if q := s.Asked(sparta); q != nil && q.Kind == atStart {
			f, err := s.Fork(athens, rand.New(rand.NewPCG(5, 5)))
			if err != nil {
				t.Fatal(err)
			}
			text := ""
			for _, c := range f.Asked(sparta).Form.Choices() {
				text += ruletest.Written(c.Words) + "; "
			}
			seen[text] = true
			f.Close()
		}
		s.Close()
	}
	if len(seen) != 1 {
		t.Errorf("Athens imagines %d questions to Sparta: %v", len(seen), seen)
	}
}
