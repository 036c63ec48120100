package fog

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"keryx/adjudicator/draw"
)

// Loads are things that go along with the pieces of a veil, unseen: troops with a leader, or
// a treasure. They are numbered from 0, apart from the pieces. The zero value has none.
type Loads struct {
	N    int         // things
	With [Most]Piece // by thing: the piece that it goes with; hidden from the enemy
	// May is, by thing, the names that it may be with, for all that the enemy has seen. A thing
	// without any is with no piece: it lies open, or is out of the game.
	May [Most]Set
}

// Put has a thing go with a piece. The enemy sees that it is with one of some names, which
// that of the piece is among.
func (l *Loads) Put(thing int, p Piece, names Set) {
	l.With[thing], l.May[thing] = p, names
}

// Leave takes a thing from its piece, where all see it.
func (l *Loads) Leave(thing int) { l.With[thing], l.May[thing] = draw.None, 0 }

// Of are the things that go with a piece.
func (l *Loads) Of(p Piece) (things Set) {
	for i := range l.N {
		if l.May[i] != 0 && l.With[i] == p {
			things.Add(draw.Lot(i))
		}
	}
	return things
}

// Part has things that may be with some of the names be with any of them: their pieces could
// exchange what they carry, or the names are dealt anew. Call it with the names of each group
// whose carriers stand together before they may exchange, and with those that [Veil.Part] deals.
func (l *Loads) Part(names Set) {
	for i := range l.N {
		if l.May[i]&names != 0 {
			l.May[i] |= names
		}
	}
}

// Show tells the enemy what goes with a piece, and that nothing else does.
func (l *Loads) Show(v *Veil, p Piece) {
	var is Set
	is.Add(v.Goes[p])
	for i := range l.N {
		if l.May[i] == 0 {
			continue
		}
		if l.With[i] == p {
			l.May[i] = is
		} else {
			l.May[i] &^= is
		}
	}
}

// Redeal puts other pieces under the names of a veil and gives them other loads, in one deal:
// each thing is with a piece whose name it may be with, that is one of the carriers, and that can
// take it. Fits tells whether a piece can have all of some things; it looks at nothing that
// the enemy does not know, and can have fewer things wherever it can have more. What comes
// of it hangs on what veil and loads may be, on the needs and on r alone. It returns false, and has
// changed nothing, if it finds none.
func (l *Loads) Redeal(v *Veil, carriers Set, fits func(p Piece, things Set) bool, r *rand.Rand, needs ...Need) bool {
	needs = slices.Clone(needs)
	for i := range l.N {
		if n := (Need{Names: l.May[i], Of: carriers, Least: 1}); l.May[i] != 0 && !slices.Contains(needs, n) {
			needs = append(needs, n) // else all of them could become decoys
		}
	}
	for range tries {
		other := *v
		if !other.Redeal(r, needs...) {
			return false
		}
		d := loading{l: l, carriers: carriers, under: other.Under(), fits: fits, r: r}
		if d.load(d.order()) {
			*v, l.With = other, d.with
			return true
		}
	}
	return false
}

// loading looks for pieces that the things can go with.
type loading struct {
	l        *Loads
	carriers Set
	under    [Most]Piece // by name
	fits     func(Piece, Set) bool
	r        *rand.Rand
	with     [Most]Piece
	has      [Most]Set // by piece
	steps    int
}

// order lists the things, those that can go with fewest names first and equals at random.
func (d *loading) order() (things []int) {
	for _, i := range d.r.Perm(d.l.N) {
		if d.l.May[i] != 0 {
			things = append(things, i)
		} else {
			d.with[i] = d.l.With[i]
		}
	}
	slices.SortStableFunc(things, func(a, b int) int { return d.l.May[a].Len() - d.l.May[b].Len() })
	return things
}

// load finds pieces for all of some things, and gives up where it takes long.
func (d *loading) load(things []int) bool {
	const most = 5000
	if len(things) == 0 {
		return true
	}
	i := things[0]
	for names := d.l.May[i]; names != 0; {
		if d.steps++; d.steps > most {
			return false
		}
		n := names.Nth(d.r.IntN(names.Len()))
		names.Drop(n)
		p := d.under[n]
		all := d.has[p]
		all.Add(draw.Lot(i))
		if !d.carriers.Has(p) || !d.fits(p, all) {
			continue
		}
		before := d.has[p]
		d.has[p], d.with[i] = all, p
		if d.load(things[1:]) {
			return true
		}
		d.has[p] = before
	}
	return false
}

// Check returns an error if a thing is with a piece that its enemy does not think possible: it
// belongs among the game's invariants.
func (l *Loads) Check(v *Veil) error {
	for i := range l.N {
		if l.May[i] == 0 {
			continue
		}
		if p := l.With[i]; int(p) >= v.N || !l.May[i].Has(v.Goes[p]) {
			return fmt.Errorf("thing %d goes with piece %d, and may be with the names %b only", i, p, l.May[i])
		}
	}
	return nil
}
