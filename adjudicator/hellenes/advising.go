package hellenes

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/adjudicator/fog"
	"keryx/adjudicator/hellenes/ground"
	"keryx/adjudicator/hellenes/order"
)

// adviseFortify answers whether to fortify, with as many as there is room for.
func adviseFortify(f order.Form, z board.Zone) order.Advised {
	return order.Advised{Form: f, Advice: func(st adjudicator.Standing) (order.Act, bool) {
		s, ok := st.(order.Attacked)
		if !ok || len(s.In) > 0 && !slices.Contains(s.In, z) {
			return order.Act{}, false
		}
		for _, verb := range s.Verbs {
			for _, a := range f.Open() {
				if a.Verb == verb {
					return a, true
				}
			}
		}
		return order.Act{}, false
	}}
}

// adviseStand answers whether to retreat at the beginning of a round.
func adviseStand(f order.Form, round int) order.Advised {
	return order.Advised{Form: f, Advice: func(st adjudicator.Standing) (order.Act, bool) {
		s, ok := st.(order.Fighting)
		if ok && s.Retreat && round > s.Rounds {
			return order.Just("retreat"), true
		}
		return order.Just("fight"), ok
	}}
}

// adviseTerms answers whether a city that is assaulted capitulates.
func adviseTerms(f order.Form) order.Advised {
	return order.Advised{Form: f, Advice: func(st adjudicator.Standing) (order.Act, bool) {
		s, ok := st.(order.Assaulted)
		return order.Just(s.Verb), ok
	}}
}

// stormers is how many VC it takes before a standing order has a garrison assaulted.
const stormers = 6

// adviseSiege answers what is done at a siege; nothing where none of it can be.
func (g *Game) adviseSiege(f order.Form, side adjudicator.Side) order.Advised {
	return order.Advised{Form: f, Advice: func(st adjudicator.Standing) (order.Act, bool) {
		s, ok := st.(order.Besieging)
		if !ok {
			return order.Act{}, false
		}
		for _, w := range s.Ways {
			for _, a := range f.Open() {
				if a.Verb == w.Verb && !(w.Garrisons && (g.Inside(side.Other(), a.Zone) != 0 || g.Strength(side, a.Zone) < stormers)) {
					return a, true
				}
			}
		}
		return order.Just("end"), true
	}}
}

// adviseForce has all go on whose march has succeeded.
func adviseForce(f order.Form) order.Advised {
	return order.Advised{Form: f, Advice: func(st adjudicator.Standing) (order.Act, bool) {
		_, ok := st.(order.Marches)
		return order.Just("go"), ok
	}}
}

// adviseAs answers with the first answer of a form where a standing order of some sort is in force.
func adviseAs[S adjudicator.Standing](f order.Form) order.Advised {
	return order.Advised{Form: f, Advice: func(st adjudicator.Standing) (order.Act, bool) {
		_, ok := st.(S)
		return f.Open()[0], ok
	}}
}

// adviseLosses answers which of equal blocks it is: one of the arm that is named first, and of these the one with
// the highest number.
func (g *Game) adviseLosses(f order.Form, side adjudicator.Side) order.Advised {
	return order.Advised{Form: f, Advice: func(st adjudicator.Standing) (best order.Act, ok bool) {
		s, ok := st.(order.Losses)
		if !ok {
			return order.Act{}, false
		}
		least := len(s.Arms) + 1
		for _, a := range f.Open() {
			rank := slices.Index(s.Arms, g.Block(side, a.Pieces.Nth(0)).Arm.String())
			if rank < 0 {
				rank = len(s.Arms)
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
func (g *Game) adviseTake(f order.Form, side adjudicator.Side) order.Advised {
	return order.Advised{Form: f, Advice: func(st adjudicator.Standing) (order.Act, bool) {
		s, ok := st.(order.Recruits)
		if !ok {
			return order.Act{}, false
		}
		all := f.Open()
		if a, ok := g.preferred(side, all, s.Prefer); ok {
			return a, true
		}
		return all[0], true
	}}
}

// adviseRetreat answers where blocks retreat to: to the refuge that is named first, if all can go there, or else as
// they would without an order.
func (b *battle) adviseRetreat(f order.Form, side adjudicator.Side, who fog.Set) order.Advised {
	return order.Advised{Form: f, Advice: func(st adjudicator.Standing) (order.Act, bool) {
		s, ok := st.(order.Refuges)
		if !ok {
			return order.Act{}, false
		}
		for _, z := range s.Zones {
			a := order.Act{Verb: "retreat", Rows: []order.Row{{Pieces: who, To: z}}, Zone: ground.Nowhere}
			if f.Check(a) == nil {
				return a, true
			}
		}
		return f.Open()[0], true
	}}
}

// adviseAppeal answers whether to appeal to a god.
func adviseAppeal(f order.Form, d ground.God) order.Advised {
	return order.Advised{Form: f, Advice: func(st adjudicator.Standing) (order.Act, bool) {
		s, ok := st.(order.Prayers)
		if ok && slices.Contains(s.Gods, d) {
			return order.Act{Verb: "appeal", God: d, Zone: ground.Nowhere}, true
		}
		return order.Just("let"), ok
	}}
}
