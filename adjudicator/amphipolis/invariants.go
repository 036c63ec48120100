package amphipolis

import (
	"fmt"
)

// Invariants implements [adjudicator.Game].
func (g *game) Invariants() error {
	for i, side := range g.faces {
		if side != athens && side != sparta {
			return fmt.Errorf("the garrison of %s is of nobody", g.own.Garrisons[i].ID)
		}
	}
	if err := g.CheckApart(g.Bases); err != nil {
		return err
	}
	if err := g.checkPlaces(); err != nil {
		return err
	}
	return g.Check()
}

// checkPlaces finds units where this map has no room for them.
func (g *game) checkPlaces() error {
	for z := range g.Bases.Minus(g.Coast).All() {
		if ships := g.At[z].And(g.Ships); !ships.Empty() {
			return fmt.Errorf("ships in a base without a sea: %s in %s", g.Units[ships.Pop()].ID, g.Board.Name(z))
		}
	}
	for s := athens; s <= sparta; s++ {
		for z := range g.HeldByLand[s].Intersect(g.Seas).All() {
			return fmt.Errorf("land units of %s at sea, in %s", sideIDs[s], g.Board.Name(z))
		}
		for z := range g.Held[s].Intersect(g.closed()).All() {
			if g.TurnNo > 0 {
				return fmt.Errorf("units of %s on the main map, which is not used: in %s", sideIDs[s], g.Board.Name(z))
			}
		}
	}
	return nil
}

// settled returns what a turn has left undone that it should not: a combat (B.3), a
// leader alone at sea or among enemies (3.1, 4.2.2).
func (g *game) settled() error {
	for z := range g.Contested().Intersect(g.HeldByLand[athens]).Intersect(g.HeldByLand[sparta]).All() { // ships look on (C-70)
		return fmt.Errorf("nobody has fought in %s", g.Board.Name(z))
	}
	return g.CheckCompany()
}
