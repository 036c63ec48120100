package field

import (
	"errors"
	"fmt"

	"keryx/adjudicator/board"
)

// Sums are what is kept by zone of where the counters are and what they show, since play
// asks for it at every step. Whatever moves or turns a counter keeps them right.
type Sums struct {
	At         [MaxZones]UnitSet
	PF         [2][2][MaxZones]int16 // force points by side, class and zone
	Held       [2]board.Set          // zones with combat units of a side
	HeldBySea  [2]board.Set          // zones with naval units of a side
	HeldByLand [2]board.Set          // zones with land units of a side
	LeadersAt  [MaxZones]LeaderSet
}

// CheckSums returns the first counter found that is in play and nowhere, or somewhere and
// not in play, or else the first zone of which something else is kept than what all
// counters together come to.
func (g *Field) CheckSums() error {
	var there Sums
	for i := range g.Pieces {
		u, c, z := UnitNo(i), &g.Pieces[i], g.Where[i]
		if (g.UnitFate[u] == InPlay) != (z != board.NoZone) {
			return fmt.Errorf("%s is %d and in %s", g.Units[i].ID, g.UnitFate[u], g.Board.Name(z))
		}
		if z == board.NoZone {
			continue
		}
		there.At[z].Add(u)
		there.PF[c.Side][c.Class][z] += int16(g.Strength(u))
		there.Held[c.Side].Add(z)
		if c.Class == Naval {
			there.HeldBySea[c.Side].Add(z)
		} else {
			there.HeldByLand[c.Side].Add(z)
		}
	}
	for i := range g.Chiefs {
		l, z := LeaderNo(i), g.LeaderWhere[i]
		if (g.LeaderFate[l] == InPlay) != (z != board.NoZone) {
			return fmt.Errorf("%s is %d and in %s", g.Leaders[i].ID, g.LeaderFate[l], g.Board.Name(z))
		}
		if z != board.NoZone {
			there.LeadersAt[z].Add(l)
		}
	}
	if g.Sums != there {
		return g.wrongSum(&there)
	}
	return nil
}

// wrongSum tells where the sums differ from those of the counters that are there.
func (g *Field) wrongSum(there *Sums) error {
	for z := range g.Board.All().All() {
		in := g.Board.Name(z)
		if g.At[z] != there.At[z] || g.LeadersAt[z] != there.LeadersAt[z] {
			return fmt.Errorf("%s: units %x and leaders %x kept, %x and %x there", in, g.At[z], g.LeadersAt[z], there.At[z], there.LeadersAt[z])
		}
		for side := range g.PF {
			for class := range g.PF[side] {
				if kept, want := g.PF[side][class][z], there.PF[side][class][z]; kept != want {
					return fmt.Errorf("%s: %d PF of side %d, class %d kept, %d there", in, kept, side, class, want)
				}
			}
			if g.holding(side, z) != there.holding(side, z) {
				return fmt.Errorf("%s: held by side %d, by its ships and by its troops is kept as %v, and is %v",
					in, side, g.holding(side, z), there.holding(side, z))
			}
		}
	}
	return errors.New("something is kept of a zone that the board lacks")
}

// holding reports whether a side holds a zone, and whether with ships and with troops.
func (s *Sums) holding(side int, z board.Zone) [3]bool {
	return [3]bool{s.Held[side].Has(z), s.HeldBySea[side].Has(z), s.HeldByLand[side].Has(z)}
}
