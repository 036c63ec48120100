package hellenes

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
)

// ordered are the pairs that a row names, each with its fleet first; false if one is none.
func (g *Game) ordered(side adjudicator.Side, row order.Row) (pairs []ground.Pair, ok bool) {
	for _, p := range row.Loads {
		if g.Rules.Fleets[side].Has(p.Cargo) {
			p.Ship, p.Cargo = p.Cargo, p.Ship
		}
		if !g.Rules.Fleets[side].Has(p.Ship) || g.Rules.Fleets[side].Has(p.Cargo) {
			return nil, false
		}
		pairs = append(pairs, p)
	}
	return pairs, true
}

// laden reports whether the fleets of a row can carry the others as it says.
func (g *Game) laden(side adjudicator.Side, row order.Row) bool {
	pairs, ok := g.ordered(side, row)
	if ok {
		_, ok = g.Stow(side, row.Pieces, pairs)
	}
	return ok
}

// trim takes steps from the blocks of a side that are carried, until each is smaller than its fleet; whose fleet is
// lost goes down with it (5.23, 6.5). It returns those that are lost.
func (g *Game) trim(t *adjudicator.Table, side adjudicator.Side, who fog.Set) (lost fog.Set) {
	for rest := who &^ g.Rules.Fleets[side]; rest != 0; {
		p := rest.Pop()
		ship := g.Carrier(side, p)
		alive, was := who.Has(ship), g.VC[side][p]
		for alive && g.VC[side][p] >= g.VC[side][ship] {
			alive = g.Hurt(side, p)
		}
		switch {
		case !alive:
			lost.Add(p)
			g.sink(t, side, p)
		case g.VC[side][p] < was:
			g.tellOwner(t, side, p, "5.21")
		}
	}
	return lost
}

// tellOwner tells the owner of a block that has lost steps unseen how many are left to it.
func (g *Game) tellOwner(t *adjudicator.Table, side adjudicator.Side, p fog.Piece, rule string) {
	e := adjudicator.Event{Rule: rule, Depth: 1}
	e.Private[side] = adjudicator.Say("hellenes.event.withers", "Block", ground.PieceTerm(p), "VC", int(g.VC[side][p]))
	t.Tell(e)
}

// sink takes a block that is lost at sea.
func (g *Game) sink(t *adjudicator.Table, side adjudicator.Side, p fog.Piece) {
	n := g.NameOf(side, p)
	g.Drop(side, p)
	e := adjudicator.Event{Rule: "5.23", Depth: 1, Public: adjudicator.Say("hellenes.event.sinks", "Side", ground.Seat(side), "Name", ground.Marker(side, n))}
	e.Private[side] = adjudicator.Say("hellenes.event.sinks", "Side", ground.Seat(side), "Name", ground.PieceTerm(p))
	t.Tell(e)
}

// storms throws for each line of the high sea that was crossed, from some point on (5.22, 5.23).
func (g *Game) storms(t *adjudicator.Table, side adjudicator.Side, at entry) {
	in := (*ground.Moment)(nil)
	if at.God == ground.Poseidon {
		in = &at.Moment
	}
	g.Storms = slices.Clone(g.Storms)
	for len(g.Storms) > 0 {
		c := &g.Storms[0]
		names := c.Names & g.OnMap(side)
		if c.Lines == 0 || g.Fleets(side, g.Pieces(side, names)) == 0 {
			g.Storms = g.Storms[1:]
			continue
		}
		g.storm(t, side, names, in)
		c.Lines--
		in = nil
	}
	g.Storms = nil
	g.Landed(side)
}

// storm throws for one line. The moment is where the turn is entered, after the throw; nil if it is not.
func (g *Game) storm(t *adjudicator.Table, side adjudicator.Side, names fog.Set, in *ground.Moment) {
	die := 0
	throw := func() {
		die = t.Die()
		t.Tell(adjudicator.Event{Rule: "5.22", Depth: 1, Public: adjudicator.Say("hellenes.event.crosses", "Side", ground.Seat(side), "Names", ground.Markers(side, names), "Storm", ground.Btoi(die <= g.Rules.Data.Tables.Seasons[g.Season].Storm))})
	}
	if in == nil {
		throw()
		if in = (&ground.Moment{Thrown: die}); g.Fight != nil {
			in = nil // in the midst of a retreat
		}
	} else {
		die = in.Thrown
	}
	g.appeals(t, ground.Poseidon, in, throw, func(s adjudicator.Side) bool {
		return (s == side) == (die <= g.Rules.Data.Tables.Seasons[g.Season].Storm)
	})
	if die > g.Rules.Data.Tables.Seasons[g.Season].Storm {
		return
	}
	g.Fade(side, names)
	who := g.Pieces(side, names)
	ships := g.Fleets(side, who)
	dice := t.Roll(ships.Len())
	t.Tell(adjudicator.Event{Rule: "5.23", Depth: 1, Public: adjudicator.Say("hellenes.event.damage", "Side", ground.Seat(side), "Faces", adjudicator.Faces(dice))})
	pairs, _ := g.Stow(side, who, nil)
	for i := 0; ships != 0; i++ {
		p := ships.Pop()
		if dice[i] > g.Rules.Data.Tables.Throws.Wreck && g.Hurt(side, p) {
			g.tellOwner(t, side, p, "5.23")
			continue
		}
		g.sink(t, side, p)
		who.Drop(p)
		for _, q := range pairs {
			if q.Ship == p {
				g.sink(t, side, q.Cargo)
				who.Drop(q.Cargo)
			}
		}
	}
	g.trim(t, side, who)
}
