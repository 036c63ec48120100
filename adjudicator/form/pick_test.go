package form_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/form"
	"keryx/orders"
)

// brute lists the sets of things that pay, by trying all of them.
func brute(p *form.Purse) (all []draw.Set) {
	total := p.Sum(draw.All(len(p.Worth)))
	least := total
	for set := range draw.Set(1) << len(p.Worth) {
		if s := p.Sum(set); s >= p.Debt {
			least = min(least, s)
		}
	}
	for set := range draw.Set(1) << len(p.Worth) {
		sum, fits := p.Sum(set), false
		switch p.Pays {
		case form.Exactly:
			fits = sum >= p.Debt && sum <= max(p.Debt, p.Most)
		case form.Least:
			fits = sum == least
		case form.Spareless:
			fits = sum >= min(p.Debt, total)
			for rest := set; rest != 0; {
				w := p.Worth[rest.Pop()]
				fits = fits && sum-w < min(p.Debt, total)
			}
		}
		if fits {
			all = append(all, set)
		}
	}
	return all
}

// TestPurse: the sets that pay are those that all sets tried one by one show; each of them is
// listed and drawn, no other is, and the usual one is the cheapest.
func TestPurse(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 240 {
		p := &form.Purse{Pays: form.Pays(i % 3), Debt: r.IntN(14)}
		for range 1 + r.IntN(6) {
			p.Worth = append(p.Worth, r.IntN(6))
		}
		if p.Pays == form.Exactly && i%2 == 0 {
			p.Most = p.Debt + r.IntN(3)
		}
		want := brute(p)
		var got []draw.Set
		p.Each(1000, func(set draw.Set) { got = append(got, set) })
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("%+v: listed are %b, paying %b", p, got, want)
		}
		seen := map[draw.Set]bool{}
		for range 600 {
			set, ok := p.Draw(r)
			if ok != (len(want) > 0) || ok && !slices.Contains(want, set) {
				t.Fatalf("%+v: %b is drawn, %v, of %b", p, set, ok, want)
			}
			seen[set] = true
		}
		if len(want) > 0 && len(seen) != len(want) {
			t.Fatalf("%+v: %d of %d sets are drawn", p, len(seen), len(want))
		}
		usual, ok := p.Usual()
		if ok != (len(want) > 0) || ok && (!slices.Contains(want, usual) ||
			slices.ContainsFunc(want, func(o draw.Set) bool { return p.Sum(o) < p.Sum(usual) })) {
			t.Fatalf("%+v: the usual set is %b, %v, of %b", p, usual, ok, want)
		}
		for set := range draw.Set(1) << len(p.Worth) {
			if (p.Judge(set) == form.Fits) != slices.Contains(want, set) {
				t.Fatalf("%+v: %b is judged %v", p, set, p.Judge(set))
			}
		}
	}
}

// TestAlike: of a kind the first ones are taken, and each number of them is listed once.
func TestAlike(t *testing.T) {
	p := &form.Purse{Worth: []int{2, 3, 2, 2}, Alike: []draw.Set{0b1101, 0b0010}, Debt: 4, Most: 5}
	var got []draw.Set
	p.Each(10, func(set draw.Set) { got = append(got, set) })
	if !slices.Equal(got, []draw.Set{0b0011, 0b0101}) {
		t.Errorf("listed are %b", got)
	}
}

// lost is an answer that names counters.
type lost draw.Set

func (l lost) Words() (w adjudicator.Words) {
	w = adjudicator.Words{adjudicator.Keyword("lose")}
	for rest := draw.Set(l); rest != 0; {
		w = append(w, int(rest.Pop()))
	}
	return w
}

