package hellenes

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
)

// Pair is a fleet and the land block that it carries (5.21).
type Pair struct{ Ship, Cargo fog.Piece }

// stow pairs the fleets among some blocks with what they carry: as is ordered, then as they are carried already, and
// of the rest the strongest with the strongest. It reports whether each goes with a fleet that is stronger.
func (g *Game) stow(side adjudicator.Side, who fog.Set, ordered []Pair) ([]Pair, bool) {
	aboard := g.aboard(side, who)
	if pairs, ok := g.pair(side, who, slices.Concat(ordered, aboard)); ok || len(aboard) == 0 {
		return pairs, ok
	}
	return g.pair(side, who, ordered)
}

// pair pairs fleets and what they carry: first some pairs, where both are among the blocks and in no other pair, then the
// strongest with the strongest.
func (g *Game) pair(side adjudicator.Side, who fog.Set, some []Pair) (pairs []Pair, ok bool) {
	ships, loads := g.fleets(side, who), who&^g.rules.fleets[side]
	ok = true
	add := func(p Pair) {
		ok = ok && g.VC[side][p.Ship] > g.VC[side][p.Cargo] && !g.block(side, p.Cargo).Barbarian
		ships.Drop(p.Ship)
		loads.Drop(p.Cargo)
		pairs = append(pairs, p)
	}
	for _, p := range some {
		if ships.Has(p.Ship) && loads.Has(p.Cargo) {
			add(p)
		}
	}
	for loads != 0 {
		if ships == 0 {
			return pairs, false
		}
		add(Pair{g.strongest(side, ships).Nth(0), g.strongest(side, loads).Nth(0)})
	}
	return pairs, ok
}

// carries reports whether the fleets among some blocks can carry the others: each one that has fewer steps than
// its fleet (5.21).
func (g *Game) carries(side adjudicator.Side, who fog.Set) bool {
	_, ok := g.pair(side, who, nil)
	return ok
}

// aboard lists who of some blocks is carried by whom of them.
func (g *Game) aboard(side adjudicator.Side, who fog.Set) (pairs []Pair) {
	for rest := who; rest != 0; {
		cargo := rest.Pop()
		if ship := g.carrier(side, cargo); ship != noShip && who.Has(ship) {
			pairs = append(pairs, Pair{ship, cargo})
		}
	}
	return pairs
}

// noShip carries who is not carried.
const noShip = fog.Piece(63)

// carrier is the fleet that carries a block.
func (g *Game) carrier(side adjudicator.Side, cargo fog.Piece) fog.Piece {
	if n := g.Load[side][cargo]; n > 0 {
		return fog.Piece(n - 1)
	}
	return noShip
}

// embark notes by which fleet each of some blocks is carried that go to sea, or stay there.
func (g *Game) embark(side adjudicator.Side, who fog.Set, ordered []Pair) {
	pairs, _ := g.stow(side, who, ordered)
	g.ashore(side, who)
	for _, p := range pairs {
		g.Load[side][p.Cargo] = int8(p.Ship) + 1
	}
}

// ashore notes that nobody carries some blocks.
func (g *Game) ashore(side adjudicator.Side, who fog.Set) {
	for rest := who; rest != 0; {
		g.Load[side][rest.Pop()] = 0
	}
}

// landed notes that nobody is carried any more who is ashore.
func (g *Game) landed(side adjudicator.Side) {
	for p := range fog.Piece(blocks) {
		if g.Load[side][p] != 0 && !g.rules.sea(g.at(side, p)) {
			g.Load[side][p] = 0
		}
	}
}

// together adds to some blocks who carries them, and whom they carry.
func (g *Game) together(side adjudicator.Side, who fog.Set) fog.Set {
	all := who
	for p := range fog.Piece(blocks) {
		ship := g.carrier(side, p)
		if ship == noShip {
			continue
		}
		if who.Has(p) {
			all.Add(ship)
		}
		if who.Has(ship) {
			all.Add(p)
		}
	}
	return all
}

// ordered are the pairs that a row names, each with its fleet first; false if one is none.
func (g *Game) ordered(side adjudicator.Side, row Row) (pairs []Pair, ok bool) {
	for _, p := range row.Loads {
		if g.rules.fleets[side].Has(p.Cargo) {
			p.Ship, p.Cargo = p.Cargo, p.Ship
		}
		if !g.rules.fleets[side].Has(p.Ship) || g.rules.fleets[side].Has(p.Cargo) {
			return nil, false
		}
		pairs = append(pairs, p)
	}
	return pairs, true
}

// laden reports whether the fleets of a row can carry the others as it says.
func (g *Game) laden(side adjudicator.Side, row Row) bool {
	pairs, ok := g.ordered(side, row)
	if ok {
		_, ok = g.stow(side, row.Pieces, pairs)
	}
	return ok
}

