package draw_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/draw"
)

// Two sides draw from a cup of five. What north plays goes back; south has drawn since, and
// so north cannot know any more whether it is still there.
func Example() {
	last := func(n int) int { return n - 1 } // stands in for Table.Draw
	p := draw.New(5)
	mine := p.Draw(0, last)
	p.Return(mine, true)
	fmt.Println("played", mine, "known in the cup", p.Known[0].Has(mine), p.Known[1].Has(mine))
	p.Draw(1, last)
	fmt.Println("known in the cup", p.Known[0].Has(mine), "left there", p.Cup.Len())
	// Output:
	// played 4 known in the cup true true
	// known in the cup false left there 4
}

// set is the set of some lots.
func set(lots ...draw.Lot) (s draw.Set) {
	for _, l := range lots {
		s.Add(l)
	}
	return s
}

// Sets are those of the ordinary kind, up to the last lot that there can be; none is in
// any.
func TestSet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var s draw.Set
	want := map[draw.Lot]bool{}
	for range 2000 {
		l := draw.Lot(r.IntN(draw.Most))
		if r.IntN(2) == 0 {
			s.Add(l)
			want[l] = true
		} else {
			s.Drop(l)
			delete(want, l)
		}
		if s.Len() != len(want) || s.Has(l) != want[l] || s.Has(draw.None) {
			t.Fatalf("%b, want %v", s, want)
		}
	}
	var rising []draw.Lot
	for rest := s; rest != 0; {
		rising = append(rising, rest.Pop())
	}
	for n, l := range rising {
		if !want[l] || s.Nth(n) != l || n > 0 && rising[n-1] >= l {
			t.Errorf("lot %d of rank %d, Nth gives %d", l, n, s.Nth(n))
		}
	}
	if s.Nth(len(rising)) != draw.None || new(draw.Set).Pop() != draw.None || draw.All(draw.Most).Len() != draw.Most || draw.All(0) != 0 {
		t.Error("the ends of a set")
	}
	s.Add(draw.None)
	if s.Len() != len(want) {
		t.Error("none was added")
	}
}

// watched is a pool and what each side has really seen of it, kept in another way: by lot,
// whether a side is sure that it is in the cup.
type watched struct {
	draw.Pool
	sure [2]map[draw.Lot]bool
}

// step does one thing at random that a game can do.
func (w *watched) step(r *rand.Rand) {
	side := adjudicator.Side(r.IntN(2))
	enemy := side.Other()
	hand := w.Hand[side]
	switch {
	case r.IntN(2) == 0 || hand == 0:
		if l := w.Draw(side, r.IntN); l != draw.None {
			delete(w.sure[side], l)
			clear(w.sure[enemy]) // he may hold any of them now
		}
	case r.IntN(20) == 0:
		w.Remove(side, hand.Nth(r.IntN(hand.Len())))
	default:
		l, seen := hand.Nth(r.IntN(hand.Len())), r.IntN(2) == 0
		w.Return(l, seen)
		if w.sure[side][l] = true; seen {
			w.sure[enemy][l] = true
		}
	}
}

// However it is played with, each lot is in one place, and a side knows of those in the cup
// what it has seen. Dealt anew, nothing changes that it can see or knows, and everything
// comes up that it cannot exclude.
func TestPool(t *testing.T) {
	const lots = 9
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 2))
		w := &watched{draw.New(lots), [2]map[draw.Lot]bool{{}, {}}}
		for range r.IntN(40) {
			w.step(r)
			if err := w.Check(); err != nil {
				t.Fatal(err)
			}
			for side := range w.sure {
				for l := range draw.Lot(lots) {
					if w.Known[side].Has(l) != w.sure[side][l] || w.sure[side][l] && !w.Cup.Has(l) {
						t.Fatalf("seed %d: side %d of lot %d: %+v, seen %v", seed, side, l, w.Pool, w.sure)
					}
				}
			}
		}
		for side := range adjudicator.Side(2) {
			wantRedealt(t, w.Pool, side, r)
			wantRecalled(t, w.Pool, side)
		}
		other := w.Pool
		other.Redeal(adjudicator.Observer, r)
		if other.All() != w.All() || other.Hand[0].Len() != w.Hand[0].Len() || other.Hand[1].Len() != w.Hand[1].Len() ||
			other.Known != [2]draw.Set{} || other.Check() != nil {
			t.Errorf("for an observer, %+v became %+v", w.Pool, other)
		}
	}
}

