package amphipolis

import (
	"slices"
	"strings"

	"keryx/adjudicator"
	"keryx/adjudicator/bey/tally"
)

// tallyCustoms are what the tally depends on: the family's events tell of all losses.
var tallyCustoms = &tally.Customs{Attrition: "6", Storm: "7 S2"}

// Tally implements [adjudicator.Tallier]: the force points lost by each side, the combats
// it won, and the garrisons that it gained and lost.
func (rs *ruleset) Tally(side adjudicator.Side, events []adjudicator.Event, _, _ adjudicator.View) []adjudicator.Phrase {
	l := tally.Open(rs.Printed, tallyCustoms)
	var won [2]adjudicator.Terms
	for _, e := range events {
		told, ok := e.For(side)
		if !ok {
			continue
		}
		l.Read(e.Rule, told)
		if _, key, _ := strings.Cut(told.Key, ".event."); key == "garrison-won" || key == "citadel-won" {
			args := tally.Arguments(told)
			g, _ := args["Garrison"].(adjudicator.Term)
			s := l.SideOf(args["Side"])
			// One that has come back within the turn is neither gained nor lost.
			if i := slices.Index(won[s.Other()], g); i >= 0 {
				won[s.Other()] = slices.Delete(won[s.Other()], i, i+1)
			} else {
				won[s] = append(won[s], g)
			}
		}
	}
	l.Close()
	return l.Phrases(func(s adjudicator.Side) []adjudicator.Phrase {
		return tally.Changed("amphipolis", "Garrisons", won[s], won[s.Other()])
	})
}
