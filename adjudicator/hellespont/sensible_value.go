package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/standing"
	"keryx/adjudicator/board"
)

// What a sensible player thinks things are worth, in victory points (9.2).
const (
	shipWorth    = 0.40 // each PF of ships: 3 points for 10 PF afloat, and what they can do
	troopWorth   = 0.25 // each PF of land units, besides the points for losing them
	portWorth    = 0.8  // holding a port, besides its points: supply, and total victory
	pointWorth   = 0.25 // an action point that could be spent on something else
	chitWorth    = 0.8  // a stratagem counter in hand
	baseCost     = 0.18 // each PF of ships that lies in a base and does nothing
	idleCost     = 0.15 // each PF of land units there, who cannot leave without ships
	shortageCost = 5.0  // a supply marker on its "Disette" side: 3 points a month
	caution      = 1.2  // a loss of one's own weighs more than the same of the enemy's
)

// appraise values a position for a side: what it holds and threatens, less the same
// of the enemy. What combats that are due will do to it counts at its mean. Units
// alone are not counted, but for what they stand to lose.
func (g *game) appraise(s adjudicator.Side) float64 {
	e := s.Other()
	v := g.standingOf(s) - g.standingOf(e)
	attacker := g.Active
	if attacker == adjudicator.Observer { // in B.2: who acts first will attack
		attacker = g.Initiative
	}
	for z := range g.Contested().All() {
		v += g.prospect(&battle.Battle{Zone: z, Attacker: attacker, Naval: g.Seas.Has(z)}, s)
	}
	return v
}

