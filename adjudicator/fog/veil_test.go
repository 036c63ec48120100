package fog_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
)

// Of three pieces under names that the enemy sees one is shown, and then one of two that stand
// together leaves: he no longer knows which it was.
func Example() {
	last := func(n int) int { return n - 1 } // stands in for Table.Deal
	v := fog.New(3, last)
	v.Show(0, 2)
	_, known := v.Known(v.Goes[0])
	fmt.Println("shown:", known, "with the mark", v.Mark[v.Goes[0]])
	v.Part(set(0, 1), set(1), last)
	_, known = v.Known(v.Goes[0])
	fmt.Println("parted:", known, "it may be one of", v.May[v.Goes[0]].Len(), "and the third of", v.May[v.Goes[2]].Len())
	// Output:
	// shown: true with the mark 2
	// parted: false it may be one of 3 and the third of 2
}

// set is a set of some pieces or names.
func set(lots ...draw.Lot) (s fog.Set) {
	for _, l := range lots {
		s.Add(l)
	}
	return s
}

// world is what could be: the pieces under the names, and the piece that each thing goes with.
type world struct {
	under string
	with  string
}

// watch is a veil and its loads, and all that could be after what the enemy has seen: the
// exhaustive truth.
type watch struct {
	fog.Veil
	loads  fog.Loads
	needs  []fog.Need
	groups [2]fog.Set // the names that stand in either place
	worlds map[world]bool
	r      *rand.Rand
}

const (
	pieces = 4
	things = 2
)

// carriers are the pieces that can have things; each has at most two.
var carriers = set(0, 1, 2)

func fits(_ fog.Piece, load fog.Set) bool { return load.Len() <= 2 }

func newWatch(seed uint64, loaded bool) *watch {
	w := &watch{r: rand.New(rand.NewPCG(seed, 1)), worlds: map[world]bool{}}
	w.Veil = fog.New(pieces, w.r.IntN)
	w.groups[0] = draw.All(pieces)
	if loaded {
		w.loads.N = things
		for i := range things {
			w.loads.Put(i, fog.Piece(w.r.IntN(3)), draw.All(pieces))
		}
	}
	for _, under := range permutations("", "0123"[:pieces]) {
		for _, with := range w.spread() {
			w.worlds[world{under, with}] = true
		}
	}
	return w
}

// permutations are all orders of some letters behind others.
func permutations(done, rest string) (all []string) {
	if rest == "" {
		return []string{done}
	}
	for i := range rest {
		all = append(all, permutations(done+rest[i:i+1], rest[:i]+rest[i+1:])...)
	}
	return all
}

// spread are all ways in which the things can go with the carriers.
func (w *watch) spread() []string {
	all := []string{""}
	for range w.loads.N {
		var longer []string
		for _, a := range all {
			for c := range 3 {
				longer = append(longer, a+string(rune('0'+c)))
			}
		}
		all = longer
	}
	return all
}

// keep drops the worlds that something rules out.
func (w *watch) keep(possible func(world) bool) {
	for x := range w.worlds {
		if !possible(x) {
			delete(w.worlds, x)
		}
	}
}

// become puts others in the place of each world.
func (w *watch) become(others func(world) []world) {
	next := map[world]bool{}
	for x := range w.worlds {
		for _, y := range others(x) {
			next[y] = true
		}
	}
	w.worlds = next
}

// step does something, in the veil as a game would and in the worlds by what the enemy sees.
func (w *watch) step() string {
	p := fog.Piece(w.r.IntN(pieces))
	name := w.Goes[p]
	switch w.r.IntN(5) {
	case 0:
		w.Veil.Show(p, 1)
		w.loads.Show(&w.Veil, p)
		load := w.loads.Of(p)
		w.keep(func(x world) bool {
			if x.under[name] != byte('0'+p) {
				return false
			}
			for i := range x.with {
				if (x.with[i] == byte('0'+p)) != load.Has(draw.Lot(i)) {
					return false
				}
			}
			return true
		})
		return fmt.Sprintf("piece %d is shown", p)
	case 1:
		to := set(0, 1)
		if !to.Has(p) {
			return ""
		}
		w.Narrow(p, to)
		w.keep(func(x world) bool { return to.Has(fog.Piece(x.under[name] - '0')) })
		return fmt.Sprintf("piece %d does what 0 and 1 can", p)
	case 2:
		return w.part()
	case 3:
		return w.know()
	}
	return w.exchange()
}

