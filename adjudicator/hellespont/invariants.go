package hellespont

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// Invariants implements [adjudicator.Game].
func (g *game) Invariants() error {
	for _, check := range []func() error{g.checkUnits, g.checkLeaders, g.checkSums, g.checkMarkers} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// checkUnits finds units where they cannot be.
func (g *game) checkUnits() error {
	for i := range g.units {
		u, c := unit(i), &g.units[i]
		z := g.where[u]
		if (g.unitFate[u] == inPlay) != (z != board.NoZone) {
			return fmt.Errorf("%s is %d and in %s", g.Units[i].ID, g.unitFate[u], g.board.Name(z))
		}
		if z == board.NoZone {
			continue
		}
		switch {
		case !g.at[z].has(u):
			return fmt.Errorf("%s is not among the units of %s", g.Units[i].ID, g.board.Name(z))
		case c.class == naval && g.lands.Has(z):
			return fmt.Errorf("ships on land: %s in %s", g.Units[i].ID, g.board.Name(z))
		case c.ashore && (g.seas.Has(z) || g.bases.Has(z)):
			return fmt.Errorf("Persians at sea: %s in %s", g.Units[i].ID, g.board.Name(z))
		case g.bases.Has(z) && !g.basesOf[c.side].Has(z):
			return fmt.Errorf("%s in the enemy's base %s", g.Units[i].ID, g.board.Name(z))
		}
	}
	return nil
}

// checkLeaders finds leaders where they cannot be.
func (g *game) checkLeaders() error {
	for i := range g.leaders {
		l, c := leader(i), &g.leaders[i]
		z := g.leaderWhere[l]
		switch {
		case (g.leaderFate[l] == inPlay) != (z != board.NoZone):
			return fmt.Errorf("%s is %d and in %s", g.Leaders[i].ID, g.leaderFate[l], g.board.Name(z))
		case z == board.NoZone:
		case !g.leadersAt[z].has(l):
			return fmt.Errorf("%s is not among the leaders of %s", g.Leaders[i].ID, g.board.Name(z))
		case c.ashore && g.seas.Has(z):
			return fmt.Errorf("a Persian at sea: %s in %s", g.Leaders[i].ID, g.board.Name(z))
		case g.bases.Has(z) && !g.basesOf[c.side].Has(z):
			return fmt.Errorf("%s in the enemy's base %s", g.Leaders[i].ID, g.board.Name(z))
		}
	}
	return nil
}

// checkSums compares the sums kept for each zone with the units there.
func (g *game) checkSums() error {
	for z := range g.board.All().All() {
		for s := athens; s <= sparta; s++ {
			for c, units := range [2]unitSet{naval: g.navalAt(s, z), land: g.landAt(s, z)} {
				if got, want := int(g.pf[s][c][z]), g.sum(units); got != want {
					return fmt.Errorf("%s of class %d in %s: %d PF kept, %d there", sideIDs[s], c, g.board.Name(z), got, want)
				}
			}
			if g.held[s].Has(z) != !g.unitsAt(s, z).empty() {
				return fmt.Errorf("%s: %s is wrongly held", g.board.Name(z), sideIDs[s])
			}
		}
		if g.ports.Has(z) && g.held[athens].Has(z) && g.held[sparta].Has(z) {
			return fmt.Errorf("both sides are in the port of %s", g.board.Name(z))
		}
	}
	return nil
}

// checkMarkers checks the tracks and the stratagem counters.
func (g *game) checkMarkers() error {
	for s := athens; s <= sparta; s++ {
		if g.points[s] < 0 || g.supply[s] < 0 || g.supply[s] > 3 {
			return fmt.Errorf("%s has %d points and supply %d", sideIDs[s], g.points[s], g.supply[s])
		}
	}
	if err := g.chits.Check(); err != nil {
		return fmt.Errorf("a stratagem counter is %w", err)
	}
	return nil
}

// settled returns what a turn has left undone that it should not: a combat (B.3),
// ships that carry too much (3.3), a leader alone at sea or among enemies (3.1, 4.2.4).
// Stacks may be too high by what has recovered in them, since the limits are looked
// at after movements and retreats alone (3.6).
func (g *game) settled() error {
	for z := range g.contested().All() {
		return fmt.Errorf("nobody has fought in %s", g.board.Name(z))
	}
	for s := athens; s <= sparta; s++ {
		for z := range g.held[s].Intersect(g.seas).All() {
			if g.navalPF(s, z) < 5*g.landPF(s, z) {
				return fmt.Errorf("overloaded ships of %s in %s", sideIDs[s], g.board.Name(z))
			}
		}
		for men := g.leadersInPlay(s); men != 0; {
			l := men.pop()
			z := g.leaderWhere[l]
			if g.seas.Has(z) && !g.heldBySea[s].Has(z) || g.enemies(s, z) && !g.holds(s, z) {
				return fmt.Errorf("%s is alone in %s", g.Leaders[l].ID, g.board.Name(z))
			}
		}
	}
	return nil
}

var _ adjudicator.Game = (*game)(nil)