// strongest are those of some blocks that have most steps.
func (g *Game) strongest(side adjudicator.Side, who fog.Set) (most fog.Set) {
	best := int8(-1)
	for rest := who; rest != 0; {
		p := rest.Pop()
		switch vc := g.VC[side][p]; {
		case vc > best:
			most, best = one(p), vc
		case vc == best:
			most.Add(p)
		}
	}
	return most
}

// weakest are those of some blocks that have fewest steps.
func (g *Game) weakest(side adjudicator.Side, who fog.Set) (least fog.Set) {
	best := int8(100)
	for rest := who; rest != 0; {
		p := rest.Pop()
		switch vc := g.VC[side][p]; {
		case vc < best:
			least, best = one(p), vc
		case vc == best:
			least.Add(p)
		}
	}
	return least
}

// trim takes steps from the blocks of a side that are carried, until each is smaller than its fleet; whose fleet is
// lost goes down with it (5.23, 6.5). It returns those that are lost.
func (g *Game) trim(t *adjudicator.Table, side adjudicator.Side, who fog.Set) (lost fog.Set) {
	for rest := who &^ g.rules.fleets[side]; rest != 0; {
		p := rest.Pop()
		ship := g.carrier(side, p)
		alive := who.Has(ship)
		for alive && g.VC[side][p] >= g.VC[side][ship] {
			alive = g.hurt(side, p)
		}
		if !alive {
			lost.Add(p)
			g.sink(t, side, p)
		}
	}
	return lost
}

// sink takes a block that is lost at sea.
func (g *Game) sink(t *adjudicator.Table, side adjudicator.Side, p fog.Piece) {
	n := g.nameOf(side, p)
	g.drop(side, p)
	e := adjudicator.Event{Rule: "5.23", Depth: 1, Public: adjudicator.Say("hellenes.event.sinks", "Side", seat(side), "Name", marker(side, n))}
	e.Private[side] = adjudicator.Say("hellenes.event.sinks", "Side", seat(side), "Name", pieceTerm(p))
	t.Tell(e)
}

// storms throws for each line of the high sea that was crossed, from some point on (5.22, 5.23).
func (g *Game) storms(t *adjudicator.Table, side adjudicator.Side, at entry) {
	in := (*Moment)(nil)
	if at.God == poseidon {
		in = &at.Moment
	}
	g.Storms = slices.Clone(g.Storms)
	for len(g.Storms) > 0 {
		c := &g.Storms[0]
		names := c.Names & g.onMap(side)
		if c.Lines == 0 || g.fleets(side, g.pieces(side, names)) == 0 {
			g.Storms = g.Storms[1:]
			continue
		}
		g.storm(t, side, names, in)
		c.Lines--
		in = nil
	}
	g.Storms = nil
	g.landed(side)
}

// storm throws for one line. The moment is where the turn is entered, after the throw; nil if it is not.
func (g *Game) storm(t *adjudicator.Table, side adjudicator.Side, names fog.Set, in *Moment) {
	die := 0
	throw := func() {
		die = t.Die()
		t.Tell(adjudicator.Event{Rule: "5.22", Depth: 1, Public: adjudicator.Say("hellenes.event.crosses", "Side", seat(side), "Names", markers(side, names), "Storm", btoi(die <= g.rules.data.Tables.Seasons[g.Season].Storm))})
	}
	if in == nil {
		throw()
		if in = (&Moment{Thrown: die}); g.Fight != nil {
			in = nil // in the midst of a retreat
		}
	} else {
		die = in.Thrown
	}
	g.appeals(t, poseidon, in, throw)
	if die > g.rules.data.Tables.Seasons[g.Season].Storm {
		return
	}
	g.fade(side, names)
	who := g.pieces(side, names)
	ships := g.fleets(side, who)
	dice := t.Roll(ships.Len())
	t.Tell(adjudicator.Event{Rule: "5.23", Depth: 1, Public: adjudicator.Say("hellenes.event.damage", "Side", seat(side), "Faces", adjudicator.Faces(dice))})
	pairs, _ := g.stow(side, who, nil)
	for i := 0; ships != 0; i++ {
		p := ships.Pop()
		if dice[i] > g.rules.data.Tables.Throws.Wreck && g.hurt(side, p) {
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

// stranded are the blocks of a side in a sea, besides some, that no fleet there could carry.
func (g *Game) stranded(side adjudicator.Side, z board.Zone, besides fog.Set) bool {
	return g.rules.sea(z) && !g.carries(side, g.in(side, z)&^besides)
}

// strands reports whether blocks would be left in a sea that no fleet there could carry if some went.
func (g *Game) strands(side adjudicator.Side, who fog.Set) bool {
	for rest := who; rest != 0; {
		if g.stranded(side, g.at(side, rest.Pop()), who) {
			return true
		}
	}
	return false
}
