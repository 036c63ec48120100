package amphipolis

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
		case c.Class == field.Naval && (z == g.thrace || z == g.macedonia):
			return fmt.Errorf("ships in a base without a sea: %s in %s", g.Units[i].ID, g.Board.Name(z))
		case c.Class == field.Land && g.Seas.Has(z):
			return fmt.Errorf("land units at sea: %s in %s", g.Units[i].ID, g.Board.Name(z))
		case g.Bases.Has(z) && !g.BasesOf[c.Side].Has(z):
			return fmt.Errorf("%s in the enemy's base %s", g.Units[i].ID, g.Board.Name(z))
		case g.closed().Has(z) && g.TurnNo > 0:
			return fmt.Errorf("%s on the main map, which is not used: %s", g.Units[i].ID, g.Board.Name(z))
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
		case g.Bases.Has(z) && !g.BasesOf[c.Side].Has(z):
			return fmt.Errorf("%s in the enemy's base %s", g.Leaders[i].ID, g.Board.Name(z))
		}
	}
	return nil
}

// checkShared finds rear bases with units of both sides.
func (g *game) checkShared() error {
	for z := range g.Bases.Intersect(g.Held[athens]).Intersect(g.Held[sparta]).All() {
		return fmt.Errorf("both sides are in the rear base %s", g.Board.Name(z))
	}
	return nil
}

// checkMarkers checks the tracks, the walls and the stratagem counters.
func (g *game) checkMarkers() error {
	for s := athens; s <= sparta; s++ {
		if g.Points[s] < 0 {
			return fmt.Errorf("%s has %d points", sideIDs[s], g.Points[s])
		}
	}
	for i, side := range g.faces {
		if side != athens && side != sparta {
			return fmt.Errorf("the garrison of %s is of nobody", g.own.Garrisons[i].ID)
		}
	}
	if err := g.Pool.Check(); err != nil {
		return fmt.Errorf("a stratagem counter is %w", err)
	}
	return nil
}

// settled returns what a turn has left undone that it should not: a combat (B.3), a
// leader alone at sea or among enemies (3.1, 4.2.2).
func (g *game) settled() error {
	for z := range g.Contested().All() {
		if !g.HeldByLand[athens].Has(z) || !g.HeldByLand[sparta].Has(z) {
			continue // ships look on (C-70)
		}
		return fmt.Errorf("nobody has fought in %s", g.Board.Name(z))
	}
	for s := athens; s <= sparta; s++ {
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
