package hellenes

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
)

// comeHome moves blocks to their home city, or to where they have to fight for it.
func (g *Game) comeHome(t *adjudicator.Table, side adjudicator.Side, row Row, from board.Zone, path []board.Zone, home fog.Set) {
	to, last := row.To, from
	if len(path) > 1 {
		last = path[len(path)-2]
	}
	enemy, c := side.Other(), g.rules.city(to)
	bySea := g.rules.sea(last)
	f := Formation{Side: side, From: last, To: to, Goal: to, Home: true, Landing: bySea}
	quiet := g.Peace && g.rules.greece(to) // nobody engages anybody (12.0)
	switch {
	case !quiet && bySea && c.Port() && last == c.Harbour && g.names(enemy, last) != 0: // blockaded
		f.To, f.From = last, last
		if len(path) > 2 {
			f.From = path[len(path)-3]
		} else if len(path) == 2 {
			f.From = from
		}
		f.Landing = false
		if e := g.rules.board.Edge(f.From, f.To); e != nil {
			f.Strait = e.Tags&g.rules.strait != 0
		}
		if len(path) > 1 {
			path = path[:len(path)-1]
		} else {
			path = nil
		}
	case quiet || g.upright(enemy, to) == 0 || bySea && c.Port() && last == c.Harbour && g.inside(side, to).Len()+row.Pieces.Len() <= g.capacity(to):
		names := g.quarter(t, side, row, from, path)
		g.narrow(side, g.pieces(side, names), home)
		return
	}
	if path == nil {
		f.Names = g.called(side, row.Pieces)
		g.Moved[side] |= f.Names
	} else {
		f.Names = g.quarter(t, side, row, from, path)
		g.Flat[side] &^= f.Names
	}
	g.narrow(side, row.Pieces, home)
	g.Forms = append(g.Forms, f)
}

// arriveHome has those enter their city who have fought their way there, or found nobody left.
func (g *Game) arriveHome(t *adjudicator.Table, side adjudicator.Side) {
	for _, f := range g.Homing {
		names := f.Names & g.onMap(side)
		if f.Side != side || names == 0 {
			continue
		}
		who := g.pieces(side, names&g.names(side, f.To))
		if who == 0 || g.upright(side.Other(), f.To) != 0 {
			continue
		}
		entered := g.called(side, who)
		if f.To != f.Goal {
			entered = g.leave(t, side, who, f.Goal)
			if g.upright(side.Other(), f.Goal) != 0 {
				g.Flat[side] |= entered
			}
			g.told(t, side, who, []board.Zone{f.To, f.Goal})
		}
		g.discharge(t, side, g.crowded(side, entered, f.Goal))
	}
}

// crowded are those of some blocks that find no room in a city beside who is in it already (9.0): the weakest.
func (g *Game) crowded(side adjudicator.Side, entered fog.Set, z board.Zone) fog.Set {
	room := g.capacity(z) - (g.names(side, z) &^ entered &^ g.Kept[side]).Len()
	left := g.pieces(side, entered)
	for ; room > 0 && left != 0; room-- {
		left.Drop(g.strongest(side, left).Nth(0))
	}
	return left
}

// beaten has blocks leave the map that were beaten on their way home (9.31).
func (g *Game) beaten(t *adjudicator.Table, side adjudicator.Side, who fog.Set) {
	g.discharge(t, side, who)
}
