package amphipolis

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// canOperate reports whether a side could make an operation of a step out of a zone.
func (g *game) canOperate(st step, s adjudicator.Side, from board.Zone) bool {
	for range g.examples(st, s, from) {
		return true
	}
	return false
}

// examples yields operations of a step out of a zone that could be made: as large a one as
// there is, and smaller ones, each to every zone that it leads to.
func (g *game) examples(st step, s adjudicator.Side, from board.Zone) func(func(*operation) bool) {
	return func(yield func(*operation) bool) {
		units, men := g.war().Fresh(s, from)
		for to := range g.leadsTo(st, s, from).All() {
			a := &operation{g: g, step: st, side: s, from: from, sea: from, to: to}
			if g.overSea(to) {
				g.takeShips(a)
			}
			g.takeTroops(a, units.Minus(g.Ships))
			if men != 0 && (!g.Seas.Has(from) || !a.units.Empty()) {
				a.men.Add(g.Ablest(men))
			}
			if g.judgeOperation(a) == nil && !yield(a) {
				return
			}
		}
	}
}

// takeShips adds all the ships that can go along with an operation out of one zone.
func (g *game) takeShips(a *operation) {
	for z, ships := range g.fleets(a.side, a.from) {
		if g.Sum(ships) > g.Sum(a.units) {
			a.units, a.sea = ships, z
		}
	}
}

// takeTroops adds as many land units to an operation as it takes, the strongest first.
func (g *game) takeTroops(a *operation, troops field.UnitSet) {
	room := mostUnits
	if a.side == athens && g.overSea(a.to) {
		room = min(room, g.Sum(a.units.And(g.Ships)))
	}
	if limit := g.Board.Limit(a.to, board.AllUnits); limit.Units > 0 {
		room = min(room, limit.Units-g.LandAt(a.side, a.to).Len())
	}
	a.units = a.units.Or(troops.Best(room, g.Strength))
	if a.sea != a.from && a.units.Within(g.Ships) && a.men == 0 {
		a.units, a.sea = field.UnitSet{}, a.from // ships of a sea zone go from there
	}
}

// sampleOperation returns a random operation of a step out of a zone, or nil.
func (g *game) sampleOperation(r *rand.Rand, st step, s adjudicator.Side, from board.Zone) *operation {
	n := 0
	var found *operation
	for a := range g.examples(st, s, from) {
		if n++; r.IntN(n) == 0 {
			found = a
		}
	}
	if found == nil || r.IntN(2) == 0 {
		return found
	}
	less := *found
	troops := less.units.Minus(g.Ships)
	less.units = g.Canonical(less.units.And(g.Ships).Or(march.SomeUnits(r, troops)), less.units)
	less.men = march.SomeLeaders(r, less.men)
	if g.judgeOperation(&less) != nil {
		return found
	}
	return &less
}
