package hellenes

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
)

// dealNames gives all blocks their names, after the first orders of both. A set-up is known by
// place: which blocks stand there, not which is which.
func (g *Game) dealNames(t *adjudicator.Table) {
	for side := range adjudicator.Side(2) {
		v := &g.Veil[side]
		where := g.Where[side]
		*v = fog.New(ground.Blocks, t.Deal)
		for p := range fog.Piece(ground.Blocks) {
			g.Where[side][v.Goes[p]] = where[p]
		}
		g.Flat[side] = v.Names(g.Flat[side])
		for i := range g.Campaign().Setup {
			if u := &g.Campaign().Setup[i]; u.Side == side && u.Blocks != 0 {
				v.Among(u.Blocks)
			}
		}
		v.Among(g.Campaign().Pool[side])
	}
	for i := range g.Sailing {
		g.Sailing[i] = g.Veil[ground.Athens].Names(g.Sailing[i])
	}
	g.Named = true
}

// part has some blocks leave those that look like them: nobody sees which, and the names of all are
// dealt anew. The enemy is told whom he no longer tells apart.
func (g *Game) part(t *adjudicator.Table, side adjudicator.Side, leave fog.Set) {
	v := &g.Veil[side]
	for rest := leave; rest != 0; {
		group := v.Pieces(g.Alike(side, v.Goes[rest.Nth(0)]))
		names, known := v.Names(group), fog.Set(0)
		for all := names; all != 0; {
			if p, is := v.Known(all.Pop()); is {
				known.Add(p)
			}
		}
		if v.Part(group, rest&group, t.Deal) && known != 0 && t.Heard() {
			g.mixed(t, side, names, known)
		}
		rest &^= group
	}
}

// mixed tells the enemy of a side that names on the map were dealt anew, and whom he knew among them.
func (g *Game) mixed(t *adjudicator.Table, side adjudicator.Side, names, known fog.Set) {
	at := g.Where[side][names.Nth(0)]
	if at >= ground.Zones {
		return
	}
	e := adjudicator.Event{Rule: "2.1", Depth: 1}
	e.Private[side.Other()] = adjudicator.Say("hellenes.event.mixed", "Names", ground.Markers(side, names), "Zone", ground.ZoneTerm(at), "Blocks", ground.PieceTerms(known))
	t.Tell(e)
}

// leave is both: some blocks leave those that look like them for another zone.
func (g *Game) leave(t *adjudicator.Table, side adjudicator.Side, who fog.Set, to board.Zone) fog.Set {
	g.part(t, side, who)
	return g.Put(side, who, to)
}