// part has some of a group go to the other place.
func (w *watch) part() string {
	from := w.r.IntN(2)
	names := w.groups[from]
	group := w.Pieces(names)
	leave := group & fog.Set(w.r.Uint64())
	if leave == 0 {
		return ""
	}
	w.Part(group, leave, w.r.IntN)
	if leave != group {
		w.loads.Part(names)
		for i := range w.needs {
			w.needs[i].Part(names)
		}
		w.become(func(x world) (all []world) {
			var letters string
			for rest := names; rest != 0; {
				letters += x.under[rest.Pop():][:1]
			}
			for _, order := range permutations("", letters) {
				under := []byte(x.under)
				for i, rest := 0, names; rest != 0; i++ {
					under[rest.Pop()] = order[i]
				}
				all = append(all, world{string(under), x.with})
			}
			return all
		})
	}
	went := w.Names(leave)
	w.groups[from] &^= went
	w.groups[1-from] |= went
	return fmt.Sprintf("%d of %d leave", leave.Len(), group.Len())
}

// know makes something known of several names.
func (w *watch) know() string {
	names, of := w.groups[w.r.IntN(2)], set(2, 3)
	least := (w.Pieces(names) & of).Len()
	if least == 0 || len(w.needs) == 2 {
		return ""
	}
	least = 1 + w.r.IntN(least)
	w.needs = append(w.needs, fog.Need{Names: names, Of: of, Least: least})
	w.keep(func(x world) bool {
		n := 0
		for rest := names; rest != 0; {
			if of.Has(fog.Piece(x.under[rest.Pop()] - '0')) {
				n++
			}
		}
		return n >= least
	})
	return fmt.Sprintf("of %b at least %d are of %b", names, least, of)
}

// exchange lets the carriers of a place exchange their things unseen.
func (w *watch) exchange() string {
	if w.loads.N == 0 {
		return ""
	}
	names := w.groups[w.r.IntN(2)]
	here := w.Pieces(names) & carriers
	w.loads.Part(names)
	for i := range w.loads.N {
		if here.Has(w.loads.With[i]) {
			w.loads.With[i] = here.Nth(w.r.IntN(here.Len()))
		}
	}
	w.become(func(x world) (all []world) {
		could := []string{""}
		for i := range x.with {
			to := set(fog.Piece(x.with[i] - '0'))
			var here fog.Set
			for rest := names; rest != 0; {
				here.Add(fog.Piece(x.under[rest.Pop()] - '0'))
			}
			if here&to != 0 {
				to = here & carriers
			}
			var longer []string
			for ; to != 0; to &= to - 1 {
				for _, a := range could {
					longer = append(longer, a+string(rune('0'+to.Nth(0))))
				}
			}
			could = longer
		}
		for _, with := range could {
			all = append(all, world{x.under, with})
		}
		return all
	})
	return fmt.Sprintf("what is under %b exchanges", names)
}

// now is the world that is.
func (w *watch) now() (x world) {
	under := w.Under()
	for n := range pieces {
		x.under += string(rune('0' + under[n]))
	}
	for i := range w.loads.N {
		x.with += string(rune('0' + w.loads.With[i]))
	}
	return x
}

