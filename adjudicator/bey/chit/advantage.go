package chit

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
)

// judgeAdvantage returns the rule that forbids a use of the Advantage, or nil (8).
func (g Chits) judgeAdvantage(p *Play, m field.Moment) *field.Fault {
	if g.Advantage != p.Side {
		return g.Fault("no-advantage", "8", 0)
	}
	switch p.use {
	case order.UsePoints, order.UseInvert:
		if m != field.AfterDice {
			return g.Fault("advantage-not-now", "8", 0)
		}
		if _, given := g.GivenInitiative(); given && p.use == order.UseInvert {
			return g.Fault("initiative-given", "8", 0)
		}
	case order.UseRecover:
		if p.Zone == board.NoZone || p.Units.Len() != 1 || !p.Units.Within(g.Worn(p.Side).And(g.At[p.Zone])) {
			return g.recoverFault(p.Side)
		}
	case order.UseReturn:
		units, leaders := g.Fallen(p.Side)
		if p.Units.Len()+p.Leaders.Len() != 1 || !p.Units.Within(units) || p.Leaders&^leaders != 0 {
			return g.returnFault(p.Side)
		}
		if homes := g.homes(p); p.Zone == board.NoZone || !homes.Has(p.Zone) {
			return g.Fault("return-where", "8", 0, "Zones", homes)
		}
	default:
		return g.Fault("advantage-not-now", "8", 0)
	}
	return nil
}

// returnFault says whom the Advantage can bring back.
func (g Chits) returnFault(s adjudicator.Side) *field.Fault {
	units, leaders := g.Fallen(s)
	return g.Fault("return-whom", "8", 0, "Who", g.Terms(units, leaders))
}

// homes returns where a use of the Advantage can bring back whom it names.
func (g Chits) homes(p *Play) board.Set { return g.Homes(p.Side, p.Units, p.Leaders) }

// weakZones returns the zones where a side has a weakened unit that can recover.
func (g Chits) weakZones(s adjudicator.Side) board.Set {
	return g.ZonesOf(g.Worn(s))
}

// Fallen returns the units and leaders of a side that the Advantage can bring back: those
// eliminated.
func (g Chits) Fallen(s adjudicator.Side) (field.UnitSet, field.LeaderSet) {
	var units field.UnitSet
	for set := g.Of[s].And(g.Revived); !set.Empty(); {
		if u := set.Pop(); g.UnitFate[u] == field.Eliminated {
			units.Add(u)
		}
	}
	var leaders field.LeaderSet
	for set := g.Captains[s]; set != 0; {
		l := set.Pop()
		if dead := g.LeaderFate[l] == field.Eliminated || g.LeaderFate[l] == field.Captured; dead && !g.CalledAway(l) {
			leaders.Add(l)
		}
	}
	return units, leaders
}

// useAdvantage carries out a use of the Advantage, which then goes to the enemy (8).
func (g Chits) useAdvantage(t *adjudicator.Table, p *Play) {
	if t.Heard() {
		g.Tell(t, "8", 0, "advantage-"+order.UseWords[p.use], "Side", p.Side,
			"Who", g.Terms(p.Units, p.Leaders), "Zone", g.Perhaps(p.Zone))
	}
	g.Phase.Fortune = g.Phase.Fortune || p.use == order.UsePoints || p.use == order.UseInvert
	switch p.use {
	case order.UsePoints:
		g.Points[p.Side] += advantagePoints
	case order.UseInvert:
		g.Initiative = g.Initiative.Other()
	case order.UseRecover:
		g.Recover(p.Units.Nth(0))
	case order.UseReturn:
		if target := p.Leaders; target != 0 {
			g.PlaceLeader(target.Pop(), p.Zone)
		} else {
			g.Place(p.Units.Nth(0), p.Zone)
		}
	}
	g.PassAdvantage(t)
	g.Changed(t)
}

// PassAdvantage turns the marker over to the other side.
func (g Chits) PassAdvantage(t *adjudicator.Table) {
	g.Advantage = g.Advantage.Other()
	g.Tell(t, "8", 1, "advantage-passes", "Side", g.Advantage)
}

