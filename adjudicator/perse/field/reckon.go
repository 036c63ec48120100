package field

import (
	"keryx/adjudicator"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/perse/order"
)

// might is what the organised counters of an army are worth in melee.
func (g *War) might(a *Army) (sum int) {
	for _, i := range a.Lots {
		if !a.Shaken.Has(i) {
			sum += g.Melee(i)
		}
	}
	return sum
}

// Superior is the interception with the strongest force of some that a side could try, of those in which it is
// not the weaker for all that it knows; false if there is none.
func (g *War) Superior(side adjudicator.Side, some []order.Act) (best order.Act, ok bool) {
	most := -1
	for _, a := range some {
		if a.Verb != "intercept" || a.Play != "" {
			continue
		}
		own, foe := 0, 0
		for _, i := range g.Borne(side, g.Veil[side].Names(g.Set(side, a.With))) {
			own += g.Melee(i)
		}
		if n, known := g.Roster.Named(side.Other(), a.Target); known {
			foe = g.Feared(side, n)
		}
		if own >= foe && own > most {
			best, most, ok = a, own, true
		}
	}
	return best, ok
}

// Able reports whether an army can go on with a battle: what it has left is worth a third of what the enemy has,
// half of it if the enemy is inside a city, from which nobody pursues; or it is inside itself, where who breaks off is lost (8.1).
func (g *War) Able(side adjudicator.Side, f *Battle) bool {
	own, foe := g.might(f.Armies[side]), g.might(f.Armies[side.Other()])
	if f.Armies[side.Other()].Inside {
		return 2*own >= foe
	}
	return f.Armies[side].Inside || 3*own >= foe
}

// AbleAtSea reports whether a fleet can: it has two thirds of what the enemy has.
func (g *War) AbleAtSea(side adjudicator.Side, f *Battle) bool {
	return 3*g.Points(f.Armies[side].Lots) >= 2*g.Points(f.Armies[side.Other()].Lots)
}

// Feared is what an enemy's marker may be worth, for all that he knows.
func (g *War) Feared(side adjudicator.Side, n fog.Name) (sum int) {
	l := &g.Loads[side.Other()]
	for i := range l.N {
		if l.May[i].Has(n) {
			sum += 2 * g.Kind(g.Roster.Slots[side.Other()][i]).Strength / l.May[i].Len()
		}
	}
	return sum
}
