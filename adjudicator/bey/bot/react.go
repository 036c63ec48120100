package bot

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
)

// choose answers whether to throw again.
func (p *Player) choose(m *battle.RerollForm) adjudicator.Answer {
	again := -1.0
	if c, ok := m.Of.(battle.CombatThrown); ok && c.Result >= bey.ThreeQuarters {
		again = 1
	}
	return p.Throw(m, again)
}

// Throw answers whether to throw again by what that is worth: above zero, he does.
func (p *Player) Throw(m *battle.RerollForm, worth float64) adjudicator.Answer {
	found := p.Best()
	found.Offer(battle.MenuAnswer{G: m.G, Single: order.Single{Act: order.ActAccept, Zone: board.NoZone}}, 0)
	found.Offer(battle.MenuAnswer{G: m.G, Single: order.Single{Act: order.ActReroll, Zone: board.NoZone}}, worth)
	return found.Answer
}

// order has the combats resolved that promise most first.
func (p *Player) order(g *Planner, f *battle.FightForm) adjudicator.Answer {
	found := p.Best()
	for z := range f.Due.All() {
		b := battle.Battle{Zone: z, Attacker: g.Active, Naval: g.Seas.Has(z)}
		found.Offer(f.First(z), g.Prospect(b, g.Active)+p.Doubt())
	}
	return found.Answer
}

// retreat takes everybody to the refuge that is worth most, or as many as there is
// room for.
func (p *Player) retreat(g *Planner, f *battle.RetreatForm) adjudicator.Answer {
	found := p.Best()
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
	return found.Answer
}

// fitting returns those of a set for whom there is room in a zone (3.6), the
// strongest first.
func (p *Player) fitting(g *Planner, f *battle.RetreatForm, units field.UnitSet, z board.Zone) field.UnitSet {
	gone := p.Imagine(g)
	var some field.UnitSet
	for !units.Empty() {
		u := Strongest(g.Field, units)
		units.Drop(u)
		gone.Place(u, z)
		if gone.Surplus(f.Side, z).Empty() {
			some.Add(u)
		} else {
			gone.Place(u, f.From)
		}
	}
	return some
}

// tryRetreat weighs one group's retreat: what there is no room for is lost, and
// those who stay behind go elsewhere.
func (p *Player) tryRetreat(g *Planner, f *battle.RetreatForm, a battle.Retirement, found *Best) {
	if f.Judge(&a, nil) != nil {
		return
	}
	gone := p.Imagine(g)
	gone.PlaceAll(a.Units, a.Men, a.To)
	v := gone.Appraise(f.Side) + p.Doubt()
	for over := gone.Surplus(f.Side, a.To); !over.Empty(); over = gone.Surplus(f.Side, a.To) {
		u := gone.Weakest(over)
		v -= gone.Worth(field.UnitsOf(u))
		gone.Eliminate(u)
	}
	found.Offer(a, v)
}

// crowd moves the unit whose going leaves the best position.
func (p *Player) crowd(g *Planner, f *march.CrowdForm) adjudicator.Answer {
	found := p.Best()
	f.Each(func(a march.Displacement) bool {
		gone := p.Imagine(g)
		gone.Place(a.Unit, a.To)
		found.Offer(a, gone.Appraise(f.Side)+p.Doubt())
		return true
	})
	return found.Answer
}

// displace sends counters that must go where the position is best.
func (p *Player) displace(g *Planner, side adjudicator.Side, f *march.ZoneForm) adjudicator.Answer {
	found := p.Best()
	for z := range f.Zones.All() {
		gone := p.Imagine(g)
		gone.PlaceAll(f.Units, f.Leaders, z)
		found.Offer(march.Going{F: f, To: z}, gone.Appraise(side)+p.Doubt())
	}
	return found.Answer
}

// Stand values staying where an enemy has come in on land. Who is inclined to ride off keeps
// away from a combat that costs him more than it brings: one that he has as good as won he does not leave.
func (g *Planner) Stand(side adjudicator.Side, z board.Zone) float64 {
	worth := g.Appraise(side)
	if g.Prospect(battle.Battle{Zone: z, Attacker: side.Other()}, side) <= 0 {
		worth -= rideOff
	}
	return worth
}

// rideOff is what cavalry gives for not being caught in a combat that it would lose.
const rideOff = 0.5

// withdraw takes cavalry away from an enemy who is more than a match for it.
func (p *Player) withdraw(g *Planner, f *march.WithdrawForm) adjudicator.Answer {
	found := p.Best()
	found.Offer(march.Standing{}, g.Stand(f.Away.Side, f.Away.From))
	for z := range f.Reached().All() {
		m := f.Away
		if !f.G.Follow(&m, z) {
			continue
		}
		gone := p.Imagine(g)
		gone.PlaceAll(m.Units, m.Leaders, z)
		found.Offer(march.RidingOff{Move: &m}, gone.Appraise(f.Away.Side)+p.Doubt())
	}
	return found.Answer
}
