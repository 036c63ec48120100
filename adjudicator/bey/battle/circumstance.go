package battle

import (
	"keryx/adjudicator/bey/standing"
)

// Covers reports whether a circumstance covers a combat: the odds are those of the table with
// every shift but the stratagems'.
func (g Battles) Covers(c *standing.Circumstance, b *Battle) bool {
	if !c.Met(g.Field, b.Zone, g.LeadersOf(b.Attacker, b.Zone), g.LeadersOf(b.Attacker.Other(), b.Zone)) {
		return false
	}
	if !c.Odds.Set {
		return true
	}
	limit, r := g.CRT.Column(c.Odds.N, c.Odds.Per), g.Reckon(b)
	if c.Odds.AtLeast {
		return r.Column >= limit
	}
	return r.Column <= limit
}
