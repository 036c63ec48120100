package hellespont

import (
	"slices"
	"strconv"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
	"keryx/orders"
)

// pick finds the counters that a force names among those that can be meant: units
// of from and leaders of men, in zone z. Equal counters are interchangeable, and
// those of the lowest index are taken. The fault names what there is.
func pick(g *game, s *orders.Statement, f force, from unitSet, men leaderSet, z board.Zone, rule string) (unitSet, leaderSet, *orders.Diagnostic) {
	if f.all {
		return from, men, nil
	}
	var units unitSet
	var leaders leaderSet
	for _, it := range f.items {
		have := g.equal(from.minus(units), it.label, it.weak)
		if have.len() < it.count {
			return units, leaders, orders.IllegalAt(s, it.span, "no-such-unit", rule,
				"Unit", unitTerm(it.count, g.labels[it.label], it.weak), "Zone", g.zoneTerm(z),
				"Present", g.terms(from, men))
		}
		for range it.count {
			units.add(have.pop())
		}
	}
	for _, n := range f.leaders {
		if !men.has(n.leader) {
			return units, leaders, orders.IllegalAt(s, n.span, "no-such-leader", rule,
				"Leader", g.leaderTerm(n.leader), "Zone", g.zoneTerm(z), "Present", g.terms(from, men))
		}
		leaders.add(n.leader)
	}
	return units, leaders, nil
}

// equal returns the units of a set that show the same counter face.
func (g *game) equal(set unitSet, label uint8, weak bool) unitSet {
	var same unitSet
	for rest := set; !rest.empty(); {
		u := rest.pop()
		if g.units[u].label == label && g.weak.has(u) == weak {
			same.add(u)
		}
	}
	return same
}

// eachFace calls yield with one unit, that of the lowest index, for each face that
// the units of a set show.
func (g *game) eachFace(set unitSet, yield func(unit)) {
	for !set.empty() {
		u := set.pop()
		set = set.minus(g.equal(set, g.units[u].label, g.weak.has(u)))
		yield(u)
	}
}

// canonical replaces the units of chosen by equal ones of the lowest index within
// from, so that equal choices are equal answers.
func (g *game) canonical(chosen, from unitSet) unitSet {
	out := chosen
	for rest := chosen; !rest.empty(); {
		u := rest.pop()
		twin := g.twinBelow(u, from.minus(out))
		if twin != noUnit {
			out.drop(u)
			out.add(twin)
		}
	}
	return out
}

// twinBelow returns the lowest unit of set that equals u and comes before it.
func (g *game) twinBelow(u unit, set unitSet) unit {
	weak, label := g.weak.has(u), g.units[u].label
	for !set.empty() {
		v := set.pop()
		if v >= u {
			return noUnit
		}
		if g.units[v].label == label && g.units[v].side == g.units[u].side && g.weak.has(v) == weak {
			return v
		}
	}
	return noUnit
}

// words names counters as an order does: "T10", "2xT4w", leaders by name.
func (g *game) words(units unitSet, leaders leaderSet) adjudicator.Words {
	var w adjudicator.Words
	g.eachKind(units, func(n int, label string, weak bool) {
		w = append(w, unitName(n, label, weak))
	})
	for leaders != 0 {
		w = append(w, g.leaderTerm(leaders.pop()))
	}
	return w
}

// terms names counters for a text.
func (g *game) terms(units unitSet, leaders leaderSet) adjudicator.Terms {
	var terms adjudicator.Terms
	g.eachKind(units, func(n int, label string, weak bool) {
		terms = append(terms, unitTerm(n, label, weak))
	})
	for leaders != 0 {
		terms = append(terms, g.leaderTerm(leaders.pop()))
	}
	return terms
}

// eachKind calls yield for each kind of equal units in a set, in the order of
// their lowest index, fresh ones before weakened ones.
func (g *game) eachKind(units unitSet, yield func(n int, label string, weak bool)) {
	for !units.empty() {
		first := units.pop()
		label := g.units[first].label
		same := unitsOf(first)
		for rest := units; !rest.empty(); {
			if u := rest.pop(); g.units[u].label == label && g.units[u].side == g.units[first].side {
				same.add(u)
			}
		}
		units = units.minus(same)
		if n := same.minus(g.weak).len(); n > 0 {
			yield(n, g.labels[label], false)
		}
		if n := same.and(g.weak).len(); n > 0 {
			yield(n, g.labels[label], true)
		}
	}
}

// unitName is how orders name n equal units.
func unitName(n int, label string, weak bool) string {
	if weak {
		label += "w"
	}
	if n > 1 {
		label = strconv.Itoa(n) + "x" + label
	}
	return label
}

func unitTerm(n int, label string, weak bool) adjudicator.Term {
	return adjudicator.Term{Kind: "unit", ID: unitName(n, label, weak)}
}

func (p *printed) zoneTerm(z board.Zone) adjudicator.Term {
	return adjudicator.Term{Kind: "zone", ID: p.board.Name(z)}
}

func (p *printed) zoneTerms(zones board.Set) adjudicator.Terms {
	terms := make(adjudicator.Terms, 0, zones.Len())
	for z := range zones.All() {
		terms = append(terms, p.zoneTerm(z))
	}
	return terms
}

// perhaps names a zone, or nothing if there is none: for texts that say where only
// if that matters.
func (g *game) perhaps(z board.Zone) adjudicator.Terms {
	if z == board.NoZone {
		return nil
	}
	return adjudicator.Terms{g.zoneTerm(z)}
}

func (g *game) leaderTerm(l leader) adjudicator.Term {
	return adjudicator.Term{Kind: "leader", ID: g.Leaders[l].ID}
}

func (g *game) unitTermOf(u unit) adjudicator.Term {
	return unitTerm(1, g.labels[g.units[u].label], g.weak.has(u))
}

// sideTerm names a side.
func (p *printed) sideTerm(s adjudicator.Side) adjudicator.Term {
	return adjudicator.Term{Kind: "side", ID: p.board.Sides()[s]}
}

// tell records a public event.
func (g *game) tell(t *adjudicator.Table, rule string, depth int, key string, args ...any) {
	if t.Heard() {
		t.Tell(adjudicator.Event{Rule: rule, Depth: depth, Public: adjudicator.Say("hellespont.event."+key, args...)})
	}
}

// show records a public event that the map shows.
func (g *game) show(t *adjudicator.Table, rule string, depth int, mark adjudicator.Mark, key string, args ...any) {
	if t.Heard() {
		t.Tell(adjudicator.Event{Rule: rule, Depth: depth, Public: adjudicator.Say("hellespont.event."+key, args...),
			Marks: []adjudicator.Mark{mark}})
	}
}

// mark is what a map shows of a movement or a battle.
func (g *game) mark(kind string, side adjudicator.Side, zones ...board.Zone) adjudicator.Mark {
	names := make([]string, len(zones))
	for i, z := range zones {
		names[i] = g.board.Name(z)
	}
	return adjudicator.Mark{Kind: kind, Side: side, Zones: names}
}

// join puts orders' words together.
func join(parts ...adjudicator.Words) adjudicator.Words { return slices.Concat(parts...) }
