package hellespont

import (
	"cmp"
	"slices"

	"keryx/orders"
)

// ranking is an order in which units are taken, as standing orders give it: "fresh
// first, smallest first", "ships first, T20 last".
type ranking []priority

// priority is one part of a ranking: units of a kind come before the others, or behind
// them.
type priority struct {
	kind  rankKind
	arm   arm
	label uint8
	last  bool
}

type rankKind uint8

const (
	rankWeak rankKind = iota
	rankFresh
	rankSmall
	rankLarge
	rankShips
	rankTroops
	rankArm
	rankLabel
)

// rankWords are the words for kinds of units, in folded form.
var rankWords = []struct {
	words    []string
	priority priority
}{
	{[]string{"weakened", "weak", "affaiblies", "affaiblis"}, priority{kind: rankWeak}},
	{[]string{"fresh", "fraiches", "frais"}, priority{kind: rankFresh}},
	{[]string{"smallest", "small", "petites", "petits"}, priority{kind: rankSmall}},
	{[]string{"largest", "large", "grandes", "grands", "grosses", "gros"}, priority{kind: rankLarge}},
	{[]string{"ships", "fleet", "triremes", "navires", "trieres", "flotte"}, priority{kind: rankShips}},
	{[]string{"troops", "troupes"}, priority{kind: rankTroops}},
	{[]string{"hoplites"}, priority{kind: rankArm, arm: hoplites}},
	{[]string{"cavalry", "horse", "cavalerie", "cavaliers"}, priority{kind: rankArm, arm: cavalry}},
	{[]string{"peltasts", "peltastes"}, priority{kind: rankArm, arm: peltasts}},
	{[]string{"archers"}, priority{kind: rankArm, arm: archers}},
}

// ranking reads a ranking, of a whole alternative.
func (r *ruleReader) ranking() ranking {
	var all ranking
	r.list(func() {
		for r.TakeKeyword("the", "les", "plus") {
		}
		if x, ok := r.priority(); ok {
			r.TakeKeyword("en")
			x.last = !r.TakeKeyword("first", "d'abord", "premier") && r.TakeKeyword("last", "dernier", "derniers", "dernieres")
			all = append(all, x)
			return
		}
		r.need("smallest", "largest", "weakened", "fresh", "ships", "troops", "hoplites", "cavalry", "peltasts", "archers")
	})
	return all
}

func (r *ruleReader) priority() (priority, bool) {
	for _, x := range rankWords {
		if r.TakeKeyword(x.words...) {
			return x.priority, true
		}
	}
	if !r.atName(unitKind) {
		return priority{}, false
	}
	e, d := r.TakeName(r.lex, unitKind)
	r.fail(d)
	if n := len(e.ID); d == nil && e.ID[n-1] == 'w' {
		return priority{}, false // whether it is weakened is a priority of its own
	}
	return priority{kind: rankLabel, label: r.p.labelOf(e.ID)}, d == nil
}

// fits reports whether a unit is of the kind of a priority.
func (x priority) fits(g *game, u unit) bool {
	switch x.kind {
	case rankWeak:
		return g.weak.has(u)
	case rankFresh:
		return !g.weak.has(u)
	case rankShips:
		return g.ships.has(u)
	case rankTroops:
		return !g.ships.has(u)
	case rankArm:
		return g.byArm[x.arm].has(u)
	}
	return x.kind == rankLabel && g.units[u].label == x.label
}

// compare orders two units by a priority.
func (x priority) compare(g *game, a, b unit, size func(unit) int) int {
	if x.last {
		a, b = b, a
	}
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

// sorted orders units by a ranking, and by another where it leaves them equal.
func sorted(g *game, set unitSet, by, then ranking, size func(unit) int) []unit {
	var units []unit
	for !set.empty() {
		units = append(units, set.pop())
	}
	by = slices.Concat(by, then)
	slices.SortStableFunc(units, func(a, b unit) int {
		for _, x := range by {
			if c := x.compare(g, a, b, size); c != 0 {
				return c
			}
		}
		return 0
	})
	return units
}

// What a ranking leaves open: losses fall on fresh and on small units, large ones
// recover.
var (
	lossesThen     = ranking{{kind: rankFresh}, {kind: rankSmall}}
	recoveriesThen = ranking{{kind: rankLarge}}
)

// lossOrder orders units as a rule of losses does, those given up first first.
func lossOrder(g *game, set unitSet, l lossRule) []unit {
	return sorted(g, set, l.order, lossesThen, g.strength)
}

// lossRule tells which units are given up first.
type lossRule struct {
	when  circumstance
	order ranking
}

// recoverRule tells which units recover first.
type recoverRule struct{ order ranking }

func readLossRule(r *ruleReader, rule *orders.Rule) lossRule {
	l := lossRule{when: r.circumstance(rule, byPlace|byMonth)}
	r.actionsOf(rule, func(sub *ruleReader) { l.order = append(l.order, sub.ranking()...) })
	return l
}

func readRecoverRule(r *ruleReader, rule *orders.Rule) recoverRule {
	var x recoverRule
	r.actionsOf(rule, func(sub *ruleReader) { x.order = append(x.order, sub.ranking()...) })
	return x
}

// recoveries takes as many units as may recover, in the order of a rule.
func (f *unitsForm) recoveries(x recoverRule) unitSet {
	g := f.g
	ranked := sorted(g, f.from, x.order, recoveriesThen, func(u unit) int { return g.units[u].full })
	return unitsOf(ranked[:min(f.max, len(ranked))]...)
}
