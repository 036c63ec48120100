package fog

import (
	"encoding/json"
	"fmt"

	"keryx/adjudicator/draw"
)

// Piece is one of a side's pieces, by its number from 0; Name what it goes by to the enemy,
// by its number from 0. There are as many names as pieces.
type (
	Piece = draw.Lot
	Name  = draw.Lot
)

// Set is a set of pieces or of names.
type Set = draw.Set

// Most is how many pieces a side can have.
const Most = draw.Most

// Veil is one side's pieces as the other side sees them. The zero value has no piece, and
// hides none.
type Veil struct {
	N    int        // pieces, and names
	Goes [Most]Name // by piece: the name that it goes by; hidden from the enemy
	May  [Most]Set  // by name: the pieces that it may be, for all that the enemy has seen
	Mark [Most]int8 // by name: its state as last shown, while it holds; 0 for none
	Open Set        // names whose piece was shown to both sides, and is known since
}

// New returns a veil over n pieces, of which the enemy knows nothing. Their names are dealt at
// random: lot gives one of n numbers, from 0, as [adjudicator.Table.Deal] does.
func New(n int, lot func(n int) int) Veil {
	v := Veil{N: n}
	for p := range n {
		v.Goes[p], v.May[p] = Name(p), draw.All(n)
	}
	v.deal(draw.All(n), 0, lot)
	return v
}

// deal gives some pieces their names anew, by n-1 numbers for n of them. Those that come
// first come into names that hang on the numbers alone, not on which pieces they are.
func (v *Veil) deal(first, then Set, lot func(n int) int) {
	names := v.Names(first | then)
	for first|then != 0 {
		from, i := &first, 0
		if first == 0 {
			from = &then
		}
		if names.Len() > 1 {
			i = lot(names.Len())
		}
		p := from.Pop()
		v.Goes[p] = names.Nth(i)
		names.Drop(v.Goes[p])
	}
}

// Of returns the piece under a name. Who needs it of many names takes Under.
func (v *Veil) Of(n Name) Piece {
	for p := range v.N {
		if v.Goes[p] == n {
			return Piece(p)
		}
	}
	return draw.None
}

// Under returns the pieces under all names, by name.
func (v *Veil) Under() (under [Most]Piece) {
	for p := range v.N {
		under[v.Goes[p]] = Piece(p)
	}
	return under
}

// Names are those of some pieces.
func (v *Veil) Names(pieces Set) (names Set) {
	for pieces != 0 {
		names.Add(v.Goes[pieces.Pop()])
	}
	return names
}

// Pieces are those under some names.
func (v *Veil) Pieces(names Set) (pieces Set) {
	for p := 0; names != 0 && p < v.N; p++ {
		if n := v.Goes[p]; names.Has(n) {
			names.Drop(n)
			pieces.Add(Piece(p))
		}
	}
	return pieces
}

// Known returns the piece that the enemy knows a name to be, and whether he does.
func (v *Veil) Known(n Name) (Piece, bool) {
	if may := v.May[n]; may.Len() == 1 {
		return may.Nth(0), true
	}
	return draw.None, false
}

// Show tells both sides who a piece is, as when it fights, and the state in which it is; 0 for
// none that lasts.
func (v *Veil) Show(p Piece, state int8) {
	v.Peek(p, state)
	v.Open.Add(v.Goes[p])
}

// Peek tells the enemy alone who a piece is, and its state; 0 for none that lasts. An observer
// is not told.
func (v *Veil) Peek(p Piece, state int8) {
	n := v.Goes[p]
	var is Set
	is.Add(p)
	v.only(n, is)
	v.Mark[n] = state
}

// Narrow tells the enemy that a piece is one of some, since it has done what only they can. It is
// one of them.
func (v *Veil) Narrow(p Piece, to Set) {
	if n := v.Goes[p]; to.Has(p) {
		v.only(n, v.May[n]&to)
	}
}

// Among tells the enemy that the names of some pieces are theirs, though not which is
// whose, as those of a set-up that is printed by place.
func (v *Veil) Among(pieces Set) {
	names := v.Names(pieces)
	for n := range v.N {
		if names.Has(Name(n)) {
			v.only(Name(n), v.May[n]&pieces)
		} else {
			v.only(Name(n), v.May[n]&^pieces)
		}
	}
}

