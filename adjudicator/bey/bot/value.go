package bot

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Appraise values a position for a side: what it holds and threatens, less the same
// of the enemy. What combats that are due will do to it counts at its mean. Units
// alone are not counted, but for what they stand to lose.
func (g *Planner) Appraise(s adjudicator.Side) float64 {
	e := s.Other()
	g.weighed, g.shared = board.Set{}, 0
	v := g.Holdings(g, s) - g.Holdings(g, e)
	attacker := g.Active
	if attacker == adjudicator.Observer { // in B.2: who acts first will attack
		attacker = g.Initiative
	}
	for due := g.Contested(); !due.Empty(); {
		v += g.expect(battle.Battle{Zone: due.Pop(), Attacker: attacker}, s)
	}
	g.reckoned = nowhere
	return v
}

// expect is the prospect of a combat that is due, looked up if it is remembered.
func (g *Planner) expect(b battle.Battle, s adjudicator.Side) float64 {
	m := g.memory
	b.Naval = g.Seas.Has(b.Zone)
	switch {
	case m == nil:
		return g.Prospect(b, s)
	case b.Zone == m.met:
		return m.promise
	case g.changed.Empty():
		m.dues[s].zones.Add(b.Zone)
		m.dues[s].worth[b.Zone] = g.Prospect(b, s)
	case !m.dues[s].zones.Has(b.Zone) || g.Bearing(b.Zone).Meets(g.changed):
		return g.Prospect(b, s)
	}
	return m.dues[s].worth[b.Zone]
}

// Worth is what a set of units is worth to their owner.
func (g *Planner) Worth(units field.UnitSet) float64 {
	v, weak := 0.0, g.Weak
	for !units.Empty() {
		if u := units.Pop(); weak.Has(u) {
			v += g.worths[u].weak
		} else {
			v += g.worths[u].full
		}
	}
	return v
}

// worths are what each unit is worth to its owner, on its front and on its reverse.
type worths [field.MaxUnits]struct{ full, weak float64 }

// worthsOf works them out by their prices.
func worthsOf(p *field.Printed, prices *Prices) (all worths) {
	for u := range p.Pieces {
		c := &p.Pieces[u]
		all[u].full = prices.Unit[c.Arm] + prices.Strength[c.Arm]*float64(c.Full)
		all[u].weak = prices.Unit[c.Arm] + prices.Strength[c.Arm]*float64(c.Reverse)
	}
	return all
}

// Weakening is what it costs to weaken every unit of a set.
func (g *Planner) Weakening(units field.UnitSet) float64 {
	spent := units.And(g.Weak)
	return 0.45*g.Worth(units.Minus(spent)) + g.Worth(spent)
}

// Threats values what the strongest enemy fleet could do to a side's fleets that
// are out of port, and enemy troops to land units next to them.
func (g *Planner) Threats(s adjudicator.Side) float64 {
	e, f := s.Other(), g.Field
	return g.chases(s, g.hunter(s)) + g.Over(Danger, s, f.HeldByLand[s].Intersect(f.Lands).Minus(f.Held[e]), true, func(z board.Zone) float64 { return g.danger(s, z) })
}

// hunter is the force of the strongest enemy fleet. While a group of the side's own is tried out,
// it is that which is remembered.
func (g *Planner) hunter(s adjudicator.Side) int {
	if m := g.memory; m != nil && m.origin != board.NoZone && m.mover == s {
		return m.hunter[s]
	}
	return g.strongest(s.Other())
}

// strongest is the force of a side's strongest fleet.
func (g *Planner) strongest(s adjudicator.Side) int {
	pf := 0
	for rest := g.HeldBySea[s]; !rest.Empty(); {
		pf = max(pf, g.NavalPF(s, rest.Pop()))
	}
	return pf
}

// chases values what an enemy fleet of so many PF could do to each of a side's that are out of
// port. It is the same for those that have not moved as long as none of his is stronger.
func (g *Planner) chases(s adjudicator.Side, hunter int) float64 {
	f, m := g.Field, g.memory
	at := func(z board.Zone) float64 {
		own := f.NavalPF(s, z)
		return g.Menace(hunter, own) * g.prices.Strength[field.TriremeArm] * float64(own)
	}
	out := f.HeldBySea[s].Intersect(f.Seas).Minus(f.Held[s.Other()])
	if m != nil && m.fresh {
		m.hunter[s] = hunter
	}
	if m == nil || m.hunter[s] == hunter {
		return g.Over(Chase, s, out, false, at)
	}
	last := &m.chased[s]
	kept := m.origin != board.NoZone && m.mover != s // the side's own fleets are where they were
	if kept && last.hunter == hunter && last.out == out {
		return last.value
	}
	v := 0.0
	for rest := out; !rest.Empty(); {
		v += at(rest.Pop())
	}
	if kept {
		*last = chased{hunter, out, v}
	}
	return v
}

// danger values what the strongest enemy stack next to a side's land units could do to them.
func (g *Planner) danger(s adjudicator.Side, z board.Zone) float64 {
	e, f := s.Other(), g.Field
	strongest := 0
	for n := range f.Board.Near(z, board.ByLand).Intersect(f.HeldByLand[e]).All() {
		strongest = max(strongest, f.LandPF(e, n))
	}
	if strongest == 0 {
		return 0
	}
	return g.Menace(strongest, f.LandPF(s, z)) * g.Worth(f.LandAt(s, z))
}

