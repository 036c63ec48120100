package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// seek explores where a group can go from its start by its manner of movement,
// entering no zone that is closed to it and passing none where it would have to
// stop or to throw a die. Safe routes alone are found: a riskier one must be
// written out.
func (g *game) seek(s *board.Search, m *move) {
	switch m.manner {
	case bySea:
		g.seekVoyage(s, m)
	case ferried:
		g.seekFerry(s, m)
	default:
		g.seekMarch(s, m)
	}
}

func (g *game) seekMarch(s *board.Search, m *move) {
	enemy := m.side.Other()
	stops := g.held[enemy]
	shut := g.shutTo(m.side)
	s.Run(g.board, m.from, g.pace(m), func(from board.Zone, e *board.Edge) int {
		if !e.By(board.ByLand) || shut.Has(e.To) || from != m.from && stops.Has(from) {
			return board.Never
		}
		return g.landCost(from, e.To)
	})
}

func (g *game) seekVoyage(s *board.Search, m *move) {
	stops := g.blockades(m.side, g.sum(m.units.and(g.ships)))
	shut := g.shutTo(m.side)
	s.Run(g.board, m.from, maxRoute, func(from board.Zone, e *board.Edge) int {
		if !e.By(board.BySea) || shut.Has(e.To) || from != m.from && stops.Has(from) {
			return board.Never
		}
		return 1
	})
}

// blockades returns the sea zones where enemy ships stop a fleet of a side: all of
// theirs, unless it outnumbers them by ten to one (3.5).
func (g *game) blockades(side adjudicator.Side, fleet int) board.Set {
	enemy := side.Other()
	var stops board.Set
	for z := range g.heldBySea[enemy].Intersect(g.seas).All() {
		if fleet < 10*g.navalPF(enemy, z) {
			stops.Add(z)
		}
	}
	return stops
}

func (g *game) seekFerry(s *board.Search, m *move) {
	bridges := g.bridges(m.side, g.sum(m.units))
	shut := g.shutTo(m.side)
	s.Run(g.board, m.from, 4, func(from board.Zone, e *board.Edge) int {
		if from != m.from && !bridges.Has(from) || shut.Has(e.To) || !g.ferryStep(from, e.To) {
			return board.Never
		}
		if bridges.Has(e.To) || g.coast.Has(e.To) && from != m.from {
			return 1
		}
		return board.Never
	})
}

// bridges returns the sea zones over which a side's ships can pass land units of
// so many PF amphibiously (3.4).
func (g *game) bridges(side adjudicator.Side, carried int) board.Set {
	var over board.Set
	for z := range g.heldBySea[side].Intersect(g.seas).Minus(g.heldBySea[side.Other()]).All() {
		if carried <= g.navalPF(side, z)-int(g.phase.ferried[side][z]) {
			over.Add(z)
		}
	}
	return over
}

// shutTo returns the zones that a side's movement may not enter: bases, enemy
// ports, and zones barred by archers.
func (g *game) shutTo(side adjudicator.Side) board.Set {
	shut := g.bases.Union(g.ports.Intersect(g.held[side.Other()]))
	if side == g.active {
		shut = shut.Union(g.phase.barred)
	}
	return shut
}

// reach returns where a group could go by its manner of movement, its start not
// included.
func (g *game) reach(m *move) board.Set {
	g.seek(g.search, m)
	set := g.search.Reached()
	set.Remove(m.from)
	if m.manner == ferried {
		set = set.Intersect(g.coast)
	}
	return set
}

// landings returns the coasts that a side's land units of so many PF can reach
// amphibiously from a zone (3.4), enemy ports left out.
func (g *game) landings(side adjudicator.Side, from board.Zone, carried int) board.Set {
	if !g.coast.Has(from) {
		return board.Set{}
	}
	bridges := g.bridges(side, carried)
	shut := g.shutTo(side)
	var landed, wave board.Set
	for z := range g.board.Near(from, board.Any).Intersect(bridges).All() {
		if g.ferryStep(from, z) {
			wave.Add(z)
		}
	}
	seen := wave
	for range 3 { // two or three sea zones at most, and the landing
		var next board.Set
		for z := range wave.All() {
			shores := g.board.Near(z, board.Shore).Union(g.board.Near(z, board.BySea).Intersect(g.ports))
			landed = landed.Union(shores.Intersect(g.coast).Minus(shut))
			next = next.Union(g.board.Near(z, board.BySea).Intersect(bridges))
		}
		wave = next.Minus(seen)
		seen = seen.Union(wave)
	}
	landed.Remove(from)
	return landed
}
