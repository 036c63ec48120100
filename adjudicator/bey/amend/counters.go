package amend

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// deed is something that is done to counters of a side.
type deed struct {
	verb string
	// absent tells that it is done to those that are not on the map.
	absent func(f field.Fate) bool
	moves  bool // from one zone to another
	do     func(g *field.Field, units field.UnitSet, men field.LeaderSet, to board.Zone)
}

var deeds = []*deed{
	{verb: "move", moves: true, do: place},
	{verb: "place", absent: func(f field.Fate) bool {
		return f == field.Waiting || f == field.Removed || f == field.Detained
	}, do: place},
	{verb: "restore", absent: func(f field.Fate) bool { return f == field.Eliminated || f == field.Captured }, do: restore},
	{verb: "take-off", do: takeOff},
	{verb: "eliminate", do: eliminate},
	{verb: "weaken", do: func(g *field.Field, units field.UnitSet, men field.LeaderSet, _ board.Zone) {
		for !units.Empty() {
			g.TurnOver(units.Pop(), true)
		}
		g.Wounded |= men
	}},
	{verb: "recover", do: func(g *field.Field, units field.UnitSet, men field.LeaderSet, _ board.Zone) {
		for !units.Empty() {
			g.TurnOver(units.Pop(), false)
		}
		g.Wounded &^= men
		g.Ill &^= men
	}},
}

// place puts counters into a zone. How they came there is forgotten; whether they have
// moved is not, unless they come from off the map.
func place(g *field.Field, units field.UnitSet, men field.LeaderSet, to board.Zone) {
	for rest := units; !rest.Empty(); {
		u := rest.Pop()
		g.Phase.Entry[u] = field.Entry{From: board.NoZone}
		if g.Where[u] == board.NoZone {
			g.Phase.Moved.Drop(u)
			g.Phase.Origin.Units[u], g.Berth.Units[u] = board.NoZone, board.NoZone
		}
	}
	for rest := men; rest != 0; {
		if l := rest.Pop(); g.LeaderWhere[l] == board.NoZone {
			g.Phase.MovedLeaders &^= 1 << l
			g.Phase.Origin.Leaders[l], g.Berth.Leaders[l] = board.NoZone, board.NoZone
		}
	}
	g.PlaceAll(units, men, to)
}

// restore brings counters back that have been lost, as if they had not been.
func restore(g *field.Field, units field.UnitSet, men field.LeaderSet, to board.Zone) {
	for rest := units; !rest.Empty(); {
		c := &g.Pieces[rest.Pop()]
		g.Felled[c.Side][c.Arm] = max(0, g.Felled[c.Side][c.Arm]-1)
	}
	for rest := men; rest != 0; {
		g.Unslay(rest.Pop())
	}
	place(g, units, men, to)
}

// takeOff takes counters out of the game, which are no losses.
func takeOff(g *field.Field, units field.UnitSet, men field.LeaderSet, _ board.Zone) {
	for !units.Empty() {
		u := units.Pop()
		g.Lift(u)
		g.UnitFate[u] = field.Removed
		g.Weak.Drop(u)
	}
	for men != 0 {
		g.Dismiss(men.Pop(), field.Removed)
	}
}

func eliminate(g *field.Field, units field.UnitSet, men field.LeaderSet, _ board.Zone) {
	for !units.Empty() {
		g.Eliminate(units.Pop())
	}
	for men != 0 {
		g.Dismiss(men.Pop(), field.Eliminated)
	}
}

// change is a deed done to some counters, as a line says it.
type change struct {
	*deed
	p        *field.Printed
	side     adjudicator.Side
	force    order.Force
	from, to board.Zone // the same for what is done where they are; from is none for those off the map
}

// read reads "north T10 2xH4w Name from Harbour to T5", or "at T5".
func (d *deed) read(r *order.Reader) adjudicator.Correction {
	c := change{deed: d, p: r.P, side: side(r), from: board.NoZone}
	if len(r.Faults) > 0 {
		return c
	}
	c.force = r.Force()
	if len(r.Faults) > 0 {
		return c
	}
	if d.moves {
		r.Require("from")
		c.from = r.Zone().Zone
		r.Require("to")
		c.to = r.Zone().Zone
		return c
	}
	if !r.Take("from") {
		r.Require("at")
	}
	c.to = r.Zone().Zone
	if d.absent == nil {
		c.from = c.to
	}
	return c
}

