package field

import (
	"slices"

	"keryx/adjudicator/board"
)

// straits are the seas that are land as well (5.4): up to which ratio a fight is one to one, how many
// dice points troops aboard can give, and of which cities ships help the Greeks.
var straits = map[string]struct {
	equal, troops int
	cities        []string
}{
	"Eubee":       {4, 3, []string{"chalcis", "eretria"}},
	"Attique":     {4, 2, []string{"athens"}},
	"Hellespont":  {3, 3, nil},
	"Chalcidique": {3, 4, nil},
}

// BroadsideOf is what an army's die costs the enemy.
func (g *War) BroadsideOf(f *Battle, a *Army, die int) int {
	return g.Rules.Naval.At(die+a.Oracle+g.Crew(f, a), g.SeaColumn(f, a))
}

// SeaColumn is the column of the table of naval combat that an army throws on.
func (g *War) SeaColumn(f *Battle, a *Army) int {
	column := g.Ratio(f, a, f.Armies[a.Side.Other()]) - 1 + a.Columns
	if g.Rules.Map.Kind(f.At) == board.Mixed && g.supported(a.Side, f.At) {
		column++
	}
	return g.Rules.Naval.ClampColumn(column)
}

// Ratio is the column of an army's own ratio (9.3, 5.4): the whole number above it.
func (g *War) Ratio(f *Battle, a, other *Army) int {
	own, enemy := g.Points(a.Lots), max(1, g.Points(other.Lots))
	if s, ok := straits[g.ZoneID(f.At)]; ok {
		if own <= s.equal*enemy {
			return 1
		}
		return 2
	}
	return max(1, (own+enemy-1)/enemy)
}

// Crew is what an army adds to its dice at sea.
func (g *War) Crew(f *Battle, a *Army) int {
	c := g.CrewOf(f, a)
	return c.Leader + c.Troops + c.Coast
}

// Crews are what an army adds to its dice at sea, by what gives it.
type Crews struct {
	Leader int // its admiral (9.3)
	Troops int // aboard (9.3)
	Coast  int // ships that know the straits (5.4)
}

// Straits reports whether a fight is in narrow waters, where ratios are less (5.4).
func (g *War) Straits(z board.Zone) bool {
	_, ok := straits[g.ZoneID(z)]
	return ok
}

// CrewOf is what an army adds.
func (g *War) CrewOf(f *Battle, a *Army) (c Crews) {
	c.Leader = g.Admiral(a.Force)
	if a.Genius {
		if p, ok := g.Own(Greeks, "Themistocle"); ok && g.At(Greeks, p) != Nowhere {
			c.Leader += g.Roster.Pieces[Greeks][p].Tactical
		}
	}
	aboard := 0
	for rest := a.Names; rest != 0; {
		aboard += g.Points(g.Borne(a.Side, g.Passengers(a.Side, rest.Pop())))
	}
	c.Troops = aboard / 10
	if s, ok := straits[g.ZoneID(f.At)]; ok {
		c.Troops = min(c.Troops, s.troops)
		if a.Side == Greeks && slices.ContainsFunc(a.Lots, func(i int) bool { return slices.Contains(s.cities, g.Kind(i).City) }) {
			c.Coast = 1
		}
	}
	return c
}
