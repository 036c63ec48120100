package amphipolis

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
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
	for i := range g.Pieces {
		u, c := field.UnitNo(i), &g.Pieces[i]
		z := g.Where[u]
		if (g.UnitFate[u] == field.InPlay) != (z != board.NoZone) {
			return fmt.Errorf("%s is %d and in %s", g.Units[i].ID, g.UnitFate[u], g.Board.Name(z))
		}
		if z == board.NoZone {
			continue
		}
		switch {
		case !g.At[z].Has(u):
			return fmt.Errorf("%s is not among the units of %s", g.Units[i].ID, g.Board.Name(z))
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
		case (g.LeaderFate[l] == field.InPlay) != (z != board.NoZone):
			return fmt.Errorf("%s is %d and in %s", g.Leaders[i].ID, g.LeaderFate[l], g.Board.Name(z))
		case z == board.NoZone:
		case !g.LeadersAt[z].Has(l):
			return fmt.Errorf("%s is not among the leaders of %s", g.Leaders[i].ID, g.Board.Name(z))
		case g.Bases.Has(z) && !g.BasesOf[c.Side].Has(z):
			return fmt.Errorf("%s in the enemy's base %s", g.Leaders[i].ID, g.Board.Name(z))
		}
	}
	return nil
}

// checkSums compares the sums kept for each zone with the units there.
func (g *game) checkSums() error {
	for z := range g.Board.All().All() {
		for s := athens; s <= sparta; s++ {
			for c, units := range [2]field.UnitSet{field.Naval: g.NavalAt(s, z), field.Land: g.LandAt(s, z)} {
				if got, want := int(g.PF[s][c][z]), g.Sum(units); got != want {
					return fmt.Errorf("%s of class %d in %s: %d PF kept, %d there", sideIDs[s], c, g.Board.Name(z), got, want)
				}
			}
			if g.Held[s].Has(z) != !g.UnitsAt(s, z).Empty() {
				return fmt.Errorf("%s: %s is wrongly held", g.Board.Name(z), sideIDs[s])
			}
		}
		if g.Bases.Has(z) && g.Held[athens].Has(z) && g.Held[sparta].Has(z) {
			return fmt.Errorf("both sides are in the rear base %s", g.Board.Name(z))
		}
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
