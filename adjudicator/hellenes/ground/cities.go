package ground

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/draw"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/data"
)

// Capacity is how many blocks the city of a province holds: twice its value, in the peace in Greece three
// times, and at Thebes so once the war is renewed (1.3, 12.0, 12.12).
func (g *Position) Capacity(z board.Zone) int {
	if z >= Zones {
		return 0
	}
	value, c := g.Rules.City(z).Value, &g.Rules.Data.Tables.Capacity
	switch {
	case g.Renewed && z == g.Rules.Thebes:
		return c.ThebesRenewed
	case g.Peace && g.Rules.Greece(z):
		return c.Peace * value
	}
	return c.City * value
}

// Waits reports whether a city is neutral until a block of it leaves it, as Gela is (15.2).
func (g *Position) Waits(z board.Zone) bool {
	return z == g.Rules.Gela && g.Campaign().UntilLeft.Has(z) && !g.GelaLeft
}

// Loyal is the side that a city is loyal to (1.31).
func (g *Position) Loyal(z board.Zone) adjudicator.Side {
	if g.Waits(z) {
		return Nobody
	}
	return loyalTo(g.Rules.City(z))
}

// Shut reports whether fleets of the enemy close a port: in its coastal sea (8.21); Athens in the seas
// that feed it (8.22).
func (g *Position) Shut(z board.Zone) bool {
	c := g.Rules.City(z)
	if !c.Port() || g.Towns[z].Holder == Nobody {
		return false
	}
	enemy := g.Towns[z].Holder.Other()
	if z == g.Rules.Athens && enemy == Sparta {
		for _, sea := range g.Rules.Grain {
			if g.Names(Sparta, sea) != 0 {
				return true
			}
		}
		return false
	}
	return g.Names(enemy, c.Harbour) != 0
}

// Blocked reports whether the enemy closes a port, so that nothing is built there (8.21): at Athens it takes his fleets in
// each of its seas in which Athens has none, and in one at the least.
func (g *Position) Blocked(z board.Zone) bool {
	if z != g.Rules.Athens || g.Towns[z].Holder != Athens {
		return g.Shut(z)
	}
	closed := false
	for sea := range g.Rules.City(z).Coasts.All() {
		switch {
		case g.Names(Sparta, sea) != 0:
			closed = true
		case g.Chosen.BlockAll || g.Names(Athens, sea) == 0:
			return false
		}
	}
	return closed
}

// Blockaded reports whether a port has been besieged and blockaded since an earlier season, so that it can be
// starved (8.21).
func (g *Position) Blockaded(z board.Zone) bool {
	town := &g.Towns[z]
	return town.Shut != 0 && town.Shut <= g.Number && g.Shut(z)
}

// Besieged lists the cities that a side has besieged since an earlier season (8.0).
func (g *Position) Besieged(side adjudicator.Side) []board.Zone {
	return g.Cities(func(z board.Zone) bool {
		town := &g.Towns[z]
		return town.Siege != 0 && town.Siege <= g.Number && town.Holder == side.Other() && g.Upright(side, z) != 0
	})
}

// Result implements [adjudicator.Game].
func (g *Position) Result() *adjudicator.Result {
	if !g.Over {
		return nil
	}
	r := &adjudicator.Result{Winner: Nobody, Level: "draw", Points: g.Score()}
	for side := range adjudicator.Side(2) {
		n := g.PrestigeOf(side)
		switch {
		case n <= 0:
		case g.Ended == Decisive:
			r.Winner, r.Level = side, "decisive"
		case g.Ended == Negotiated, n >= g.Rules.Data.Tables.Prestige.Major:
			r.Winner, r.Level = side, "major"
		case n >= g.Rules.Data.Tables.Prestige.Minor:
			r.Winner, r.Level = side, "minor"
		}
	}
	return r
}

// Score implements [adjudicator.Scored]: the prestige of each side that is above zero.
func (g *Position) Score() [2]int {
	return [2]int{max(g.PrestigeOf(Athens), 0), max(g.PrestigeOf(Sparta), 0)}
}

