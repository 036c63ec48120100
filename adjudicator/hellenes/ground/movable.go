package ground

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
)

// Movable are the blocks of a side in a zone that may still move in this turn.
func (g *Position) Movable(side adjudicator.Side, z board.Zone) fog.Set {
	if side == Athens && g.bound() && z == g.Rules.Athens {
		return g.Pieces(side, g.Names(side, z)&^g.Moved[side]&^g.Sailing[1])
	}
	return g.Pieces(side, g.Names(side, z)&^g.Moved[side])
}

// Group are the blocks of a side that one order moves: all of one zone and posture; none if they
// are not.
func (g *Position) Group(side adjudicator.Side, who fog.Set) board.Zone {
	if who == 0 {
		return Nowhere
	}
	from := g.At(side, who.Nth(0))
	flat := g.Flat[side] & g.Called(side, who)
	if from >= Zones || who&^g.Movable(side, from) != 0 || flat != 0 && flat != g.Called(side, who) {
		return Nowhere
	}
	return from
}

// HomeLand reports whether a column may end its movement in a zone of Greece in the Peace of Nicias: its own
// nation's, a sea beside it, and for Athens Corcyra's (12.0).
func (g *Position) HomeLand(c *Column, to board.Zone) bool {
	for rest := c.Who; rest != 0; {
		b := g.Block(c.Side, rest.Pop())
		home := b.Homes
		if c.Side == Athens {
			home = home.Union(g.Rules.Corcyra)
		}
		if g.Rules.Sea(to) {
			if !g.Rules.Board.Near(to, board.Any).Meets(home) {
				return false
			}
		} else if !home.Has(to) || g.Rules.City(to).Value > 0 && g.Towns[to].Holder != c.Side {
			return false
		}
	}
	return true
}

// bound reports whether the blocks of Athens that the scenario keeps back may not move yet: until 414, in the campaign of
// 415 until the war is renewed (15.2, 15.4).
func (g *Position) bound() bool { return g.Year > 414 && !g.Renewed }

// Cost is how many actions something costs that begins and ends in some zones: twice as many
// in Sicily as long as it is neutral (15.2, 15.4).
func (g *Position) Cost(at ...board.Zone) int {
	if g.Campaign().NeutralSicily && (g.Expedited == 0 || g.Expedited == g.Number) &&
		slices.ContainsFunc(at, func(z board.Zone) bool { return g.Rules.Sicily.Has(z) }) {
		return 2
	}
	return 1
}

func Btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// sheltered are the names of a side that are inside a city that it holds, within its capacity (9.213): those first
// that have moved there in this winter, then the strongest, but for who is maintained, or leaves in any case. Their owner
// demobilises others if he wants these to leave.
func (g *Position) sheltered(side adjudicator.Side, z board.Zone) fog.Set {
	if z >= Zones || g.Rules.City(z).Value == 0 || g.Towns[z].Holder != side {
		return 0
	}
	in := g.Inside(side, z)
	if g.Upright(side.Other(), z) != 0 {
		return in
	}
	room := g.Capacity(z) - in.Len()
	for _, some := range []fog.Set{g.Moved[side], ^g.Moved[side]} {
		who := g.Pieces(side, g.Upright(side, z)&some&^g.Kept[side]) & g.Rules.Greeks(side)
		for ; room > 0 && who != 0; room-- {
			p := g.Strongest(side, who).Nth(0)
			who.Drop(p)
			in.Add(g.NameOf(side, p))
		}
	}
	return in
}

// Outside are the blocks of a side that would leave the map at the end of its winter actions.
func (g *Position) Outside(side adjudicator.Side) (out fog.Set) {
	for z := range g.Stood(side).All() {
		if left := g.Names(side, z) &^ g.Kept[side]; left != 0 {
			out |= g.Pieces(side, left&^g.sheltered(side, z))
		}
	}
	for rest := g.Pieces(side, g.OnMap(side)); rest != 0; {
		if p := rest.Pop(); g.Block(side, p).Barbarian {
			out.Add(p)
		}
	}
	for _, f := range g.Forms {
		if f.Side == side && f.Home {
			out &^= g.Pieces(side, f.Names)
		}
	}
	return out
}

// Excess reports how many blocks of a side in a zone its city has no room for, of those that could winter in it: neither
// barbarians nor who is maintained.
func (g *Position) Excess(side adjudicator.Side, z board.Zone) int {
	may := g.Called(side, g.Pieces(side, g.Names(side, z)&^g.Kept[side])&g.Rules.Greeks(side))
	return (may &^ g.sheltered(side, z)).Len()
}

// Athome counts those of some blocks whose home a zone is.
func (g *Position) Athome(side adjudicator.Side, who fog.Set, z board.Zone) (n int) {
	for who != 0 {
		n += Btoi(g.Block(side, who.Pop()).Homes.Has(z))
	}
	return n
}
