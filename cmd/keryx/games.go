package main

import (
	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/hellespont"
	"keryx/templates"
)

// games are the printed games: a new one is one line here, and nothing else in this
// program names one.
var games = []adjudicator.Opener{
	hellespont.Opener,
	amphipolis.Opener,
}

// registerGames makes the printed games known, with the data files below dir in place of
// the embedded ones where there are any. Texts of a game that cannot be used are an error.
func registerGames(dir string) error {
	for _, o := range games {
		if err := o.Register(dir); err != nil {
			return err
		}
	}
	return templates.Faults()
}
