package field

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// Band is units of one side, as they stand, and leaders that go from zone to zone together to
// see what becomes of it. What it counts is worked out once.
type Band struct {
	units UnitSet
	men   LeaderSet
	side  adjudicator.Side
	pf    [2]int16 // by class
}

// Band is that of some units and leaders.
func (g *Field) Band(units UnitSet, men LeaderSet) Band {
	b := Band{units: units, men: men}
	for !units.Empty() {
		u := units.Pop()
		c := &g.Pieces[u]
		b.side = c.Side
		b.pf[c.Class] += int16(g.Strength(u))
	}
	return b
}

// Shift moves a band from the zone where it is to another, all at once: it is what [Field.Place]
// and [Field.PlaceLeader] come to for each of it.
func (g *Field) Shift(b *Band, from, to board.Zone) {
	g.At[from] = g.At[from].Minus(b.units)
	g.At[to] = g.At[to].Or(b.units)
	g.LeadersAt[from] &^= b.men
	g.LeadersAt[to] |= b.men
	if !b.units.Empty() {
		g.shiftPF(b, Naval, &g.HeldBySea[b.side], from, to)
		g.shiftPF(b, Land, &g.HeldByLand[b.side], from, to)
		held, pf := &g.Held[b.side], &g.PF[b.side]
		held.Add(to)
		if pf[Naval][from]+pf[Land][from] == 0 {
			held.Remove(from)
		}
	}
	for rest := b.units; !rest.Empty(); {
		g.Where[rest.Pop()] = to
	}
	for rest := b.men; rest != 0; {
		g.LeaderWhere[rest.Pop()] = to
	}
}

// shiftPF moves the force points of a class, and keeps right where the side has some of it.
func (g *Field) shiftPF(b *Band, c Class, held *board.Set, from, to board.Zone) {
	n := b.pf[c]
	if n == 0 {
		return
	}
	pf := &g.PF[b.side][c]
	pf[to] += n
	held.Add(to)
	if pf[from] -= n; pf[from] == 0 {
		held.Remove(from)
	}
}
