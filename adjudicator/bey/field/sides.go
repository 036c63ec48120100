package field

import "keryx/adjudicator"

// First and Second are the two sides, in the order in which the ruleset names them.
const (
	First  adjudicator.Side = 0
	Second adjudicator.Side = 1
)
