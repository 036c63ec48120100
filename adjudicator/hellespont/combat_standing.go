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
	{[]string{"attacking", "attack", "attaquant", "j'attaque"}, readRuseRule(whenAttacking)},
	{[]string{"victorious", "vainqueur"}, readRuseRule(whenVictorious)},
	{[]string{"besieged", "assiege"}, readRuseRule(whenBesieged)},
	{[]string{"besieging", "assiegeant"}, readRuseRule(whenBesieging)},
	{[]string{"result", "resultat"}, readResultRule},
	{[]string{"defeated", "beaten", "lose", "vaincu", "battu"}, readDefeatRule},
	{[]string{"evasion", "esquive"}, readEvasion},
	{[]string{"attrition", "usure"}, readThrowRule(throwAttrition)},
	{[]string{"enemy", "ennemi", "ennemie"}, readEnemyThrow},
	{[]string{"discord", "discorde"}, readThrowRule(throwDiscord)},
	{[]string{"storm", "tempete"}, readThrowRule(throwStorm)},
	{[]string{"initiative"}, readInitiativeRule},
	{[]string{"losses", "pertes"}, standingOf(readLossRule)},
	{retreatWords, readRetreatRule},
	{[]string{"displaced", "deplaces"}, readWayRule("displace")},
	{[]string{"refuge"}, readWayRule("refuge")},
	{[]string{"advantage", "avantage"}, readKeepAdvantage},
	{[]string{"combats"}, readOrderRule},
	{[]string{"sieges", "siege"}, readSieges},
	{[]string{"advance", "avance"}, readAdvanceRule},
	{[]string{"keep", "garder", "garde"}, readKeepRule},
	{[]string{"recover", "recuperation", "recuperer"}, standingOf(readRecoverRule)},
	{[]string{"redeploy", "redeploiement"}, readStays("redeploy")},
	{[]string{"departures", "departs"}, readStays("depart")},
}

// standingOf makes a reader of one sort of rule a reader of any.
func standingOf[T any](read func(*ruleReader, *orders.Rule) T) func(*ruleReader, *orders.Rule) adjudicator.Standing {
	return func(r *ruleReader, rule *orders.Rule) adjudicator.Standing { return read(r, rule) }
}

// readSieges reads "when siege fails: ...", and the ports to besiege.
func readSieges(r *ruleReader, rule *orders.Rule) adjudicator.Standing {
	if rule.When != nil {
		return readThrowRule(throwSiege)(r, rule)
	}
	return readSiegeRule(r, rule)
}

type (
	// attackedRule tells where to evade to when attacked, and what to play.
	attackedRule struct {
		when    circumstance
		decides bool // whether to evade
		to      []board.Set
		ruses   ruseRule
	}
	// retreatRule lists where to retreat, the best first.
	retreatRule struct {
		when circumstance
		to   []board.Set
	}
	// keepAdvantage accepts every throw and uses the Advantage for nothing, on some
	// occasions or on any.
	keepAdvantage struct{ occasions occasions }
	// initiativeRule tells what the Advantage is used for once the dice of B.1 are
	// cast: nothing, if use is noUse.
	initiativeRule struct {
		when circumstance
		lost bool
		use  use
	}
)

