package field

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// Check returns what is wrong with what every game of the family keeps: sums that are not
// those of the counters, counters where none can be, points and stratagem counters that
// there cannot be.
func (g *Field) Check() error {
	for _, check := range []func() error{g.CheckSums, g.checkUnits, g.checkLeaders, g.checkPoints} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// checkUnits finds units where they cannot be.
func (g *Field) checkUnits() error {
	for i := range g.Pieces {
		c, z := &g.Pieces[i], g.Where[i]
		switch {
		case z == board.NoZone:
		case c.Class == Naval && g.Lands.Has(z):
			return fmt.Errorf("ships on land: %s in %s", g.Units[i].ID, g.Board.Name(z))
		case c.Ashore && (g.Seas.Has(z) || g.Bases.Has(z)):
			return fmt.Errorf("one who does not sail is at sea: %s in %s", g.Units[i].ID, g.Board.Name(z))
		case g.Bases.Has(z) && !g.BasesOf[c.Side].Has(z):
			return fmt.Errorf("%s in the enemy's base %s", g.Units[i].ID, g.Board.Name(z))
		}
	}
	return nil
}

// checkLeaders finds leaders where they cannot be.
func (g *Field) checkLeaders() error {
	for i := range g.Chiefs {
		c, z := &g.Chiefs[i], g.LeaderWhere[i]
		switch {
		case z == board.NoZone:
		case c.Ashore && g.Seas.Has(z):
			return fmt.Errorf("one who does not sail is at sea: %s in %s", g.Leaders[i].ID, g.Board.Name(z))
		case g.Bases.Has(z) && !g.BasesOf[c.Side].Has(z):
			return fmt.Errorf("%s in the enemy's base %s", g.Leaders[i].ID, g.Board.Name(z))
		}
	}
	return nil
}

// checkPoints checks the action points and the stratagem counters.
func (g *Field) checkPoints() error {
	for side, n := range g.Points {
		if n < 0 {
			return fmt.Errorf("%s has %d action points", g.Board.Sides()[adjudicator.Side(side)], n)
		}
	}
	if err := g.Pool.Check(); err != nil {
		return fmt.Errorf("a stratagem counter is %w", err)
	}
	return nil
}

// CheckApart finds zones of a set with units of both sides.
func (g *Field) CheckApart(zones board.Set) error {
	for z := range zones.Intersect(g.Held[0]).Intersect(g.Held[1]).All() {
		return fmt.Errorf("both sides are in %s", g.Board.Name(z))
	}
	return nil
}

// CheckCompany finds leaders in play who are alone at sea or among enemies.
func (g *Field) CheckCompany() error {
	for l, z := range g.LeaderWhere[:len(g.Chiefs)] {
		if s := g.Chiefs[l].Side; z != board.NoZone && (g.Seas.Has(z) && !g.HeldBySea[s].Has(z) || g.Enemies(s, z) && !g.Holds(s, z)) {
			return fmt.Errorf("%s is alone in %s", g.Leaders[l].ID, g.Board.Name(z))
		}
	}
	return nil
}
