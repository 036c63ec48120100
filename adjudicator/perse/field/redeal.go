package field

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/fog"
)

// deals is how often other pieces are dealt, and moves how often a counter is moved then, until every fleet
// has the ships that it needs.
const (
	deals = 40
	moves = 200
)

// redealMarkers puts other pieces under the names of a side, with other counters. Each fleet has ships, and
// those that carry whoever is aboard it (9.4), but for one that is about to lose some of them. What is there
// stays if nothing else is found.
func (g *War) redealMarkers(side adjudicator.Side, r *rand.Rand) {
	l, v := &g.Loads[side], &g.Veil[side]
	short := g.Short(side)
	fits := func(fog.Piece, fog.Set) bool { return true }
	loads, veil := *l, *v
	for range deals {
		if !l.Redeal(v, g.Roster.Actors[side], fits, r) {
			panic("no pieces fit the names of a side") // the true ones do
		}
		if g.stow(side, short, r) {
			return
		}
	}
	*l, *v = loads, veil
}

// Short are the names of a side's fleets that have no ships, or too few for whoever is aboard.
func (g *War) Short(side adjudicator.Side) (names fog.Set) {
	for fleets := g.Roster.Back[side][1]; fleets != 0; {
		if n := fleets.Pop(); g.Where[side][n] != Nowhere && g.lacks(side, n) {
			names.Add(n)
		}
	}
	return names
}

// lacks reports whether a name is a fleet that has no ships, or too few for whoever is aboard.
func (g *War) lacks(side adjudicator.Side, n fog.Name) bool {
	p := g.Veil[side].Of(n)
	if g.Roster.Pieces[side][p].Sort != Fleet {
		return false
	}
	room := g.Points(g.Load(side, p))
	return room == 0 || g.Needed(g.Borne(side, g.Passengers(side, n))) > room
}

// stow moves counters between the markers that they may be with, until no fleet lacks ships but those that
// may. It returns false if it does not come to that.
func (g *War) stow(side adjudicator.Side, may fog.Set, r *rand.Rand) bool {
	for range moves {
		lacking := g.Short(side) &^ may
		if lacking == 0 {
			return true
		}
		if !g.restow(side, lacking.Nth(r.IntN(lacking.Len())), r) {
			return false
		}
	}
	return false
}

// restow moves a counter to a fleet that lacks ships, or one from aboard it. It returns false if none can be.
func (g *War) restow(side adjudicator.Side, fleet fog.Name, r *rand.Rand) bool {
	type move struct {
		slot int
		to   fog.Piece
	}
	var open []move
	l, v := &g.Loads[side], &g.Veil[side]
	aboard := g.Passengers(side, fleet)
	for s := range l.N {
		if l.May[s] == 0 {
			continue
		}
		n := v.Goes[l.With[s]]
		switch {
		case l.May[s].Has(fleet) && n != fleet:
			open = append(open, move{s, v.Of(fleet)})
		case aboard.Has(n):
			for rest := l.May[s] &^ aboard; rest != 0; {
				if p := v.Of(rest.Pop()); g.Roster.Actors[side].Has(p) {
					open = append(open, move{s, p})
				}
			}
		}
	}
	if len(open) == 0 {
		return false
	}
	one := open[r.IntN(len(open))]
	l.With[one.slot] = one.to
	return true
}
