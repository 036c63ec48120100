package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// transportChoices shows, for each rear base, how its ships carry land units (3.1.2).
func (g *game) transportChoices(s adjudicator.Side) (all []adjudicator.Choice) {
	for z := range g.Bases.Intersect(g.Coast).All() {
		for _, o := range g.shipped(nil, s, z) {
			all = append(all, adjudicator.Choice{Words: o.Lines[0], Note: o.Note})
			break
		}
	}
	return all
}

// transportOffers are where ships of each rear base can land as many as they carry, and each piece
// by itself with the weakest of them.
func (g *game) transportOffers(s adjudicator.Side) (all adjudicator.Offers) {
	for z := range g.Bases.Intersect(g.Coast).All() {
		all.Moves = g.shipped(all.Moves, s, z)
		units, men := g.war().Fresh(s, z)
		ships, troops := units.And(g.Ships), units.Minus(g.Ships)
		if ships.Empty() {
			continue
		}
		most := g.Canonical(g.aboard(ships, troops), troops)
		weakest := field.UnitsOf(g.war().Weakest(ships))
		g.EachPiece(troops, men, func(units field.UnitSet, men field.LeaderSet) {
			if units.Empty() || g.Canonical(units, troops) != most {
				all.Moves = g.landed(all.Moves, s, z, weakest, units, men)
			}
		})
	}
	return all
}

// shipped adds where the ships of a rear base can land as many land units as they carry.
func (g *game) shipped(all []adjudicator.Offer, s adjudicator.Side, base board.Zone) []adjudicator.Offer {
	units, _ := g.war().Fresh(s, base)
	ships, troops := units.And(g.Ships), units.Minus(g.Ships)
	if ships.Empty() || troops.Empty() {
		return all
	}
	return g.landed(all, s, base, ships, g.aboard(ships, troops), 0)
}

// aboard are as many land units as some ships carry.
func (g *game) aboard(ships, troops field.UnitSet) field.UnitSet {
	return troops.Best(g.Sum(ships), func(field.UnitNo) int { return 0 })
}

// landed adds each place in which ships can land some whom they carry out of a rear base. Ships sail
// as far as they like (1.2.1), so that no way is cheaper than another.
func (g *game) landed(all []adjudicator.Offer, s adjudicator.Side, base board.Zone, ships, aboard field.UnitSet, men field.LeaderSet) []adjudicator.Offer {
	fleet := march.Move{G: g.war().Marches, Side: s, From: base, Manner: march.BySea, Units: ships.Or(aboard), Leaders: men}
	var done board.Set
	for m := range g.landings(fleet) {
		at := m.Drop[0].At
		if done.Has(at) || g.war().Judge(m) != nil {
			continue
		}
		done.Add(at)
		all = append(all, adjudicator.Offer{From: g.ZoneTerm(base), To: g.ZoneTerm(at), Who: g.Naming(aboard, men),
			Lines: []adjudicator.Words{m.Words()}, Note: adjudicator.Say("amphipolis.note.transport", "PF", g.Sum(ships))})
	}
	return all
}
