package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/bot"
	"keryx/adjudicator/bey/chit"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// preference ranks the stratagems that are worth keeping, the best first (7).
var preference = []field.StratagemNo{14, 9, 1, 22, 8, 3, 10, 12, 2, 20, 23, 13, 16, 5, 15, 18, 17, 11, 19, 7, 6, 4}

// Preference implements [bot.Rules].
func (*game) Preference() []field.StratagemNo { return preference }

// start chooses the stratagem to begin with, and the second one where the first may
// be gone (10.1).
func (thinker) start(f *startForm) adjudicator.Answer {
	a := starting{g: f.g}
	for _, n := range preference {
		switch {
		case !f.has(n):
		case a.n == 0:
			a.n = n
		case f.mayMiss() && a.second == 0:
			a.second = n
		}
	}
	return a
}

// Aimed implements [bot.Rules]. The Advantage is kept: it gives a die in sieges and a second
// throw in combats.
func (g *game) Aimed(here *bot.Planner, side adjudicator.Side, n field.StratagemNo, m field.Moment) []*chit.Play {
	plain := &chit.Play{Side: side, Number: n, Zone: board.NoZone}
	switch n {
	case 4:
		if g.atSea(side.Other()) > 2*g.atSea(side)+20 {
			return []*chit.Play{plain}
		}
	case 14:
		return g.war().Patterns(side, n)
	case 16:
		return byRank(here, g.war().Patterns(side, n))
	case 17:
		return []*chit.Play{plain}
	case 18:
		if g.alcibiades != field.NoLeader && g.LeaderFate[g.alcibiades] == field.Detained {
			return []*chit.Play{plain}
		}
	case 20:
		return here.Plague(side, n, 0)
	case 22:
		if m == field.Reinforcing {
			return g.war().Patterns(side, n)[2:] // as S14
		}
	}
	return nil
}

// byRank puts plays against leaders of higher bonus first.
func byRank(g *bot.Planner, plays []*chit.Play) []*chit.Play {
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

// atSea counts a side's naval force points in sea zones, where a storm strikes.
func (g *game) atSea(s adjudicator.Side) int {
	pf := 0
	for z := range g.HeldBySea[s].Intersect(g.Seas).All() {
		pf += g.NavalPF(s, z)
	}
	return pf
}

// RuseGain implements [bot.Rules]: in a siege, and among the adjustments.
func (g *game) RuseGain(here *bot.Planner, f *chit.RuseForm, r field.Ruse) float64 {
	if in, ok := f.In.(siegeSetting); ok {
		return g.siegeRuseGain(here, in.siege, f.Side, r) - prices.Chit
	}
	switch {
	case r.Number == 11 || r.Number == 12:
		return 1
	case r.Number == 22:
		return -1 // reinforcements are worth more
	case r.Number == 23:
		return here.Worth(field.UnitsOf(r.Unit))
	}
	return 1 // S5, S7, S19: there is no better moment
}

// siegeRuseGain is what a die more or less, or two of S9, changes in a siege.
func (g *game) siegeRuseGain(here *bot.Planner, s *siege, side adjudicator.Side, r field.Ruse) float64 {
	with := *s
	before := g.siegeDice(s)
	with.ruse[side] = r
	after := g.siegeDice(&with)
	gain := g.siegeGain(here, s.besieger, s.port, after.Sum()) - g.siegeGain(here, s.besieger, s.port, before.Sum())
	if side != s.besieger {
		return -gain
	}
	return gain
}
