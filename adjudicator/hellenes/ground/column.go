package ground

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
)

// Column are some blocks that go together, and what their way hangs on.
type Column struct {
	Side   adjudicator.Side
	Who    fog.Set
	From   board.Zone
	Naval  bool // fleets, with whom they carry
	Flat   bool // out of a besieged port
	Winter bool // enemies are passed, and forced marches succeed
	Steps  int  // zones that the slowest goes without force
	Peace  bool // 12.0
}

// Column is what the way of some blocks of a zone hangs on.
func (g *Position) Column(side adjudicator.Side, who fog.Set) Column {
	c := Column{Side: side, Who: who, From: g.At(side, who.Nth(0)), Peace: g.Peace, Winter: g.Season == Winter, Steps: 9}
	c.Naval = g.Fleets(side, who) != 0
	c.Flat = g.Flat[side]&g.Called(side, who) != 0
	for rest := who; rest != 0; {
		if b := g.Block(side, rest.Pop()); b.Arm == data.Fleet || !c.Naval {
			c.Steps = min(c.Steps, b.Move)
		}
	}
	return c
}

// Sure reports whether a forced march of a column to a zone always succeeds: in winter, and in the peace in
// Greece (9.21, 12.0).
func (c *Column) Sure(g *Position, to board.Zone) bool {
	return c.Winter || c.Peace && g.Rules.Greece(c.From) && g.Rules.Greece(to)
}

// Step reports whether a column can go from a zone to the next one, the first of its way or a
// later one.
func (g *Position) Step(c *Column, from, to board.Zone, first bool) bool {
	return !g.Closed(c.Side, to) && !(g.Stripped[to] && c.Side == g.Active) && g.crosses(c, from, to, first)
}

// crosses is [Position.Step] where the next zone is open to the column.
func (g *Position) crosses(c *Column, from, to board.Zone, first bool) bool {
	r := g.Rules
	switch fromSea, toSea := r.Sea(from), r.Sea(to); {
	case (toSea || fromSea) && !c.Naval, first && c.Flat && !toSea:
		return false
	case toSea && !fromSea: // out to sea
		return first && (!c.Flat || r.City(from).Port() && r.City(from).Harbour == to)
	case !toSea && !fromSea:
		return !c.Naval || first && r.ShareSea(from, to)
	}
	return true
}

// Halts reports whether a column has to stop in a zone: ships that land, where enemies are that are not besieged, and in
// the peace where it is not at home on land in Greece, so that it does not pass there either (5.0, 5.1, 5.4, 12.0).
func (g *Position) Halts(c *Column, z board.Zone) bool {
	return g.stops(c, z) || !c.Winter && !(c.Peace && g.Rules.Greece(z)) && g.Upright(c.Side.Other(), z) != 0
}

// stops is [Position.Halts] without enemies.
func (g *Position) stops(c *Column, z board.Zone) bool {
	if c.Naval && !g.Rules.Sea(z) {
		return true
	}
	return c.Peace && g.Rules.Greece(z) && !g.Rules.Sea(z) && !g.HomeLand(c, z)
}

// shutTo are the zones that a side may not enter now.
func (g *Position) shutTo(side adjudicator.Side) board.Set {
	shut := g.Campaign().Neutral.Minus(g.Rules.Persia)
	if g.CountInPlay(data.PersianAid) == 0 {
		shut = shut.Union(g.Rules.Persia)
	}
	if g.Waits(g.Rules.Gela) {
		shut.Add(g.Rules.Gela)
	}
	for z, stripped := range g.Stripped {
		if stripped && side == g.Active {
			shut.Add(board.Zone(z))
		}
	}
	return shut
}

// foes are the zones in which enemies of a column stop it.
func (g *Position) foes(c *Column) (all board.Set) {
	if c.Winter {
		return all
	}
	enemy := c.Side.Other()
	for n, at := range g.Where[enemy] {
		if at < Zones && !g.Flat[enemy].Has(fog.Name(n)) {
			all.Add(at)
		}
	}
	if c.Peace {
		all = all.Minus(g.Rules.Theatres[data.Greece])
	}
	return all
}

// Closed reports whether a side may not enter a zone: neutrals, Persia without aid, Sicily where it
// is neutral (1.31, 13.2, 15.0).
func (g *Position) Closed(side adjudicator.Side, z board.Zone) bool {
	r, s := g.Rules, g.Campaign()
	switch {
	case r.Persia.Has(z):
		return g.CountInPlay(data.PersianAid) == 0
	case z == r.Gela && s.UntilLeft.Has(z) && !g.GelaLeft:
		return true
	}
	return s.Neutral.Has(z)
}

// Far is a number of steps that nobody goes.
const Far = 12

// Ways are the shortest ways of a column to all zones within its reach.
type Ways struct {
	Steps [Zones]int8 // on the best way; 0 where there is none
	Lines [Zones]int8 // of the high sea on it
	prev  [Far + 1][Zones]board.Zone
}

// Ways finds the ways of a column of at most so many steps: those over the fewest lines of the high sea, and
// of these the shortest.
func (g *Position) Ways(c *Column, most int) (w Ways) {
	shut, foes := g.shutTo(c.Side), g.foes(c)
	front := board.SetOf(c.From)
	var cost [Zones]int8 // lines of the high sea to each zone of the front, and in reach to those of the next one, from 1
	cost[c.From] = 1
	for n := 0; n < most && !front.Empty(); n++ {
		next, reach := board.Set{}, [Zones]int8{}
		for rest := front; !rest.Empty(); {
			z := rest.Pop()
			if n > 0 && (foes.Has(z) || g.stops(c, z)) {
				continue
			}
			for _, e := range g.Rules.Board.Edges(z) {
				if e.To == c.From || shut.Has(e.To) || !g.crosses(c, z, e.To, n == 0) {
					continue
				}
				lines := cost[z]
				if e.Tags&g.Rules.High != 0 {
					lines++
				}
				if reach[e.To] == 0 || lines < reach[e.To] {
					reach[e.To], w.prev[n+1][e.To] = lines, z
					next.Add(e.To)
				}
			}
		}
		for rest := next; !rest.Empty(); {
			z := rest.Pop()
			if lines := reach[z] - 1; w.Steps[z] == 0 || lines < w.Lines[z] {
				w.Steps[z], w.Lines[z] = int8(n+1), lines
			}
		}
		front, cost = next, reach
	}
	return w
}

// Before is the zone before another one on the best way to it.
func (w *Ways) Before(to board.Zone) board.Zone { return w.prev[w.Steps[to]][to] }

// Path is the best way to a zone, without where it begins; nil if there is none.
func (w *Ways) Path(to board.Zone) []board.Zone {
	n := int(w.Steps[to])
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
