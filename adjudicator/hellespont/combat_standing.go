package hellespont

import (
	"cmp"
	"slices"

	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// combatStandings are the standing orders on combats, sieges and adjustments:
//
//	when attacked at sea: evade to M5, evade to port, else stand
//	when attacked in T17: stand
//	losses: fresh first, smallest first
//	retreat: Sestos, M5
//	when result is E or A: use advantage to reroll
//	advantage: keep             # accept every throw
//	sieges: none
//	redeploy: none
var combatStandings = []standingKind{
	{[]string{"attacked", "attaque"}, readAttacked},
	{[]string{"losses", "pertes"}, readLossRule},
	{[]string{"retreat", "recul", "retraite"}, readRetreatRule},
	{[]string{"result", "resultat"}, readResultRule},
	{[]string{"advantage", "avantage"}, readKeepAdvantage},
	{[]string{"sieges", "siege"}, readNone(noSieges{})},
	{[]string{"redeploy", "redeploiement"}, readNone(noRedeploy{})},
}

type (
	// attackedRule tells where to evade to when attacked in certain zones.
	attackedRule struct {
		zones board.Set // where the rule holds
		to    []board.Set
	}
	// lossRule tells which units are given up first.
	lossRule struct{ weak, large bool }
	// retreatRule lists where to retreat, the best first.
	retreatRule struct{ to []board.Zone }
	// resultRule tells at which results of one's own a combat is thrown again.
	resultRule struct{ results [bey.AllEliminated + 1]bool }
	// keepAdvantage accepts every throw, noSieges besieges nothing, noRedeploy
	// leaves everybody where he is.
	keepAdvantage struct{}
	noSieges      struct{}
	noRedeploy    struct{}
)

// actionsOf reads every alternative of a rule's actions.
func (r *reader) actionsOf(rule *orders.Rule, read func(sub *reader)) {
	r.fail(r.End())
	for _, action := range rule.Actions {
		for _, tokens := range action.Alternatives {
			sub := r.alternative(rule, tokens)
			read(sub)
			if len(sub.faults) == 0 {
				sub.fail(sub.End())
			}
			r.faults = append(r.faults, sub.faults...)
		}
	}
}

func readAttacked(r *reader, rule *orders.Rule) adjudicator.Standing {
	a := attackedRule{zones: r.p.seas.Union(r.p.lands)}
	switch {
	case r.TakeKeyword("at", "en") && r.TakeKeyword("sea", "mer"):
		a.zones = r.p.seas
	case r.TakeKeyword("on", "sur", "a") && r.TakeKeyword("land", "terre"):
		a.zones = r.p.lands
	case r.take("at"), r.atName("zone"):
		a.zones = board.SetOf(r.zone().zone)
	}
	r.actionsOf(rule, func(sub *reader) {
		for {
			sub.TakeComma()
			if sub.TakeKeyword("stand", "tient", "tenir") {
				return
			}
			sub.fail(sub.NeedKeyword("evade", "evader", "esquiver"))
			sub.take("to")
			if sub.TakeKeyword("port") {
				a.to = append(a.to, sub.p.ports)
			} else if len(sub.faults) == 0 {
				a.to = append(a.to, board.SetOf(sub.zone().zone))
			}
			if sub.Done() || len(sub.faults) > 0 {
				return
			}
		}
	})
	return a
}

func readLossRule(r *reader, rule *orders.Rule) adjudicator.Standing {
	var l lossRule
	r.actionsOf(rule, func(sub *reader) {
		for {
			sub.TakeComma()
			switch {
			case sub.TakeKeyword("weakened", "affaiblies", "affaiblis"):
				l.weak = true
			case sub.TakeKeyword("fresh", "fraiches", "frais"):
				l.weak = false
			case sub.TakeKeyword("largest", "grandes", "grands"):
				l.large = true
			default:
				sub.fail(sub.NeedKeyword("smallest", "weakened", "fresh", "largest", "petites", "petits"))
				l.large = false
			}
			sub.TakeKeyword("first", "d'abord")
			if sub.Done() || len(sub.faults) > 0 {
				return
			}
		}
	})
	return l
}

func readRetreatRule(r *reader, rule *orders.Rule) adjudicator.Standing {
	var x retreatRule
	r.actionsOf(rule, func(sub *reader) {
		for {
			sub.TakeComma()
			sub.take("to")
			x.to = append(x.to, sub.zone().zone)
			if sub.Done() || len(sub.faults) > 0 {
				return
			}
		}
	})
	return x
}

func readResultRule(r *reader, rule *orders.Rule) adjudicator.Standing {
	var x resultRule
	r.TakeKeyword("is", "est")
	for !r.Done() && len(r.faults) == 0 {
		r.TakeComma()
		r.TakeKeyword("or", "ou")
		at := r.Span()
		t, _ := r.Next()
		known := false
		for n := range x.results {
			if orders.Fold(bey.Result(n).String()) == t.Fold {
				known, x.results[n] = true, true
			}
		}
		if !known {
			r.fail(orders.UnknownAt(rule, at, "unknown-result", "Word", t.Text, "Results", []string{"1/4", "1/2", "3/4", "A", "E"}))
		}
	}
	r.actionsOf(rule, func(sub *reader) {
		sub.TakeKeyword("use", "utilise", "utiliser")
		sub.take("advantage")
		sub.take("to")
		sub.TakeKeyword("pour")
		sub.fail(sub.NeedKeyword("reroll", "relance", "relancer"))
	})
	return x
}

func readKeepAdvantage(r *reader, rule *orders.Rule) adjudicator.Standing {
	r.actionsOf(rule, func(sub *reader) { sub.fail(sub.NeedKeyword("keep", "garde", "garder", "conserver")) })
	return keepAdvantage{}
}

func readNone(st adjudicator.Standing) func(*reader, *orders.Rule) adjudicator.Standing {
	return func(r *reader, rule *orders.Rule) adjudicator.Standing {
		r.actionsOf(rule, func(sub *reader) { sub.fail(sub.NeedKeyword(keywords["none"]...)) })
		return st
	}
}

// Advise implements [adjudicator.Adviser].
func (m *menu) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		if x, ok := m.follow(st); ok && m.has(x) {
			return menuAnswer{m.g, x}, i, true
		}
	}
	return nil, 0, false
}

