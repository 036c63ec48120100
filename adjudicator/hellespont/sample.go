package hellespont

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// sampleMove returns a random legal movement out of a zone, or nil.
func (g *game) sampleMove(r *rand.Rand, side adjudicator.Side, from board.Zone) *move {
	units, leaders := g.fresh(side, from)
	m := move{g: g, side: side, from: from}
	ships := units.and(g.ships)
	if !ships.empty() && (g.seas.Has(from) || g.bases.Has(from) || r.IntN(2) == 0) {
		m.manner = bySea
		m.units = someUnits(r, ships)
		m.leaders = someLeaders(r, leaders&^g.landLeaders)
		g.embark(r, &m, units.minus(g.ships).minus(g.landsmen))
	} else if g.seas.Has(from) || g.bases.Has(from) {
		return nil
	} else {
		if m.units = units.minus(g.ships); !m.units.empty() {
			m.units = someUnits(r, m.units)
		}
		m.leaders = someLeaders(r, leaders)
		if g.coast.Has(from) && r.IntN(3) == 0 {
			m.manner = ferried
			m.units, m.leaders = m.units.minus(g.landsmen), m.leaders&^g.landLeaders
		}
	}
	if m.units.empty() && m.leaders == 0 {
		return nil
	}
	m.units = g.canonical(m.units, units)
	if !g.sampleRoute(r, &m) {
		return nil
	}
	g.sampleDrops(r, &m)
	if m.manner = g.mannerOf(&m); g.judge(&m) != nil {
		return nil
	}
	return &m
}

// someUnits returns a random subset of a set that is not empty: often all of it.
func someUnits(r *rand.Rand, set unitSet) unitSet {
	if set.empty() || r.IntN(3) == 0 {
		return set
	}
	some := set.and(unitSet{r.Uint64(), r.Uint64()})
	if some.empty() {
		some.add(set.nth(r.IntN(set.len())))
	}
	return some
}

func someLeaders(r *rand.Rand, set leaderSet) leaderSet {
	return set & leaderSet(r.Uint32()|r.Uint32())
}

// embark adds land units to a fleet as far as it can carry them (3.3).
func (g *game) embark(r *rand.Rand, m *move, troops unitSet) {
	room := g.sum(m.units) / 5
	for !troops.empty() {
		u := troops.pop()
		if n := g.strength(u); n <= room && r.IntN(4) != 0 {
			m.units.add(u)
			room -= n
		}
	}
}

// sampleRoute finds a random way for a group, and reports whether there is one.
func (g *game) sampleRoute(r *rand.Rand, m *move) bool {
	g.seek(g.search, m)
	goals := g.search.Reached()
	goals.Remove(m.from)
	if m.manner == ferried {
		goals = goals.Intersect(g.coast)
	}
	if goals.Empty() {
		return false
	}
	goal := nthZone(goals, r.IntN(goals.Len()))
	if targets := goals.Intersect(g.held[m.side.Other()]); !targets.Empty() && r.IntN(3) == 0 {
		goal = nthZone(targets, r.IntN(targets.Len()))
	}
	if !g.follow(m, goal) {
		return false
	}
	if m.manner == bySea && g.enemies(m.side, goal) && m.steps < maxRoute && r.IntN(2) == 0 {
		on := g.board.Near(goal, board.BySea).Minus(g.shutTo(m.side))
		if !on.Empty() { // try to run past
			m.route[m.steps] = nthZone(on, r.IntN(on.Len()))
			m.steps++
		}
	}
	return true
}

// sampleDrops lets a fleet sometimes leave land units in a port on its way.
func (g *game) sampleDrops(r *rand.Rand, m *move) {
	aboard, men := m.units.minus(g.ships), m.leaders
	if m.manner != bySea || aboard.empty() {
		return
	}
	for i, z := range m.route[:m.steps-1] {
		if !g.ports.Has(z) || r.IntN(2) == 0 || m.drops == maxDrops || aboard.empty() {
			continue
		}
		d := drop{step: i, units: g.canonical(someUnits(r, aboard), aboard), leaders: someLeaders(r, men) & leaderSet(r.Uint32())}
		aboard, men = aboard.minus(d.units), men&^d.leaders
		m.drop[m.drops] = d
		m.drops++
	}
}

// moveChoices lists the movements out of a zone for the order template: the group
// that can go together, and where it could go.
func (g *game) moveChoices(side adjudicator.Side, from board.Zone) []adjudicator.Choice {
	units, leaders := g.fresh(side, from)
	var all []adjudicator.Choice
	add := func(group unitSet, men leaderSet, how manner, note string) {
		m := move{g: g, side: side, from: from, units: group, leaders: men, manner: how}
		if group.empty() && men == 0 {
			return
		}
		reach := g.reach(&m)
		if reach.Empty() {
			return
		}
		w := append(adjudicator.Words{adjudicator.Keyword("move")}, g.words(group, men)...)
		if g.bases.Has(from) {
			w = append(w, adjudicator.Keyword("from"), g.zoneTerm(from))
		}
		to := reach.First()
		w = g.unpaidWord(append(w, adjudicator.Keyword("to"), g.zoneTerm(to)), g.unpaidWay(m, to))
		all = append(all, adjudicator.Choice{Words: w, Note: adjudicator.Say("hellespont.note."+note, "Zones", g.zoneTerms(reach))})
	}
	ships, troops := units.and(g.ships), units.minus(g.ships)
	if !ships.empty() {
		add(ships, leaders&^g.landLeaders, bySea, "by-sea")
	}
	if !g.seas.Has(from) && !g.bases.Has(from) {
		add(troops, leaders, byLand, "by-land")
	}
	if g.coast.Has(from) {
		add(troops.minus(g.landsmen), leaders&^g.landLeaders, ferried, "ferried")
	}
	return all
}
