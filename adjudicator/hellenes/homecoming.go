package hellenes

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
)

// comeHome moves blocks to their home city, or to where they have to fight for it.
func (g *Game) comeHome(t *adjudicator.Table, side adjudicator.Side, row order.Row, from board.Zone, path []board.Zone, home fog.Set) {
	to, last := row.To, from
	if len(path) > 1 {
		last = path[len(path)-2]
	}
	enemy, c := side.Other(), g.Rules.City(to)
	bySea := g.Rules.Sea(last)
	f := ground.Formation{Side: side, From: last, To: to, Goal: to, Home: true, Landing: bySea}
	quiet := g.Peace && g.Rules.Greece(to) // nobody engages anybody (12.0)
	switch {
	case !quiet && bySea && c.Port() && last == c.Harbour && g.Names(enemy, last) != 0: // blockaded
		f.To, f.From = last, last
		if len(path) > 2 {
			f.From = path[len(path)-3]
		} else if len(path) == 2 {
			f.From = from
		}
		f.Landing = false
		if e := g.Rules.Board.Edge(f.From, f.To); e != nil {
			f.Strait = e.Tags&g.Rules.Strait != 0
		}
		if len(path) > 1 {
			path = path[:len(path)-1]
		} else {
			path = nil
		}
	case quiet || g.Upright(enemy, to) == 0 || bySea && c.Port() && last == c.Harbour && g.Inside(side, to).Len()+row.Pieces.Len() <= g.Capacity(to):
		names := g.quarter(t, side, row, from, path)
		g.Narrow(side, g.Pieces(side, names), home)
		return
	}
	if path == nil {
		f.Names = g.Called(side, row.Pieces)
		g.Moved[side] |= f.Names
	} else {
		f.Names = g.quarter(t, side, row, from, path)
		g.Flat[side] &^= f.Names
	}
	g.Narrow(side, row.Pieces, home)
	g.Forms = append(g.Forms, f)
}

// arriveHome has those enter their city who have fought their way there, or found nobody left.
func (g *Game) arriveHome(t *adjudicator.Table, side adjudicator.Side) {
	for _, f := range g.Homing {
		names := f.Names & g.OnMap(side)
		if f.Side != side || names == 0 {
			continue
		}
		who := g.Pieces(side, names&g.Names(side, f.To))
		if who == 0 || g.Upright(side.Other(), f.To) != 0 {
			continue
		}
		entered := g.Called(side, who)
		if f.To != f.Goal {
			entered = g.leave(t, side, who, f.Goal)
			if g.Upright(side.Other(), f.Goal) != 0 {
				g.Flat[side] |= entered
			}
			g.told(t, side, who, []board.Zone{f.To, f.Goal})
		}
		g.discharge(t, side, g.crowded(side, entered, f.Goal))
	}
}

// crowded are those of some blocks that find no room in a city beside who is in it already (9.0): the weakest.
func (g *Game) crowded(side adjudicator.Side, entered fog.Set, z board.Zone) fog.Set {
	room := g.Capacity(z) - (g.Names(side, z) &^ entered &^ g.Kept[side]).Len()
	left := g.Pieces(side, entered)
	for ; room > 0 && left != 0; room-- {
		left.Drop(g.Strongest(side, left).Nth(0))
	}
	return left
}

// beaten has blocks leave the map that were beaten on their way home (9.31).
func (g *Game) beaten(t *adjudicator.Table, side adjudicator.Side, who fog.Set) {
	g.discharge(t, side, who)
}
