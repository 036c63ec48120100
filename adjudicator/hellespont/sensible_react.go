package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/bot"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// evade weighs standing against leaving: the die, the unit that it costs, and where
// one would be (4.2.1).
func (x thinker) evade(side adjudicator.Side, m *zoneMenu) adjudicator.Answer {
	at := m.guide.(evasionGuide).battle.Zone
	b := &battle.Battle{Zone: at, Attacker: side.Other(), Naval: x.g.Seas.Has(at)}
	x.g.Active = b.Attacker
	mods := x.g.evasionModifiers(b)
	chance := float64(min(6, max(0, 7-evadeNeeds+mods.Sum()))) / 6
	stand := x.here.Appraise(side)
	found := x.Best()
	found.Offer(m.answer(m.none), stand)
	for z := range m.zones.All() {
		gone := x.Imagine(x.here)
		gone.PlaceAll(gone.UnitsAt(side, at), gone.LeadersOf(side, at), z)
		left := gone.Appraise(side) - 0.4*gone.Worth(field.UnitsOf(gone.Weakest(gone.UnitsAt(side, z))))
		found.Offer(m.answer(m.at(z)), chance*left+(1-chance)*stand-0.1+x.Doubt())
	}
	return found.Answer
}

// besiege takes the siege that brings most, if any brings something.
func (x thinker) besiege(side adjudicator.Side, m *zoneMenu) adjudicator.Answer {
	found := x.Best()
	found.Offer(m.answer(m.none), 0.05)
	for z := range m.zones.All() {
		dice := x.g.siegeDice(&siege{port: z, besieger: side})
		found.Offer(m.answer(m.at(z)), x.g.siegeGain(x.here, side, z, dice.Sum()))
	}
	return found.Answer
}

// enter advances into a port that has fallen, with a garrison that can hold it.
func (x thinker) enter(f *portForm) adjudicator.Answer {
	found := x.Best()
	found.Offer(entering{form: f, to: board.NoZone}, x.here.Appraise(f.side))
	for port := range f.ports.All() {
		x.tryEntries(f, port, &found)
	}
	return found.Answer
}

// tryEntries weighs the groups that could enter a port: everybody for whom there is
// room, the ships, the land units, and each unit alone.
func (x thinker) tryEntries(f *portForm, port board.Zone, found *bot.Best) {
	movers := f.movers(port)
	if movers.Empty() {
		return
	}
	x.tryEntry(f, f.fill(port).units, port, found)
	x.tryEntry(f, movers.And(x.g.Ships), port, found)
	x.tryEntry(f, movers.Minus(x.g.Ships), port, found)
	for rest := movers; !rest.Empty(); {
		u := rest.Pop()
		if x.g.TwinBelow(u, movers) == field.NoUnit || x.g.Where[x.g.TwinBelow(u, movers)] != x.g.Where[u] {
			x.tryEntry(f, field.UnitsOf(u), port, found)
		}
	}
}

// tryEntry weighs one group, with the leaders that its going would leave alone.
func (x thinker) tryEntry(f *portForm, units field.UnitSet, port board.Zone, found *bot.Best) {
	if units.Empty() {
		return
	}
	a := entering{form: f, units: units, to: port}
	for z := range x.g.ZonesOf(units).All() {
		if x.g.UnitsAt(f.side, z).Minus(units).Empty() {
			a.men |= x.g.LeadersOf(f.side, z) & f.men(port)
		}
	}
	if f.judge(&a) != nil || x.here.Cramped(port, x.g.UnitsAt(f.side, port).Or(units)) {
		return
	}
	gone := x.Imagine(x.here)
	gone.PlaceAll(a.units, a.men, port)
	v := gone.Appraise(f.side) + x.Doubt()
	if v > found.Value+0.15 {
		found.Offer(a, v)
	}
}

// redeploy shelters ships and troops in ports next door before the tests of
// attrition, and sends home what would otherwise rot in the open (D.2).
func (x thinker) redeploy(f *redeployForm) adjudicator.Answer {
	found := x.Best()
	found.Offer(chit.Staying{}, x.here.Appraise(f.side)+0.2)
	for port := range f.ports.All() {
		x.tryEntries(&f.portForm, port, &found)
	}
	for z := range x.g.Exposed(f.side).Intersect(x.g.Seas).All() {
		x.tryHome(f, x.g.UnitsAt(f.side, z), x.g.LeadersOf(f.side, z)&^x.g.Ill, &found)
		x.tryHome(f, x.g.NavalAt(f.side, z).And(x.g.Weak), 0, &found)
	}
	return found.Answer
}

// tryHome weighs sending a group to the nearest base of its side.
func (x thinker) tryHome(f *redeployForm, units field.UnitSet, men field.LeaderSet, found *bot.Best) {
	a := repatriation{form: f, units: units, men: men, to: x.g.BasesOf[f.side].First()}
	if units.Empty() || f.judgeHome(&a) != nil {
		return
	}
	gone := x.Imagine(x.here)
	gone.PlaceAll(a.units, a.men, a.to)
	found.Offer(a, gone.Appraise(f.side)+x.Doubt())
}