// TestPick: an order that pays is taken, of a kind by its first things; one that does not is
// refused with the reason.
func TestPick(t *testing.T) {
	var why form.Verdict
	p := &form.Pick[lost]{Purse: form.Purse{Worth: []int{1, 1, 3, 5}, Alike: []draw.Set{0b0011, 0b0100, 0b1000}, Pays: form.Spareless, Debt: 4},
		Of: func(s draw.Set) lost { return lost(s) }, In: func(l lost) draw.Set { return draw.Set(l) },
		Read: func(o adjudicator.Order, s *orders.Statement) (draw.Set, *orders.Diagnostic) {
			if l, ok := o.(lost); ok {
				return draw.Set(l), nil
			}
			return 0, refused(o, s)
		},
		Refuse: func(s *orders.Statement, _ draw.Set, v form.Verdict) *orders.Diagnostic {
			why = v
			return refused(nil, s)
		}}
	proves(t, p, 2)
	if a, d := p.Accept(lost(0b0110), nil); d != nil || a != lost(0b0101) {
		t.Errorf("3 and the second 1 give %v, %v", a, d)
	}
	for order, want := range map[lost]form.Verdict{0b0011: form.Short, 0b1001: form.Spare, 0b0111: form.Spare} {
		if _, d := p.Accept(order, nil); d == nil || why != want {
			t.Errorf("%b gives %v, %v", order, d, why)
		}
	}
	p.Debt, p.Pays = 4, form.Exactly
	if _, d := p.Accept(lost(0b1000), nil); d == nil || why != form.Over {
		t.Errorf("5 for 4 gives %v, %v", d, why)
	}
}

// sent is an answer that sends pieces somewhere.
type sent struct {
	pieces draw.Set
	to     board.Zone
}

func (s sent) Words() adjudicator.Words {
	return append(lost(s.pieces).Words(), adjudicator.Keyword("to"), int(s.to))
}

var errFar = errors.New("too far")

// groups sends pieces 0 and 1 to abdera or berge, 1 not to berge.
func groups() form.Group[draw.Set, sent] {
	return form.Group[draw.Set, sent]{Zones: board.SetOf(abdera, berge),
		Of: func(p draw.Set, z board.Zone) sent { return sent{p, z} },
		In: func(s sent) (draw.Set, board.Zone) { return s.pieces, s.to },
		Some: func(to board.Zone, r *rand.Rand) draw.Set {
			if r != nil && to == abdera && r.IntN(2) == 0 {
				return 0b11
			}
			return 0b01
		},
		Wrong: func(p draw.Set, to board.Zone) error {
			if to == berge && p.Has(1) || p&^0b11 != 0 || p == 0 {
				return errFar
			}
			return nil
		},
		Read: func(o adjudicator.Order, s *orders.Statement) (draw.Set, board.Zone, *orders.Diagnostic) {
			if x, ok := o.(sent); ok {
				return x.pieces, x.to, nil
			}
			return 0, board.NoZone, refused(o, s)
		},
		Refuse: func(o adjudicator.Order, s *orders.Statement, p draw.Set, to board.Zone) *orders.Diagnostic {
			return &orders.Diagnostic{Code: fmt.Sprintf("refused-%b-%d", p, to)}
		},
		Note: func(s sent) adjudicator.Phrase { return adjudicator.Say("note", "Zone", int(s.to)) }}
}

// TestGroup: some pieces to a place, the usual ones to the first zone by default.
func TestGroup(t *testing.T) {
	g := groups()
	if g.Default() != (sent{0b01, abdera}) || len(g.Choices()) != 2 || g.Choices()[1].Note.Key != "note" {
		t.Errorf("%v by default, %v listed", g.Default(), g.Choices())
	}
	seen := map[adjudicator.Answer]bool{}
	r := rand.New(rand.NewPCG(1, 1))
	for range 100 {
		a := g.Sample(r)
		if err := g.Check(a); err != nil {
			t.Fatal(err)
		}
		seen[a] = true
	}
	if len(seen) != 3 {
		t.Errorf("%d answers are sampled of 3", len(seen))
	}
	if a, d := g.Accept(sent{0b11, abdera}, nil); d != nil || a != (sent{0b11, abdera}) {
		t.Errorf("both to Abdera give %v, %v", a, d)
	}
	for order, code := range map[adjudicator.Order]string{sent{0b11, berge}: "refused-11-7", sent{0b01, drabes}: "refused-1-9", "go": "refused"} {
		if _, d := g.Accept(order, nil); d == nil || d.Code != code {
			t.Errorf("%v gives %v", order, d)
		}
	}
	if !errors.Is(g.Check(sent{0b11, berge}), errFar) || !errors.Is(g.Check(sent{0b01, drabes}), form.ErrIllegal) || g.Check(nil) == nil {
		t.Error("Check takes what cannot be")
	}
}