// only leaves a name some of what it may be. Who is known to be there is nobody else.
func (v *Veil) only(n Name, may Set) {
	if may == v.May[n] {
		return
	}
	v.May[n] = may
	if may.Len() != 1 {
		return
	}
	for other := range v.N {
		if Name(other) != n {
			v.only(Name(other), v.May[other]&^may)
		}
	}
}

// Part has some of a group of pieces leave it that look alike: nobody sees which, so that
// the names of all are dealt anew. Each may then be what any of the group could be, and what
// was shown of one is known of none. It takes one number less than there are pieces in the
// group. A group that leaves as a whole, or stays, keeps its names and takes no numbers. Who
// cannot have left, since all know that it has moved already, is not of the group. It returns
// whether the names were dealt, so that loads and needs can follow.
func (v *Veil) Part(group, leave Set, lot func(n int) int) (dealt bool) {
	if leave &= group; leave == 0 || leave == group {
		return false
	}
	names := v.Names(group)
	var may Set
	for rest := names; rest != 0; {
		may |= v.May[rest.Pop()]
	}
	for rest := names; rest != 0; {
		n := rest.Pop()
		v.May[n], v.Mark[n] = may, 0
	}
	v.Open &^= names
	v.deal(leave, group&^leave, lot)
	return true
}

// Fade has the state of some pieces be known no longer: their owner could have changed it
// unseen.
func (v *Veil) Fade(pieces Set) {
	for pieces != 0 {
		v.Mark[v.Goes[pieces.Pop()]] = 0
	}
}

// Check returns an error if the veil is none: it belongs among the game's invariants.
func (v *Veil) Check() error {
	var names Set
	for p := range v.N {
		n := v.Goes[p]
		if int(n) >= v.N || names.Has(n) {
			return fmt.Errorf("piece %d goes by the name %d, which is none or another's", p, n)
		}
		names.Add(n)
		if !v.May[n].Has(Piece(p)) {
			return fmt.Errorf("piece %d goes by the name %d, which may be %b only", p, n, v.May[n])
		}
	}
	for n := range v.N {
		_, known := v.Known(Name(n))
		if !known && v.Mark[n] != 0 {
			return fmt.Errorf("the name %d has the mark %d, and nobody knows who it is", n, v.Mark[n])
		}
		if !known && v.Open.Has(Name(n)) {
			return fmt.Errorf("the name %d was shown to both, and nobody knows who it is", n)
		}
	}
	return nil
}

// Recall makes a veil of what the enemy knows: by name what it may be, and its state as
// shown, for [adjudicator.Imaginer]. Which of those that he cannot tell apart goes by
// which name is then left to Redeal. The error says that there are no pieces that fit.
func Recall(may []Set, mark []int8, open Set) (Veil, error) {
	v := Veil{N: len(may), Open: open}
	if v.N > Most || len(mark) != v.N {
		return Veil{}, fmt.Errorf("%d names with %d marks", len(may), len(mark))
	}
	copy(v.May[:], may)
	copy(v.Mark[:], mark)
	m := matching{v: &v}
	if !m.match(v.May[:v.N]) {
		return Veil{}, fmt.Errorf("no pieces fit what %d names may be", v.N)
	}
	m.put()
	return v, v.Check()
}

// stored is a veil as it is written.
type stored struct {
	Goes []int `json:"goes"`
	May  []Set `json:"may"`
	Mark []int `json:"mark"`
	Open Set   `json:"open"`
}

// MarshalJSON writes what there is of the pieces that the veil has.
func (v Veil) MarshalJSON() ([]byte, error) {
	s := stored{Goes: make([]int, v.N), May: v.May[:v.N], Mark: make([]int, v.N), Open: v.Open}
	for i := range v.N {
		s.Goes[i], s.Mark[i] = int(v.Goes[i]), int(v.Mark[i])
	}
	return json.Marshal(s)
}

// UnmarshalJSON reads what MarshalJSON has written.
func (v *Veil) UnmarshalJSON(text []byte) error {
	var s stored
	if err := json.Unmarshal(text, &s); err != nil {
		return fmt.Errorf("reading a veil: %w", err)
	}
	if n := len(s.Goes); n > Most || len(s.May) != n || len(s.Mark) != n {
		return fmt.Errorf("a veil of %d pieces, %d names and %d marks", n, len(s.May), len(s.Mark))
	}
	*v = Veil{N: len(s.Goes), Open: s.Open}
	copy(v.May[:], s.May)
	for i := range v.N {
		v.Goes[i], v.Mark[i] = Name(s.Goes[i]), int8(s.Mark[i])
	}
	return nil
}
