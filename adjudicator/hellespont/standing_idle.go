package hellespont

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// Idle implements [adjudicator.Overseer]: the standing orders that can never answer,
// since one above them answers all that they could. It says nothing of those that only
// several others together leave nothing to.
func (rs *ruleset) Idle(rules []adjudicator.Standing) []adjudicator.Idle {
	var all []adjudicator.Idle
	for i, rule := range rules {
		if by, part := forestalledBy(rules[:i], rule); by >= 0 {
			all = append(all, adjudicator.Idle{Rule: i, By: by, Part: part})
		}
	}
	return all
}

// forestalledBy is the first rule that answers all that one below it could, or else the
// first that answers in part; -1 if there is none. A stranger chooses how many rules
// there are, so that no more is kept of them than that.
func forestalledBy(above []adjudicator.Standing, rule adjudicator.Standing) (by int, part bool) {
	by = -1
	for i, other := range above {
		whole, plays := forestalls(other, rule)
		if whole {
			return i, false
		}
		if plays && by < 0 {
			by = i
		}
	}
	return by, true
}

// forestalls reports whether a rule answers all that one below it could, or all the
// stratagems that the one below would play.
func forestalls(above, below adjudicator.Standing) (whole, plays bool) {
	switch b := below.(type) {
	case attackedRule:
		return forestallsAttacked(above, &b)
	case ruseRule:
		return decidesRuse(above, &b), false
	case abstain:
		a, ok := above.(abstain)
		return ok && a.decides() && b.occasions&^a.occasions == 0 && a.when.contains(&b.when), false
	case keepAdvantage:
		a, ok := above.(keepAdvantage)
		return ok && b.occasions&^a.occasions == 0, false
	case initiativeRule:
		if a, ok := above.(initiativeRule); ok {
			return a.lost == b.lost && a.when.contains(&b.when), false
		}
		return keeps(above, afterTheDice), false
	case resultRule, defeatRule, evasionRule, throwRule:
		return forestallsThrow(above, below), false
	}
	return forestallsRoutine(above, below), false
}

// decides reports whether a rule on stratagems says in any case what is done.
func (a *abstain) decides() bool { return passes(a.plays) }

// passes reports whether a list of stratagems ends in playing none.
func passes(plays []adjudicator.Order) bool {
	return slices.ContainsFunc(plays, func(o adjudicator.Order) bool { _, pass := o.(passOrder); return pass })
}

// keeps reports whether a rule keeps the Advantage on all of some occasions.
func keeps(above adjudicator.Standing, on occasions) bool {
	a, ok := above.(keepAdvantage)
	return ok && on&^a.occasions == 0
}

// forestallsAttacked compares rules on being attacked, which may decide on evasion and
// on stratagems.
func forestallsAttacked(above adjudicator.Standing, b *attackedRule) (whole, plays bool) {
	stands := false
	if a, ok := above.(attackedRule); ok {
		stands = a.decides && a.when.contains(&b.when)
	}
	plays = len(b.ruses.ruses) > 0 && decidesRuse(above, &b.ruses)
	switch {
	case !b.decides:
		return plays, false
	case len(b.ruses.ruses) == 0:
		return stands, false
	}
	return stands && plays, plays
}

// decidesRuse reports whether a rule decides on stratagems wherever a ruseRule below it
// could.
func decidesRuse(above adjudicator.Standing, b *ruseRule) bool {
	on := inCombats
	if b.predicament == whenBesieged || b.predicament == whenBesieging {
		on = inSieges
	}
	switch a := above.(type) {
	case abstain:
		return a.decides() && on&^a.occasions == 0 && a.when.contains(&b.when)
	case attackedRule:
		return b.predicament == whenAttacked && passes(a.ruses.ruses) && a.when.contains(&b.when)
	case ruseRule:
		return a.predicament == b.predicament && passes(a.ruses) && a.when.contains(&b.when)
	}
	return false
}