// follow returns what a standing order says to a menu, and whether it does.
func (m *menu) follow(st adjudicator.Standing) (single, bool) {
	first := m.options[0].act
	switch st := st.(type) {
	case attackedRule:
		if first != actEvade || !st.zones.Has(m.at) {
			return single{}, false
		}
		for _, zones := range st.to {
			for _, o := range m.options {
				if o.act == actEvade && zones.Has(o.zone) {
					return o, true
				}
			}
		}
		return single{actStand, board.NoZone}, true
	case resultRule:
		if first != actReroll || !m.thrown {
			return single{}, false
		}
		if st.results[m.result] {
			return single{actReroll, board.NoZone}, true
		}
		return single{actAccept, board.NoZone}, true
	case keepAdvantage:
		return single{actAccept, board.NoZone}, first == actReroll
	case noSieges:
		return single{actSiege, board.NoZone}, first == actSiege
	}
	return single{}, false
}

// Advise implements [adjudicator.Adviser]: standing orders choose losses, not what
// recovers.
func (f *unitsForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		if l, ok := st.(lossRule); ok && f.act != actRecover {
			return unitsAnswer{f, f.canonical(f.preferred(l))}, i, true
		}
	}
	return nil, 0, false
}

// preferred takes the losses that a rule wants.
func (f *unitsForm) preferred(l lossRule) unitSet {
	g := f.g
	var ranked []unit
	for rest := f.from; !rest.empty(); {
		ranked = append(ranked, rest.pop())
	}
	slices.SortStableFunc(ranked, func(a, b unit) int {
		if wa, wb := g.weak.has(a), g.weak.has(b); wa != wb {
			if wa == l.weak {
				return -1
			}
			return 1
		}
		if l.large {
			a, b = b, a
		}
		return cmp.Compare(g.strength(a), g.strength(b))
	})
	if f.sum == 0 {
		return unitsOf(ranked[:f.min]...)
	}
	values := make([]int, len(ranked))
	for i, u := range ranked {
		values[i] = g.strength(u)
	}
	picked, _ := bey.PickSum(values, f.sum, nil)
	var units unitSet
	for i, u := range ranked {
		if picked&(1<<i) != 0 {
			units.add(u)
		}
	}
	return units
}

// Advise implements [adjudicator.Adviser]: everybody to the first zone of the rule
// that is open to all.
func (f *retreatForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		x, ok := st.(retreatRule)
		if !ok {
			continue
		}
		for _, z := range x.to {
			a := retirement{form: f, units: f.units, men: f.men, to: z}
			if f.judge(&a, nil) == nil {
				return a, i, true
			}
		}
	}
	return nil, 0, false
}

// Advise implements [adjudicator.Adviser].
func (f *redeployForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		if _, ok := st.(noRedeploy); ok {
			return staying{}, i, true
		}
	}
	return nil, 0, false
}
