package march

import "keryx/adjudicator"

// Bind makes what an answer about movements or counters names name it in this game.
func (g Marches) Bind(a adjudicator.Answer) adjudicator.Answer {
	switch a := a.(type) {
	case Activation:
		a.G = g
		return a
	case EndMoves:
		a.G = g
		return a
	case *Move:
		return g.Answer(a)
	case Displacement:
		a.G = g
		return a
	case Sacrifice:
		a.G = g
		return a
	case RidingOff:
		return RidingOff{Move: g.Answer(a.Move)}
	case Going:
		f := *a.F
		f.G, a.F = g, &f
		return a
	}
	return g.Chits.Bind(a)
}