// SamplePlay returns a random legal play at a moment, or nil.
func (g Chits) SamplePlay(r *rand.Rand, side adjudicator.Side, m field.Moment) *Play {
	p := &Play{G: g, Side: side, Zone: board.NoZone}
	if g.Advantage == side && r.IntN(3) == 0 {
		g.sampleUse(r, p, m)
	} else if g.Pool.Hand[side] != 0 {
		timely := g.Timely(m)
		p.Number = timely[r.IntN(len(timely))]
		if g.Holding(side, p.Number) == field.NoChit {
			return nil
		}
		g.Text(p.Number).Sample(r, p)
	} else {
		return nil
	}
	if g.JudgePlay(p, m) != nil {
		return nil
	}
	return p
}

// sampleUse aims the Advantage at random.
func (g Chits) sampleUse(r *rand.Rand, p *Play, m field.Moment) {
	switch {
	case m == field.AfterDice && r.IntN(2) == 0:
		p.use = order.UsePoints + order.Use(r.IntN(2))
	case r.IntN(2) == 0:
		p.use = order.UseRecover
		if zones := g.weakZones(p.Side); !zones.Empty() {
			p.Zone = zones.Nth(r.IntN(zones.Len()))
			p.Units = g.OneOf(r, g.Worn(p.Side).And(g.At[p.Zone]))
		}
	default:
		p.use = order.UseReturn
		units, leaders := g.Fallen(p.Side)
		if p.Leaders = leaders & -leaders; p.Leaders == 0 {
			p.Units = g.OneOf(r, units)
		}
		if homes := g.homes(p); !homes.Empty() {
			p.Zone = homes.Nth(r.IntN(homes.Len()))
		}
	}
}

// OneOf returns a random unit of a set, as the set of it, or the empty set.
func (g Chits) OneOf(r *rand.Rand, set field.UnitSet) field.UnitSet {
	if set.Empty() {
		return set
	}
	return g.Canonical(field.UnitsOf(set.Nth(r.IntN(set.Len()))), set)
}

// PlayChoices lists what a side could play at a moment, for the order template.
func (g Chits) PlayChoices(side adjudicator.Side, m field.Moment) []adjudicator.Choice {
	var all []adjudicator.Choice
	note := adjudicator.Say("bey.note.play")
	for _, n := range g.Timely(m) {
		if g.Holding(side, n) == field.NoChit || m.InAction() && g.Phase.Played[side] {
			continue
		}
		for _, p := range g.Patterns(side, n) {
			if g.JudgePlay(p, m) == nil {
				all = append(all, adjudicator.Choice{Words: p.Words(), Note: note})
			}
		}
	}
	if g.Advantage == side {
		all = append(all, g.advantageChoices(side, m)...)
	}
	return all
}

// advantageNote tells what a use of the Advantage brings, and what it costs.
func (g Chits) advantageNote(p *Play) adjudicator.Phrase {
	enemy := g.SideTerm(p.Side.Other())
	switch p.use {
	case order.UsePoints:
		return adjudicator.Say("bey.note.advantage-points", "Points", advantagePoints, "Enemy", enemy)
	case order.UseInvert:
		return adjudicator.Say("bey.note.advantage-initiative", "First", g.SideTerm(g.Initiative.Other()), "Enemy", enemy)
	}
	return adjudicator.Say("bey.note.advantage", "Enemy", enemy)
}

// advantagePoints is how many action points the Advantage brings (8).
const advantagePoints = 2

func (g Chits) advantageChoices(side adjudicator.Side, m field.Moment) []adjudicator.Choice {
	var all []adjudicator.Choice
	add := func(p *Play) {
		p.G, p.Side = g, side
		if g.JudgePlay(p, m) == nil {
			all = append(all, adjudicator.Choice{Words: p.Words(), Note: g.advantageNote(p)})
		}
	}
	add(&Play{use: order.UsePoints, Zone: board.NoZone})
	add(&Play{use: order.UseInvert, Zone: board.NoZone})
	for z := range g.weakZones(side).All() {
		worn := g.Worn(side).And(g.At[z])
		g.EachFace(worn, func(u field.UnitNo) { add(&Play{use: order.UseRecover, Zone: z, Units: field.UnitsOf(u)}) })
	}
	units, leaders := g.Fallen(side)
	g.EachFace(units, func(u field.UnitNo) {
		p := &Play{use: order.UseReturn, Side: side, Units: field.UnitsOf(u)}
		p.Zone = g.homes(p).First()
		add(p)
	})
	for leaders != 0 {
		p := &Play{use: order.UseReturn, Side: side}
		p.Leaders.Add(leaders.Pop())
		p.Zone = g.homes(p).First()
		add(p)
	}
	return all
}
