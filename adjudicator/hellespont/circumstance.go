package hellespont

import (
	"keryx/adjudicator/bey/standing"
)

// coversSiege reports whether a circumstance covers a siege: the dice are those of 5.1, but for
// what both sides play or discard.
func (g *game) coversSiege(c *standing.Circumstance, s *siege) bool {
	if c.Dice.Set {
		m := g.siegeDice(&siege{port: s.port, besieger: s.besieger})
		if !c.Dice.Allows(max(0, m.Sum()), 1) {
			return false
		}
	}
	_, men := g.besiegers(s)
	return c.Met(&g.Field, s.port, men, g.LeadersOf(s.besieger.Other(), s.port))
}