// Sorted are the cards of a set.
func Sorted(set draw.Set) (cards []int) {
	for set != 0 {
		cards = append(cards, int(set.Pop())+1)
	}
	slices.Sort(cards)
	return cards
}

// Buildable reports whether a side can build and recruit in a city: it holds it, and it is not besieged; a port
// only where it is blockaded as well (4.2, 8.21).
func (g *Position) Buildable(side adjudicator.Side, z board.Zone) bool {
	town := &g.Towns[z]
	if town.Holder != side || g.Rules.City(z).Value == 0 {
		return false
	}
	return town.Siege == 0 && g.Upright(side.Other(), z) == 0 || g.Rules.City(z).Port() && !g.Blocked(z)
}

// Raises reports whether a block may be raised in a zone (4.22).
func (g *Position) Raises(side adjudicator.Side, p fog.Piece, z board.Zone) bool {
	b := g.Block(side, p)
	switch {
	case !b.Homes.Has(z) || g.Closed(side, z) || b.Arm == data.Fleet && !g.Rules.Coastal(z):
		return false
	case b.Only == data.WithoutLeader && g.Leaders[Athens] != 0,
		b.Only == data.WithPersianAid && g.CountInPlay(data.PersianAid) == 0,
		b.Rebel && g.Peace,
		side == Athens && b.Arm == data.Fleet && b.Elite && g.CountInPlay(data.NoQuarter) > 0:
		return false
	case b.Barbarian:
		return g.Rules.City(z).Town && g.Rules.City(z).Value == 0 && g.Names(side.Other(), z) == 0
	case b.Rebel:
		return g.Rules.City(z).Value > 0 && (g.Empty(z) || g.Buildable(side, z))
	}
	return g.Buildable(side, z) && (g.Upright(side.Other(), z) == 0 || g.Inside(side, z).Len() < g.Capacity(z))
}

// Cities lists the zones with a city for which something holds, in the order of the map.
func (g *Position) Cities(holds func(z board.Zone) bool) (all []board.Zone) {
	for z := range board.Zone(Zones) {
		if g.Rules.City(z).Value > 0 && holds(z) {
			all = append(all, z)
		}
	}
	return all
}

// Empty reports whether nobody is in a province and its city, nor in garrison.
func (g *Position) Empty(z board.Zone) bool {
	return g.Names(Athens, z)|g.Names(Sparta, z) == 0 && !g.Towns[z].Garrison
}

// inRebellion reports whether Sparta holds a city of a region (1.33).
func (g *Position) inRebellion(region int) bool {
	return slices.ContainsFunc(g.Cities(func(z board.Zone) bool { return g.Rules.City(z).Region == region }),
		func(z board.Zone) bool { return g.Towns[z].Holder == Sparta })
}

// Rising is how far a revolt has gone, once its first city has risen.
type Rising struct{ Region, Taxes int }

// Rebellious are the cities that may be the first to rise.
func (g *Position) Rebellious(c *data.Card, aid int) []board.Zone {
	return g.Cities(func(z board.Zone) bool {
		r := g.Rules.City(z).Region
		own := r == c.Region && r != data.None
		other := c.Extension && aid == 0 && r >= 0 && r != c.Region && g.inRebellion(r)
		return g.Empty(z) && g.Towns[z].Holder == Athens && (own || other)
	})
}

func LeaderTerm(id string) adjudicator.Term { return adjudicator.Term{Kind: "leader", ID: id} }

// In are the blocks of a side in a zone.
func (g *Position) In(side adjudicator.Side, z board.Zone) fog.Set {
	return g.Pieces(side, g.Names(side, z))
}

// Placeable are the zones in which a block may be set up by its owner; none if it is set up by the scenario.
func (g *Position) Placeable(side adjudicator.Side, p fog.Piece) board.Set {
	setup := g.Campaign().Setup
	for i := range setup {
		if u := &setup[i]; u.Side == side && u.Nation != data.None && u.Blocks.Has(p) {
			open := g.Rules.Places(g, u)
			if g.Block(side, p).Arm == data.Fleet {
				for z := range open.All() {
					open.Put(z, g.Rules.Coastal(z))
				}
			}
			return open
		}
	}
	return board.Set{}
}
