package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
	"keryx/orders"
)

type (
	// siegeRule lists the ports to besiege, the first first; all of them if all is
	// set.
	siegeRule struct {
		when  circumstance
		all   bool
		ports []board.Zone
	}
	// advanceRule tells who moves into a port that has fallen.
	advanceRule struct{ all, none bool } // else the weakest unit that can hold it
	// keepRule lists the stratagems to keep in D.1, the best first.
	keepRule struct{ faces []facesOrder }
	// orderRule lists where combats are resolved first; the rest follow as they come.
	orderRule struct{ zones []board.Zone }
	// wayRule lists where units go that make room, or a sick leader.
	wayRule struct {
		kind string // of the question
		when circumstance
		to   []board.Set
	}
	// staysRule does nothing where one could: in D.2, or in the departures of B.2.
	staysRule struct{ kind string }
)

// list reads places that commas, "then" or "or" separate, of a whole alternative.
func (r *reader) list(read func()) {
	for {
		for r.TakeComma() || r.TakeKeyword("or", "ou", "and", "et", "then", "puis") {
		}
		r.take("to")
		read()
		if r.Done() || len(r.faults) > 0 {
			return
		}
	}
}

// havens reads places to go to: zones, "port" for any port, "anywhere". The words
// may stand before each of them.
func (r *reader) havens(to *[]board.Set, words ...string) {
	r.list(func() {
		if r.TakeKeyword(words...) {
			r.take("to")
		}
		*to = append(*to, r.haven())
	})
}

// haven reads a place to go to: a zone, "port" for any port, "anywhere".
func (r *reader) haven() board.Set {
	switch {
	case r.TakeKeyword("port", "ports"):
		return r.p.ports
	case r.TakeKeyword("anywhere", "partout"), r.pair([]string{"n'importe"}, []string{"ou"}):
		return r.p.board.All()
	}
	return board.SetOf(r.zone().zone)
}

func readSiegeRule(r *ruleReader, rule *orders.Rule) adjudicator.Standing {
	x := siegeRule{when: r.circumstance(rule, bySiege)}
	r.actionsOf(rule, func(sub *ruleReader) {
		switch {
		case sub.take("none"):
		case sub.take("all"):
			x.all = true
		default:
			sub.list(func() { x.ports = append(x.ports, sub.zone().zone) })
		}
	})
	return x
}

func readAdvanceRule(r *ruleReader, rule *orders.Rule) adjudicator.Standing {
	var x advanceRule
	r.actionsOf(rule, func(sub *ruleReader) {
		switch {
		case sub.take("none"):
			x.none = true
		case sub.take("all"):
			x.all = true
		default:
			for sub.TakeKeyword("the", "la", "le", "plus") {
			}
			if !sub.TakeKeyword("smallest", "petite", "petit") {
				sub.need("all", "none", "smallest-one")
			}
		}
	})
	return x
}

func readKeepRule(r *ruleReader, rule *orders.Rule) adjudicator.Standing {
	var x keepRule
	r.actionsOf(rule, func(sub *ruleReader) {
		sub.list(func() {
			n, span := sub.stratagem()
			x.faces = append(x.faces, facesOrder{act: actKeep, span: span, colour: adjudicator.Observer})
			last := &x.faces[len(x.faces)-1]
			last.faces = append(last.faces, n)
		})
	})
	return x
}

func readOrderRule(r *ruleReader, rule *orders.Rule) adjudicator.Standing {
	var x orderRule
	r.actionsOf(rule, func(sub *ruleReader) {
		if !sub.TakeKeyword("any", "all", "tous") {
			sub.list(func() { x.zones = append(x.zones, sub.zone().zone) })
		}
	})
	return x
}

func readWayRule(kind string) func(*ruleReader, *orders.Rule) adjudicator.Standing {
	return func(r *ruleReader, rule *orders.Rule) adjudicator.Standing {
		by := byPlace | byMonth
		if kind == "refuge" {
			by |= byLeader
		}
		x := wayRule{kind: kind, when: r.circumstance(rule, by)}
		r.actionsOf(rule, func(sub *ruleReader) { sub.havens(&x.to, "go", "aller", "displace", "deplacer") })
		return x
	}
}

