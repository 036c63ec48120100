package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/tally"
	"keryx/adjudicator/board"
)

// tallyCustoms are what tells of losses here beside the family's events.
var tallyCustoms = &tally.Customs{Attrition: "6.4", Storm: "7 S4", Losses: map[string]tally.Loss{
	"port-stormed":   {Lost: "Units", Victor: true},
	"cargo-lost":     {Lost: "Unit"},
	"cargo-weakened": {Weakened: "Unit"},
}}

// Tally implements [adjudicator.Tallier]: the force points lost by each side, the
// combats it won, and the ports that it gained and lost.
func (r *ruleset) Tally(side adjudicator.Side, events []adjudicator.Event, before, after adjudicator.View) []adjudicator.Phrase {
	l := tally.Open(r.Printed, tallyCustoms)
	for _, e := range events {
		if told, ok := e.For(side); ok {
			l.Read(e.Rule, told)
		}
	}
	l.Close()
	return l.Phrases(func(s adjudicator.Side) []adjudicator.Phrase {
		held, holds := r.portsOf(before, s), r.portsOf(after, s)
		return tally.Changed("hellespont", "Ports", r.ZoneTerms(holds.Minus(held)), r.ZoneTerms(held.Minus(holds)))
	})
}

// portsOf are the ports where a view shows units of a side.
func (r *ruleset) portsOf(v adjudicator.View, s adjudicator.Side) (held board.Set) {
	for _, zone := range v.Zones {
		z, ok := r.Board.Zone(zone.Zone.ID)
		if !ok || !r.Ports.Has(z) {
			continue
		}
		for _, stack := range zone.Stacks {
			for _, u := range stack.Units {
				if stack.Side == s && !u.Leader {
					held.Add(z)
				}
			}
		}
	}
	return held
}
