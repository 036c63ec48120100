package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/standing"
)

// calendar is how standing orders name the parts of a month.
var calendar = &standing.Calendar{
	Phases: map[string]standing.Occasions{
		"b.1": standing.AfterTheDice, "b.2": standing.InArrivals, "b.3": standing.InMovements | standing.InCombats, "c": standing.InSieges,
		"d":   standing.InRecovery | inSupply | standing.InAttrition,
		"d.3": standing.InRecovery, "d.4": inSupply, "d.5": standing.InAttrition,
	},
	Named: []adjudicator.Keyword{"B.1", "B.2", "B.3", "C", "D.3", "D.4", "D.5", "movements", "combats", "sieges"},
}

// inSupply is the part of a turn of this game alone in which stratagems are asked for (D.4).
const inSupply = standing.OwnOccasion
