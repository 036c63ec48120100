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
	v := g.Holdings(g, s) - g.Holdings(g, e)
	attacker := g.Active
	if attacker == adjudicator.Observer { // in B.2: who acts first will attack
		attacker = g.Initiative
	}
	for z := range g.Contested().All() {
		v += g.Prospect(battle.Battle{Zone: z, Attacker: attacker, Naval: g.Seas.Has(z)}, s)
	}
	return v
}

// Worth is what a set of units is worth to their owner.
func (g *Planner) Worth(units field.UnitSet) float64 {
	v := 0.0
	f, prices := g.Field, g.prices
	for !units.Empty() {
		u := units.Pop()
		arm := f.Pieces[u].Arm
		v += prices.Unit[arm] + prices.Strength[arm]*float64(f.Strength(u))
	}
	return v
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
	strongest := 0
	for z := range f.HeldBySea[e].All() {
		strongest = max(strongest, f.NavalPF(e, z))
	}
	v := 0.0
	for z := range f.HeldBySea[s].Intersect(f.Seas).Minus(f.Held[e]).All() {
		own := f.NavalPF(s, z)
		v += g.Menace(strongest, own) * g.prices.Strength[field.TriremeArm] * float64(own)
	}
	for z := range f.HeldByLand[s].Intersect(f.Lands).Minus(f.Held[e]).All() {
		near := f.Board.Near(z, board.ByLand)
		within := near
		within.Add(z)
		v += g.Weighed(Danger, s, z, within, func() float64 { return g.danger(s, z, near) })
	}
	return v
}

// danger values what the strongest enemy stack next to a side's land units could do to them.
func (g *Planner) danger(s adjudicator.Side, z board.Zone, near board.Set) float64 {
	e, f := s.Other(), g.Field
	strongest := 0
	for n := range near.Intersect(f.HeldByLand[e]).All() {
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
	ratio := min(1, float64(enemy)/float64(own))
	v := 0.0
	for _, t := range &g.tolls[g.CRT.Column(enemy, own)] {
		v += t.defender - t.attacker*ratio
	}
	return max(0, v/12)
}

// tolls are the parts of both forces that the combat table costs, by column, for each face
// of an unmodified die.
type tolls [bey.CRTColumns][6]struct{ attacker, defender float64 }

// tollsOf reads them from a table.
func tollsOf(table *bey.CRT) (all tolls) {
	for column := range all {
		for i := range all[column] {
			cell, t := table.At(1+i, column), &all[column][i]
			t.attacker, t.defender = damage[cell.Attacker], damage[cell.Defender]
		}
	}
	return all
}

// Command values where a side's leaders are: with the stacks that they are to lead.
func (g *Planner) Command(s adjudicator.Side) float64 {
	v, f := 0.0, g.Field
	for men := f.LeadersInPlay(s); men != 0; {
		l := men.Pop()
		z := f.LeaderWhere[l]
		rank := 0.2 + 0.25*float64(f.Swords(l))
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

// damage is the part of a force that a result of the table costs, where it weakens
// fresh units.
var damage = [...]float64{bey.NoLoss: 0, bey.Quarter: 0.12, bey.Half: 0.24, bey.ThreeQuarters: 0.36,
	bey.AllWeakened: 0.5, bey.AllEliminated: 1}

// Prospect is what a combat brings a side on the mean, by the modifiers and the
// table of the rules.
func (g *Planner) Prospect(of battle.Battle, s adjudicator.Side) float64 {
	g.fight = of
	b, r := &g.fight, &g.reckoning
	g.ReckonInto(b, r)
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
