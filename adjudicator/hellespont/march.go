package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// march carries out a movement: along its route until it ends or is stopped.
func (g *game) march(t *adjudicator.Table, m *move) {
	last, why := g.advanceAlong(t, m)
	g.noteOrigin(m)
	carried := g.sum(m.units)
	units, leaders := m.units, m.leaders
	for _, d := range m.drop[:m.drops] {
		if d.step >= last {
			break
		}
		g.arrive(m, d.step, d.units, d.leaders)
		units, leaders = units.minus(d.units), leaders&^d.leaders
	}
	g.arrive(m, last, units, leaders)
	if m.manner == ferried {
		g.carry(m.side, m.route[:last], carried)
	}
	if t.Heard() {
		g.tellMarch(t, m, last, units, leaders, why)
	}
	g.captureLeaders(t)
	g.changed(t)
}

// carry remembers what the ships of a side have carried amphibiously through the sea
// zones of a route: it leaves them so much less room in the same action phase (3.4).
func (g *game) carry(side adjudicator.Side, route []board.Zone, pf int) {
	for _, z := range route {
		g.phase.ferried[side][z] += int16(pf)
		if g.habits.oneHold {
			g.phase.ferried[side.Other()][z] += int16(pf)
		}
	}
}

// advanceAlong takes a group along its route and returns the step at which it
// ends, and what stopped it if that is not the last.
func (g *game) advanceAlong(t *adjudicator.Table, m *move) (last int, why string) {
	for i, z := range m.route[:m.steps] {
		g.captureAt(t, m, z)
		if !g.enemies(m.side, z) {
			continue
		}
		if m.manner != bySea && g.onlyCavalry(m.side.Other(), z) {
			g.offerWithdrawal(t, m, z)
		}
		if i == m.steps-1 || !g.enemies(m.side, z) {
			continue
		}
		if m.manner != bySea || !g.runPast(t, m, z) {
			return i, "stopped"
		}
	}
	return m.steps - 1, ""
}

// runPast reports whether a fleet passes enemy ships: at ten to one it does, else
// on a 1 in the strait and on 1 to 3 in the open sea (3.5).
func (g *game) runPast(t *adjudicator.Table, m *move, z board.Zone) bool {
	fleet, enemy := g.sum(m.units.and(g.ships)), g.navalPF(m.side.Other(), z)
	if fleet >= 10*enemy {
		if t.Heard() {
			g.tell(t, "3.5", 1, "passed-tenfold", "Zone", g.zoneTerm(z), "Fleet", fleet, "Enemy", enemy)
		}
		return true
	}
	need := g.passesOn(z)
	die := t.Die()
	if t.Heard() {
		key := "ran-past"
		if die > need {
			key = "run-past-failed"
		}
		g.tell(t, "3.5", 1, key, "Zone", g.zoneTerm(z), "Die", die, "Need", need,
			"Enemies", g.terms(g.navalAt(m.side.Other(), z), 0))
	}
	return die <= need
}

// passesOn is the highest die on which a fleet runs past enemy ships in a sea zone.
func (g *game) passesOn(z board.Zone) int {
	if g.straits.Has(z) {
		return 1
	}
	return 3
}

// noteOrigin remembers where the units of a movement began the phase, and that they
// have moved.
func (g *game) noteOrigin(m *move) {
	p := &g.phase
	for rest := m.units; !rest.empty(); {
		p.origin.units[rest.pop()] = m.from
	}
	for rest := m.leaders; rest != 0; {
		p.origin.leaders[rest.pop()] = m.from
	}
	p.moved = p.moved.or(m.units)
	p.movedLeaders |= m.leaders
}

// arrive puts some of a group into the zone of a step.
func (g *game) arrive(m *move, step int, units unitSet, leaders leaderSet) {
	z := m.route[step]
	for !units.empty() {
		u := units.pop()
		g.place(u, z)
		g.phase.entry[u] = entry{from: m.before(step), amphibious: m.manner == ferried}
	}
	for leaders != 0 {
		g.placeLeader(leaders.pop(), z)
	}
}

