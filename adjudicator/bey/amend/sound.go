package amend

import (
	"fmt"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Unsound lists what is wrong with a position: where counters are that cannot be there, and
// what else its ruleset has found wrong, from which no game can go on; then what a referee
// may want all the same: stacks that are too high, ships that carry too much, leaders left
// alone, and enemies in a zone who have not fought.
func Unsound(g *field.Field, invariants error) (all []error) {
	add := func(never bool, rule, key string, args ...any) {
		err := &adjudicator.UnsoundError{Rule: rule, Why: g.Say("bey.unsound."+key, args...)}
		err.Err = fmt.Errorf("%s: %v", key, err.Why.Args)
		if never {
			err.Err = fmt.Errorf("%w: %w", adjudicator.ErrNever, err.Err)
		}
		all = append(all, err)
	}
	for i := range g.Pieces {
		if u, z := field.UnitNo(i), g.Where[i]; z != board.NoZone && stray(g, &g.Pieces[i], z) {
			add(true, "", "stray", "Who", u, "Zone", z)
		}
	}
	if invariants != nil && len(all) == 0 {
		add(true, "", "invariant", "What", invariants.Error())
	}
	for s := field.First; s <= field.Second; s++ {
		for z := range g.Held[s].All() {
			switch {
			case g.Seas.Has(z) && g.NavalPF(s, z) < 5*g.LandPF(s, z):
				add(false, g.Sections.Voyage, "overloaded", "Side", s, "Zone", z)
			case !g.Seas.Has(z) && crowded(g, s, z):
				add(false, g.Sections.Stacking, "crowded", "Side", s, "Zone", z)
			}
		}
	}
	for i := range g.Chiefs {
		l, z := field.LeaderNo(i), g.LeaderWhere[i]
		if s := g.Chiefs[i].Side; z != board.NoZone && (g.Seas.Has(z) && !g.HeldBySea[s].Has(z) || g.Enemies(s, z) && !g.Holds(s, z)) {
			add(false, "", "alone", "Leader", l, "Zone", z)
		}
	}
	for z := range g.Contested().All() {
		add(false, "", "contested", "Zone", z)
	}
	return all
}

// stray reports whether a unit can never be in a zone.
func stray(g *field.Field, c *field.Piece, z board.Zone) bool {
	return c.Class == field.Naval && g.Lands.Has(z) || c.Ashore && (g.Seas.Has(z) || g.Bases.Has(z)) || g.Bases.Has(z) && !g.BasesOf[c.Side].Has(z)
}

// crowded reports whether a stack ashore is over a limit.
func crowded(g *field.Field, s adjudicator.Side, z board.Zone) bool {
	over := func(class board.Class, units, pf int) bool {
		u, p := g.Board.Limit(z, class).Over(units, pf)
		return u > 0 || p > 0
	}
	return over(board.AllUnits, g.UnitsAt(s, z).Len(), 0) || over(board.LandUnits, g.LandAt(s, z).Len(), g.LandPF(s, z)) ||
		over(board.NavalUnits, g.NavalAt(s, z).Len(), g.NavalPF(s, z))
}
