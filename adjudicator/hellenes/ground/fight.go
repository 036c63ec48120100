package ground

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
)

// StepsOf are those of a block, or of a garrison among the blocks of a battle.
func (g *Position) StepsOf(side adjudicator.Side, p fog.Piece) int {
	if p == Garrison {
		return 1
	}
	return int(g.VC[side][p])
}

// ClassIn is the agility and the power of a block in a battle (2.14, 6.5, 8.1).
func (g *Position) ClassIn(f *Fight, side adjudicator.Side, p fog.Piece) (agility byte, power int) {
	if f.Assault && side != f.Attacker {
		return 'A', 2
	}
	bl := g.Block(side, p)
	if bl.Arm == data.Fleet && !g.Rules.Sea(f.At) {
		return bl.Ashore.Agility, int(bl.Ashore.Power)
	}
	return bl.Class.Agility, int(bl.Class.Power)
}

// FightingIn are those of a side in a battle that can attack or be hit: at sea only fleets (6.5).
func (g *Position) FightingIn(f *Fight, side adjudicator.Side) fog.Set {
	if g.Rules.Sea(f.At) {
		return f.Sides[side] & g.Rules.Fleets[side]
	}
	return f.Sides[side]
}

// Live are the names of a formation that are still where they came.
func (g *Position) Live(f Formation) fog.Set { return f.Names & g.Upright(f.Side, f.To) }

// Formations are those of a side in a zone that have blocks left, by their place among all.
func (g *Position) Formations(side adjudicator.Side, z board.Zone) (all []int) {
	for i, f := range g.Forms {
		if f.Side == side && f.To == z && g.Live(f) != 0 {
			all = append(all, i)
		}
	}
	return all
}

// Leader is the first formation of a side in a zone; -1 if there is none.
func (g *Position) Leader(side adjudicator.Side, z board.Zone) int {
	if all := g.Formations(side, z); len(all) > 0 {
		return all[0]
	}
	return -1
}

// Contested are the zones in which formations of a side meet enemies, in the order in which these came.
func (g *Position) Contested(side adjudicator.Side) (all []board.Zone) {
	for _, f := range g.Forms {
		if f.Side == side && !slices.Contains(all, f.To) && g.Live(f) != 0 && g.Upright(side.Other(), f.To) != 0 {
			all = append(all, f.To)
		}
	}
	return all
}

// Smallest are the zones with the smallest battles, by their first formations (6.0).
func (g *Position) Smallest(side adjudicator.Side) (all []board.Zone) {
	least := Blocks + 1
	for _, z := range g.Contested(side) {
		switch n := g.Live(g.Forms[g.Leader(side, z)]).Len(); {
		case n < least:
			all, least = []board.Zone{z}, n
		case n == least:
			all = append(all, z)
		}
	}
	return all
}

// Garrison stands for the garrison of a city among the blocks of a battle: it has one step.
const Garrison = fog.Piece(63)

// Fight is how a battle stands, which can be entered in its middle. All that takes part is shown.
type Fight struct {
	At       board.Zone
	Attacker adjudicator.Side
	Form     Formation
	Barred   []board.Zone // zones from which the defenders were engaged

	Sides    [2]fog.Set // who is in it
	Routed   [2]fog.Set
	Tired    [2]fog.Set // has attacked in this round
	Decided  [2]bool    // has chosen to fight on in this round
	Bled     [2]bool    // has lost a step or had a rout
	Halves   [2]fog.Set // has suffered half a hit in this round
	Round    int
	Assault  bool
	Double   bool    // the defenders of the city have their double defence
	Treason  bool    // one round only
	Gone     fog.Set // who has retreated last
	GoneSide adjudicator.Side
	Over     bool
	Winner   adjudicator.Side

	Graced     adjudicator.Side // who has appealed to Ares in GracedStep; nobody's before
	GracedStep AgilityStep

	Blow *Blow `json:",omitempty"` // the attack that is made
}

// Blow is an attack of a block: what is left of it.
type Blow struct {
	Side          adjudicator.Side
	Piece         fog.Piece
	Hits, Flights int
	Routs         bool // its flights count
}

// Hostile reports whether a zone is the enemy's, so that nobody retreats there (6.4).
func (g *Position) Hostile(side adjudicator.Side, z board.Zone) bool {
	enemy := side.Other()
	if g.Upright(enemy, z) != 0 {
		return true
	}
	return g.Upright(side, z) == 0 && (g.Names(enemy, z) != 0 || g.Rules.City(z).Value > 0 && g.Towns[z].Holder == enemy)
}

// God is an Olympian (11.0).
type God int

// The Olympians, in the order of the table of appeals.
const (
	Zeus God = iota + 1
	Apollo
	Ares
	Demeter
	Poseidon
	Hermes
	Hera
)

// String is the word of orders for the god.
func (d God) String() string {
	if d < Zeus {
		return "none"
	}
	return data.Olympian(d - 1).String()
}

// Term is the god's name.
func (d God) Term() adjudicator.Term {
	return adjudicator.Term{Kind: data.OlympianKind, ID: d.String()}
}

func (d God) Bit() uint8 { return 1 << d }

// AgilityStep is when the blocks of a side with an agility attack.
type AgilityStep struct {
	Side    adjudicator.Side
	Agility byte
	Round   int
}

// Strength is how many VC a side has around a city.
func (g *Position) Strength(side adjudicator.Side, z board.Zone) (n int) {
	for rest := g.Pieces(side, g.Upright(side, z)&^g.Late); rest != 0; {
		n += int(g.VC[side][rest.Pop()])
	}
	return n
}
