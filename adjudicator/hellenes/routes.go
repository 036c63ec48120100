package hellenes

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
)

// column are some blocks that go together, and what their way hangs on.
type column struct {
	side   adjudicator.Side
	who    fog.Set
	from   board.Zone
	naval  bool // fleets, with whom they carry
	flat   bool // out of a besieged port
	winter bool // enemies are passed, and forced marches succeed
	steps  int  // zones that the slowest goes without force
	peace  bool // 12.0
}

// column is what the way of some blocks of a zone hangs on.
func (g *Game) column(side adjudicator.Side, who fog.Set) column {
	c := column{side: side, who: who, from: g.at(side, who.Nth(0)), peace: g.Peace, winter: g.Season == winter, steps: 9}
	c.naval = g.fleets(side, who) != 0
	c.flat = g.Flat[side]&g.called(side, who) != 0
	for rest := who; rest != 0; {
		if b := g.block(side, rest.Pop()); b.Arm == data.Fleet || !c.naval {
			c.steps = min(c.steps, b.Move)
		}
	}
	return c
}

// sure reports whether a forced march of a column to a zone always succeeds: in winter, and in the peace in
// Greece (9.21, 12.0).
func (c *column) sure(g *Game, to board.Zone) bool {
	return c.winter || c.peace && g.rules.greece(c.from) && g.rules.greece(to)
}

// step reports whether a column can go from a zone to the next one, the first of its way or a
// later one.
func (g *Game) step(c *column, from, to board.Zone, first bool) bool {
	r := g.rules
	if g.closed(c.side, to) || g.Stripped[to] && c.side == g.Active {
		return false
	}
	switch fromSea, toSea := r.sea(from), r.sea(to); {
	case (toSea || fromSea) && !c.naval, first && c.flat && !toSea:
		return false
	case toSea && !fromSea: // out to sea
		return first && (!c.flat || r.city(from).Port() && r.city(from).Harbour == to)
	case !toSea && !fromSea:
		return !c.naval || first && r.shareSea(from, to)
	}
	return true
}

// halts reports whether a column has to stop in a zone: ships that land, where enemies are that are not besieged, and in
// the peace where it is not at home on land in Greece, so that it does not pass there either (5.0, 5.1, 5.4, 12.0).
func (g *Game) halts(c *column, z board.Zone) bool {
	if c.naval && !g.rules.sea(z) {
		return true
	}
	if c.peace && g.rules.greece(z) && !g.rules.sea(z) && !g.homeLand(c, z) {
		return true
	}
	return !c.winter && !(c.peace && g.rules.greece(z)) && g.upright(c.side.Other(), z) != 0
}

// closed reports whether a side may not enter a zone: neutrals, Persia without aid, Sicily where it
// is neutral (1.31, 13.2, 15.0).
func (g *Game) closed(side adjudicator.Side, z board.Zone) bool {
	r, s := g.rules, g.scenario()
	switch {
	case r.persia.Has(z):
		return g.inPlay(data.PersianAid) == 0
	case z == r.gela && s.UntilLeft.Has(z) && !g.GelaLeft:
		return true
	}
	return s.Neutral.Has(z)
}

// far is a number of steps that nobody goes.
const far = 12

// ways are the shortest ways of a column to all zones within its reach.
type ways struct {
	steps [zones]int8 // on the best way; 0 where there is none
	lines [zones]int8 // of the high sea on it
	prev  [far + 1][zones]board.Zone
}

// ways finds the ways of a column of at most so many steps: those over the fewest lines of the high sea, and
// of these the shortest.
func (g *Game) ways(c *column, most int) *ways {
	w := &ways{}
	const none = 100
	var cost [far + 1][zones]int8
	for n := range most + 1 {
		for z := range cost[n] {
			cost[n][z] = none
		}
	}
	cost[0][c.from] = 0
	front := board.SetOf(c.from)
	for n := 0; n < most && !front.Empty(); n++ {
		next := board.Set{}
		for z := range front.All() {
			if n > 0 && g.halts(c, z) {
				continue
			}
			for _, e := range g.rules.board.Edges(z) {
				if e.To == c.from || !g.step(c, z, e.To, n == 0) {
					continue
				}
				lines := cost[n][z]
				if e.Tags&g.rules.high != 0 {
					lines++
				}
				if lines < cost[n+1][e.To] {
					cost[n+1][e.To], w.prev[n+1][e.To] = lines, z
					next.Add(e.To)
				}
			}
		}
		for z := range next.All() {
			if w.steps[z] == 0 || cost[n+1][z] < w.lines[z] {
				w.steps[z], w.lines[z] = int8(n+1), cost[n+1][z]
			}
		}
		front = next
	}
	return w
}

// path is the best way to a zone, without where it begins; nil if there is none.
func (w *ways) path(to board.Zone) []board.Zone {
	n := int(w.steps[to])
	if n == 0 {
		return nil
	}
	path := make([]board.Zone, n)
	for ; n > 0; n-- {
		path[n-1] = to
		to = w.prev[n][to]
	}
	return path
}

// goes reports whether a column can go a way that is named, and how far it comes: to the first zone in which it has to
// stop. It is -1 if it cannot.
func (g *Game) goes(c *column, path []board.Zone) bool {
	at := c.from
	for i, z := range path {
		if !g.rules.board.Adjacent(at, z) || !g.step(c, at, z, i == 0) || i > 0 && g.halts(c, at) {
			return false
		}
		at = z
	}
	return true
}
