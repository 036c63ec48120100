package form_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/form"
	"keryx/orders"
)

// zones of a map that has no names.
const (
	abdera board.Zone = 3
	berge  board.Zone = 7
	drabes board.Zone = 9
)

// refused is what every form here says of an order that it does not take.
func refused(adjudicator.Order, *orders.Statement) *orders.Diagnostic {
	return &orders.Diagnostic{Code: "refused"}
}

// proves goes through what every form promises: its default, what it lists first and what it
// samples are legal, and it samples each of so many answers.
func proves(t *testing.T, f adjudicator.Form, most int) {
	t.Helper()
	if err := f.Check(f.Default()); err != nil {
		t.Errorf("the default: %v", err)
	}
	seen := map[string]bool{}
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		a := f.Sample(r)
		if err := f.Check(a); err != nil {
			t.Fatalf("%v is sampled: %v", a, err)
		}
		seen[words(a.Words())] = true
	}
	if len(seen) != most || len(f.Choices()) != most {
		t.Errorf("%d answers are sampled, %d listed, of %d", len(seen), len(f.Choices()), most)
	}
	if _, d := f.Accept("something else", &orders.Statement{}); d == nil || d.Code != "refused" {
		t.Errorf("an order of another kind gives %v", d)
	}
	if f.Check(nil) == nil {
		t.Error("no answer is legal")
	}
}

func words(w adjudicator.Words) string {
	var b strings.Builder
	for _, x := range w {
		switch x := x.(type) {
		case int:
			b.WriteByte(byte('0' + x))
		case adjudicator.Keyword:
			b.WriteString(string(x) + " ")
		}
	}
	return b.String()
}

// TestNumber: the numbers from the least to the most, both among them.
func TestNumber(t *testing.T) {
	f := form.Number[toll]{Least: 2, Most: 5, Refuse: refused}
	proves(t, f, 4)
	if f.Default() != toll(2) || f.Check(toll(1)) == nil || f.Check(toll(6)) == nil || f.Check(toll(5)) != nil {
		t.Error("the limits are others")
	}
	if a, d := f.Accept(toll(5), nil); a != toll(5) || d != nil {
		t.Errorf("5 gives %v, %v", a, d)
	}
	if _, d := f.Accept(toll(6), nil); d == nil {
		t.Error("6 is taken")
	}
	f.Of = func(o adjudicator.Order) (toll, bool) { p, ok := o.(paid); return toll(p.obols), ok }
	if a, d := f.Accept(paid{3}, nil); a != toll(3) || d != nil {
		t.Errorf("an order for 3 gives %v, %v", a, d)
	}
}

// way is an answer that names zones.
type way []board.Zone

func (w way) Words() (all adjudicator.Words) {
	for _, z := range w {
		all = append(all, int(z))
	}
	return all
}

// TestPlaces: one of the zones, the first by default.
func TestPlaces(t *testing.T) {
	f := form.Places[way]{Zones: board.SetOf(berge, abdera), Refuse: refused,
		To: func(z board.Zone) way { return way{z} }, At: func(w way) board.Zone { return w[0] },
		Read: func(o adjudicator.Order, s *orders.Statement) (board.Zone, *orders.Diagnostic) {
			if z, ok := o.(board.Zone); ok {
				return z, nil
			}
			return board.NoZone, refused(o, s)
		}}
	proves(t, f, 2)
	if !slices.Equal(f.Default().(way), way{abdera}) || f.Check(way{drabes}) == nil {
		t.Error("Default or Check is wrong")
	}
	if a, d := f.Accept(berge, nil); d != nil || !slices.Equal(a.(way), way{berge}) {
		t.Errorf("an order for a place gives %v, %v", a, d)
	}
	if _, d := f.Accept(drabes, nil); d == nil {
		t.Error("a place that there is not is taken")
	}
}