// Menace is the part of a stack that an attack of so many PF would cost on the
// mean, beyond what it would cost the enemy; halved, for it may not come.
func (g *Planner) Menace(enemy, own int) float64 {
	t, ratio := &g.tolls[g.CRT.Column(enemy, own)], min(1, float64(enemy)/float64(own))
	return max(0, (t.defender-t.attacker*ratio)/12)
}

// tolls are the parts of both forces that the combat table costs, by column, summed up over
// the faces of an unmodified die.
type tolls [bey.CRTColumns]struct{ attacker, defender float64 }

// tollsOf reads them from a table.
func tollsOf(table *bey.CRT) (all tolls) {
	for column := range all {
		for die := 1; die <= 6; die++ {
			cell, t := table.At(die, column), &all[column]
			t.attacker, t.defender = t.attacker+damage[cell.Attacker], t.defender+damage[cell.Defender]
		}
	}
	return all
}

// Commands values where a side's leaders are: with the stacks that they are to lead.
func (g *Planner) Commands(s adjudicator.Side) float64 {
	var led board.Set
	for rest := g.touched(); !rest.Empty(); {
		if z := rest.Pop(); g.LeadersOf(s, z) != 0 {
			led.Add(z)
		}
	}
	return g.Over(Command, s, led, false, func(z board.Zone) float64 { return g.commandAt(s, z) })
}

// touched are the zones in which a position may be another than that which is remembered.
func (g *Planner) touched() board.Set {
	if g.memory == nil || g.memory.fresh {
		return g.Board.All()
	}
	return g.changed
}

// commandAt is what it is worth that leaders of a side are in a zone.
func (g *Planner) commandAt(s adjudicator.Side, z board.Zone) float64 {
	v, f := 0.0, g.Field
	for men := f.LeadersOf(s, z); men != 0; {
		rank := 0.2 + 0.25*float64(f.Swords(men.Pop()))
		switch {
		case f.Bases.Has(z):
			v -= rank
		case !f.Holds(s, z):
			v -= 2 * rank
		default:
			v += rank * min(1, float64(f.NavalPF(s, z)+3*f.LandPF(s, z))/40)
		}
	}
	return v
}

// Winning is the chance that a side wins a combat, for [Rules.Holdings]: it is worked out once
// for both sides.
func (g *Planner) Winning(of battle.Battle, s adjudicator.Side) float64 {
	if !g.weighed.Has(of.Zone) {
		if !g.knows(of) {
			g.fight, g.reckoned = of, nowhere
			g.ReckonInto(&g.fight, &g.reckoning)
			g.know(of)
		}
		won, modifier := int8(0), g.reckoning.Die.Sum()
		for die := 1; die <= 6; die++ {
			if g.CRT.At(die+modifier, g.reckoning.Column).Winner == bey.Attacker {
				won++
			}
		}
		g.weighed.Add(of.Zone)
		g.won[of.Zone] = won
	}
	won := g.won[of.Zone]
	if s != of.Attacker {
		won = 6 - won
	}
	return float64(won) / 6
}

// reckoned is a combat that has been reckoned: in a zone, by an attacker; in none if there is none.
type reckoned struct {
	zone     board.Zone
	attacker adjudicator.Side
}

var nowhere = reckoned{board.NoZone, adjudicator.Observer}

// know notes that a combat on land has been reckoned, in the position as it stands until the end of
// the appraisal.
func (g *Planner) know(b battle.Battle) {
	if !b.Naval {
		g.reckoned = reckoned{b.Zone, b.Attacker}
	}
}

// knows reports whether that is the combat which has been reckoned last, as it stands without ruses.
func (g *Planner) knows(b battle.Battle) bool {
	return !b.Naval && g.reckoned == reckoned{b.Zone, b.Attacker}
}

// damage is the part of a force that a result of the table costs, where it weakens
// fresh units.
var damage = [...]float64{bey.NoLoss: 0, bey.Quarter: 0.12, bey.Half: 0.24, bey.ThreeQuarters: 0.36,
	bey.AllWeakened: 0.5, bey.AllEliminated: 1}

// Prospect is what a combat brings a side on the mean, by the modifiers and the
// table of the rules.
func (g *Planner) Prospect(of battle.Battle, s adjudicator.Side) float64 {
	b, r := &g.fight, &g.reckoning
	if !g.knows(of) {
		g.fight, g.reckoned = of, nowhere
		g.ReckonInto(b, r)
	}
	us, them := g.stakeOf(b, s), g.stakeOf(b, s.Other())
	v, modifier := 0.0, r.Die.Sum()
	for die := 1; die <= 6; die++ {
		cell := g.CRT.At(die+modifier, r.Column)
		ours, theirs, won := cell.Attacker, cell.Defender, cell.Winner == bey.Attacker
		if s != b.Attacker {
			ours, theirs, won = theirs, ours, !won
		}
		if won {
			v += them.beaten(theirs) - g.prices.Caution*us.hurt(ours) + 0.5
		} else {
			v += them.hurt(theirs) - g.prices.Caution*us.beaten(ours) - 0.5
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

func (g *Planner) stakeOf(b *battle.Battle, s adjudicator.Side) stake {
	force := g.Fighters(b, s)
	st := stake{worth: g.Worth(g.UnitsAt(s, b.Zone)), caught: g.WaysOut(s, b.Zone).Empty()}
	if st.worth > 0 {
		st.frail = g.Worth(force.And(g.Weak)) / st.worth
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