// tellMarch tells of a movement that has been carried out.
func (g *game) tellMarch(t *adjudicator.Table, m *move, last int, units unitSet, leaders leaderSet, why string) {
	route := make(adjudicator.Path, 0, last+1)
	zones := append(make([]board.Zone, 0, last+2), m.from)
	for _, z := range m.route[:last+1] {
		route = append(route, g.zoneTerm(z))
		zones = append(zones, z)
	}
	mark := g.mark("move", m.side, zones...)
	rule := [...]string{byLand: "3.2", bySea: "3.3", ferried: "3.4"}[m.manner]
	key := [...]string{byLand: "marched", bySea: "sailed", ferried: "ferried"}[m.manner]
	if why != "" {
		key += "-" + why
	}
	g.show(t, rule, 1, mark, key, "Side", g.sideTerm(m.side), "Who", g.terms(m.units, m.leaders),
		"From", g.zoneTerm(m.from), "To", g.zoneTerm(m.route[last]), "Route", route,
		"Planned", g.zoneTerm(m.to()))
	for _, d := range m.drop[:m.drops] {
		if d.step < last {
			g.tell(t, "3.3", 2, "dropped", "Who", g.terms(d.units, d.leaders), "Zone", g.zoneTerm(m.route[d.step]))
		}
	}
}

// captureAt eliminates enemy leaders who are alone in a zone that units pass (4.2.4).
func (g *game) captureAt(t *adjudicator.Table, m *move, z board.Zone) {
	men := g.leadersOf(m.side.Other(), z)
	if men == 0 || m.units.empty() || g.held[m.side.Other()].Has(z) || g.bases.Has(z) {
		return
	}
	for men != 0 {
		g.capture(t, men.pop())
	}
}

// capture takes a leader who is alone among enemy units out of play (4.2.4).
func (g *game) capture(t *adjudicator.Table, l leader) {
	if t.Heard() {
		g.tell(t, "4.2.4", 1, "leader-captured", "Leader", g.leaderTerm(l), "Zone", g.zoneTerm(g.leaderWhere[l]))
	}
	g.dismiss(l, captured)
}

// captureLeaders eliminates leaders who are alone among enemy units (4.2.4).
func (g *game) captureLeaders(t *adjudicator.Table) {
	for side := range g.captains {
		for set := g.captains[side]; set != 0; {
			l := set.pop()
			z, s := g.leaderWhere[l], adjudicator.Side(side)
			if z == board.NoZone || g.held[s].Has(z) || !g.enemies(s, z) {
				continue
			}
			g.capture(t, l)
		}
	}
}

// answer makes a movement an answer of its own.
func (g *game) answer(m *move) *move {
	a := *m
	a.g = g
	return &a
}

// Words implements [adjudicator.Answer]: the whole route is written out.
func (m *move) Words() adjudicator.Words {
	g := m.g
	w := append(adjudicator.Words{adjudicator.Keyword("move")}, g.words(m.units, m.leaders)...)
	if g.bases.Has(m.from) {
		w = append(w, adjudicator.Keyword("from"), g.zoneTerm(m.from))
	}
	next, plain := 0, false
	for i, z := range m.route[:m.steps] {
		if next < m.drops && m.drop[next].step == i {
			d := m.drop[next]
			w = append(w, adjudicator.Keyword("drop"))
			w = append(append(w, g.words(d.units, d.leaders)...), adjudicator.Keyword("at"), g.zoneTerm(z))
			next, plain = next+1, false
			continue
		}
		if !plain {
			w, plain = append(w, adjudicator.Keyword("by")), true
		}
		w = append(w, g.zoneTerm(z))
	}
	return g.unpaidWord(w, g.unpaidMove(m))
}