// forestallsThrow compares rules on dice that may be thrown again: the first that fits
// a throw exactly decides.
func forestallsThrow(above, below adjudicator.Standing) bool {
	switch b := below.(type) {
	case resultRule:
		if a, ok := above.(resultRule); ok {
			for n, wanted := range b.results {
				if wanted && !a.results[n] {
					return false
				}
			}
			return a.when.contains(&b.when)
		}
		return keeps(above, inCombats)
	case defeatRule:
		if a, ok := above.(defeatRule); ok {
			return a.when.contains(&b.when)
		}
		return keeps(above, inCombats)
	case evasionRule:
		if a, ok := above.(evasionRule); ok {
			return a.fails == b.fails && a.when.contains(&b.when)
		}
		return keeps(above, inCombats)
	case throwRule:
		if a, ok := above.(throwRule); ok {
			return a.kind == b.kind && a.enemy == b.enemy && b.outcomes&^a.outcomes == 0 && a.when.contains(&b.when)
		}
		return keeps(above, [...]occasions{throwSiege: inSieges, throwAttrition: inAttrition,
			throwDiscord: inMovements, throwStorm: inMovements}[b.kind])
	}
	return false
}

// forestallsRoutine compares rules of which the first that fits answers.
func forestallsRoutine(above, below adjudicator.Standing) bool {
	switch b := below.(type) {
	case lossRule:
		a, ok := above.(lossRule)
		return ok && a.when.contains(&b.when)
	case retreatRule:
		a, ok := above.(retreatRule)
		return ok && a.when.contains(&b.when) && leadsTo(a.to, b.to)
	case wayRule:
		a, ok := above.(wayRule)
		return ok && a.kind == b.kind && a.when.contains(&b.when) && leadsTo(a.to, b.to)
	case cavalryRule:
		a, ok := above.(cavalryRule)
		return ok && a.when.contains(&b.when)
	case staysRule:
		a, ok := above.(staysRule)
		return ok && a.kind == b.kind
	case keepRule:
		a, ok := above.(keepRule)
		return ok && !slices.ContainsFunc(b.faces, func(want facesOrder) bool { return !a.names(want.faces[0]) })
	}
	return sameRoutine(above, below)
}

// sameRoutine reports whether two rules are of a sort of which the first always answers.
func sameRoutine(above, below adjudicator.Standing) bool {
	var same bool
	switch below.(type) {
	case siegeRule:
		_, same = above.(siegeRule)
	case advanceRule:
		_, same = above.(advanceRule)
	case orderRule:
		_, same = above.(orderRule)
	case recoverRule:
		_, same = above.(recoverRule)
	}
	return same
}

// names reports whether a rule on keeping lists a stratagem.
func (k keepRule) names(n field.StratagemNo) bool {
	return slices.ContainsFunc(k.faces, func(o facesOrder) bool { return o.faces[0] == n })
}

// leadsTo reports whether every place of the second list is in one of the first: where
// the first finds no way the second has none.
func leadsTo(first, second []board.Set) bool {
	var all board.Set
	for _, zones := range first {
		all = all.Union(zones)
	}
	return !slices.ContainsFunc(second, func(zones board.Set) bool { return !zones.Within(all) })
}

// contains reports whether a circumstance covers whatever another does.
func (c *circumstance) contains(d *circumstance) bool {
	if c.somewhere && (!d.somewhere || !d.zones.Within(c.zones)) {
		return false
	}
	for _, men := range [][2]leaderSet{{c.leaders, d.leaders}, {c.present, d.present}, {c.facing, d.facing}} {
		if men[0] != 0 && (men[1] == 0 || men[1]&^men[0] != 0) {
			return false
		}
	}
	if len(c.months) > 0 && (len(d.months) == 0 ||
		slices.ContainsFunc(d.months, func(month string) bool { return !slices.Contains(c.months, month) })) {
		return false
	}
	return c.odds.contains(d.odds) && c.dice.contains(d.dice)
}

// contains reports whether a limit leaves at least what another one does.
func (o oddsLimit) contains(d oddsLimit) bool {
	if !o.set || !d.set {
		return !o.set
	}
	if o.atLeast != d.atLeast {
		return false
	}
	if o.atLeast {
		return o.att*d.def <= d.att*o.def
	}
	return o.att*d.def >= d.att*o.def
}

// contains reports whether a limit leaves at least what another one does.
func (l diceLimit) contains(d diceLimit) bool {
	if !l.set || !d.set {
		return !l.set
	}
	if l.atLeast != d.atLeast {
		return false
	}
	if l.atLeast {
		return l.n <= d.n
	}
	return l.n >= d.n
}
