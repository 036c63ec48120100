package chit

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/field"
)

// AskAt asks at a juncture.
func (g Chits) AskAt(t *adjudicator.Table, j field.Juncture, q adjudicator.Question) adjudicator.Answer {
	g.Juncture = j
	g.Pass(t, j)
	a := t.Ask(j.Side, q)
	g.Juncture = field.Juncture{}
	return a
}
