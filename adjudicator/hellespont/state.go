package hellespont

import (
	"keryx/adjudicator"
	"keryx/adjudicator/bey/edition"
	"keryx/adjudicator/bey/field"
	"keryx/adjudicator/hellespont/data"
)

// The two sides, in the order of [ruleset.Info].
const (
	athens adjudicator.Side = 0
	sparta adjudicator.Side = 1
)

// game is one game of Hellespont. Everything that changes is in fixed arrays,
// so that a game can be copied by assignment.
type game struct {
	field.Field

	*landmarks                  // and what rules name of them
	edition    *edition.Edition // what the rules are, of the version that it is played under
	setup      adjudicator.Setup
	options    options
	setting    *data.Scenario
	supply     [2]int   // supply markers, 0 to 3 (6)
	shortage   [2]bool  // markers on their "Disette" side (6.1, 6.2)
	bounty     int      // victory points of Sparta for S18 before S17 (7, S18)
	home       homeward // what has gone home, in D.2
}