// Words implements [adjudicator.Correction].
func (c change) Words() adjudicator.Words {
	w := adjudicator.Words{adjudicator.Keyword(c.verb), c.p.SideTerm(c.side)}
	if c.force.All {
		w = append(w, adjudicator.Keyword("all"))
	}
	for _, t := range c.force.Terms(c.p) {
		w = append(w, t)
	}
	for _, l := range c.force.Leaders {
		w = append(w, adjudicator.Term{Kind: field.LeaderKind, ID: c.p.Leaders[l.Leader].ID})
	}
	if c.moves {
		return append(w, adjudicator.Keyword("from"), c.p.ZoneTerm(c.from), adjudicator.Keyword("to"), c.p.ZoneTerm(c.to))
	}
	return append(w, adjudicator.Keyword("at"), c.p.ZoneTerm(c.to))
}

// Hidden implements [adjudicator.Correction]: what is on the map everybody sees.
func (c change) Hidden() adjudicator.Side { return adjudicator.Observer }

// Correct implements [adjudicator.Correction].
func (c change) Correct(game adjudicator.Game, line *orders.Statement) (e adjudicator.Event, d *orders.Diagnostic) {
	g := of(game)
	units, men := c.among(g)
	if line == nil {
		line = &orders.Statement{}
	}
	units, men, d = order.Pick(g, line, c.force, units, men, c.to, "")
	if d != nil {
		if c.from == board.NoZone {
			d.Code, d.Args = "not-to-be-placed", []any{"Who", d.Args[1], "Present", d.Args[5]}
		}
		return e, d
	}
	if units.Empty() && men == 0 {
		return e, illegal(line, "none-of-theirs", "Side", g.SideTerm(c.side), "Zone", g.ZoneTerm(c.to))
	}
	was := g.Terms(units, men)
	c.do(g, units, men, c.to)
	args := []any{"Side", c.side, "Who", was, "Zone", c.to}
	if c.moves {
		args = append(args, "From", c.from)
	}
	e.Public = g.Say("bey.event.amended-"+c.verb, args...)
	return e, nil
}

// among are the counters that a line can mean.
func (c change) among(g *field.Field) (units field.UnitSet, men field.LeaderSet) {
	if c.from != board.NoZone {
		return g.UnitsAt(c.side, c.from), g.LeadersOf(c.side, c.from)
	}
	units = g.Of[c.side].Where(func(u field.UnitNo) bool { return c.absent(g.UnitFate[u]) })
	for all := g.Captains[c.side]; all != 0; {
		if l := all.Pop(); c.absent(g.LeaderFate[l]) {
			men.Add(l)
		}
	}
	return units, men
}

// sample is a deed to one counter at random that there is, into a zone of a counter of its
// side or any other.
func (d *deed) sample(game adjudicator.Game, rnd *rand.Rand) adjudicator.Correction {
	g := of(game)
	c := change{deed: d, p: g.Printed, side: adjudicator.Side(rnd.IntN(2)), from: board.NoZone}
	zones := g.Held[c.side]
	if d.absent == nil {
		if zones.Empty() {
			return nil
		}
		c.from = zones.Nth(rnd.IntN(zones.Len()))
	}
	units, men := c.among(g)
	n := rnd.IntN(units.Len() + men.Len() + 1)
	switch {
	case n < units.Len():
		c.force = order.ForceOf(g, field.UnitsOf(units.Nth(n)), 0)
	case men != 0:
		c.force = order.ForceOf(g, field.UnitSet{}, men)
	default:
		return nil
	}
	if c.to = c.from; d.moves || d.absent != nil {
		if rnd.IntN(2) == 0 || zones.Empty() {
			zones = g.Board.All()
		}
		c.to = zones.Nth(rnd.IntN(zones.Len()))
	}
	return c
}
