package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Offers implements [adjudicator.Offerer]: who can enter which port, by himself, and all for whom there
// is room.
func (f *portForm) Offers() adjudicator.Offers {
	var all adjudicator.Offers
	for port := range f.ports.All() {
		offer := func(a entering, whole bool) {
			if a.units.Empty() && a.men == 0 || f.judge(&a) != nil {
				return
			}
			all.Moves = append(all.Moves, adjudicator.Offer{From: f.g.ZoneTerm(f.g.origin(a.units, a.men)), To: f.g.ZoneTerm(port),
				Who: f.g.Naming(a.units, a.men), Whole: whole, Lines: []adjudicator.Words{a.Words()}})
		}
		whole := f.fill(port)
		offer(whole, true)
		f.g.eachPlaced(f.movers(port), f.men(port), func(units field.UnitSet, men field.LeaderSet) {
			if a := (entering{form: f, units: units, men: men, to: port}); units != whole.units || men != whole.men {
				offer(a, false)
			}
		})
	}
	if f.act == actAdvance {
		return all.With(adjudicator.OnlyKinds([]adjudicator.Choice{{Words: entering{form: f, to: board.NoZone}.Words()}}))
	}
	return all
}

// Offers implements [adjudicator.Offerer]: who can enter which port, and who can be sent to which base.
func (f *redeployForm) Offers() adjudicator.Offers {
	all := f.portForm.Offers()
	units, men := f.abroad()
	for base := range f.g.BasesOf[f.side].All() {
		f.g.eachPlaced(units, men, func(units field.UnitSet, men field.LeaderSet) {
			a := repatriation{form: f, units: units, men: men, to: base}
			if f.judgeHome(&a) == nil {
				all.Moves = append(all.Moves, adjudicator.Offer{From: f.g.ZoneTerm(f.g.origin(units, men)), To: f.g.ZoneTerm(base),
					Who: f.g.Naming(units, men), Lines: []adjudicator.Words{a.Words()}})
			}
		})
	}
	return all.With(adjudicator.OnlyKinds(append(f.asides().Choices(), adjudicator.Choice{Words: chit.Staying{}.Words()})))
}

// eachPlaced yields each piece of several stacks by itself: of units of one zone that show the same
// face one.
func (g *game) eachPlaced(units field.UnitSet, men field.LeaderSet, yield func(field.UnitSet, field.LeaderSet)) {
	for z := range g.ZonesOf(units).All() {
		g.EachPiece(units.And(g.At[z]), 0, yield)
	}
	g.EachPiece(field.UnitSet{}, men, yield)
}

// origin is a zone of those who go: of the first unit, else of the first leader.
func (g *game) origin(units field.UnitSet, men field.LeaderSet) board.Zone {
	if !units.Empty() {
		return g.Where[units.Nth(0)]
	}
	return g.LeaderWhere[men.Pop()]
}
