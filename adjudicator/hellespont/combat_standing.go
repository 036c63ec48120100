package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// combatStandings are the standing orders on combats, sieges and adjustments: see
// the package comment.
var combatStandings = []standingKind{
	{[]string{"attacked", "attaque"}, readAttacked},
	{[]string{"attacking", "attaquant"}, readRuseRule(whenAttacking)},
	{[]string{"victorious", "vainqueur"}, readRuseRule(whenVictorious)},
	{[]string{"besieged", "assiege"}, readRuseRule(whenBesieged)},
	{[]string{"besieging", "assiegeant"}, readRuseRule(whenBesieging)},
	{[]string{"result", "resultat"}, readResultRule},
	{[]string{"evasion"}, readEvasionRule},
	{[]string{"losses", "pertes"}, readLossRule},
	{[]string{"retreat", "recul", "retraite"}, readRetreatRule},
	{[]string{"displaced", "deplaces"}, readWayRule("displace")},
	{[]string{"refuge"}, readWayRule("refuge")},
	{[]string{"advantage", "avantage"}, readKeepAdvantage},
	{[]string{"combats"}, readOrderRule},
	{[]string{"sieges", "siege"}, readSiegeRule},
	{[]string{"advance", "avance"}, readAdvanceRule},
	{[]string{"keep", "garder", "garde"}, readKeepRule},
	{[]string{"recover", "recuperation", "recuperer"}, readRecoverRule},
	{[]string{"redeploy", "redeploiement"}, readStays("redeploy")},
	{[]string{"departures", "departs"}, readStays("depart")},
}

