package march

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Aftermath sees to what follows from losses in a zone: ships that can no longer
// carry their troops (3.3), leaders left alone (3.1, 4.2.4).
func (g Marches) Aftermath(t *adjudicator.Table, z board.Zone) {
	for _, s := range [2]adjudicator.Side{field.First, field.Second} {
		if g.Seas.Has(z) {
			g.Lighten(t, s, z)
		}
		g.Strand(t, s, z)
	}
}

// Strand removes leaders of a side who are left without units of their own where
// they cannot stay: among enemy units (4.2.4), or at sea without a ship (3.1).
func (g Marches) Strand(t *adjudicator.Table, s adjudicator.Side, z board.Zone) {
	men := g.LeadersOf(s, z)
	if men == 0 {
		return
	}
	key, rule := "captured", g.Sections.Retreat
	switch {
	case g.Enemies(s, z) && !g.Holds(s, z):
	case g.Seas.Has(z) && !g.HeldBySea[s].Has(z):
		key, rule = "leader-lost-at-sea", g.Sections.AtSea
	default:
		return
	}
	g.Tell(t, rule, 1, key, "Side", s, "Zone", z, "Leaders", men)
	for men != 0 {
		g.Dismiss(men.Pop(), field.Captured)
	}
}
