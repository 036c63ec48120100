package fog

import (
	"math/rand/v2"

	"keryx/adjudicator/draw"
)

// Need is what the enemy knows of several names together: at least so many of them are of
// some pieces. "Of these five at sea three are fleets."
type Need struct {
	Names, Of Set
	Least     int
}

// Part has the need outlive that names of a group are dealt anew: it then holds of all the
// names of the group that the need was of a part of.
func (n *Need) Part(group Set) {
	if n.Names&group != 0 {
		n.Names |= group
	}
}

// holds reports whether a need is met by the pieces under the names.
func (n Need) holds(under *[Most]Piece) bool {
	met := 0
	for names := n.Names; names != 0; {
		if n.Of.Has(under[names.Pop()]) {
			met++
		}
	}
	return met >= n.Least
}

// tries is how often other pieces are looked for that meet all needs.
const tries = 200

// Redeal puts other pieces under the names, which the enemy cannot tell from those that are
// there: each is one that its name may be, and all needs are met. What comes of it hangs on
// what the names may be, on the needs and on r alone, not on the pieces that were there. It
// returns false, and has changed nothing, if it finds none.
func (v *Veil) Redeal(r *rand.Rand, needs ...Need) bool {
	m := matching{v: v, r: r}
	for range tries {
		if m.meet(needs) {
			m.stir(needs)
			m.put()
			return true
		}
	}
	return false
}

// matching looks for pieces to put under the names of a veil.
type matching struct {
	v     *Veil
	r     *rand.Rand // nil: the first that fit
	under [Most]Piece
	name  [Most]Name // by piece; [draw.None] while it is under none
}

// meet looks for pieces under all names, with some of each need among those that it is of.
func (m *matching) meet(needs []Need) bool {
	may := m.v.May
	m.clear()
	for _, need := range needs {
		if !m.hold(&may, need) {
			return false
		}
	}
	return m.fill(may[:m.v.N])
}

// hold leaves as many names of a need as it wants no other pieces than those that it is of, and
// puts such under them, beside what is held already. Names that can be nothing else, or
// are held for another need, come first.
func (m *matching) hold(may *[Most]Set, need Need) bool {
	met := 0
	var open Set
	for names := need.Names; names != 0; {
		if n := names.Pop(); may[n]&^need.Of == 0 {
			met++
		} else {
			open.Add(n)
		}
	}
	for _, n := range m.order(open) {
		if met >= need.Least {
			return true
		}
		was := may[n]
		may[n] &= need.Of
		var seen Set
		if m.under[n] != draw.None { // held for another need, of other pieces as well
			m.name[m.under[n]], m.under[n] = draw.None, draw.None
		}
		if m.place(n, may[:], &seen) {
			met++
			continue
		}
		if may[n], seen = was, 0; m.heldBefore(was, n) && !m.place(n, may[:], &seen) {
			return false
		}
	}
	return met >= need.Least
}

// heldBefore reports whether a name was held for another need.
func (m *matching) heldBefore(may Set, n Name) bool { return may != m.v.May[n] }

// match puts a piece under every name, out of those that it may be; false if there are none.
func (m *matching) match(may []Set) bool {
	m.clear()
	return m.fill(may)
}

// fill puts a piece under every name that has none yet.
func (m *matching) fill(may []Set) bool {
	for _, n := range m.order(draw.All(m.v.N)) {
		var seen Set
		if m.under[n] == draw.None && !m.place(n, may, &seen) {
			return false
		}
	}
	return true
}

// clear takes all pieces from under the names.
func (m *matching) clear() {
	for i := range m.v.N {
		m.under[i], m.name[i] = draw.None, draw.None
	}
}

// place puts a piece under a name, and those that have to give way under others.
func (m *matching) place(n Name, may []Set, seen *Set) bool {
	for rest := may[n] &^ *seen; rest != 0; rest &^= *seen {
		p := rest.Nth(m.lot(rest.Len()))
		seen.Add(p)
		if was := m.name[p]; was == draw.None || m.place(was, may, seen) {
			m.under[n], m.name[p] = p, n
			return true
		}
	}
	return false
}

// stir exchanges pieces at random, so that what is dealt leans less to what is found first.
func (m *matching) stir(needs []Need) {
	n := m.v.N
	if n < 2 {
		return
	}
	for range 4 * n {
		a, b := Name(m.lot(n)), Name(m.lot(n))
		p, q := m.under[a], m.under[b]
		if !m.v.May[a].Has(q) || !m.v.May[b].Has(p) {
			continue
		}
		m.under[a], m.under[b] = q, p
		for _, need := range needs {
			if !need.holds(&m.under) {
				m.under[a], m.under[b] = p, q
				break
			}
		}
	}
}

// put gives the pieces the names that they were put under.
func (m *matching) put() {
	for n := range m.v.N {
		m.v.Goes[m.under[n]] = Name(n)
	}
}

// order lists names at random.
func (m *matching) order(names Set) (list []Name) {
	for names != 0 {
		n := names.Nth(m.lot(names.Len()))
		names.Drop(n)
		list = append(list, n)
	}
	return list
}

// lot is one of n numbers.
func (m *matching) lot(n int) int {
	if m.r == nil || n < 2 {
		return 0
	}
	return m.r.IntN(n)
}
