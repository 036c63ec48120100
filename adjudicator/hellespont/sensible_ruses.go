package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
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
func (p *sensible) keep(f *keepForm) adjudicator.Answer {
	var found best
	for hand := f.g.chits.Hand[f.side]; hand != 0; {
		c := hand.Pop()
		v := 0.0
		for _, face := range f.g.Counters[c].Faces {
			if face.Colour.PlayableBy(f.side) && !f.g.retired.has(face.Stratagem) && !f.g.scenario.IsWithdrawn(face.Stratagem) {
				v = max(v, float64(len(preference)-rank(face.Stratagem)))
			}
		}
		found.offer(keepAnswer{f.g, c}, v)
	}
	return found.answer
}

// play answers whether to play something outside combats, sieges and adjustments.
func (p *sensible) play(g *game, f *playForm) adjudicator.Answer {
	if a := p.ploy(g, f.side, f.moment); a != nil {
		a.g = f.g
		return a
	}
	return passing{}
}

// playInAction plays a stratagem among one's own movements, or nothing.
func (p *sensible) playInAction(g *game, f *actForm) adjudicator.Answer {
	if !f.actions || g.phase.played[f.side] {
		return nil
	}
	if a := p.ploy(g, f.side, duringMoves); a != nil {
		a.g = f.g
		return a
	}
	return nil
}

// ploy returns the stratagem that is worth playing at a moment, or nil. The
// Advantage is kept: it gives a die in sieges and a second throw in combats.
func (p *sensible) ploy(g *game, side adjudicator.Side, m moment) *play {
	for _, n := range g.timely(m) {
		if g.holding(side, n) == noChit {
			continue
		}
		for _, a := range p.aimed(g, side, n, m) {
			a.g = g
			if g.judgePlay(a, m) == nil {
				return a
			}
		}
	}
	return nil
}

// aimed returns the plays of a stratagem that make sense now, the best first.
func (p *sensible) aimed(g *game, side adjudicator.Side, n field.StratagemNo, m moment) []*play {
	plain := &play{side: side, number: n, zone: board.NoZone}
	switch n {
	case 4:
		if g.atSea(side.Other()) > 2*g.atSea(side)+20 {
			return []*play{plain}
		}
	case 13:
		if m == answeringCall {
			return []*play{plain}
		}
		return g.patterns(side, n)
	case 14:
		return g.patterns(side, n)
	case 16:
		return g.byRank(g.patterns(side, n))
	case 17:
		return []*play{plain}
	case 18:
		if g.alcibiades != noLeader && g.leaderFate[g.alcibiades] == detained {
			return []*play{plain}
		}
	case 20:
		return g.plague(side)
	case 22:
		if m == reinforcing {
			return g.patterns(side, n)[2:] // as S14
		}
	}
	return nil
}

// atSea counts a side's naval force points in sea zones, where a storm strikes.
func (g *game) atSea(s adjudicator.Side) int {
	pf := 0
	for z := range g.heldBySea[s].Intersect(g.seas).All() {
		pf += g.navalPF(s, z)
	}
	return pf
}

// byRank puts plays against leaders of higher bonus first.
func (g *game) byRank(plays []*play) []*play {
	var sorted []*play
	for bonus := 2; bonus >= 0; bonus-- {
		for _, a := range plays {
			if l := a.leaders; g.swords(l.pop()) == bonus {
				sorted = append(sorted, a)
			}
		}
	}
	return sorted
}

// plague aims S20 at the two best land units of the enemy's largest stack, and at
// his best leader.
func (g *game) plague(side adjudicator.Side) []*play {
	enemy := side.Other()
	a := &play{side: side, number: 20, zone: board.NoZone}
	worst := 0.0
	for z := range g.heldByLand[enemy].All() {
		units := g.landAt(enemy, z)
		for units.len() > 2 {
			units.drop(g.weakest(units))
		}
		units = g.canonical(units, g.landAt(enemy, z))
		if v := g.weakening(units); v > worst {
			worst, a.zone, a.units = v, z, units
		}
	}
	for men := g.leadersInPlay(enemy) &^ g.ill; men != 0; {
		l := men.pop()
		if target := a.leaders; target == 0 || g.swords(l) > g.swords(target.pop()) {
			a.leaders = 1 << l
		}
	}
	if worst == 0 {
		return nil
	}
	return []*play{a}
}

// ruse answers whether to play or discard something in a combat, a siege or the
// adjustments.
func (p *sensible) ruse(g *game, f *ruseForm) adjudicator.Answer {
	var found best
	found.offer(f.Default(), 0)
	for _, r := range f.options() {
		found.offer(ruseAnswer{f.g, r}, p.ruseGain(g, f, r))
	}
	return found.answer
}

// ruseGain is what a ruse brings, less what the counter could bring later.
func (p *sensible) ruseGain(g *game, f *ruseForm, r ruse) float64 {
	switch in := f.in.(type) {
	case siegeSetting:
		return g.siegeRuseGain(in.siege, f.side, r) - chitWorth
	case combatSetting:
		b := *in.battle
		before := g.prospect(&b, f.side)
		b.ruse[f.side] = r
		return g.prospect(&b, f.side) - before - chitWorth
	}
	switch {
	case r.number == 11 || r.number == 12:
		return 1
	case r.number == 22:
		return -1 // reinforcements are worth more
	case r.number == 23:
		return g.worth(unitsOf(r.unit))
	}
	return 1 // S5, S7, S19: there is no better moment
}

// siegeRuseGain is what a die more or less, or two of S9, changes in a siege.
func (g *game) siegeRuseGain(s *siege, side adjudicator.Side, r ruse) float64 {
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