// TestList: some of the zones in any order, none twice, and not more than are taken at once.
func TestList(t *testing.T) {
	at, left := 0, board.Set{}
	f := form.List[way]{Zones: board.SetOf(abdera, berge, drabes), Most: 2,
		Of: func(zones ...board.Zone) way { return zones }, In: func(w way) []board.Zone { return w },
		Read: func(o adjudicator.Order) ([]board.Zone, bool) { z, ok := o.([]board.Zone); return z, ok },
		Refuse: func(_ adjudicator.Order, _ *orders.Statement, i int, l board.Set) *orders.Diagnostic {
			at, left = i, l
			return &orders.Diagnostic{Code: "refused"}
		}}
	proves(t, f, 3)
	if a, d := f.Accept([]board.Zone{drabes, abdera}, nil); d != nil || !slices.Equal(a.(way), way{drabes, abdera}) {
		t.Errorf("an order of two gives %v, %v", a, d)
	}
	for _, c := range []struct {
		order []board.Zone
		at    int
		left  board.Set
	}{
		{[]board.Zone{berge, berge}, 1, board.SetOf(abdera, drabes)},
		{[]board.Zone{4}, 0, board.SetOf(abdera, berge, drabes)},
		{[]board.Zone{berge, abdera, drabes}, 2, board.SetOf(drabes)},
		{nil, -1, board.SetOf(abdera, berge, drabes)},
	} {
		if _, d := f.Accept(c.order, nil); d == nil || at != c.at || left != c.left {
			t.Errorf("%v: %v at %d of %v", c.order, d, at, left)
		}
		if f.Check(way(c.order)) == nil {
			t.Errorf("%v is legal", c.order)
		}
	}
}

// shout is what may be done besides.
type shout struct{}

func (shout) Words() adjudicator.Words { return adjudicator.Words{adjudicator.Keyword("shout")} }

type shouts struct{}

func (shouts) Accept(o adjudicator.Order, _ *orders.Statement) (adjudicator.Answer, *orders.Diagnostic, bool) {
	_, ok := o.(shout)
	return shout{}, nil, ok
}

func (shouts) Check(a adjudicator.Answer) (error, bool) {
	_, ok := a.(shout)
	return nil, ok
}

func (shouts) Sample(r *rand.Rand) adjudicator.Answer {
	if r.IntN(4) == 0 {
		return shout{}
	}
	return nil
}

func (shouts) Choices() []adjudicator.Choice { return []adjudicator.Choice{{Words: shout{}.Words()}} }

// TestBesides: what may be done besides is taken, sampled and listed last, and never the
// default.
func TestBesides(t *testing.T) {
	f := form.Besides{Form: form.Number[toll]{Most: 2, Refuse: refused}, Aside: shouts{}}
	proves(t, f, 4)
	if f.Default() != toll(0) || words(f.Choices()[3].Words) != "shout " {
		t.Errorf("%v by default, and %v last", f.Default(), f.Choices()[3])
	}
	if a, d := f.Accept(shout{}, nil); a != (shout{}) || d != nil {
		t.Errorf("it gives %v, %v", a, d)
	}
}

// TestMenuOfItsOwn: a menu lists remarks, draws as it is told, begins with what commits most
// where the last answer is the default, and compares answers of other games by what they say.
func TestMenuOfItsOwn(t *testing.T) {
	type told struct {
		toll
		game *int
	}
	here, there := 1, 2
	f := form.Menu[told]{Last: true, Refuse: refused,
		Open: func() []told { return []told{{3, &here}, {1, &here}} },
		Same: func(a, b told) bool { return a.toll == b.toll },
		Note: func(a told) adjudicator.Phrase { return adjudicator.Say("note", "Toll", int(a.toll)) },
		Draw: func(r *rand.Rand, open []told) told { return open[0] }}
	if f.Default().(told).toll != 1 || f.Sample(nil).(told).toll != 3 {
		t.Errorf("%v by default, %v drawn", f.Default(), f.Sample(nil))
	}
	if f.Check(told{3, &there}) != nil || f.Check(told{2, &here}) == nil {
		t.Error("answers are not compared by what they say")
	}
	if c := f.Choices(); len(c) != 2 || c[0].Note.Key != "note" {
		t.Errorf("the choices are %v", c)
	}
}