// wantRedealt deals the enemy's hand anew, often, in a copy.
func wantRedealt(t *testing.T, p draw.Pool, side adjudicator.Side, r *rand.Rand) {
	t.Helper()
	enemy := side.Other()
	before, came := p, draw.Set(0)
	for range 200 {
		other := p
		other.Redeal(side, r)
		came |= other.Hand[enemy]
		if other.All() != p.All() || other.Hand[side] != p.Hand[side] || other.Known[side] != p.Known[side] ||
			other.Known[enemy] != p.Known[enemy]&p.Known[side] || other.Hand[enemy].Len() != p.Hand[enemy].Len() || p.Known[side]&^other.Cup != 0 || other.Check() != nil {
			t.Fatalf("for side %d, %+v became %+v", side, p, other)
		}
	}
	may := (p.Cup | p.Hand[enemy]) &^ p.Known[side]
	if p.Hand[enemy] == 0 {
		may = 0
	}
	if came != may {
		t.Errorf("side %d: dealt to the enemy %b, possible %b", side, came, may)
	}
	if p != before {
		t.Error("the pool itself was dealt anew")
	}
}

// wantRecalled makes the pool anew of what a side knows.
func wantRecalled(t *testing.T, p draw.Pool, side adjudicator.Side) {
	t.Helper()
	all, enemy := draw.All(9), side.Other()
	var other draw.Pool
	err := other.Recall(side, all, p.Hand[side], all&^p.All(), p.Known[side], p.Hand[enemy].Len())
	if err != nil || other.All() != p.All() || other.Hand[side] != p.Hand[side] || other.Known[side] != p.Known[side] ||
		other.Hand[enemy].Len() != p.Hand[enemy].Len() || p.Known[side]&^other.Cup != 0 || other.Check() != nil {
		t.Errorf("of what side %d knows of %+v, %+v is made: %v", side, p, other, err)
	}
	for _, n := range []int{-1, ((p.Cup | p.Hand[enemy]) &^ p.Known[side]).Len() + 1} {
		if other.Recall(side, all, p.Hand[side], all&^p.All(), p.Known[side], n) == nil {
			t.Errorf("the enemy holds %d of %+v", n, p)
		}
	}
	thought := p
	thought.Conceal(side)
	if thought.All() != p.Hand[side] || thought.Hand[side] != p.Hand[side] {
		t.Errorf("concealed from side %d: %+v", side, thought)
	}
}

// An empty cup gives nothing, and asks for no number.
func TestDrawFromEmptyCup(t *testing.T) {
	p := draw.New(0)
	if l := p.Draw(0, func(int) int { panic("drawn") }); l != draw.None || p != draw.New(0) {
		t.Errorf("drew %d of %+v", l, p)
	}
}

// A lot in two places is noticed, whichever they are.
func TestCheck(t *testing.T) {
	for _, p := range []draw.Pool{
		{Cup: set(1, 2), Hand: [2]draw.Set{set(2), 0}},
		{Cup: set(1, 2), Hand: [2]draw.Set{0, set(1)}},
		{Hand: [2]draw.Set{set(3, 63), set(63)}},
	} {
		if p.Check() == nil {
			t.Errorf("%+v is not noticed", p)
		}
	}
	if p := (draw.Pool{Cup: set(1), Hand: [2]draw.Set{set(2), set(0)}}); p.Check() != nil {
		t.Error("a sound pool is not")
	}
}

// A lot that is withdrawn is in no hand, not in the cup, and nobody believes it there.
func TestWithdraw(t *testing.T) {
	last := func(n int) int { return n - 1 }
	p := draw.New(3)
	held := p.Draw(0, last)
	seen := p.Draw(1, last)
	p.Return(seen, true)
	p.Withdraw(held)
	p.Withdraw(seen)
	if p.All() != set(0) || p.Known[0].Has(seen) || p.Known[1].Has(seen) {
		t.Errorf("left %b, known %b %b", p.All(), p.Known[0], p.Known[1])
	}
}
