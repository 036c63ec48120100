package chit

import "keryx/adjudicator"

// Bind makes what an answer about counters names name it in this game.
func (g Chits) Bind(a adjudicator.Answer) adjudicator.Answer {
	switch a := a.(type) {
	case *Play:
		p := *a
		p.G = g
		return &p
	case RuseAnswer:
		a.G = g
		return a
	case KeepAnswer:
		a.G = g
		return a
	}
	return a // it names nothing
}
