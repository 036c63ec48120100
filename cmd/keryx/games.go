package main

import (
	"keryx/adjudicator"
	"keryx/adjudicator/amphipolis"
	"keryx/adjudicator/hellenes"
	"keryx/adjudicator/hellespont"
	"keryx/adjudicator/perse"
	"keryx/templates"
)

// games are the printed games: a new one is one line here, and nothing else in this
// program names one.
var games = []adjudicator.Opener{
	hellespont.Opener,
	amphipolis.Opener,
	hellenes.Opener,
	perse.Opener,
}

// registerGames makes the printed games known, with the data files below dir in place of
// the embedded ones where there are any. Texts of a game that cannot be used are an error. For
// a command that has to do with one of them, the others are not read, nor is anything before
// it is looked for.
func registerGames(dir string, one bool) error {
	for _, o := range games {
		if err := o.Register(dir); err != nil {
			return err
		}
	}
	if one && dir == "" {
		return nil // what comes with the program was tested with it
	}
	return templates.Faults()
}
