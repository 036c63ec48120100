package standing

import (
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/advice"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/adjudicator/board"
)

// Narrowed is a rule that knows whether one above it answers all that it could, or at least
// all that it would play.
type Narrowed interface {
	Forestalled(above adjudicator.Standing) (whole, plays bool)
}

// Idle lists the standing orders that can never answer, since one above them answers all
// that they could, or all that they would play. It says nothing of those that only several
// others together leave nothing to.
func Idle(rules []adjudicator.Standing) []adjudicator.Idle {
	return advice.Idle(rules, func(above []adjudicator.Standing, rule adjudicator.Standing) (by int, part bool) {
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
	})
}

// forestalls reports whether a rule answers all that one below it could, or all the
// stratagems that the one below would play.
func forestalls(above, below adjudicator.Standing) (whole, plays bool) {
	switch b := below.(type) {
	case Abstain:
		a, ok := above.(Abstain)
		return ok && a.decides() && b.Occasions&^a.Occasions == 0 && a.When.Contains(&b.When), false
	case Narrowed:
		return b.Forestalled(above)
	case InitiativeRule:
		if a, ok := above.(InitiativeRule); ok {
			return a.Lost == b.Lost && a.When.Contains(&b.When), false
		}
		return Keeps(above, AfterTheDice), false
	case ResultRule, DefeatRule, ThrowRule:
		return forestallsThrow(above, below), false
	}
	return forestallsRoutine(above, below), false
}

// decides reports whether a rule on stratagems says in any case what is done.
func (a *Abstain) decides() bool { return passes(a.Plays) }

// passes reports whether a list of stratagems ends in playing none.
func passes(plays []adjudicator.Order) bool {
	return slices.ContainsFunc(plays, func(o adjudicator.Order) bool { _, pass := o.(order.PassOrder); return pass })
}

// Forestalled implements [Narrowed].
func (x KeepAdvantage) Forestalled(above adjudicator.Standing) (whole, plays bool) {
	return Keeps(above, x.Occasions), false
}

// Forestalled implements [Narrowed].
func (c CavalryRule) Forestalled(above adjudicator.Standing) (whole, plays bool) {
	a, ok := above.(CavalryRule)
	return ok && a.When.Contains(&c.When), false
}

// Forestalled implements [Narrowed].
func (x StaysRule) Forestalled(above adjudicator.Standing) (whole, plays bool) {
	return above == x, false
}

// Keeps reports whether a rule keeps the Advantage on all of some occasions.
func Keeps(above adjudicator.Standing, on Occasions) bool {
	a, ok := above.(KeepAdvantage)
	return ok && on&^a.Occasions == 0
}

// Forestalled implements [Narrowed]: by a rule that decides on stratagems wherever this one
// could.
func (x RuseRule) Forestalled(above adjudicator.Standing) (whole, plays bool) {
	on := InCombats
	if x.Predicament == WhenBesieged || x.Predicament == WhenBesieging {
		on = InSieges
	}
	switch a := above.(type) {
	case Abstain:
		return a.decides() && on&^a.Occasions == 0 && a.When.Contains(&x.When), false
	case Playing:
		p := a.Played()
		return p.Predicament == x.Predicament && passes(p.Ruses) && p.When.Contains(&x.When), false
	}
	return false, false
}

// forestallsThrow compares rules on dice that may be thrown again: the first that fits
// a throw exactly decides.
func forestallsThrow(above, below adjudicator.Standing) bool {
	switch b := below.(type) {
	case ResultRule:
		if a, ok := above.(ResultRule); ok {
			for n, wanted := range b.Results {
				if wanted && !a.Results[n] {
					return false
				}
			}
			return a.When.Contains(&b.When)
		}
		return Keeps(above, InCombats)
	case DefeatRule:
		if a, ok := above.(DefeatRule); ok {
			return a.When.Contains(&b.When)
		}
		return Keeps(above, InCombats)
	case ThrowRule:
		if a, ok := above.(ThrowRule); ok {
			return a.Kind == b.Kind && a.Enemy == b.Enemy && b.Outcomes&^a.Outcomes == 0 && a.When.Contains(&b.When)
		}
		return Keeps(above, [...]Occasions{ThrowSiege: InSieges, ThrowAttrition: InAttrition,
			ThrowDiscord: InMovements, ThrowStorm: InMovements}[b.Kind])
	}
	return false
}

// forestallsRoutine compares rules of which the first that fits answers.
func forestallsRoutine(above, below adjudicator.Standing) bool {
	switch b := below.(type) {
	case LossRule:
		a, ok := above.(LossRule)
		return ok && a.When.Contains(&b.When)
	case RetreatRule:
		a, ok := above.(RetreatRule)
		return ok && a.When.Contains(&b.When) && leadsTo(a.To, b.To)
	case WayRule:
		a, ok := above.(WayRule)
		return ok && a.Kind == b.Kind && a.When.Contains(&b.When) && leadsTo(a.To, b.To)
	case KeepRule:
		a, ok := above.(KeepRule)
		return ok && !slices.ContainsFunc(b.Faces, func(want order.FacesOrder) bool { return !a.names(want.Faces[0]) })
	}
	return sameRoutine(above, below)
}

// sameRoutine reports whether two rules are of a sort of which the first always answers.
func sameRoutine(above, below adjudicator.Standing) bool {
	var same bool
	switch below.(type) {
	case OrderRule:
		_, same = above.(OrderRule)
	case RecoverRule:
		_, same = above.(RecoverRule)
	}
	return same
}

// names reports whether a rule on keeping lists a stratagem.
func (k KeepRule) names(n field.StratagemNo) bool {
	return slices.ContainsFunc(k.Faces, func(o order.FacesOrder) bool { return o.Faces[0] == n })
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

// Contains reports whether a circumstance covers whatever another does.
func (c *Circumstance) Contains(d *Circumstance) bool {
	if c.Somewhere && (!d.Somewhere || !d.Zones.Within(c.Zones)) {
		return false
	}
	for _, men := range [][2]field.LeaderSet{{c.Leaders, d.Leaders}, {c.Present, d.Present}, {c.Facing, d.Facing}} {
		if men[0] != 0 && (men[1] == 0 || men[1]&^men[0] != 0) {
			return false
		}
	}
	if c.timed() && (!d.timed() ||
		slices.ContainsFunc(d.named, func(turn string) bool { return !slices.Contains(c.named, turn) }) ||
		slices.ContainsFunc(d.turns, func(turn int) bool { return !slices.Contains(c.turns, turn) })) {
		return false
	}
	return c.Odds.Contains(d.Odds) && c.Dice.Contains(d.Dice)
}
