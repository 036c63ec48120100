package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
)

// choose answers a question with a few options: where to evade to, which port to
// besiege, whether to throw again.
func (p *sensible) choose(g *game, side adjudicator.Side, m *battle.Menu) adjudicator.Answer {
	switch m.Options[0].Act {
	case order.ActEvade:
		return p.evade(g, side, m)
	case order.ActSiege:
		return p.besiege(g, side, m)
	case order.ActReroll:
		if c, ok := m.Of.(battle.CombatThrown); ok && c.Result >= bey.ThreeQuarters {
			return battle.MenuAnswer{G: m.G, Single: order.Single{Act: order.ActReroll, Zone: board.NoZone}}
		}
		return battle.MenuAnswer{G: m.G, Single: order.Single{Act: order.ActAccept, Zone: board.NoZone}}
	}
	return nil
}

// evade weighs standing against leaving: the die, the unit that it costs, and where
// one would be (4.2.1).
func (p *sensible) evade(g *game, side adjudicator.Side, m *battle.Menu) adjudicator.Answer {
	at := m.Guide.(evasionGuide).battle.Zone
	b := &battle.Battle{Zone: at, Attacker: side.Other(), Naval: g.Seas.Has(at)}
	g.Active = b.Attacker
	mods := g.evasionModifiers(b)
	chance := float64(min(6, max(0, 7-evadeNeeds+mods.Sum()))) / 6
	stand := g.appraise(side)
	var found best
	found.offer(battle.MenuAnswer{G: m.G, Single: order.Single{Act: order.ActStand, Zone: board.NoZone}}, stand)
	for _, o := range m.Options {
		if o.Act != order.ActEvade {
			continue
		}
		gone := p.imagine(g)
		gone.shift(side, at, o.Zone)
		left := gone.appraise(side) - 0.4*gone.worth(field.UnitsOf(gone.war().Weakest(gone.UnitsAt(side, o.Zone))))
		found.offer(battle.MenuAnswer{G: m.G, Single: o}, chance*left+(1-chance)*stand-0.1+p.doubt())
	}
	return found.answer
}

// shift moves everything of a side from one zone to another.
func (g *game) shift(side adjudicator.Side, from, to board.Zone) {
	for units := g.UnitsAt(side, from); !units.Empty(); {
		g.Place(units.Pop(), to)
	}
	for men := g.LeadersOf(side, from); men != 0; {
		g.PlaceLeader(men.Pop(), to)
	}
}

// besiege takes the siege that brings most, if any brings something.
func (p *sensible) besiege(g *game, side adjudicator.Side, m *battle.Menu) adjudicator.Answer {
	var found best
	found.offer(battle.MenuAnswer{G: m.G, Single: order.Single{Act: order.ActSiege, Zone: board.NoZone}}, 0.05)
	for _, o := range m.Options {
		if o.Zone == board.NoZone {
			continue
		}
		dice := g.siegeDice(&siege{port: o.Zone, besieger: side})
		found.offer(battle.MenuAnswer{G: m.G, Single: o}, g.siegeGain(side, o.Zone, dice.Sum()))
	}
	return found.answer
}

// order has the combats resolved that promise most first.
func (p *sensible) order(g *game, f *battle.FightForm) adjudicator.Answer {
	var found best
	for z := range f.Due.All() {
		b := &battle.Battle{Zone: z, Attacker: g.Active, Naval: g.Seas.Has(z)}
		found.offer(f.First(z), g.prospect(b, g.Active)+p.doubt())
	}
	return found.answer
}

// retreat takes everybody to the refuge that is worth most, or as many as there is
// room for.
func (p *sensible) retreat(g *game, f *battle.RetreatForm) adjudicator.Answer {
	var found best
	for z := range f.Near.Union(f.Over).All() {
		units, men := f.Units, f.Men
		if f.Over.Has(z) {
			units, men = f.Afloat()
		}
		p.tryRetreat(g, f, battle.Retirement{Form: f, Units: units, Men: men, To: z}, &found)
		if some := p.fitting(g, f, units, z); some != units {
			p.tryRetreat(g, f, battle.Retirement{Form: f, Units: some, Men: men, To: z}, &found)
			p.tryRetreat(g, f, battle.Retirement{Form: f, Units: some, To: z}, &found)
		}
	}
	return found.answer
}

// fitting returns those of a set for whom there is room in a zone (3.6), the
// strongest first.
func (p *sensible) fitting(g *game, f *battle.RetreatForm, units field.UnitSet, z board.Zone) field.UnitSet {
	gone := p.imagine(g)
	var some field.UnitSet
	for !units.Empty() {
		u := g.strongest(units)
		units.Drop(u)
		gone.Place(u, z)
		if gone.war().Surplus(f.Side, z).Empty() {
			some.Add(u)
		} else {
			gone.Place(u, f.From)
		}
	}
	return some
}

// tryRetreat weighs one group's retreat: what there is no room for is lost, and
// those who stay behind go elsewhere.
func (p *sensible) tryRetreat(g *game, f *battle.RetreatForm, a battle.Retirement, found *best) {
	if f.Judge(&a, nil) != nil {
		return
	}
	gone := p.imagine(g)
	gone.settleAt(a.Units, a.Men, a.To)
	v := gone.appraise(f.Side) + p.doubt()
	for over := gone.war().Surplus(f.Side, a.To); !over.Empty(); over = gone.war().Surplus(f.Side, a.To) {
		u := gone.war().Weakest(over)
		v -= gone.worth(field.UnitsOf(u))
		gone.Eliminate(u)
	}
	found.offer(a, v)
}

