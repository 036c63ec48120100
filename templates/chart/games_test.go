package chart

import "keryx/adjudicator/hellespont"

// A game whose letters these tests read.
func init() {
	if err := hellespont.Opener.Register(""); err != nil {
		panic(err)
	}
}
