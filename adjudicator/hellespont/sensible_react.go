package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/board"
)

// choose answers a question with a few options: where to evade to, which port to
// besiege, whether to throw again.
func (p *sensible) choose(g *game, side adjudicator.Side, m *menu) adjudicator.Answer {
	switch m.options[0].act {
	case actEvade:
		return p.evade(g, side, m)
	case actSiege:
		return p.besiege(g, side, m)
	case actReroll:
		if c, ok := m.of.(combatThrown); ok && c.result >= bey.ThreeQuarters {
			return menuAnswer{m.g, single{actReroll, board.NoZone}}
		}
		return menuAnswer{m.g, single{actAccept, board.NoZone}}
	}
	return nil
}

// evade weighs standing against leaving: the die, the unit that it costs, and where
// one would be (4.2.1).
func (p *sensible) evade(g *game, side adjudicator.Side, m *menu) adjudicator.Answer {
	at := m.guide.(evasionGuide).battle.zone
	b := &battle{zone: at, attacker: side.Other(), naval: g.seas.Has(at)}
	g.active = b.attacker
	mods := g.evasionModifiers(b)
	chance := float64(min(6, max(0, 7-evadeNeeds+mods.Sum()))) / 6
	stand := g.appraise(side)
	var found best
	found.offer(menuAnswer{m.g, single{actStand, board.NoZone}}, stand)
	for _, o := range m.options {
		if o.act != actEvade {
			continue
		}
		gone := *g
		gone.shift(side, at, o.zone)
		left := gone.appraise(side) - 0.4*gone.worth(unitsOf(gone.weakest(gone.unitsAt(side, o.zone))))
		found.offer(menuAnswer{m.g, o}, chance*left+(1-chance)*stand-0.1+p.doubt())
	}
	return found.answer
}

// shift moves everything of a side from one zone to another.
func (g *game) shift(side adjudicator.Side, from, to board.Zone) {
	for units := g.unitsAt(side, from); !units.empty(); {
		g.place(units.pop(), to)
	}
	for men := g.leadersOf(side, from); men != 0; {
		g.placeLeader(men.pop(), to)
	}
}

// besiege takes the siege that brings most, if any brings something.
func (p *sensible) besiege(g *game, side adjudicator.Side, m *menu) adjudicator.Answer {
	var found best
	found.offer(menuAnswer{m.g, single{actSiege, board.NoZone}}, 0.05)
	for _, o := range m.options {
		if o.zone == board.NoZone {
			continue
		}
		dice := g.siegeDice(&siege{port: o.zone, besieger: side})
		found.offer(menuAnswer{m.g, o}, g.siegeGain(side, o.zone, dice.Sum()))
	}
	return found.answer
}

// order has the combats resolved that promise most first.
func (p *sensible) order(g *game, f *fightForm) adjudicator.Answer {
	var found best
	for z := range f.due.All() {
		b := &battle{zone: z, attacker: g.active, naval: g.seas.Has(z)}
		found.offer(f.first(z), g.prospect(b, g.active)+p.doubt())
	}
	return found.answer
}

// retreat takes everybody to the refuge that is worth most, or as many as there is
// room for.
func (p *sensible) retreat(g *game, f *retreatForm) adjudicator.Answer {
	var found best
	for z := range f.near.Union(f.over).All() {
		units, men := f.units, f.men
		if f.over.Has(z) {
			units, men = f.afloat()
		}
		p.tryRetreat(g, f, retirement{form: f, units: units, men: men, to: z}, &found)
		if some := g.fitting(f, units, z); some != units {
			p.tryRetreat(g, f, retirement{form: f, units: some, men: men, to: z}, &found)
			p.tryRetreat(g, f, retirement{form: f, units: some, to: z}, &found)
		}
	}
	return found.answer
}

// fitting returns those of a set for whom there is room in a zone (3.6), the
// strongest first.
func (g *game) fitting(f *retreatForm, units unitSet, z board.Zone) unitSet {
	gone := *g
	var some unitSet
	for !units.empty() {
		u := g.strongest(units)
		units.drop(u)
		gone.place(u, z)
		if gone.surplus(f.side, z).empty() {
			some.add(u)
		} else {
			gone.place(u, f.from)
		}
	}
	return some
}