// actionsOf reads every alternative of a rule's actions.
func (r *ruleReader) actionsOf(rule *orders.Rule, read func(sub *ruleReader)) {
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

func readAttacked(r *ruleReader, rule *orders.Rule) adjudicator.Standing {
	a := attackedRule{when: r.circumstance(rule, byAnything)}
	a.ruses = ruseRule{predicament: whenAttacked, when: a.when}
	r.actionsOf(rule, func(sub *ruleReader) {
		if o, ok := sub.ruseAlternative(); ok {
			a.ruses.ruses = append(a.ruses.ruses, o)
			return
		}
		a.decides = true
		if sub.TakeKeyword(standWords...) {
			sub.TakeKeyword("bon")
			return
		}
		if !sub.TakeKeyword(evadeWords...) {
			sub.need("evade", "stand", "play", "pass")
			return
		}
		if sub.Done() {
			a.to = append(a.to, sub.p.board.All())
			return
		}
		sub.havens(&a.to, evadeWords...)
	})
	return a
}

// evadeWords begin an order to evade.
var evadeWords = []string{"evade", "evader", "esquiver", "s'esquiver", "s'evader"}

// standWords tell to stay for a combat.
var standWords = []string{"stand", "tient", "tenir", "rester"}

// readEvasion reads "when evasion fails: ...", and "evasion: none", which is to
// stand in every combat.
func readEvasion(r *ruleReader, rule *orders.Rule) adjudicator.Standing {
	if rule.When != nil {
		return readEvasionRule(r, rule)
	}
	a := attackedRule{when: r.circumstance(rule, byAnything), decides: true}
	a.ruses = ruseRule{predicament: whenAttacked, when: a.when}
	r.actionsOf(rule, func(sub *ruleReader) { sub.require("none") })
	return a
}

// retreatWords begin an order to retreat.
var retreatWords = []string{"retreat", "recul", "reculer", "retraite"}

func readRetreatRule(r *ruleReader, rule *orders.Rule) adjudicator.Standing {
	x := retreatRule{when: r.circumstance(rule, byPlace|byMonth)}
	r.actionsOf(rule, func(sub *ruleReader) { sub.havens(&x.to, retreatWords...) })
	return x
}

// readKeepAdvantage reads "advantage: keep", perhaps for some phases only.
func readKeepAdvantage(r *ruleReader, rule *orders.Rule) adjudicator.Standing {
	x := keepAdvantage{r.occasions(rule, nil)}
	r.actionsOf(rule, func(sub *ruleReader) {
		if !sub.take("none") && !sub.TakeKeyword("keep", "garde", "garder", "conserver") {
			sub.need("keep", "none")
		}
	})
	return x
}

// readInitiativeRule reads "initiative is lost", the first word apart, and what is
// done then.
func readInitiativeRule(r *ruleReader, rule *orders.Rule) adjudicator.Standing {
	var x initiativeRule
	r.TakeKeyword("is", "est")
	if x.lost = r.TakeKeyword("lost", "perdue"); !x.lost && !r.TakeKeyword("won", "gagnee") {
		r.need("lost", "won")
	}
	x.when = r.circumstance(rule, byMonth)
	first := true
	r.actionsOf(rule, func(sub *ruleReader) {
		use := noUse
		if !sub.TakeKeyword("keep", "pass", "none", "garder", "passer", "aucun") {
			words := []adjudicator.Keyword{"points", "initiative"}
			if !sub.TakeKeyword("use", "utilise", "utiliser") {
				words = append(words, "keep")
			}
			sub.take("advantage")
			for sub.take("to") || sub.take("for") {
			}
			switch {
			case sub.TakeKeyword(keywords["points"]...):
				use = usePoints
			case sub.TakeKeyword(keywords["initiative"]...):
				use = useInvert
			default:
				sub.need(words...)
			}
		}
		if first {
			x.use, first = use, false
		}
	})
	return x
}

func readStays(kind string) func(*ruleReader, *orders.Rule) adjudicator.Standing {
	return func(r *ruleReader, rule *orders.Rule) adjudicator.Standing {
		r.actionsOf(rule, func(sub *ruleReader) { sub.require("none") })
		return staysRule{kind}
	}
}

// Advise implements [adjudicator.Adviser].
func (m *menu) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	switch {
	case m.of != nil:
		return m.rethrow(rules)
	case m.guide == nil:
		return nil, 0, false
	}
	for i, st := range rules {
		if x, ok := m.guide.follow(m, st); ok && m.has(x) {
			return menuAnswer{m.g, x}, i, true
		}
	}
	return nil, 0, false
}

// wayOut is the first of some places that can be evaded to.
func (m *menu) wayOut(to []board.Set) (single, bool) {
	for _, zones := range to {
		for _, o := range m.options {
			if o.act == actEvade && zones.Has(o.zone) {
				return o, true
			}
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
	ranked := lossOrder(g, f.from, l)
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