// Advise implements [adjudicator.Adviser].
func (f *zoneForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		x, ok := st.(wayRule)
		if !ok || x.kind != f.kind || !x.when.met(f.g, f.from(), f.leaders, 0) {
			continue
		}
		for _, to := range x.to {
			if open := to.Intersect(f.zones); !open.Empty() {
				return going{f, open.First()}, i, true
			}
		}
	}
	return nil, 0, false
}

// from is where those are who must go.
func (f *zoneForm) from() board.Zone {
	if !f.units.empty() {
		return f.g.zonesOf(f.units).First()
	}
	leaders := f.leaders
	return f.g.leaderWhere[leaders.pop()]
}

// Advise implements [adjudicator.Adviser]: units are pushed on where a retreat would
// go, the smallest first.
func (f *crowdForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		x, ok := st.(retreatRule)
		if !ok || !x.when.where(f.g, f.from) {
			continue
		}
		for _, to := range x.to {
			var found displacement
			n := 0
			f.each(func(a displacement) bool {
				if to.Has(a.to) && (n == 0 || f.g.strength(a.unit) < f.g.strength(found.unit)) {
					found, n = a, n+1
				}
				return true
			})
			if n > 0 {
				return found, i, true
			}
		}
	}
	return nil, 0, false
}

// Advise implements [adjudicator.Adviser].
func (f *fightForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		if x, ok := st.(orderRule); ok {
			for _, z := range x.zones {
				if f.due.Has(z) {
					return f.first(z), i, true
				}
			}
			return f.Default(), i, true
		}
	}
	return nil, 0, false
}

// Advise implements [adjudicator.Adviser].
func (f *keepForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		x, ok := st.(keepRule)
		if !ok {
			continue
		}
		for _, want := range x.faces {
			for hand := f.g.chits.Hand[f.side]; hand != 0; {
				if c := hand.Pop(); f.g.canPlay(f.side, c, want.faces[0]) {
					return keepAnswer{f.g, c}, i, true
				}
			}
		}
	}
	return nil, 0, false
}

// canPlay reports whether a counter has a face of that number that the side may play.
func (g *game) canPlay(s adjudicator.Side, c chit, n field.StratagemNo) bool {
	for _, f := range g.Counters[c].Faces {
		if f.Stratagem == n && f.Colour.PlayableBy(s) && !g.retired.has(n) && !g.scenario.IsWithdrawn(n) {
			return true
		}
	}
	return false
}

// Advise implements [adjudicator.Adviser]: into a port that has fallen.
func (f *portForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		x, ok := st.(advanceRule)
		switch {
		case !ok || f.act != actAdvance:
		case x.none:
			return entering{form: f, to: board.NoZone}, i, true
		case x.all:
			if a := f.fill(f.ports.First()); !a.units.empty() {
				return a, i, true
			}
			return f.Default(), i, true
		default:
			return f.Default(), i, true
		}
	}
	return nil, 0, false
}

// Advise implements [adjudicator.Adviser].
func (f *redeployForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		if x, ok := st.(staysRule); ok && x.kind == "redeploy" {
			return staying{}, i, true
		}
	}
	return nil, 0, false
}

// Advise implements [adjudicator.Adviser]: nobody sails out of the bases in B.2.
// Movements in B.3 are nobody's but the player's.
func (f *actForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		if x, ok := st.(staysRule); ok && !f.actions && x.kind == "depart" {
			return f.Default(), i, true
		}
	}
	return nil, 0, false
}

// Advise implements [adjudicator.Adviser]: who goes when a stack is too high or the
// ships are too few is chosen as losses are.
func (f *sacrificeForm) Advise(rules []adjudicator.Standing) (adjudicator.Answer, int, bool) {
	for i, st := range rules {
		if l, ok := st.(lossRule); ok && l.when.where(f.g, f.zone) {
			return f.made(f.g.canonical(unitsOf(lossOrder(f.g, f.from, l)[0]), f.from).nth(0), false), i, true
		}
	}
	return nil, 0, false
}
