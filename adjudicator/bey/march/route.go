package march

import (
	"keryx/adjudicator"
	"keryx/adjudicator/board"
)

// Seek explores where a group can go from its start by its manner of movement,
// entering no zone that is closed to it and passing none where it would have to
// stop or to throw a die. Safe routes alone are found: a riskier one must be
// written out.
func (g Marches) Seek(s *board.Search, m *Move) { g.Explore(s, g.Errand(m)) }

// Errand is all that decides, in one position, where a group can go: groups of equal errands
// can go to the same places by the same ways.
type Errand struct {
	side   adjudicator.Side
	manner Manner
	from   board.Zone
	limit  int       // movement points
	at     board.Set // the zones where a group by land or a fleet must stop; or those over which troops are ferried
}

// Manner is by which manner of movement they go.
func (e *Errand) Manner() Manner { return e.manner }

// Errand is that of a group.
func (g Marches) Errand(m *Move) Errand {
	e := Errand{side: m.Side, manner: m.Manner, from: m.From}
	switch m.Manner {
	case BySea:
		e.limit, e.at = maxRoute, g.blockades(m.Side, g.Sum(m.Units.And(g.Ships)))
	case Ferried:
		e.limit, e.at = g.Pace(m), g.bridges(m.Side, g.Load(m.Units))
	default:
		e.limit, e.at = g.Pace(m), g.Held[m.Side.Other()]
	}
	return e
}

// Explore is [Marches.Seek] for groups of an errand.
func (g Marches) Explore(s *board.Search, e Errand) {
	switch e.manner {
	case BySea:
		g.seekVoyage(s, e)
	case Ferried:
		g.seekFerry(s, e)
	default:
		g.seekMarch(s, e)
	}
}

// Within returns where groups of an errand can go, their start included, if that is known
// without an exploration: at sea, where every step costs the same, and where no ships lie that
// would ferry them.
func (g Marches) Within(e Errand) (reached board.Set, known bool) {
	switch {
	case e.manner == BySea:
		return g.Board.Spread(e.from, board.BySea, e.limit, g.ShutTo(e.side), e.at), true
	case e.manner == Ferried && !g.Board.Near(e.from, board.Any).Meets(e.at):
		return board.SetOf(e.from), true
	}
	return board.Set{}, false
}

func (g Marches) seekMarch(s *board.Search, x Errand) {
	shut, step := g.ShutTo(x.side), g.StepCost(x.side, ByLand)
	s.Run(g.Board, x.from, x.limit, func(from board.Zone, e *board.Edge) int {
		if !e.By(board.ByLand) || shut.Has(e.To) || from != x.from && x.at.Has(from) {
			return board.Never
		}
		return step(from, e)
	})
}

func (g Marches) seekVoyage(s *board.Search, x Errand) {
	shut := g.ShutTo(x.side)
	s.Run(g.Board, x.from, x.limit, func(from board.Zone, e *board.Edge) int {
		if !e.By(board.BySea) || shut.Has(e.To) || from != x.from && x.at.Has(from) {
			return board.Never
		}
		return 1
	})
}

func (g Marches) seekFerry(s *board.Search, x Errand) {
	shut, step := g.ShutTo(x.side), g.StepCost(x.side, Ferried)
	s.Run(g.Board, x.from, x.limit, func(from board.Zone, e *board.Edge) int {
		if from != x.from && !x.at.Has(from) || shut.Has(e.To) || !g.ferryStep(from, e.To) {
			return board.Never
		}
		if x.at.Has(e.To) || g.Coast.Has(e.To) && from != x.from {
			return step(from, e)
		}
		return board.Never
	})
}

// blockades returns the sea zones where enemy ships stop a fleet of a side: all of
// theirs, unless it outnumbers them by ten to one (3.5).
func (g Marches) blockades(side adjudicator.Side, fleet int) board.Set {
	enemy := side.Other()
	var stops board.Set
	for z := range g.HeldBySea[enemy].Intersect(g.Seas).All() {
		if fleet < 10*g.NavalPF(enemy, z) {
			stops.Add(z)
		}
	}
	return stops
}

// bridges returns the sea zones over which a side's ships can pass so much of land units
// amphibiously (3.4).
func (g Marches) bridges(side adjudicator.Side, carried int) board.Set {
	var over board.Set
	for z := range g.HeldBySea[side].Intersect(g.Seas).Minus(g.HeldBySea[side.Other()]).All() {
		if carried <= g.NavalPF(side, z)-int(g.Phase.Ferried[side][z]) {
			over.Add(z)
		}
	}
	return over
}

// ShutTo returns the zones that a side's movement may not enter: bases, what the ruleset
// closes, and zones barred by archers.
func (g Marches) ShutTo(side adjudicator.Side) board.Set {
	shut := g.Bases.Union(g.Shut(side))
	if side == g.Active {
		shut = shut.Union(g.Phase.Barred)
	}
	return shut
}

// reach returns where a group could go by its manner of movement, its start not
// included.
func (g Marches) reach(m *Move) board.Set {
	g.Seek(g.Search, m)
	set := g.Search.Reached()
	set.Remove(m.From)
	if m.Manner == Ferried {
		set = set.Intersect(g.Coast)
	}
	return set
}

// Landings returns the coasts that so much of a side's land units can reach
// amphibiously from a zone (3.4), enemy ports left out.
func (g Marches) Landings(side adjudicator.Side, from board.Zone, carried int) board.Set {
	if !g.Coast.Has(from) {
		return board.Set{}
	}
	bridges := g.bridges(side, carried)
	shut := g.ShutTo(side)
	var landed, wave board.Set
	for z := range g.Board.Near(from, board.Any).Intersect(bridges).All() {
		if g.ferryStep(from, z) {
			wave.Add(z)
		}
	}
	seen := wave
	for range 3 { // two or three sea zones at most, and the landing
		var next board.Set
		for z := range wave.All() {
			shores := g.Board.Near(z, board.Shore).Union(g.Board.Near(z, board.BySea).Intersect(g.Ports))
			landed = landed.Union(shores.Intersect(g.Coast).Minus(shut))
			next = next.Union(g.Board.Near(z, board.BySea).Intersect(bridges))
		}
		wave = next.Minus(seen)
		seen = seen.Union(wave)
	}
	landed.Remove(from)
	return landed
}