type (
	// attackedRule tells where to evade to when attacked, and what to play.
	attackedRule struct {
		when    circumstance
		decides bool // whether to evade
		to      []board.Set
		ruses   ruseRule
	}
	// lossRule tells which units are given up first.
	lossRule struct {
		when        circumstance
		weak, large bool
	}
	// retreatRule lists where to retreat, the best first.
	retreatRule struct {
		when circumstance
		to   []board.Set
	}
	// resultRule tells at which results of one's own a combat is thrown again.
	resultRule struct {
		when    circumstance
		results [bey.AllEliminated + 1]bool
	}
	// evasionRule throws evasions again that fail, or those of the enemy that succeed.
	evasionRule struct {
		when  circumstance
		fails bool
	}
	// keepAdvantage accepts every throw and uses the Advantage for nothing.
	keepAdvantage struct{}
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
	a := attackedRule{when: r.circumstance(rule)}
	a.ruses = ruseRule{predicament: whenAttacked, when: a.when}
	r.actionsOf(rule, func(sub *reader) {
		for {
			sub.TakeComma()
			if o, ok := sub.ruseAlternative(); ok {
				a.ruses.ruses = append(a.ruses.ruses, o)
				return
			}
			a.decides = true
			if sub.TakeKeyword("stand", "tient", "tenir") {
				return
			}
			sub.fail(sub.NeedKeyword("evade", "stand", "play", "pass", "evader", "esquiver"))
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
	l := lossRule{when: r.circumstance(rule)}
	r.actionsOf(rule, func(sub *reader) {
		sub.list(func() {
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
		})
	})
	return l
}

func readRetreatRule(r *reader, rule *orders.Rule) adjudicator.Standing {
	x := retreatRule{when: r.circumstance(rule)}
	r.actionsOf(rule, func(sub *reader) { sub.havens(&x.to) })
	return x
}

func readResultRule(r *reader, rule *orders.Rule) adjudicator.Standing {
	var x resultRule
	r.TakeKeyword("is", "est")
	for len(r.faults) == 0 {
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
		if !r.TakeComma() && !r.TakeKeyword("or", "ou") {
			break
		}
		r.TakeKeyword("or", "ou")
	}
	x.when = r.circumstance(rule)
	r.again(rule)
	return x
}

func readEvasionRule(r *reader, rule *orders.Rule) adjudicator.Standing {
	var x evasionRule
	if x.fails = r.TakeKeyword("fails", "echoue"); !x.fails {
		r.fail(r.NeedKeyword("fails", "succeeds", "reussit", "echoue"))
	}
	x.when = r.circumstance(rule)
	r.again(rule)
	return x
}

// again reads "use advantage to reroll", or "reroll" alone.
func (r *reader) again(rule *orders.Rule) {
	r.actionsOf(rule, func(sub *reader) {
		if sub.TakeKeyword("accept", "accepter") {
			return
		}
		sub.TakeKeyword("use", "utilise", "utiliser")
		sub.take("advantage")
		sub.take("to")
		sub.TakeKeyword("pour")
		sub.fail(sub.NeedKeyword("reroll", "relance", "relancer"))
	})
}

func readKeepAdvantage(r *reader, rule *orders.Rule) adjudicator.Standing {
	r.actionsOf(rule, func(sub *reader) { sub.fail(sub.NeedKeyword("keep", "garde", "garder", "conserver")) })
	return keepAdvantage{}
}

func readStays(kind string) func(*reader, *orders.Rule) adjudicator.Standing {
	return func(r *reader, rule *orders.Rule) adjudicator.Standing {
		r.actionsOf(rule, func(sub *reader) { sub.fail(sub.NeedKeyword(keywords["none"]...)) })
		return staysRule{kind}
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
	switch m.options[0].act {
	case actEvade:
		if a, ok := st.(attackedRule); ok && a.decides && a.when.covers(m.g, m.battle) {
			return m.flight(a), true
		}
	case actSiege:
		if x, ok := st.(siegeRule); ok {
			return m.target(x), true
		}
	case actReroll:
		return m.throwAgain(st)
	}
	return single{}, false
}

// flight is the first way out of a rule that is open, else to stand.
func (m *menu) flight(a attackedRule) single {
	for _, zones := range a.to {
		for _, o := range m.options {
			if o.act == actEvade && zones.Has(o.zone) {
				return o
			}
		}
	}
	return single{actStand, board.NoZone}
}

// target is the first port of a rule that can be besieged, if any.
func (m *menu) target(x siegeRule) single {
	if x.all {
		return m.options[0]
	}
	for _, z := range x.ports {
		if o := (single{actSiege, z}); m.has(o) {
			return o
		}
	}
	return single{actSiege, board.NoZone}
}

// throwAgain tells what a rule makes of dice that may be thrown again.
func (m *menu) throwAgain(st adjudicator.Standing) (single, bool) {
	accept, again := single{actAccept, board.NoZone}, single{actReroll, board.NoZone}
	switch st := st.(type) {
	case keepAdvantage:
		return accept, true
	case resultRule:
		if !m.thrown || !st.when.covers(m.g, m.battle) {
			return single{}, false
		}
		if st.results[m.result] {
			return again, true
		}
		return accept, true
	case evasionRule:
		// It is asked of him whom the die has disappointed.
		if m.evading && st.fails == (m.g.advantage != m.battle.attacker) && st.when.covers(m.g, m.battle) {
			return again, true
		}
	}
	return single{}, false
}

// Advise implements [adjudicator.Adviser].
func (f *unitsForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		switch st := st.(type) {
		case lossRule:
			if f.act != actRecover && (!st.when.somewhere || f.g.zonesOf(f.from).Within(st.when.zones)) && st.when.where(f.g, f.g.zonesOf(f.from).First()) {
				return unitsAnswer{f, f.canonical(f.preferred(st))}, i, true
			}
		case recoverRule:
			if f.act == actRecover {
				return unitsAnswer{f, f.canonical(f.recoveries(st))}, i, true
			}
		}
	}
	return nil, 0, false
}

// preferred takes the losses that a rule wants.
func (f *unitsForm) preferred(l lossRule) unitSet {
	g := f.g
	ranked := g.ranked(f.from, l)
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
		if !ok || !x.when.where(f.g, f.from) {
			continue
		}
		for _, to := range x.to {
			for z := range to.Intersect(f.near.Union(f.over)).All() {
				a := retirement{form: f, units: f.units, men: f.men, to: z}
				if f.judge(&a, nil) == nil {
					return a, i, true
				}
			}
		}
	}
	return nil, 0, false
}
