package march

import (
	"math/rand/v2"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/board"
)

// sampleMove returns a random legal movement out of a zone, or nil.
func (g Marches) sampleMove(r *rand.Rand, side adjudicator.Side, from board.Zone) *Move {
	units, leaders := g.Fresh(side, from)
	m := Move{G: g, Side: side, From: from}
	ships := units.And(g.Ships)
	if !ships.Empty() && (g.Seas.Has(from) || g.Bases.Has(from) || r.IntN(2) == 0) {
		m.Manner = BySea
		m.Units = SomeUnits(r, ships)
		m.Leaders = SomeLeaders(r, leaders&^g.LandLeaders)
		g.embark(r, &m, units.Minus(g.Ships).Minus(g.Landsmen))
	} else if g.Seas.Has(from) || g.Board.Near(from, board.ByLand).Empty() && !g.Coast.Has(from) {
		return nil
	} else {
		if m.Units = units.Minus(g.Ships); !m.Units.Empty() {
			m.Units = SomeUnits(r, m.Units)
		}
		m.Leaders = SomeLeaders(r, leaders)
		if g.Coast.Has(from) && r.IntN(3) == 0 {
			m.Manner = Ferried
			m.Units, m.Leaders = m.Units.Minus(g.Landsmen), m.Leaders&^g.LandLeaders
		}
	}
	if m.Units.Empty() && m.Leaders == 0 {
		return nil
	}
	m.Units = g.Canonical(m.Units, units)
	if !g.sampleRoute(r, &m) {
		return nil
	}
	g.Unload(r, &m)
	if m.Manner = g.mannerOf(&m); g.Judge(&m) != nil {
		return nil
	}
	return &m
}

// embark adds random land units to a fleet, as far as it can carry them.
func (g Marches) embark(r *rand.Rand, m *Move, troops field.UnitSet) {
	for room := g.Hold(m); room > 0 && !troops.Empty(); {
		u := field.UnitsOf(troops.Pop())
		if n := g.Load(u); n <= room && r.IntN(4) != 0 {
			m.Units = m.Units.Or(u)
			room -= n
		}
	}
}

// SomeUnits returns a random subset of a set that is not empty: often all of it.
func SomeUnits(r *rand.Rand, set field.UnitSet) field.UnitSet {
	if set.Empty() || r.IntN(3) == 0 {
		return set
	}
	some := set.Some(r)
	if some.Empty() {
		some.Add(set.Nth(r.IntN(set.Len())))
	}
	return some
}

// SomeLeaders returns a random subset of a set, perhaps none of it.
func SomeLeaders(r *rand.Rand, set field.LeaderSet) field.LeaderSet {
	return set & field.LeaderSet(r.Uint32()|r.Uint32())
}

// sampleRoute finds a random way for a group, and reports whether there is one.
func (g Marches) sampleRoute(r *rand.Rand, m *Move) bool {
	g.Seek(g.Search, m)
	goals := g.Search.Reached()
	goals.Remove(m.From)
	if m.Manner == Ferried {
		goals = goals.Intersect(g.Coast)
	}
	if goals.Empty() {
		return false
	}
	goal := goals.Nth(r.IntN(goals.Len()))
	if targets := goals.Intersect(g.Held[m.Side.Other()]); !targets.Empty() && r.IntN(3) == 0 {
		goal = targets.Nth(r.IntN(targets.Len()))
	}
	if !g.Follow(m, goal) {
		return false
	}
	if m.Manner == BySea && g.Enemies(m.Side, goal) && m.Steps < maxRoute && r.IntN(2) == 0 {
		on := g.Board.Near(goal, board.BySea).Minus(g.ShutTo(m.Side))
		if !on.Empty() { // try to run past
			m.Route[m.Steps] = on.Nth(r.IntN(on.Len()))
			m.Steps++
		}
	}
	return true
}

// moveChoices lists the movements out of a zone for the order template: the parties
// that can go together, and where each could go.
func (g Marches) moveChoices(side adjudicator.Side, from board.Zone) (all []adjudicator.Choice) {
	for _, m := range g.outings(side, from) {
		reach := g.reach(&m)
		if reach.Empty() {
			continue
		}
		w := append(adjudicator.Words{adjudicator.Keyword("move")}, g.Naming(m.Units, m.Leaders)...)
		if g.Bases.Has(from) {
			w = append(w, adjudicator.Keyword("from"), g.ZoneTerm(from))
		}
		to := reach.First()
		w = g.unpaidWord(append(w, adjudicator.Keyword("to"), g.ZoneTerm(to)), g.unpaidWay(m, to))
		note := [...]string{ByLand: "by-land", BySea: "by-sea", Ferried: "ferried"}[m.Manner]
		all = append(all, adjudicator.Choice{Words: w, Note: adjudicator.Say("bey.note."+note, "Zones", g.ZoneTerms(reach))})
	}
	return all
}
