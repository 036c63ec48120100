package standing

import (
	"cmp"
	"slices"

	"keryx/adjudicator/advice"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/bey/order"
	"keryx/orders"
)

// ranking is an order in which units are taken, as standing orders give it: "fresh
// first, smallest first", "ships first, T20 last".
type ranking = advice.Ranking[priority]

// priority is what a ranking prefers: units of a kind.
type priority struct {
	kind  rankKind
	arm   field.Arm
	label uint8
}

type rankKind uint8

const (
	rankWeak rankKind = iota
	rankFresh
	rankSmall
	rankLarge
	rankShips
	rankTroops
	rankBonus
	rankArm
	rankLabel
)

// rankWords are the words for kinds of units, in folded form.
var rankWords = []struct {
	word     string
	priority priority
}{
	{"rank-weakened", priority{kind: rankWeak}},
	{"rank-fresh", priority{kind: rankFresh}},
	{"rank-smallest", priority{kind: rankSmall}},
	{"rank-largest", priority{kind: rankLarge}},
	{"rank-ships", priority{kind: rankShips}},
	{"rank-troops", priority{kind: rankTroops}},
	{"rank-bonus", priority{kind: rankBonus}},
	{"rank-hoplites", priority{kind: rankArm, arm: field.HopliteArm}},
	{"rank-cavalry", priority{kind: rankArm, arm: field.CavalryArm}},
	{"rank-peltasts", priority{kind: rankArm, arm: field.PeltastArm}},
	{"rank-archers", priority{kind: rankArm, arm: field.ArcherArm}},
}

// ranking reads a ranking, of a whole alternative.
func (r *RuleReader) ranking() ranking {
	return advice.TakeRanking(r, func() (priority, bool) {
		x, ok := r.priority()
		if !ok {
			r.Need("smallest", "largest", "weakened", "fresh", "ships", "troops", "bonus", "hoplites", "cavalry", "peltasts", "archers")
		}
		r.Take("sea-in")
		return x, ok
	})
}

func (r *RuleReader) priority() (priority, bool) {
	for _, x := range rankWords {
		if r.Take(x.word) {
			return x.priority, true
		}
	}
	if !r.AtNameOf(order.UnitKind) {
		return priority{}, false
	}
	e, d := r.TakeName(r.Lex, order.UnitKind)
	r.Fail(d)
	if n := len(e.ID); d == nil && e.ID[n-1] == 'w' {
		return priority{}, false // whether it is weakened is a priority of its own
	}
	return priority{kind: rankLabel, label: r.P.LabelOf(e.ID)}, d == nil
}

// fits reports whether a unit is of the kind of a priority.
func (x priority) fits(g *field.Field, u field.UnitNo) bool {
	switch x.kind {
	case rankWeak:
		return g.Weak.Has(u)
	case rankFresh:
		return !g.Weak.Has(u)
	case rankShips:
		return g.Ships.Has(u)
	case rankTroops:
		return !g.Ships.Has(u)
	case rankBonus:
		return g.Bonus.Has(u)
	case rankArm:
		return g.ByArm[x.arm].Has(u)
	}
	return x.kind == rankLabel && g.Pieces[u].Label == x.label
}

// compare orders two units by a priority.
func (x priority) compare(g *field.Field, a, b field.UnitNo, size func(field.UnitNo) int) int {
	switch x.kind {
	case rankSmall:
		return cmp.Compare(size(a), size(b))
	case rankLarge:
		return cmp.Compare(size(b), size(a))
	}
	switch fa, fb := x.fits(g, a), x.fits(g, b); {
	case fa == fb:
		return 0
	case fa:
		return -1
	}
	return 1
}

// Sorted orders units by a ranking, and by another where it leaves them equal.
func Sorted(g *field.Field, set field.UnitSet, by, then ranking, size func(field.UnitNo) int) []field.UnitNo {
	var units []field.UnitNo
	for !set.Empty() {
		units = append(units, set.Pop())
	}
	advice.Sort(units, slices.Concat(by, then), func(x priority, a, b field.UnitNo) int { return x.compare(g, a, b, size) })
	return units
}

// What a ranking leaves open: losses fall on fresh and on small units, large ones
// recover.
var (
	lossesThen     = ranking{{By: priority{kind: rankFresh}}, {By: priority{kind: rankSmall}}}
	RecoveriesThen = ranking{{By: priority{kind: rankLarge}}}
)

// LossOrder orders units as a rule of losses does, those given up first first.
func LossOrder(g *field.Field, set field.UnitSet, l LossRule) []field.UnitNo {
	return Sorted(g, set, l.order, lossesThen, g.Strength)
}

// LossRule tells which units are given up first.
type LossRule struct {
	When  Circumstance
	order ranking
}

// RecoverRule tells which units recover first.
type RecoverRule struct{ Order ranking }

func readLossRule(r *RuleReader, rule *orders.Rule) LossRule {
	l := LossRule{When: r.Circumstance(rule, ByPlace|ByMonth)}
	r.ActionsOf(rule, func(sub *RuleReader) { l.order = append(l.order, sub.ranking()...) })
	return l
}

func readRecoverRule(r *RuleReader, rule *orders.Rule) RecoverRule {
	var x RecoverRule
	r.ActionsOf(rule, func(sub *RuleReader) { x.Order = append(x.Order, sub.ranking()...) })
	return x
}
