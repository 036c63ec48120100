package amphipolis

import (
	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis/data"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/odds"
	"keryx/adjudicator/board"
)

// siegeHopes value the sieges that a side can make as things stand: the chance that each
// garrison gives way, this turn or in the next ones, times what it is worth.
func (a *appraisal) siegeHopes() float64 {
	return a.over(sieges, a.side, a.besiegeable(a.side), func(z board.Zone, part float64) float64 {
		v, n := 0.0, a.garrisonHere(z)
		how, p := a.bestSiege(a.side, n)
		if how == blockade { // which more than enough do not make a better one
			v -= idleCost * float64(a.LandPF(a.side, z)-2*a.own.Garrisons[n].PF-1)
		}
		for range min(a.left, 2) {
			p += 0.4 * (1 - p) * p
		}
		return v + 0.95*p*a.prize(a.side, n)*part
	})
}

// bestSiege is the method that promises most against a garrison, and its chance.
func (m model) bestSiege(s adjudicator.Side, garrison int) (best method, chance float64) {
	for how := negotiation; how < methods; how++ {
		if x := (&siege{besieger: s, garrison: garrison, how: how}); m.siegeBar(x) == "" {
			if p := m.chanceOf(x); p > chance {
				best, chance = how, p
			}
		}
	}
	return best, chance
}

// chanceOf is the chance that a garrison falls in a siege.
func (m model) chanceOf(x *siege) float64 {
	faces := 7 - m.need(x) // it may be out of reach
	if x.how == assault {
		faces = m.need(x)
	}
	return odds.In(int64(min(6, max(0, faces))), 6).Float()
}

// prize is what it changes that a side takes a garrison: its points, which the enemy has no
// more, those of the scenario for several of them together, and the whole game if it is the
// last.
func (m model) prize(s adjudicator.Side, garrison int) float64 {
	v := 2.0
	if garrison == m.citadel {
		v = 2 * citadelPoints
	}
	if others := m.garrisonsOf(s).Len(); others >= garrisons-len(nearlyAll) { // 9.1
		v += nearlyAll[garrisons-1-others]
	}
	for _, w := range m.setting.Awards {
		if w.For == data.ForGarrisons && w.Garrisons.Has(m.placeOf(garrison)) {
			v += 0.7 * float64(w.Points)
		}
	}
	return v
}

// nearlyAll is what a garrison is worth besides where it is the last that the enemy has, or
// one of the last two.
var nearlyAll = [...]float64{12, 5}

// besiege takes the siege that promises most. It costs nothing.
func (x thinker) besiege(f *siegeForm) adjudicator.Answer {
	found := x.Best()
	found.Offer(f.Default(), 0)
	for z := range f.open.All() {
		n := x.m.garrisonHere(z)
		if how, p := x.m.bestSiege(x.side, n); p > 0 {
			found.Offer(f.by(how, n), p*x.m.prize(x.side, n))
		}
	}
	return found.Answer
}

// ruse plays in a siege what changes its chances by enough, and before the sieges has the
// unit desert that the enemy would miss most.
func (x thinker) ruse(f *ruseForm) adjudicator.Answer {
	found := x.Best()
	found.Offer(f.Default(), 0)
	for _, r := range f.Options() {
		gain := -1.0
		switch {
		case r.As != field.Plain:
		case f.siege != nil:
			with := *f.siege
			with.ruse = r.Number
			gain = (x.m.chanceOf(&with) - x.m.chanceOf(f.siege)) * x.m.prize(x.side, f.siege.garrison)
		case r.Number == desertionText:
			after := x.Imagine(x.here)
			after.Rules.(model).remove(r.Unit)
			gain = after.Appraise(x.side) - x.here.Appraise(x.side) + 0.4*x.here.Worth(field.UnitsOf(r.Unit))
		}
		found.Offer(chit.RuseAnswer{G: f.G, Ruse: r}, gain-prices.Chit)
	}
	return found.Answer
}

// rethrow answers whether the Advantage goes for another throw: in sieges of what is worth
// it, to save one's own leader, and in combats as in every game.
func (x thinker) rethrow(f *battle.RerollForm) adjudicator.Answer {
	again := 0.0
	switch of := f.Of.(type) {
	case siegeThrown:
		p := x.m.chanceOf(of.siege)
		if of.siege.besieger != x.side {
			p = 1 - p
		}
		again = p*x.m.prize(of.siege.besieger, of.siege.garrison) - advantageWorth
	case lifeThrown:
		if again = -advantageWorth; of.side == x.side {
			again = advantageWorth
		}
	default:
		return nil
	}
	return x.Throw(f, again)
}

// advantageWorth is what the Advantage is worth in hand.
const advantageWorth = 0.9