// standingOf values what one side has: ports, chances in sieges, supply, and what
// its stacks risk.
func (g *game) standingOf(s adjudicator.Side) float64 {
	v := 0.0
	for port := range g.Ports.Intersect(g.Held[s]).All() {
		v += g.portHeld(s, port)
	}
	for port := range g.Ports.Intersect(g.Held[s.Other()]).All() {
		v += g.siegeHope(s, port)
	}
	if g.shortage[s] || g.shortageTrigger(s) != "" {
		v -= shortageCost
	}
	v -= g.supplyNear(s)
	for z := range g.Exposed(s).All() {
		v -= 0.7 * g.attritionCost(s, z)
	}
	v -= g.threats(s)
	afloat, inBases := g.TotalNaval(s)
	v -= baseCost * float64(inBases)
	for z := range g.HeldByLand[s].Intersect(g.Bases).All() {
		v -= idleCost * float64(g.LandPF(s, z))
	}
	if g.TurnNo >= g.Playing.Last-g.Playing.First {
		v += 0.3 * float64(afloat)
	}
	return v + g.command(s)
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
// half, ships or troops alone, is worth a little.
func (g *game) siegeHope(s adjudicator.Side, port board.Zone) float64 {
	near := g.Board.Near(port, board.Any)
	bySea, byLand := near.Meets(g.HeldBySea[s]), near.Meets(g.HeldByLand[s])
	if !bySea || !byLand {
		if bySea || byLand {
			return 0.1
		}
		return 0
	}
	m := g.siegeDice(&siege{port: port, besieger: s})
	return 0.8 * g.siegeGain(s, port, m.Sum())
}

// siegeGain is what a siege with so many dice brings its besieger on the mean: the
// port and its garrison on a 6, half of the garrison on a 5, a unit lost for a 1.
func (g *game) siegeGain(s adjudicator.Side, port board.Zone, dice int) float64 {
	if dice <= 0 {
		return 0
	}
	e := s.Other()
	inside := g.worth(g.UnitsAt(e, port))
	noSix, neither := power(5.0/6, dice), power(4.0/6, dice)
	prize := 2*float64(g.portValue[port]) + portWorth + inside
	return (1-noSix)*prize + (noSix-neither)*0.5*inside - caution*0.6*float64(dice)/6
}

func power(p float64, n int) float64 {
	v := 1.0
	for range n {
		v *= p
	}
	return v
}

// worth is what a set of units is worth to their owner.
func (g *game) worth(units field.UnitSet) float64 {
	v := 0.0
	for !units.Empty() {
		u := units.Pop()
		pf := float64(g.Strength(u))
		switch g.Pieces[u].Arm {
		case field.TriremeArm:
			v += shipWorth * pf
		case field.HopliteArm:
			v += 2 + troopWorth*pf
		default:
			v += 1 + troopWorth*pf
		}
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
func (g *game) attritionCost(s adjudicator.Side, z board.Zone) float64 {
	m := g.AttritionModifiers(s, z)
	units := g.UnitsAt(s, z)
	all, one := 0, 0
	for die := 1; die <= 6; die++ {
		switch tollOutcomes[g.own.Attrition.Of(die+m.Sum())] {
		case standing.OutcomeAll:
			all++
		case standing.OutcomeOne:
			one++
		}
	}
	return (float64(all)*g.weakening(units) + float64(one)*0.6) / 6
}

// weakening is what it costs to weaken every unit of a set.
func (g *game) weakening(units field.UnitSet) float64 {
	spent := units.And(g.Weak)
	return 0.45*g.worth(units.Minus(spent)) + g.worth(spent)
}

// threats values what the strongest enemy fleet could do to a side's fleets that
// are out of port, and enemy troops to land units next to them.
func (g *game) threats(s adjudicator.Side) float64 {
	e := s.Other()
	strongest := 0
	for z := range g.HeldBySea[e].All() {
		strongest = max(strongest, g.NavalPF(e, z))
	}
	v := 0.0
	for z := range g.HeldBySea[s].Intersect(g.Seas).Minus(g.Held[e]).All() {
		own := g.NavalPF(s, z)
		v += g.menace(strongest, own) * shipWorth * float64(own)
	}
	for z := range g.HeldByLand[s].Intersect(g.Lands).Minus(g.Held[e]).All() {
		near := 0
		for n := range g.Board.Near(z, board.ByLand).Intersect(g.HeldByLand[e]).All() {
			near = max(near, g.LandPF(e, n))
		}
		if near > 0 {
			v += g.menace(near, g.LandPF(s, z)) * g.worth(g.LandAt(s, z))
		}
	}
	return v
}

// menace is the part of a stack that an attack of so many PF would cost on the
// mean, beyond what it would cost the enemy; halved, for it may not come.
func (g *game) menace(enemy, own int) float64 {
	column := g.CRT.Column(enemy, own)
	v := 0.0
	for die := 1; die <= 6; die++ {
		cell := g.CRT.At(die, column)
		v += damage[cell.Defender] - damage[cell.Attacker]*min(1, float64(enemy)/float64(own))
	}
	return max(0, v/12)
}

// command values where a side's leaders are: with the stacks that they are to lead.
func (g *game) command(s adjudicator.Side) float64 {
	v := 0.0
	for men := g.LeadersInPlay(s); men != 0; {
		l := men.Pop()
		z := g.LeaderWhere[l]
		rank := 0.2 + 0.25*float64(g.Swords(l))
		switch {
		case g.Bases.Has(z):
			v -= rank
		case !g.Holds(s, z):
			v -= 2 * rank
		default:
			v += rank * min(1, float64(g.NavalPF(s, z)+3*g.LandPF(s, z))/40)
		}
	}
	return v
}

// damage is the part of a force that a result of the table costs, where it weakens
// fresh units.
var damage = [...]float64{bey.NoLoss: 0, bey.Quarter: 0.12, bey.Half: 0.24, bey.ThreeQuarters: 0.36,
	bey.AllWeakened: 0.5, bey.AllEliminated: 1}

// prospect is what a combat brings a side on the mean, by the modifiers and the
// table of the rules.
func (g *game) prospect(b *battle.Battle, s adjudicator.Side) float64 {
	r := g.war().Reckon(b)
	us, them := g.stakeOf(b, s), g.stakeOf(b, s.Other())
	v := 0.0
	for die := 1; die <= 6; die++ {
		cell := g.CRT.At(die+r.Die.Sum(), r.Column)
		ours, theirs, won := cell.Attacker, cell.Defender, cell.Winner == bey.Attacker
		if s != b.Attacker {
			ours, theirs, won = theirs, ours, !won
		}
		if won {
			v += them.beaten(theirs) - caution*us.hurt(ours) + 0.5
		} else {
			v += them.hurt(theirs) - caution*us.beaten(ours) - 0.5
		}
	}
	return v / 6
}

// stake is what one side can lose in a combat.
type stake struct {
	worth  float64 // of its fighters
	frail  float64 // the part of it that is weakened already
	caught bool    // it has nowhere to retreat to
}

func (g *game) stakeOf(b *battle.Battle, s adjudicator.Side) stake {
	force := g.war().Fighters(b, s)
	st := stake{worth: g.worth(g.UnitsAt(s, b.Zone)), caught: g.war().WaysOut(s, b.Zone).Empty()}
	if st.worth > 0 {
		st.frail = g.worth(force.And(g.Weak)) / st.worth
	}
	return st
}

// hurt is what a result costs.
func (st stake) hurt(r bey.Result) float64 { return st.worth * min(1, damage[r]*(1+0.7*st.frail)) }

// beaten is what a result costs the side that must retreat besides.
func (st stake) beaten(r bey.Result) float64 {
	if st.caught {
		return st.worth
	}
	return st.hurt(r)
}