// TestNoPossibleWorldIsExcluded follows what the enemy could exclude through all worlds there
// are: veil, loads and needs never exclude one of them, and the worlds that are dealt are
// almost always of these.
func TestNoPossibleWorldIsExcluded(t *testing.T) {
	dealt, impossible := 0, 0
	for seed := range uint64(500) {
		w := newWatch(seed, seed%2 == 1)
		var history []string
		for range 12 {
			history = append(history, w.step())
			if err := w.Veil.Check(); err != nil {
				t.Fatalf("seed %d: %v after %q", seed, err, history)
			}
			if err := w.loads.Check(&w.Veil); err != nil {
				t.Fatalf("seed %d: %v after %q", seed, err, history)
			}
			if !w.worlds[w.now()] {
				t.Fatalf("seed %d: the world that is, %v, is none of %v after %q", seed, w.now(), w.worlds, history)
			}
			for x := range w.worlds {
				if why := w.excludes(x); why != "" {
					t.Fatalf("seed %d: %v could be, and %s, after %q", seed, x, why, history)
				}
			}
			other := *w
			if !other.loads.Redeal(&other.Veil, carriers, fits, w.r, w.needs...) {
				t.Fatalf("seed %d: nothing is dealt after %q", seed, history)
			}
			if dealt++; !w.worlds[other.now()] {
				impossible++
			}
		}
	}
	t.Logf("%d worlds dealt, %d of them could not be", dealt, impossible)
	if impossible*20 > dealt {
		t.Errorf("%d of %d worlds that are dealt could be excluded", impossible, dealt)
	}
}

// excludes says why the veil takes a world for impossible; empty if it does not.
func (w *watch) excludes(x world) string {
	var under [fog.Most]fog.Piece
	for n := range x.under {
		if under[n] = fog.Piece(x.under[n] - '0'); !w.Veil.May[n].Has(under[n]) {
			return fmt.Sprintf("the name %d may be %b only", n, w.Veil.May[n])
		}
	}
	for i := range x.with {
		n := -1
		for name := range x.under {
			if x.under[name] == x.with[i] {
				n = name
			}
		}
		if !w.loads.May[i].Has(fog.Name(n)) {
			return fmt.Sprintf("thing %d may be with %b only", i, w.loads.May[i])
		}
	}
	for _, need := range w.needs {
		met := 0
		for rest := need.Names; rest != 0; {
			if need.Of.Has(under[rest.Pop()]) {
				met++
			}
		}
		if met < need.Least {
			return fmt.Sprintf("%+v is not met", need)
		}
	}
	return ""
}

// TestRedealHangsOnWhatIsSeen: what a side sees of a veil is the same after other pieces
// were put under it, whatever was there before comes to the same, and many needs at once
// are met.
func TestRedealHangsOnWhatIsSeen(t *testing.T) {
	fleets := draw.All(20)
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 2))
		v := fog.New(60, r.IntN)
		l := fog.Loads{N: 40}
		for i := range l.N {
			l.Put(i, fog.Piece(r.IntN(50)), draw.All(60))
		}
		var needs []fog.Need
		for range 60 {
			one, two, three := r.Uint64(), r.Uint64(), r.Uint64()
			group := v.Pieces(fog.Set(one&two&three) & draw.All(60)) // an eighth of them
			p := fog.Piece(r.IntN(60))
			switch r.IntN(4) {
			case 0:
				names := v.Names(group)
				v.Part(group, group&fog.Set(r.Uint64()), r.IntN)
				l.Part(names)
				for i := range needs {
					needs[i].Part(names)
				}
			case 1:
				v.Show(p, 3)
				l.Show(&v, p)
			case 2:
				if fleets.Has(p) {
					v.Narrow(p, fleets)
				}
			case 3:
				if n := (group & fleets).Len(); n > 0 && len(needs) < 6 {
					needs = append(needs, fog.Need{Names: v.Names(group), Of: fleets, Least: n})
				}
			}
		}
		fits := func(fog.Piece, fog.Set) bool { return true }
		first, load := v, l
		if !load.Redeal(&first, draw.All(50), fits, rand.New(rand.NewPCG(seed, 3)), needs...) {
			t.Fatalf("seed %d: nothing found with %d needs", seed, len(needs))
		}
		second, again := first, load // another truth behind the same veil
		if !again.Redeal(&second, draw.All(50), fits, rand.New(rand.NewPCG(seed, 3)), needs...) || second != first || again != load {
			t.Fatalf("seed %d: what is dealt hangs on what was there", seed)
		}
		seen := first
		seen.Goes = v.Goes
		if seen != v || load.May != l.May {
			t.Fatalf("seed %d: the enemy sees something else", seed)
		}
		if err := first.Check(); err != nil {
			t.Fatal(err)
		}
		if err := load.Check(&first); err != nil {
			t.Fatal(err)
		}
	}
}

