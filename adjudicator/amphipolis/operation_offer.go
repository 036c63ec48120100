package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
)

// Offers implements [adjudicator.Offerer]: where operations of the step lead, out of each zone: with
// everybody there, with as many as go on one operation, as the order template has it, and with each
// piece by itself. Land units that need ships take the fewest that will do along.
func (p operations) Offers() adjudicator.Offers {
	var all adjudicator.Offers
	for from := range p.open().All() {
		units, men := p.g.war().Fresh(p.side, from)
		p.offer(&all, operation{from: from, units: units, men: men}, true)
		for a := range p.g.examples(p.step, p.side, from) {
			whole := a.units == units && a.men == men
			if one := a.units.Len()+a.men.Len() == 1; !whole && !one {
				p.add(&all, operation{from: from, units: a.units, men: a.men}, a, false)
			}
		}
		if units.Len()+men.Len() > 1 {
			p.g.EachPiece(units, men, func(units field.UnitSet, men field.LeaderSet) {
				p.offer(&all, operation{from: from, units: units, men: men}, false)
			})
		}
	}
	return all
}

// offer adds each zone in which those of an operation can end.
func (p operations) offer(all *adjudicator.Offers, who operation, whole bool) {
	g := p.g
	for to := range g.leadsTo(p.step, p.side, who.from).All() {
		a := who
		a.g, a.step, a.side, a.sea, a.to = g, p.step, p.side, who.from, to
		if g.judgeOperation(&a) != nil && !p.escorted(&a) || g.unpaidOperation(&a) || a.forsaken() != 0 {
			continue
		}
		p.add(all, who, &a, whole)
	}
}

// add adds an operation that those of another are offered.
func (p operations) add(all *adjudicator.Offers, who operation, a *operation, whole bool) {
	g := p.g
	all.Moves = append(all.Moves, adjudicator.Offer{From: g.ZoneTerm(who.from), To: g.ZoneTerm(a.to), Who: g.Naming(who.units, who.men),
		Whole: whole, Lines: []adjudicator.Words{a.Words()}, Note: g.Say("amphipolis.note.operate", "Zones", g.leadsTo(p.step, p.side, who.from))})
}

// escorted adds to an operation over the sea the ships of one zone that it needs, the weakest that will
// do, and reports whether that is enough.
func (p operations) escorted(a *operation) bool {
	g := p.g
	if !g.overSea(a.to) || a.units.Meets(g.Ships) {
		return false
	}
	for sea, ships := range g.fleets(a.side, a.from) {
		b := *a
		b.sea = sea
		for !ships.Empty() {
			u := ships.Best(1, func(u field.UnitNo) int { return -g.Strength(u) }).Nth(0)
			ships.Drop(u)
			with := b
			with.units = a.units.Or(field.UnitsOf(u))
			if g.judgeOperation(&with) == nil {
				*a = with
				return true
			}
		}
	}
	return false
}
