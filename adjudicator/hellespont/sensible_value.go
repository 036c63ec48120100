package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/bot"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// What zones are worth besides, or cost.
const (
	held = bot.Command + 1 + iota // what is held, and what that costs
	hope                          // what could be taken
)

// What a sensible player thinks things are worth, in victory points (9.2).
const (
	portWorth    = 0.8  // holding a port, besides its points: supply, and total victory
	baseCost     = 0.18 // each PF of ships that lies in a base and does nothing
	idleCost     = 0.15 // each PF of land units there, who cannot leave without ships
	shortageCost = 5.0  // a supply marker on its "Disette" side: 3 points a month
	openPart     = 0.2  // of the points of a port: that no fleet of its holder lies in or before it
	guardPF      = 40.0 // and how many force points of ships are enough to bar the way
)

// prices are what counters and points are worth to him: 3 points for 10 PF afloat, and what
// they can do; 2 points for losing hoplites and 1 for other troops, and what they can do.
var prices = bot.Prices{
	Unit:     [field.Arms]float64{field.HopliteArm: 2, field.CavalryArm: 1, field.PeltastArm: 1, field.ArcherArm: 1},
	Strength: [field.Arms]float64{field.TriremeArm: 0.40, field.HopliteArm: 0.25, field.CavalryArm: 0.25, field.PeltastArm: 0.25, field.ArcherArm: 0.25},
	Point:    0.25,
	Chit:     0.8,
	Caution:  1.2,
}

// Prices implements [bot.Rules].
func (*game) Prices() *bot.Prices { return &prices }

// Holdings implements [bot.Rules]: ports, chances in sieges, supply, and what the stacks of
// a side risk.
func (g *game) Holdings(here *bot.Planner, s adjudicator.Side) float64 {
	v := here.Over(held, s, g.Held[s], false, func(z board.Zone) float64 { return g.heldIn(here, s, z) })
	v += here.Over(hope, s, g.Ports.Intersect(g.Held[s.Other()]), true, func(port board.Zone) float64 { return g.siegeHope(here, s, port) })
	if g.shortage[s] || g.shortageTrigger(s) != "" {
		v -= shortageCost
	}
	return v - g.supplyNear(s) - here.Threats(s) + here.Commands(s)
}

// heldIn values what a side has in a zone: a port, ships and land units in bases that do
// nothing, what attrition will take, and at the end ships that are still afloat.
func (g *game) heldIn(here *bot.Planner, s adjudicator.Side, z board.Zone) float64 {
	v := 0.0
	switch {
	case g.Bases.Has(z):
		return -baseCost*float64(g.NavalPF(s, z)) - idleCost*float64(g.LandPF(s, z))
	case g.Ports.Has(z):
		v += g.portHeld(s, z)
	case g.shelterless.Has(z):
		v -= 0.7 * g.attritionCost(here, s, z)
	}
	if g.TurnNo >= g.Playing.Last-g.Playing.First {
		v += 0.3 * float64(g.NavalPF(s, z))
	}
	return v
}

// portHeld values a port with a garrison: its points, and a little for what makes
// the garrison hard to besiege.
func (g *game) portHeld(s adjudicator.Side, port board.Zone) float64 {
	points := float64(g.portValue[port])
	safe := min(1, float64(g.AllPF(s, port))/10)
	return points + portWorth + 0.25*points*safe
}

// siegeHope values a siege that a side could make of a port as things stand: the
// chance that it falls, times what it is worth with those inside. An approach by
// half, ships or troops alone, is worth a little, and so is a port that no fleet guards:
// who has beaten the enemy before it does well to stay there.
func (g *game) siegeHope(here *bot.Planner, s adjudicator.Side, port board.Zone) float64 {
	near := g.Board.Near(port, board.Any)
	bySea, byLand := near.Meets(g.HeldBySea[s]), near.Meets(g.HeldByLand[s])
	if !bySea || !byLand {
		v := openPart * float64(g.portValue[port]) * (1 - g.guard(s.Other(), port, near))
		if bySea || byLand {
			v += 0.1
		}
		return v
	}
	m := g.siegeDice(&siege{port: port, besieger: s})
	return 0.8 * g.siegeGain(here, s, port, m.Sum())
}

// guard is how much of what it takes to bar the way to a port the fleets of its holder are
// that lie in it or next to it.
func (g *game) guard(holder adjudicator.Side, port board.Zone, near board.Set) float64 {
	pf := g.NavalPF(holder, port)
	for rest := near.Intersect(g.HeldBySea[holder]); !rest.Empty(); {
		pf += g.NavalPF(holder, rest.Pop())
	}
	return min(1, float64(pf)/guardPF)
}

// siegeGain is what a siege with so many dice brings its besieger on the mean: the
// port and its garrison on a 6, half of the garrison on a 5, a unit lost for a 1.
func (g *game) siegeGain(here *bot.Planner, s adjudicator.Side, port board.Zone, dice int) float64 {
	if dice <= 0 {
		return 0
	}
	e := s.Other()
	inside := here.Worth(g.UnitsAt(e, port))
	noSix, neither := power(5.0/6, dice), power(4.0/6, dice)
	prize := 2*float64(g.portValue[port]) + portWorth + inside
	return (1-noSix)*prize + (noSix-neither)*0.5*inside - prices.Caution*0.6*float64(dice)/6
}

func power(p float64, n int) float64 {
	v := 1.0
	for range n {
		v *= p
	}
	return v
}

// supplyNear values how near the enemy is to cutting a side's supply (6.1, 6.2).
func (g *game) supplyNear(s adjudicator.Side) float64 {
	enemy := g.Held[s.Other()]
	if s == sparta {
		return 0.3 * float64(g.spartanPorts.Intersect(enemy).Len())
	}
	return 0.5 * float64(g.straitMouth.Intersect(enemy).Len()+g.straitWaist.Intersect(enemy).Len())
}

// attritionCost is what the test of D.5 costs a side in a zone on the mean (6.4).
func (g *game) attritionCost(here *bot.Planner, s adjudicator.Side, z board.Zone) float64 {
	troops, fleet, winter := g.attrition(s, z)
	odds := g.tollsOf(troops + fleet + winter)
	return (odds.all*here.Weakening(g.UnitsAt(s, z)) + odds.one*0.6) / 6
}
