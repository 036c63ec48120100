package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/battle"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/march"
	"keryx/adjudicator/board"
)

// preference ranks the stratagems that are worth keeping, the best first (7).
var preference = []field.StratagemNo{14, 9, 1, 22, 8, 3, 10, 12, 2, 20, 23, 13, 16, 5, 15, 18, 17, 11, 19, 7, 6, 4}

// rank is the place of a stratagem in the preference of a sensible player.
func rank(n field.StratagemNo) int {
	for i, have := range preference {
		if have == n {
			return i
		}
	}
	return len(preference)
}

// start chooses the stratagem to begin with, and the second one where the first may
// be gone (10.1).
func (p *sensible) start(f *startForm) adjudicator.Answer {
	a := starting{g: f.g}
	for _, n := range preference {
		switch {
		case !f.has(n):
		case a.n == 0:
			a.n = n
		case f.mayMiss && a.second == 0:
			a.second = n
		}
	}
	return a
}

// keep keeps the counter with the most useful face (D.1).
func (p *sensible) keep(f *chit.KeepForm) adjudicator.Answer {
	var found best
	for hand := f.G.Pool.Hand[f.Side]; hand != 0; {
		c := hand.Pop()
		v := 0.0
		for _, face := range f.G.Counters[c].Faces {
			if face.Colour.PlayableBy(f.Side) && !f.G.Retired.Has(face.Stratagem) && !f.G.Playing.IsWithdrawn(face.Stratagem) {
				v = max(v, float64(len(preference)-rank(face.Stratagem)))
			}
		}
		found.offer(chit.KeepAnswer{G: f.G, Chit: c}, v)
	}
	return found.answer
}

// play answers whether to play something outside combats, sieges and adjustments.
func (p *sensible) play(g *game, f *chit.PlayForm) adjudicator.Answer {
	if a := p.ploy(g, f.Side, f.Moment); a != nil {
		a.G = f.G
		return a
	}
	return chit.Passing{}
}

// playInAction plays a stratagem among one's own movements, or nothing.
func (p *sensible) playInAction(g *game, f *march.ActForm) adjudicator.Answer {
	if !f.Actions || g.Phase.Played[f.Side] {
		return nil
	}
	if a := p.ploy(g, f.Side, field.DuringMoves); a != nil {
		a.G = f.G.Chits
		return a
	}
	return nil
}

// ploy returns the stratagem that is worth playing at a moment, or nil. The
// Advantage is kept: it gives a die in sieges and a second throw in combats.
func (p *sensible) ploy(g *game, side adjudicator.Side, m field.Moment) *chit.Play {
	for _, n := range g.Timely(m) {
		if g.Holding(side, n) == field.NoChit {
			continue
		}
		for _, a := range p.aimed(g, side, n, m) {
			a.G = g.war().Chits
			if g.war().JudgePlay(a, m) == nil {
				return a
			}
		}
	}
	return nil
}

// aimed returns the plays of a stratagem that make sense now, the best first.
func (p *sensible) aimed(g *game, side adjudicator.Side, n field.StratagemNo, m field.Moment) []*chit.Play {
	plain := &chit.Play{Side: side, Number: n, Zone: board.NoZone}
	switch n {
	case 4:
		if g.atSea(side.Other()) > 2*g.atSea(side)+20 {
			return []*chit.Play{plain}
		}
	case 13:
		if m == field.AnsweringCall {
			return []*chit.Play{plain}
		}
		return g.war().Patterns(side, n)
	case 14:
		return g.war().Patterns(side, n)
	case 16:
		return g.byRank(g.war().Patterns(side, n))
	case 17:
		return []*chit.Play{plain}
	case 18:
		if g.alcibiades != field.NoLeader && g.LeaderFate[g.alcibiades] == field.Detained {
			return []*chit.Play{plain}
		}
	case 20:
		return g.plague(side)
	case 22:
		if m == field.Reinforcing {
			return g.war().Patterns(side, n)[2:] // as S14
		}
	}
	return nil
}

// atSea counts a side's naval force points in sea zones, where a storm strikes.
func (g *game) atSea(s adjudicator.Side) int {
	pf := 0
	for z := range g.HeldBySea[s].Intersect(g.Seas).All() {
		pf += g.NavalPF(s, z)
	}
	return pf
}

// byRank puts plays against leaders of higher bonus first.
func (g *game) byRank(plays []*chit.Play) []*chit.Play {
	var sorted []*chit.Play
	for bonus := 2; bonus >= 0; bonus-- {
		for _, a := range plays {
			if l := a.Leaders; g.Swords(l.Pop()) == bonus {
				sorted = append(sorted, a)
			}
		}
	}
	return sorted
}

// plague aims S20 at the two best land units of the enemy's largest stack, and at
// his best leader.
func (g *game) plague(side adjudicator.Side) []*chit.Play {
	enemy := side.Other()
	a := &chit.Play{Side: side, Number: 20, Zone: board.NoZone}
	worst := 0.0
	for z := range g.HeldByLand[enemy].All() {
		units := g.LandAt(enemy, z)
		for units.Len() > 2 {
			units.Drop(g.war().Weakest(units))
		}
		units = g.Canonical(units, g.LandAt(enemy, z))
		if v := g.weakening(units); v > worst {
			worst, a.Zone, a.Units = v, z, units
		}
	}
	for men := g.LeadersInPlay(enemy) &^ g.Ill; men != 0; {
		l := men.Pop()
		if target := a.Leaders; target == 0 || g.Swords(l) > g.Swords(target.Pop()) {
			a.Leaders = 1 << l
		}
	}
	if worst == 0 {
		return nil
	}
	return []*chit.Play{a}
}

// ruse answers whether to play or discard something in a combat, a siege or the
// adjustments.
func (p *sensible) ruse(g *game, f *chit.RuseForm) adjudicator.Answer {
	var found best
	found.offer(f.Default(), 0)
	for _, r := range f.Options() {
		found.offer(chit.RuseAnswer{G: f.G, Ruse: r}, p.ruseGain(g, f, r))
	}
	return found.answer
}

// ruseGain is what a ruse brings, less what the counter could bring later.
func (p *sensible) ruseGain(g *game, f *chit.RuseForm, r field.Ruse) float64 {
	switch in := f.In.(type) {
	case siegeSetting:
		return g.siegeRuseGain(in.siege, f.Side, r) - chitWorth
	case battle.CombatSetting:
		b := *in.Battle
		before := g.prospect(&b, f.Side)
		b.Ruse[f.Side] = r
		return g.prospect(&b, f.Side) - before - chitWorth
	}
	switch {
	case r.Number == 11 || r.Number == 12:
		return 1
	case r.Number == 22:
		return -1 // reinforcements are worth more
	case r.Number == 23:
		return g.worth(field.UnitsOf(r.Unit))
	}
	return 1 // S5, S7, S19: there is no better moment
}

// siegeRuseGain is what a die more or less, or two of S9, changes in a siege.
func (g *game) siegeRuseGain(s *siege, side adjudicator.Side, r field.Ruse) float64 {
	with := *s
	before := g.siegeDice(s)
	with.ruse[side] = r
	after := g.siegeDice(&with)
	gain := g.siegeGain(s.besieger, s.port, after.Sum()) - g.siegeGain(s.besieger, s.port, before.Sum())
	if side != s.besieger {
		return -gain
	}
	return gain
}