// TestNamesAreDealtByPublicNumbers: how many numbers a group takes that parts hangs on how many
// there are, and none are taken where all leave or stay.
func TestNamesAreDealtByPublicNumbers(t *testing.T) {
	taken := 0
	lot := func(n int) int { taken++; return n - 1 }
	for _, c := range []struct {
		group, leave fog.Set
		want         int
	}{{set(0, 1, 2), set(1), 2}, {set(0, 1, 2), set(1, 2), 2}, {set(3, 4), set(4), 1}, {set(0, 1), set(0, 1), 0}, {set(0, 1), 0, 0}, {set(0, 1), set(5), 0}} {
		v := fog.New(6, lot)
		was := v
		taken = 0
		if v.Part(c.group, c.leave, lot); taken != c.want {
			t.Errorf("%b of %b leave: %d numbers, want %d", c.leave, c.group, taken, c.want)
		}
		if c.want == 0 && v != was {
			t.Errorf("%b of %b leave, and something has changed", c.leave, c.group)
		}
	}
}

// TestOpen: what was shown to one side alone is not known to all, and neither is anything that
// has parted since.
func TestOpen(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	v := fog.New(4, r.IntN)
	v.Show(0, 1)
	v.Peek(1, 2)
	if _, known := v.Known(v.Goes[1]); !known || v.Open != v.Names(set(0)) {
		t.Errorf("known %t, open %b", known, v.Open)
	}
	if v.Fade(set(0)); v.Mark[v.Goes[0]] != 0 || v.Mark[v.Goes[1]] != 2 || v.Check() != nil {
		t.Errorf("marks %v, %v", v.Mark[:4], v.Check())
	}
	if v.Part(set(0, 2), set(2), r.IntN); v.Open != 0 {
		t.Errorf("open %b after parting", v.Open)
	}
	v = fog.New(4, r.IntN)
	if v.Among(set(2, 3)); v.May[v.Goes[2]] != set(2, 3) || v.May[v.Goes[0]] != set(0, 1) {
		t.Errorf("a set-up: %b", v.May[:4])
	}
}

// TestStored: a veil comes back as it was written, and as it is recalled of what was seen.
func TestStored(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	v := fog.New(5, r.IntN)
	v.Show(3, 2)
	v.Part(set(0, 1, 2), set(1), r.IntN)
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var back fog.Veil
	if err := json.Unmarshal(text, &back); err != nil || back != v {
		t.Errorf("%s comes back as %+v (%v)", text, back, err)
	}
	recalled, err := fog.Recall(v.May[:v.N], v.Mark[:v.N], v.Open)
	if err != nil {
		t.Fatal(err)
	}
	a, b := v, recalled
	if !a.Redeal(rand.New(rand.NewPCG(1, 1))) || !b.Redeal(rand.New(rand.NewPCG(1, 1))) || a != b {
		t.Errorf("recalled, it is dealt as %v, and else as %v", b.Goes[:5], a.Goes[:5])
	}
	if _, err := fog.Recall([]fog.Set{set(0), set(0)}, []int8{0, 0}, 0); err == nil {
		t.Error("two names of one piece were recalled")
	}
	if json.Unmarshal([]byte(`{"goes":[0],"may":[],"mark":[0]}`), &back) == nil {
		t.Error("a veil was read that is none")
	}
}

func BenchmarkRedeal(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	v := fog.New(60, r.IntN)
	for b.Loop() {
		v.Redeal(r, fog.Need{Names: draw.All(9), Of: draw.All(20), Least: 3})
	}
}
