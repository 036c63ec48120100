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
		switch _, key, _ := strings.Cut(told.Key, ".event."); key {
		case "garrison-won", "citadel-won":
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
	return l.Phrases(func(s adjudicator.Side) (all []adjudicator.Phrase) {
		if gained := won[s]; len(gained) > 0 {
			all = append(all, adjudicator.Say("amphipolis.tally.gained", "Count", len(gained), "Garrisons", gained))
		}
		if gone := won[s.Other()]; len(gone) > 0 {
			all = append(all, adjudicator.Say("amphipolis.tally.gone", "Count", len(gone), "Garrisons", gone))
		}
		return all
	})
}
