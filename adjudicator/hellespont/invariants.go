package hellespont

import (
	"fmt"
)

// Invariants implements [adjudicator.Game].
func (g *game) Invariants() error {
	for s, n := range g.supply {
		if n < 0 || n > 3 {
			return fmt.Errorf("%s has supply %d", sideIDs[s], n)
		}
	}
	if err := g.CheckApart(g.Ports); err != nil {
		return err
	}
	return g.Check()
}

// settled returns what a turn has left undone that it should not: a combat (B.3),
// ships that carry too much (3.3), a leader alone at sea or among enemies (3.1, 4.2.4).
// Stacks may be too high by what has recovered in them, since the limits are looked
// at after movements and retreats alone (3.6).
func (g *game) settled() error {
	for z := range g.Contested().All() {
		return fmt.Errorf("nobody has fought in %s", g.Board.Name(z))
	}
	for s := athens; s <= sparta; s++ {
		for z := range g.Held[s].Intersect(g.Seas).All() {
			if g.NavalPF(s, z) < 5*g.LandPF(s, z) {
				return fmt.Errorf("overloaded ships of %s in %s", sideIDs[s], g.Board.Name(z))
			}
		}
	}
	return g.CheckCompany()
}