// tryRetreat weighs one group's retreat: what there is no room for is lost, and
// those who stay behind go elsewhere.
func (p *sensible) tryRetreat(g *game, f *retreatForm, a retirement, found *best) {
	if f.judge(&a, nil) != nil {
		return
	}
	gone := *g
	gone.settleAt(a.units, a.men, a.to)
	v := gone.appraise(f.side) + p.doubt()
	for over := gone.surplus(f.side, a.to); !over.empty(); over = gone.surplus(f.side, a.to) {
		u := gone.weakest(over)
		v -= gone.worth(unitsOf(u))
		gone.eliminate(u)
	}
	found.offer(a, v)
}

// settleAt puts units and leaders into a zone.
func (g *game) settleAt(units unitSet, men leaderSet, z board.Zone) {
	for !units.empty() {
		g.place(units.pop(), z)
	}
	for men != 0 {
		g.placeLeader(men.pop(), z)
	}
}

// crowd moves the unit whose going leaves the best position.
func (p *sensible) crowd(g *game, f *crowdForm) adjudicator.Answer {
	var found best
	f.each(func(a displacement) bool {
		gone := *g
		gone.place(a.unit, a.to)
		found.offer(a, gone.appraise(f.side)+p.doubt())
		return true
	})
	return found.answer
}

// displace sends counters that must go where the position is best.
func (p *sensible) displace(g *game, side adjudicator.Side, f *zoneForm) adjudicator.Answer {
	var found best
	for z := range f.zones.All() {
		gone := *g
		gone.settleAt(f.units, f.leaders, z)
		found.offer(going{f, z}, gone.appraise(side)+p.doubt())
	}
	return found.answer
}

// withdraw takes cavalry away from an enemy who is more than a match for it.
func (p *sensible) withdraw(g *game, f *withdrawForm) adjudicator.Answer {
	var found best
	found.offer(standing{}, g.appraise(f.away.side)-0.5)
	for z := range f.reached().All() {
		m := f.away
		if !f.g.follow(&m, z) {
			continue
		}
		gone := *g
		gone.settleAt(m.units, m.leaders, z)
		found.offer(ridingOff{&m}, gone.appraise(f.away.side)+p.doubt())
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
	if movers.empty() {
		return
	}
	p.tryEntry(g, f, f.fill(port).units, port, found)
	p.tryEntry(g, f, movers.and(g.ships), port, found)
	p.tryEntry(g, f, movers.minus(g.ships), port, found)
	for rest := movers; !rest.empty(); {
		u := rest.pop()
		if g.twinBelow(u, movers) == noUnit || g.where[g.twinBelow(u, movers)] != g.where[u] {
			p.tryEntry(g, f, unitsOf(u), port, found)
		}
	}
}

// tryEntry weighs one group, with the leaders that its going would leave alone.
func (p *sensible) tryEntry(g *game, f *portForm, units unitSet, port board.Zone, found *best) {
	if units.empty() {
		return
	}
	a := entering{form: f, units: units, to: port}
	for z := range g.zonesOf(units).All() {
		if g.unitsAt(f.side, z).minus(units).empty() {
			a.men |= g.leadersOf(f.side, z) & f.men(port)
		}
	}
	if f.judge(&a) != nil || g.cramped(port, g.unitsAt(f.side, port).or(units)) {
		return
	}
	gone := *g
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
	for z := range g.exposed(f.side).Intersect(g.seas).All() {
		p.tryHome(g, f, g.unitsAt(f.side, z), g.leadersOf(f.side, z)&^g.ill, &found)
		p.tryHome(g, f, g.navalAt(f.side, z).and(g.weak), 0, &found)
	}
	return found.answer
}

// tryHome weighs sending a group to the nearest base of its side.
func (p *sensible) tryHome(g *game, f *redeployForm, units unitSet, men leaderSet, found *best) {
	a := repatriation{form: f, units: units, men: men, to: g.basesOf[f.side].First()}
	if units.empty() || f.judgeHome(&a) != nil {
		return
	}
	gone := *g
	gone.settleAt(a.units, a.men, a.to)
	found.offer(a, gone.appraise(f.side)+p.doubt())
}
