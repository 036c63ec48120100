package hellenes

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
)

// dealNames gives all blocks their names, after the first orders of both. A set-up is known by
// place: which blocks stand there, not which is which.
func (g *Game) dealNames(t *adjudicator.Table) {
	for side := range adjudicator.Side(2) {
		v := &g.Veil[side]
		where := g.Where[side]
		*v = fog.New(blocks, t.Deal)
		for p := range fog.Piece(blocks) {
			g.Where[side][v.Goes[p]] = where[p]
		}
		g.Flat[side] = v.Names(g.Flat[side])
		for i := range g.scenario().Setup {
			if u := &g.scenario().Setup[i]; u.Side == side && u.Blocks != 0 {
				v.Among(u.Blocks)
			}
		}
		v.Among(g.scenario().Pool[side])
	}
	for i := range g.Sailing {
		g.Sailing[i] = g.Veil[athens].Names(g.Sailing[i])
	}
	g.Named = true
}

// alike are the names of a side that look like a name to the enemy: in the same zone and
// posture, and as free to go.
func (g *Game) alike(side adjudicator.Side, n fog.Name) fog.Set {
	all := g.names(side, g.Where[side][n])
	marks := []fog.Set{g.Flat[side], g.Moved[side], g.Kept[side]}
	if side == athens {
		marks = append(marks, g.Sailing[:]...)
	}
	for _, mark := range marks {
		if mark.Has(n) {
			all &= mark
		} else {
			all &^= mark
		}
	}
	return all
}

// part has some blocks leave those that look like them: nobody sees which, and the names of all are
// dealt anew.
func (g *Game) part(t *adjudicator.Table, side adjudicator.Side, leave fog.Set) {
	v := &g.Veil[side]
	for rest := leave; rest != 0; {
		group := v.Pieces(g.alike(side, v.Goes[rest.Nth(0)]))
		v.Part(group, rest&group, t.Deal)
		rest &^= group
	}
}

// put moves blocks that have parted from the others, under their names.
func (g *Game) put(side adjudicator.Side, who fog.Set, to board.Zone) (names fog.Set) {
	names = g.Veil[side].Names(who)
	for rest := names; rest != 0; {
		g.Where[side][rest.Pop()] = to
	}
	if to < zones && !g.rules.coastal(to) {
		g.narrow(side, who, g.rules.all(side)&^g.rules.fleets[side])
	}
	return names
}

// leave is both: some blocks leave those that look like them for another zone.
func (g *Game) leave(t *adjudicator.Table, side adjudicator.Side, who fog.Set, to board.Zone) fog.Set {
	g.part(t, side, who)
	return g.put(side, who, to)
}

// narrow tells the enemy that blocks are some of those that could have done what they did.
func (g *Game) narrow(side adjudicator.Side, who, to fog.Set) {
	for rest := who; rest != 0; {
		g.Veil[side].Narrow(rest.Pop(), to)
	}
}

// show shows blocks to both, with their strength.
func (g *Game) show(side adjudicator.Side, who fog.Set) {
	for rest := who; rest != 0; {
		p := rest.Pop()
		g.Veil[side].Show(p, g.VC[side][p])
	}
}

// hurt takes a step from a block; false if it was its last.
func (g *Game) hurt(side adjudicator.Side, p fog.Piece) bool {
	g.VC[side][p]--
	if n := g.nameOf(side, p); g.Named && g.Veil[side].Mark[n] != 0 {
		g.Veil[side].Mark[n] = g.VC[side][p]
	}
	return g.VC[side][p] > 0
}

// fade has the enemy no longer know how strong some blocks are.
func (g *Game) fade(side adjudicator.Side, names fog.Set) {
	for rest := names; rest != 0; {
		g.Veil[side].Mark[rest.Pop()] = 0
	}
}

// marker is how everybody calls a name.
func marker(side adjudicator.Side, n fog.Name) adjudicator.Term {
	return adjudicator.Term{Kind: "marker", ID: fmt.Sprintf("%.1s%d", sides[side], n+1)}
}

// markers lists names.
func markers(side adjudicator.Side, names fog.Set) (all adjudicator.Terms) {
	for names != 0 {
		all = append(all, marker(side, names.Pop()))
	}
	return all
}

func pieceTerm(p fog.Piece) adjudicator.Term {
	return adjudicator.Term{Kind: "block", ID: fmt.Sprint(p + 1)}
}

// pieceTerms lists blocks as their owner calls them.
func pieceTerms(set fog.Set) (all adjudicator.Terms) {
	for set != 0 {
		all = append(all, pieceTerm(set.Pop()))
	}
	return all
}

func seat(side adjudicator.Side) adjudicator.Term {
	return adjudicator.Term{Kind: "side", ID: sides[side]}
}

func cardTerm(card int) adjudicator.Term {
	return adjudicator.Term{Kind: "card", ID: fmt.Sprint(card)}
}
