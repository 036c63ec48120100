package hellenes

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
)

// Advise implements [adjudicator.Adviser] of a form that standing orders can answer.
func (f advised) Advise(standing []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range standing {
		if a, ok := f.advise(st); ok && f.Check(a) == nil {
			return a, i, true
		}
	}
	return nil, 0, false
}

// advised is a form that standing orders can answer.
type advised struct {
	form
	advise func(st adjudicator.Standing) (Act, bool)
}

// adviseFortify answers whether to fortify, with as many as there is room for.
func adviseFortify(f form, z board.Zone) advised {
	return advised{f, func(st adjudicator.Standing) (Act, bool) {
		s, ok := st.(attacked)
		if !ok || len(s.in) > 0 && !slices.Contains(s.in, z) {
			return Act{}, false
		}
		for _, verb := range s.verbs {
			for _, a := range f.open() {
				if a.Verb == verb {
					return a, true
				}
			}
		}
		return Act{}, false
	}}
}

// adviseStand answers whether to retreat at the beginning of a round.
func adviseStand(f form, round int) advised {
	return advised{f, func(st adjudicator.Standing) (Act, bool) {
		s, ok := st.(fighting)
		if ok && s.retreat && round > s.rounds {
			return act("retreat"), true
		}
		return act("fight"), ok
	}}
}

// adviseTerms answers whether a city that is assaulted capitulates.
func adviseTerms(f form) advised {
	return advised{f, func(st adjudicator.Standing) (Act, bool) {
		s, ok := st.(assaulted)
		return act(s.verb), ok
	}}
}

// stormers is how many VC it takes before a standing order has a garrison assaulted.
const stormers = 6

// adviseSiege answers what is done at a siege; nothing where none of it can be.
func (g *Game) adviseSiege(f form, side adjudicator.Side) advised {
	return advised{f, func(st adjudicator.Standing) (Act, bool) {
		s, ok := st.(besieging)
		if !ok {
			return Act{}, false
		}
		for _, w := range s.ways {
			for _, a := range f.open() {
				if a.Verb == w.verb && !(w.garrisons && (g.inside(side.Other(), a.Zone) != 0 || g.strength(side, a.Zone) < stormers)) {
					return a, true
				}
			}
		}
		return act("end"), true
	}}
}

// strength is how many VC a side has around a city.
func (g *Game) strength(side adjudicator.Side, z board.Zone) (n int) {
	for rest := g.pieces(side, g.upright(side, z)&^g.Late); rest != 0; {
		n += int(g.VC[side][rest.Pop()])
	}
	return n
}

// adviseForce has all go on whose march has succeeded.
func adviseForce(f form) advised {
	return advised{f, func(st adjudicator.Standing) (Act, bool) {
		_, ok := st.(marches)
		return act("go"), ok
	}}
}

// adviseAs answers with the first answer of a form where a standing order of some sort is in force.
func adviseAs[S adjudicator.Standing](f form) advised {
	return advised{f, func(st adjudicator.Standing) (Act, bool) {
		_, ok := st.(S)
		return f.open()[0], ok
	}}
}

// adviseLosses answers which of equal blocks it is: one of the arm that is named first, and of these the one with
// the highest number.
func (g *Game) adviseLosses(f form, side adjudicator.Side) advised {
	return advised{f, func(st adjudicator.Standing) (best Act, ok bool) {
		s, ok := st.(losses)
		if !ok {
			return Act{}, false
		}
		least := len(s.arms) + 1
		for _, a := range f.open() {
			rank := slices.Index(s.arms, g.block(side, a.Pieces.Nth(0)).Arm.String())
			if rank < 0 {
				rank = len(s.arms)
			}
			if rank <= least {
				best, least = a, rank
			}
		}
		return best, true
	}}
}

// adviseTake answers which of three recruits is raised: of those that could be one of the kind that is named first, or
// else the first.
func (g *Game) adviseTake(f form, side adjudicator.Side) advised {
	return advised{f, func(st adjudicator.Standing) (Act, bool) {
		s, ok := st.(recruits)
		if !ok {
			return Act{}, false
		}
		all := f.open()
		if a, ok := g.preferred(side, all, s.prefer); ok {
			return a, true
		}
		return all[0], true
	}}
}

// adviseRetreat answers where blocks retreat to: to the refuge that is named first, if all can go there, or else as
// they would without an order.
func (b *battle) adviseRetreat(f form, side adjudicator.Side, who fog.Set) advised {
	return advised{f, func(st adjudicator.Standing) (Act, bool) {
		s, ok := st.(refuges)
		if !ok {
			return Act{}, false
		}
		for _, z := range s.zones {
			a := Act{Verb: "retreat", Rows: []Row{{Pieces: who, To: z}}, Zone: nowhere}
			if f.Check(a) == nil {
				return a, true
			}
		}
		return f.open()[0], true
	}}
}

// adviseAppeal answers whether to appeal to a god.
func adviseAppeal(f form, d god) advised {
	return advised{f, func(st adjudicator.Standing) (Act, bool) {
		s, ok := st.(prayers)
		if ok && slices.Contains(s.gods, d) {
			return Act{Verb: "appeal", God: d, Zone: nowhere}, true
		}
		return act("let"), ok
	}}
}
