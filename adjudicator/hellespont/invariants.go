package hellespont

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Invariants implements [adjudicator.Game].
func (g *game) Invariants() error {
	for _, check := range []func() error{g.CheckSums, g.checkUnits, g.checkLeaders, g.checkShared, g.checkMarkers} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// checkUnits finds units where they cannot be.
func (g *game) checkUnits() error {
	for i := range g.Pieces {
		u, c := field.UnitNo(i), &g.Pieces[i]
		z := g.Where[u]
		switch {
		case z == board.NoZone:
		case c.Class == field.Naval && g.Lands.Has(z):
			return fmt.Errorf("ships on land: %s in %s", g.Units[i].ID, g.Board.Name(z))
		case c.Ashore && (g.Seas.Has(z) || g.Bases.Has(z)):
			return fmt.Errorf("Persians at sea: %s in %s", g.Units[i].ID, g.Board.Name(z))
		case g.Bases.Has(z) && !g.BasesOf[c.Side].Has(z):
			return fmt.Errorf("%s in the enemy's base %s", g.Units[i].ID, g.Board.Name(z))
		}
	}
	return nil
}

// checkLeaders finds leaders where they cannot be.
func (g *game) checkLeaders() error {
	for i := range g.Chiefs {
		l, c := field.LeaderNo(i), &g.Chiefs[i]
		z := g.LeaderWhere[l]
		switch {
		case z == board.NoZone:
		case c.Ashore && g.Seas.Has(z):
			return fmt.Errorf("a Persian at sea: %s in %s", g.Leaders[i].ID, g.Board.Name(z))
		case g.Bases.Has(z) && !g.BasesOf[c.Side].Has(z):
			return fmt.Errorf("%s in the enemy's base %s", g.Leaders[i].ID, g.Board.Name(z))
		}
	}
	return nil
}

// checkShared finds ports with units of both sides.
func (g *game) checkShared() error {
	for z := range g.Ports.Intersect(g.Held[athens]).Intersect(g.Held[sparta]).All() {
		return fmt.Errorf("both sides are in the port of %s", g.Board.Name(z))
	}
	return nil
}

// checkMarkers checks the tracks and the stratagem counters.
func (g *game) checkMarkers() error {
	for s := athens; s <= sparta; s++ {
		if g.Points[s] < 0 || g.supply[s] < 0 || g.supply[s] > 3 {
			return fmt.Errorf("%s has %d points and supply %d", sideIDs[s], g.Points[s], g.supply[s])
		}
	}
	if err := g.Pool.Check(); err != nil {
		return fmt.Errorf("a stratagem counter is %w", err)
	}
	return nil
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
		for men := g.LeadersInPlay(s); men != 0; {
			l := men.Pop()
			z := g.LeaderWhere[l]
			if g.Seas.Has(z) && !g.HeldBySea[s].Has(z) || g.Enemies(s, z) && !g.Holds(s, z) {
				return fmt.Errorf("%s is alone in %s", g.Leaders[l].ID, g.Board.Name(z))
			}
		}
	}
	return nil
}

var _ adjudicator.Game = (*game)(nil)
