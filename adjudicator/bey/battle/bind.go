package battle

import "keryx/adjudicator"

// Bind makes what an answer of the family names name it in this game: [adjudicator.Binder]
// for rulesets, which bind those of their own.
func (g Battles) Bind(a adjudicator.Answer) adjudicator.Answer {
	switch a := a.(type) {
	case MenuAnswer:
		a.G = g
		return a
	case FightAnswer:
		a.G = g
		return a
	case UnitsAnswer:
		f := *a.Form
		f.G, a.Form = g, &f
		return a
	case Retirement:
		f := *a.Form
		f.G, a.Form = g, &f
		return a
	}
	return g.Marches.Bind(a)
}