// settleAt puts units and leaders into a zone.
func (g *game) settleAt(units field.UnitSet, men field.LeaderSet, z board.Zone) {
	for !units.Empty() {
		g.Place(units.Pop(), z)
	}
	for men != 0 {
		g.PlaceLeader(men.Pop(), z)
	}
}

// crowd moves the unit whose going leaves the best position.
func (p *sensible) crowd(g *game, f *march.CrowdForm) adjudicator.Answer {
	var found best
	f.Each(func(a march.Displacement) bool {
		gone := p.imagine(g)
		gone.Place(a.Unit, a.To)
		found.offer(a, gone.appraise(f.Side)+p.doubt())
		return true
	})
	return found.answer
}

// displace sends counters that must go where the position is best.
func (p *sensible) displace(g *game, side adjudicator.Side, f *march.ZoneForm) adjudicator.Answer {
	var found best
	for z := range f.Zones.All() {
		gone := p.imagine(g)
		gone.settleAt(f.Units, f.Leaders, z)
		found.offer(march.Going{F: f, To: z}, gone.appraise(side)+p.doubt())
	}
	return found.answer
}

// withdraw takes cavalry away from an enemy who is more than a match for it.
func (p *sensible) withdraw(g *game, f *march.WithdrawForm) adjudicator.Answer {
	var found best
	found.offer(march.Standing{}, g.appraise(f.Away.Side)-0.5)
	for z := range f.Reached().All() {
		m := f.Away
		if !f.G.Follow(&m, z) {
			continue
		}
		gone := p.imagine(g)
		gone.settleAt(m.Units, m.Leaders, z)
		found.offer(march.RidingOff{Move: &m}, gone.appraise(f.Away.Side)+p.doubt())
	}
	return found.answer
}

// enter advances into a port that has fallen, with a garrison that can hold it.
func (p *sensible) enter(g *game, f *portForm) adjudicator.Answer {
	var found best
	found.offer(entering{form: f, to: board.NoZone}, g.appraise(f.side))
	for port := range f.ports.All() {
		p.tryEntries(g, f, port, &found)
	}
	return found.answer
}

// tryEntries weighs the groups that could enter a port: everybody for whom there is
// room, the ships, the land units, and each unit alone.
func (p *sensible) tryEntries(g *game, f *portForm, port board.Zone, found *best) {
	movers := f.movers(port)
	if movers.Empty() {
		return
	}
	p.tryEntry(g, f, f.fill(port).units, port, found)
	p.tryEntry(g, f, movers.And(g.Ships), port, found)
	p.tryEntry(g, f, movers.Minus(g.Ships), port, found)
	for rest := movers; !rest.Empty(); {
		u := rest.Pop()
		if g.TwinBelow(u, movers) == field.NoUnit || g.Where[g.TwinBelow(u, movers)] != g.Where[u] {
			p.tryEntry(g, f, field.UnitsOf(u), port, found)
		}
	}
}

// tryEntry weighs one group, with the leaders that its going would leave alone.
func (p *sensible) tryEntry(g *game, f *portForm, units field.UnitSet, port board.Zone, found *best) {
	if units.Empty() {
		return
	}
	a := entering{form: f, units: units, to: port}
	for z := range g.ZonesOf(units).All() {
		if g.UnitsAt(f.side, z).Minus(units).Empty() {
			a.men |= g.LeadersOf(f.side, z) & f.men(port)
		}
	}
	if f.judge(&a) != nil || g.cramped(port, g.UnitsAt(f.side, port).Or(units)) {
		return
	}
	gone := p.imagine(g)
	gone.settleAt(a.units, a.men, port)
	v := gone.appraise(f.side) + p.doubt()
	if v > found.value+0.15 {
		found.offer(a, v)
	}
}

// redeploy shelters ships and troops in ports next door before the tests of
// attrition, and sends home what would otherwise rot in the open (D.2).
func (p *sensible) redeploy(g *game, f *redeployForm) adjudicator.Answer {
	var found best
	found.offer(staying{}, g.appraise(f.side)+0.2)
	for port := range f.ports.All() {
		p.tryEntries(g, &f.portForm, port, &found)
	}
	for z := range g.Exposed(f.side).Intersect(g.Seas).All() {
		p.tryHome(g, f, g.UnitsAt(f.side, z), g.LeadersOf(f.side, z)&^g.Ill, &found)
		p.tryHome(g, f, g.NavalAt(f.side, z).And(g.Weak), 0, &found)
	}
	return found.answer
}

// tryHome weighs sending a group to the nearest base of its side.
func (p *sensible) tryHome(g *game, f *redeployForm, units field.UnitSet, men field.LeaderSet, found *best) {
	a := repatriation{form: f, units: units, men: men, to: g.BasesOf[f.side].First()}
	if units.Empty() || f.judgeHome(&a) != nil {
		return
	}
	gone := p.imagine(g)
	gone.settleAt(a.units, a.men, a.to)
	found.offer(a, gone.appraise(f.side)+p.doubt())
}
