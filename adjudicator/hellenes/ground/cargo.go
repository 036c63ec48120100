package ground

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
)

// Pair is a fleet and the land block that it carries (5.21).
type Pair struct{ Ship, Cargo fog.Piece }

// Stow pairs the fleets among some blocks with what they carry: as is ordered, then as they are carried already, and
// of the rest the strongest with the strongest. It reports whether each goes with a fleet that is stronger.
func (g *Position) Stow(side adjudicator.Side, who fog.Set, ordered []Pair) ([]Pair, bool) {
	aboard := g.Aboard(side, who)
	if pairs, ok := g.pair(side, who, slices.Concat(ordered, aboard)); ok || len(aboard) == 0 {
		return pairs, ok
	}
	return g.pair(side, who, ordered)
}

// pair pairs fleets and what they carry: first some pairs, where both are among the blocks and in no other pair, then the
// strongest with the strongest.
func (g *Position) pair(side adjudicator.Side, who fog.Set, some []Pair) (pairs []Pair, ok bool) {
	ships, loads := g.Fleets(side, who), who&^g.Rules.Fleets[side]
	ok = true
	add := func(p Pair) {
		ok = ok && g.VC[side][p.Ship] > g.VC[side][p.Cargo] && !g.Block(side, p.Cargo).Barbarian
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
		add(Pair{g.Strongest(side, ships).Nth(0), g.Strongest(side, loads).Nth(0)})
	}
	return pairs, ok
}

// Carries reports whether the fleets among some blocks can carry the others: each one that has fewer steps than
// its fleet (5.21).
func (g *Position) Carries(side adjudicator.Side, who fog.Set) bool {
	_, ok := g.pair(side, who, nil)
	return ok
}

// Aboard lists who of some blocks is carried by whom of them.
func (g *Position) Aboard(side adjudicator.Side, who fog.Set) (pairs []Pair) {
	for rest := who; rest != 0; {
		cargo := rest.Pop()
		if ship := g.Carrier(side, cargo); ship != NoShip && who.Has(ship) {
			pairs = append(pairs, Pair{ship, cargo})
		}
	}
	return pairs
}

// NoShip carries who is not carried.
const NoShip = fog.Piece(63)

// Carrier is the fleet that carries a block.
func (g *Position) Carrier(side adjudicator.Side, cargo fog.Piece) fog.Piece {
	if n := g.Load[side][cargo]; n > 0 {
		return fog.Piece(n - 1)
	}
	return NoShip
}

// Embark notes by which fleet each of some blocks is carried that go to sea, or stay there.
func (g *Position) Embark(side adjudicator.Side, who fog.Set, ordered []Pair) {
	pairs, _ := g.Stow(side, who, ordered)
	g.ashore(side, who)
	for _, p := range pairs {
		g.Load[side][p.Cargo] = int8(p.Ship) + 1
	}
}

// ashore notes that nobody carries some blocks.
func (g *Position) ashore(side adjudicator.Side, who fog.Set) {
	for rest := who; rest != 0; {
		g.Load[side][rest.Pop()] = 0
	}
}

// Landed notes that nobody is carried any more who is ashore.
func (g *Position) Landed(side adjudicator.Side) {
	for p := range fog.Piece(Blocks) {
		if g.Load[side][p] != 0 && !g.Rules.Sea(g.At(side, p)) {
			g.Load[side][p] = 0
		}
	}
}

// Together adds to some blocks who carries them, and whom they carry.
func (g *Position) Together(side adjudicator.Side, who fog.Set) fog.Set {
	all := who
	for p := range fog.Piece(Blocks) {
		ship := g.Carrier(side, p)
		if ship == NoShip {
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

// Strongest are those of some blocks that have most steps.
func (g *Position) Strongest(side adjudicator.Side, who fog.Set) (most fog.Set) {
	best := int8(-1)
	for rest := who; rest != 0; {
		p := rest.Pop()
		switch vc := g.VC[side][p]; {
		case vc > best:
			most, best = One(p), vc
		case vc == best:
			most.Add(p)
		}
	}
	return most
}

// Weakest are those of some blocks that have fewest steps.
func (g *Position) Weakest(side adjudicator.Side, who fog.Set) (least fog.Set) {
	best := int8(100)
	for rest := who; rest != 0; {
		p := rest.Pop()
		switch vc := g.VC[side][p]; {
		case vc < best:
			least, best = One(p), vc
		case vc == best:
			least.Add(p)
		}
	}
	return least
}

// Stranded are the blocks of a side in a sea, besides some, that no fleet there could carry.
func (g *Position) Stranded(side adjudicator.Side, z board.Zone, besides fog.Set) bool {
	return g.Rules.Sea(z) && !g.Carries(side, g.In(side, z)&^besides)
}

// Strands reports whether blocks would be left in a sea that no fleet there could carry if some went.
func (g *Position) Strands(side adjudicator.Side, who fog.Set) bool {
	for rest := who; rest != 0; {
		if g.Stranded(side, g.At(side, rest.Pop()), who) {
			return true
		}
	}
	return false
}
