package chart

import (
	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/hellenes"
	"keryx/adjudicator/hellespont"
)

// The games whose letters these tests read.
func init() {
	for _, o := range []adjudicator.Opener{hellespont.Opener, amphipolis.Opener, hellenes.Opener} {
		if err := o.Register(""); err != nil {
			panic(err)
		}
	}
}
